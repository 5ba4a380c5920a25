#include "replay/match.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"

enum { MAX_STATEMENT_LINES = 100 };

/* ---- kinds --------------------------------------------------------------------------- */

/* What a wrong access looks like depends on what happens to lie there. */
static bool is_access(enum bug_kind kind) {
    return kind == BUG_BOUNDS || kind == BUG_NULL_DEREF || kind == BUG_USE_AFTER_FREE || kind == BUG_USE_AFTER_SCOPE ||
           kind == BUG_INVALID_POINTER || kind == BUG_WRITE_CONST;
}

static bool is_free(enum bug_kind kind) { return kind == BUG_DOUBLE_FREE || kind == BUG_INVALID_FREE; }

bool match_kind(const struct observation *seen, enum bug_kind kind) {
    if (seen->type != SEEN_ERROR) return false;
    if (seen->kind == kind) return true;
    /* An overlap is looked for before bounds are, an index before the access. */
    if (is_access(kind)) return is_access(seen->kind) || seen->kind == BUG_OVERLAP || seen->kind == BUG_INDEX;
    if (is_free(kind)) return is_free(seen->kind) || seen->kind == BUG_USE_AFTER_FREE;
    switch (kind) {
    case BUG_FUNCTION_POINTER:
    case BUG_STACK: return seen->crash;
    case BUG_STACK_SIZE: return seen->crash || seen->kind == BUG_STACK;
    case BUG_ABORT: /* what a failed assertion calls */ return seen->kind == BUG_ASSERTION;
    case BUG_QUOTIENT: /* the processor does not say which */ return seen->kind == BUG_DIVISION;
    case BUG_OVERFLOW: return seen->kind == BUG_NEGATIVE_SHIFT;
    case BUG_CLEANUP: return seen->kind == BUG_LEAK; /* no block is kept there (replay.c) */
    default: return false;
    }
}

/* ---- places ---------------------------------------------------------------------------- */

static const char *plain(const char *path) {
    while (path[0] == '.' && path[1] == '/') path += 2;
    return path;
}

static bool is_tail(const char *path, const char *tail) {
    size_t n = strlen(path), k = strlen(tail);
    return n > k && path[n - k - 1] == '/' && strcmp(path + n - k, tail) == 0;
}

bool match_files(const char *a, const char *b) {
    a = plain(a);
    b = plain(b);
    if (strcmp(a, b) == 0 || is_tail(a, b) || is_tail(b, a)) return true;
    char *x = realpath(a, NULL), *y = realpath(b, NULL);
    bool same = x && y && strcmp(x, y) == 0;
    free(x);
    free(y);
    return same;
}

/* The text at a position, or NULL if the file is shorter. */
static const char *text_at(const char *text, uint32_t line, uint32_t column) {
    for (uint32_t i = 1; i < line; i++) {
        text = strchr(text, '\n');
        if (!text) return NULL;
        text++;
    }
    size_t n = strcspn(text, "\n"), skip = column ? column - 1 : 0;
    return text + (skip < n ? skip : n);
}

/* The end of a comment or literal that starts here, or NULL. */
static const char *skip_quiet(const char *p) {
    if (p[0] == '/' && p[1] == '/') return p + strcspn(p, "\n");
    if (p[0] == '/' && p[1] == '*') {
        const char *end = strstr(p + 2, "*/");
        return end ? end + 2 : p + strlen(p);
    }
    if (*p != '"' && *p != '\'') return NULL;
    char quote = *p++;
    while (*p && *p != quote && *p != '\n') p += *p == '\\' && p[1] ? 2 : 1;
    return *p == quote ? p + 1 : p;
}

static bool no_end_between(const char *from, const char *to) {
    assert(from && to);
    while (from < to) {
        const char *after = skip_quiet(from);
        if (after) {
            from = after;
            continue;
        }
        if (strchr(";{}", *from)) return false;
        from++;
    }
    return true;
}

bool match_statement(const char *file, uint32_t line, uint32_t column, uint32_t other_line, uint32_t other_column) {
    if (line == other_line) return true;
    if (line > other_line) return match_statement(file, other_line, other_column, line, column);
    if (other_line - line > MAX_STATEMENT_LINES) return false;
    struct str text = {0};
    bool same = false;
    if (str_read_file(&text, file)) {
        const char *from = text_at(str_text(&text), line, column);
        const char *to = text_at(str_text(&text), other_line, other_column);
        same = from && to && no_end_between(from, to);
    }
    str_release(&text);
    return same;
}

static bool is_there(const struct source_place *at, const struct replay_claim *claim) {
    if (!at->file) return false;
    return match_files(at->file, claim->file) &&
           match_statement(at->file, at->line, at->column, claim->line, claim->column);
}

/* The stack runs out anywhere in a recursion. */
static bool passes_through(const struct observation *seen, const struct replay_claim *claim) {
    if (!claim->function && !claim->file) return true;
    for (uint32_t i = 0; i < seen->frames.len; i++) {
        const struct source_place *at = &seen->frames.data[i];
        if (claim->function ? strcmp(at->function, claim->function) == 0 : is_there(at, claim)) return true;
    }
    return false;
}

bool match_claim(const struct observation *seen, const struct replay_claim *claim, const struct strmap *functions) {
    assert(!claim->column || claim->line);
    if (!match_kind(seen, claim->kind)) return false;
    const struct source_place *frame = observation_user_frame(seen, functions);
    if ((claim->kind == BUG_STACK || claim->kind == BUG_STACK_SIZE) && passes_through(seen, claim)) return true;
    if (!claim->file || !claim->line) /* no debug information: the function is all there is to compare */
        return !claim->function || (frame && strcmp(frame->function, claim->function) == 0);
    return (seen->said.file && is_there(&seen->said, claim)) || (frame && is_there(frame, claim));
}
