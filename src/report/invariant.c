#include "report/invariant.h"

#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"
#include "engine/invariants.h"
#include "ir/cfg.h"
#include "text/source.h"

/* ---- the loop ---------------------------------------------------------------------------------------- */

static bool is_word_at(struct source *src, const char *file, struct position at, const char *word) {
    uint32_t len = 0;
    size_t n = strlen(word);
    const char *line = source_line(src, file, at.line, &len);
    if (!line || !at.column || at.column - 1 + n > len || strncmp(line + at.column - 1, word, n) != 0) return false;
    char next = at.column - 1 + n < len ? line[at.column - 1 + n] : ' ';
    return !isalnum((unsigned char)next) && next != '_';
}

/* Jumps to the head stand at the loop's keyword, unless they are a `continue` or the like. */
static bool find_keyword(const struct program *p, struct source *src, const struct loop_head *h,
                         struct position *found) {
    const struct function *f = h->fn;
    const struct ir_block *block = &f->blocks[cfg_block_at(f, (uint32_t)(h->point - f->code))];
    const char *word = str_starts(f->blocks[block->succs[0]].name, "while") ? "while" : "for";
    *found = (struct position){0};
    for (uint32_t i = 0; i < block->npreds; i++) {
        struct position at = p->positions.data[f->code[f->blocks[block->preds[i]].end - 1].pos];
        if (!at.file || !is_word_at(src, p->files.data[at.file], at, word)) continue;
        if (found->line && (found->line != at.line || found->column != at.column || found->file != at.file))
            return false;
        *found = at;
    }
    return found->line != 0;
}

/* ---- scopes ------------------------------------------------------------------------------------------ */

/* Reads C by characters: comments and literals are passed over, brackets counted. */
struct c_scan {
    struct source *src;
    const char *file;
    int depth, least;
    char inside; /* 0, or what ends it: a quote, '*' of a comment */
};

static void scan_line(struct c_scan *s, uint32_t number, uint32_t from, uint32_t end) {
    uint32_t len = 0;
    const char *line = source_line(s->src, s->file, number, &len);
    for (uint32_t i = from; line && i < len && i < end; i++) {
        char c = line[i], next = i + 1 < len ? line[i + 1] : 0;
        if (s->inside == '*') {
            if (c == '*' && next == '/') s->inside = 0, i++;
        } else if (s->inside) {
            if (c == '\\') i++;
            else if (c == s->inside) s->inside = 0;
        } else if (c == '/' && next == '/') {
            return;
        } else if (c == '/' && next == '*') {
            s->inside = '*', i++;
        } else if (c == '"' || c == '\'') {
            s->inside = c;
        } else if (c == '{') {
            s->depth++;
        } else if (c == '}' && --s->depth < s->least) {
            s->least = s->depth;
        }
    }
}

/* Where the name is written in a line, as a word; UINT32_MAX: nowhere. */
static uint32_t find_word(struct source *src, const char *file, uint32_t number, const char *name) {
    uint32_t len = 0;
    const char *line = source_line(src, file, number, &len);
    size_t n = strlen(name);
    for (uint32_t i = 0; line && i + n <= len; i++) {
        if (strncmp(line + i, name, n) != 0) continue;
        bool starts = !i || (!isalnum((unsigned char)line[i - 1]) && line[i - 1] != '_');
        if (starts && (i + n == len || (!isalnum((unsigned char)line[i + n]) && line[i + n] != '_'))) return i;
    }
    return UINT32_MAX;
}

/* Is the variable declared before the loop, and is the block of its declaration still open there? */
static bool is_in_scope(const struct program *p, struct source *src, const struct cspell_var *v, struct position loop) {
    struct position at = p->positions.data[v->pos];
    const char *file = p->files.data[loop.file];
    if (at.file != loop.file || at.line > loop.line || (v->global && at.line == loop.line)) return false;
    if (v->global) return true;
    struct c_scan s = {.src = src, .file = file};
    uint32_t from = find_word(src, file, at.line, v->name);
    if (from == UINT32_MAX) return false;
    if (at.line == loop.line) return true; /* of the loop itself, or just before it */
    scan_line(&s, at.line, from, UINT32_MAX);
    for (uint32_t n = at.line + 1; n < loop.line; n++) scan_line(&s, n, 0, UINT32_MAX);
    scan_line(&s, loop.line, 0, loop.column - 1);
    return s.least >= 0;
}

bool invariant_of(const struct program *p, struct source *src, const struct loop_head *head, struct arena *arena,
                  struct loop_invariant *found) {
    struct str text = {0};
    struct position at;
    bool ok = invariant_text(head, &text) && find_keyword(p, src, head, &at);
    for (uint32_t i = 0; ok && i < head->vars.len; i++) ok = is_in_scope(p, src, &head->vars.data[i], at);
    if (ok)
        *found = (struct loop_invariant){p->files.data[at.file], head->fn->name, at.line, at.column,
                                         arena_strdup(arena, str_text(&text))};
    str_release(&text);
    return ok;
}
