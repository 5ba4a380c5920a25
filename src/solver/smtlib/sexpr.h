/* S-expressions of SMT-LIB 2, read one at a time. Nothing here recurses: nesting
 * is limited by memory only. */
#ifndef SHRIKE_SOLVER_SMTLIB_SEXPR_H
#define SHRIKE_SOLVER_SMTLIB_SEXPR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"

enum sexpr_kind {
    SEXPR_LIST,
    SEXPR_SYMBOL,  /* text without the bars of |quoted symbols| */
    SEXPR_KEYWORD, /* text with the colon */
    SEXPR_NUMERAL,
    SEXPR_DECIMAL,
    SEXPR_HEX,    /* text after #x */
    SEXPR_BINARY, /* text after #b */
    SEXPR_STRING, /* text without quotes, "" undone */
};

struct sexpr {
    enum sexpr_kind kind;
    uint32_t line, column; /* of the first character, from 1 */
    uint32_t kids;
    const char *text; /* of an atom */
    struct sexpr *first, *next;
    const char *source; /* the whole expression in the file */
    size_t source_len;
};

/* Where reading has got to, and the first thing that was wrong. */
struct sexpr_reader {
    const char *at, *end;
    uint32_t line, column;
    const char *error; /* NULL: nothing */
    uint32_t error_line, error_column;
    VEC(struct sexpr *) open; /* lists not yet closed */
};

void sexpr_reader_init(struct sexpr_reader *r, const char *text, size_t len);
void sexpr_reader_release(struct sexpr_reader *r);
/* The next expression, in arena; NULL at the end of the text or on an error. */
struct sexpr *sexpr_read(struct sexpr_reader *r, struct arena *arena);

/* A symbol with this text? */
bool sexpr_is(const struct sexpr *e, const char *text);

#endif
