#include "cli/find.h"

bool cli_find(struct context *ctx, struct command_line *line, uint32_t behind, struct units *u) {
    if (!units_find(u, ctx, ctx->opt.project, line->files.data, line->files.len)) return false;
    if (!u->database.len) return true;
    bool changed = ctx->opt.project != NULL;
    for (uint32_t i = 0; i < u->units.len; i++) changed |= u->units.data[i].folder != NULL;
    if (!changed) return true;
    VEC(const char *) words = {0};
    for (uint32_t i = 0; i < line->files.len; i++) vec_push(&line->given, line->files.data[i]);
    for (uint32_t i = 0; i < behind; i++) vec_push(&words, line->files.data[line->files.len + i]);
    vec_clear(&line->files);
    for (uint32_t i = 0; i < u->files.len; i++) vec_push(&line->files, u->files.data[i]);
    for (uint32_t i = 0; i < words.len; i++) vec_push(&line->files, words.data[i]);
    line->files.len -= words.len;
    line->units = u->units.data;
    line->cache = u->cache.len ? u->cache.data : NULL;
    line->is32 |= u->is32;
    vec_release(&words);
    return true;
}
