#include "cli/find.h"

bool cli_find(struct context *ctx, struct command_line *line, uint32_t behind, struct units *u) {
    if (!units_find(u, ctx, ctx->opt.project, line->files.data, line->files.len)) return false;
    if (!u->database.len) return true;
    bool changed = ctx->opt.project != NULL;
    for (uint32_t i = 0; i < u->units.len; i++) changed |= u->units.data[i].folder != NULL;
    if (!changed) return true;
    VEC(const char *) words = {0};
    vec_append(&line->given, line->files.data, line->files.len);
    for (uint32_t i = 0; i < behind; i++) vec_push(&words, line->files.data[line->files.len + i]);
    vec_clear(&line->files);
    vec_append(&line->files, u->files.data, u->files.len);
    vec_append(&line->files, words.data, words.len);
    line->files.len -= words.len;
    line->units = u->units.data;
    line->cache = u->cache.len ? u->cache.data : NULL;
    line->is32 |= u->is32;
    vec_release(&words);
    return true;
}
