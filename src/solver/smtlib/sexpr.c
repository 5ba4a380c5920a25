#include "solver/smtlib/sexpr.h"

#include <ctype.h>
#include <string.h>

void sexpr_reader_init(struct sexpr_reader *r, const char *text, size_t len) {
    *r = (struct sexpr_reader){.at = text, .end = text + len, .line = 1, .column = 1};
}

void sexpr_reader_release(struct sexpr_reader *r) { vec_release(&r->open); }

bool sexpr_is(const struct sexpr *e, const char *text) {
    return e && e->kind == SEXPR_SYMBOL && strcmp(e->text, text) == 0;
}

static void fail(struct sexpr_reader *r, const char *what) {
    if (r->error) return;
    r->error = what;
    r->error_line = r->line;
    r->error_column = r->column;
}

static void advance(struct sexpr_reader *r) {
    if (*r->at++ == '\n') {
        r->line++;
        r->column = 1;
    } else r->column++;
}

static void skip_blank(struct sexpr_reader *r) {
    while (r->at < r->end) {
        if (*r->at == ';')
            while (r->at < r->end && *r->at != '\n') advance(r);
        else if (strchr(" \t\r\n", *r->at) && *r->at) advance(r);
        else return;
    }
}

static bool is_symbol_char(char c) { return isalnum((unsigned char)c) || (c && strchr("~!@$%^&*_-+=<>.?/", c)); }

static size_t span_symbol(struct sexpr_reader *r) {
    const char *from = r->at;
    while (r->at < r->end && is_symbol_char(*r->at)) advance(r);
    return (size_t)(r->at - from);
}

/* The digits of a literal after # and its letter. */
static void read_literal(struct sexpr_reader *r, struct sexpr *e, struct arena *arena, enum sexpr_kind kind,
                         const char *digits) {
    advance(r);
    advance(r);
    const char *from = r->at;
    size_t len = span_symbol(r);
    e->kind = kind;
    e->text = arena_strndup(arena, from, len);
    if (!len || strspn(e->text, digits) != len) fail(r, "malformed literal");
}

static void read_number(struct sexpr_reader *r, struct sexpr *e, struct arena *arena) {
    const char *from = r->at;
    size_t len = span_symbol(r);
    e->text = arena_strndup(arena, from, len);
    size_t whole = strspn(e->text, "0123456789");
    e->kind = whole == len ? SEXPR_NUMERAL : SEXPR_DECIMAL;
    if (whole == len) return;
    size_t part = e->text[whole] == '.' ? strspn(e->text + whole + 1, "0123456789") : 0;
    if (!part || whole + 1 + part != len) fail(r, "malformed number");
}

static void read_quoted_symbol(struct sexpr_reader *r, struct sexpr *e, struct arena *arena) {
    advance(r);
    const char *from = r->at;
    while (r->at < r->end && *r->at != '|' && *r->at != '\\' && *r->at) advance(r);
    e->kind = SEXPR_SYMBOL;
    e->text = arena_strndup(arena, from, (size_t)(r->at - from));
    if (r->at == r->end) fail(r, "the file ends inside a quoted symbol");
    else if (*r->at != '|') fail(r, "character not allowed in a quoted symbol");
    else advance(r);
}

/* Up to the closing quote; a doubled quote stands for one. */
static void read_string(struct sexpr_reader *r, struct sexpr *e, struct arena *arena) {
    advance(r);
    const char *from = r->at;
    while (r->at < r->end && *r->at) {
        if (*r->at == '"') {
            if (r->at + 1 == r->end || r->at[1] != '"') break;
            advance(r);
        }
        advance(r);
    }
    char *to = arena_strndup(arena, from, (size_t)(r->at - from));
    e->kind = SEXPR_STRING;
    e->text = to;
    for (const char *p = to; *p; p++) {
        *to++ = *p;
        if (*p == '"') p++;
    }
    *to = 0;
    if (r->at == r->end) fail(r, "the file ends inside a string");
    else if (!*r->at) fail(r, "character not allowed in a string");
    else advance(r);
}

static void read_atom(struct sexpr_reader *r, struct sexpr *e, struct arena *arena) {
    char c = *r->at, second = r->at + 1 < r->end ? r->at[1] : 0;
    if (c == '|') read_quoted_symbol(r, e, arena);
    else if (c == '"') read_string(r, e, arena);
    else if (c == '#' && second == 'x') read_literal(r, e, arena, SEXPR_HEX, "0123456789abcdefABCDEF");
    else if (c == '#' && second == 'b') read_literal(r, e, arena, SEXPR_BINARY, "01");
    else if (isdigit((unsigned char)c)) read_number(r, e, arena);
    else if (c == ':' || is_symbol_char(c)) {
        const char *from = r->at;
        if (c == ':') advance(r);
        span_symbol(r);
        e->kind = c == ':' ? SEXPR_KEYWORD : SEXPR_SYMBOL;
        e->text = arena_strndup(arena, from, (size_t)(r->at - from));
    } else fail(r, "unexpected character");
}

static struct sexpr *new_sexpr(struct sexpr_reader *r, struct arena *arena) {
    struct sexpr *e = ARENA_NEW(arena, struct sexpr);
    e->line = r->line;
    e->column = r->column;
    e->source = r->at;
    return e;
}

/* Appends e to the innermost open list. `first` of an open list points to the last
 * kid, whose `next` is the first kid, until close_list straightens this out. */
static void append(struct sexpr_reader *r, struct sexpr *e) {
    struct sexpr *list = vec_last(&r->open);
    if (list->first) {
        e->next = list->first->next;
        list->first->next = e;
    } else e->next = e;
    list->first = e;
    list->kids++;
}

static struct sexpr *close_list(struct sexpr_reader *r) {
    struct sexpr *list = vec_pop(&r->open);
    if (list->first) {
        struct sexpr *last = list->first;
        list->first = last->next;
        last->next = NULL;
    }
    list->source_len = (size_t)(r->at - list->source);
    return list;
}

/* One token; returns the expression that it completes at the outermost level. */
static struct sexpr *read_token(struct sexpr_reader *r, struct arena *arena) {
    struct sexpr *done;
    if (*r->at == ')') {
        if (!r->open.len) {
            fail(r, "closing parenthesis without an opening one");
            return NULL;
        }
        advance(r);
        done = close_list(r);
    } else {
        done = new_sexpr(r, arena);
        if (*r->at == '(') {
            advance(r);
            vec_push(&r->open, done);
            return NULL;
        }
        read_atom(r, done, arena);
        r->error_line = done->line;
        r->error_column = done->column;
        done->source_len = (size_t)(r->at - done->source);
    }
    if (!r->open.len) return done;
    append(r, done);
    return NULL;
}

struct sexpr *sexpr_read(struct sexpr_reader *r, struct arena *arena) {
    vec_clear(&r->open);
    for (;;) {
        skip_blank(r);
        if (r->error) return NULL;
        if (r->at == r->end) {
            if (r->open.len) {
                r->line = r->open.data[0]->line;
                r->column = r->open.data[0]->column;
                fail(r, "the file ends before this parenthesis is closed");
            }
            return NULL;
        }
        struct sexpr *done = read_token(r, arena);
        if (r->error) return NULL;
        if (done) return done;
    }
}
