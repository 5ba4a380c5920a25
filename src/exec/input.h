/* The inputs of a state: what the program took from its environment, in order.
 *
 * A trail is a shared list, newest first, of two kinds of entries: an input was
 * taken (with name, type, size), or a part of it was first looked at and became a
 * symbol. A word is one part from the start; the bytes of an object made symbolic
 * become symbols of the width in which the program first reads them, so a word
 * read as a word is one symbol and not four.
 *
 * Symbols are shared by all paths: the same part of the input with the same number
 * is the same symbol.
 */
#ifndef SHRIKE_EXEC_INPUT_H
#define SHRIKE_EXEC_INPUT_H

#include <stdbool.h>
#include <stdint.h>

#include "expr/expr.h"

struct exec;
struct state;

enum input_kind { INPUT_WORD, INPUT_BYTES, INPUT_UNINIT, INPUT_ARG, INPUT_STDIN, INPUT_FILE };

struct trail {
    uint32_t refs;
    struct trail *prev;
    uint32_t input; /* number, from 0 */
    /* A part: */
    symbol sym;
    uint32_t offset, size; /* in bytes */
    /* An input taken (is_part false); size is its size. */
    bool is_part;
    enum input_kind kind;
    const char *name; /* in the executor's arena */
    const char *type; /* C type of a word; NULL: unknown */
    uint32_t pos;
};

static inline struct trail *trail_retain(struct trail *t) {
    if (t) t->refs++;
    return t;
}
void trail_release(struct trail *t);

/* Takes a new input of `size` bytes; returns its number. The name is copied. */
uint32_t input_take(struct exec *x, enum input_kind kind, const char *name, const char *type,
                    uint32_t size);
/* The symbol for bytes [offset, offset + size) of an input (width 8 * size, or
 * `width` bits if not 0). */
expr input_part(struct exec *x, uint32_t input, uint32_t offset, uint32_t size, uint32_t width);
/* Both at once, for words of `width` bits. */
expr input_word(struct exec *x, enum input_kind kind, const char *name, const char *type,
                uint32_t width);

#endif
