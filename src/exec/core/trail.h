/* The inputs of a state: what the program took from its environment, in order.
 *
 * A trail is a shared list, newest first, of two kinds of entries: an input was
 * taken (with name, type, size), or a part of it was first looked at and became a
 * symbol. Where states were merged there is a third: what came before is one of two
 * trails, and a model decides which (exec/sym/merge.h). A word is one part from the start; the bytes of an object made
 * symbolic become symbols of the width in which the program first reads them, so a word read as a word is one symbol
 * and not four.
 *
 * Symbols are shared by all paths: the same part of the input with the same number
 * is the same symbol.
 */
#ifndef SHRIKE_EXEC_CORE_TRAIL_H
#define SHRIKE_EXEC_CORE_TRAIL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "expr/expr.h"
#include "expr/model.h"

enum input_kind { INPUT_WORD, INPUT_BYTES, INPUT_UNINIT, INPUT_ARG, INPUT_STDIN, INPUT_FILE };

struct trail_choice;

struct trail {
    uint32_t refs;
    uint32_t depth; /* entries before it, the longer way */
    struct trail *prev;
    struct trail_choice *choice; /* not NULL: nothing was taken here */
    uint32_t input;              /* number, from 0 */
    /* A part: */
    symbol sym;
    uint32_t offset, size; /* in bytes */
    /* An input taken (is_part false); size is its size. */
    bool is_part;
    enum input_kind kind;
    const char *name; /* in the executor's arena */
    const char *type; /* C type of a word; NULL: unknown */
    uint32_t pos;
    uint32_t site, instance, site_offset; /* of uninitialised storage that it is; site 0: none */
};

/* Storage of a site that was made more often on one of the two ways. */
struct trail_count {
    uint32_t site, left, right;
};

struct trail_choice {
    uint32_t guard; /* expression: prev is what was before, else `other` */
    struct trail *other;
    uint32_t mark; /* 1 + epoch of the collection that saw it last */
    uint32_t ncounts;
    struct trail_count counts[];
};

static inline struct trail *trail_retain(struct trail *t) {
    if (t) t->refs++;
    return t;
}
void trail_release(struct trail *t);

/* Puts a choice in front of *trail and `other` (not taken over): the first where guard holds. */
void trail_choose(struct trail **trail, struct trail *other, expr guard, const struct trail_count *counts,
                  uint32_t ncounts);
/* The choices of a trail, for collections: marks their guards. */
void trail_mark(struct expr_pool *pool, const struct trail *t);
/* Were only values taken since the two trails parted? (No file or standard input, which
 * the program may ask for again.) */
bool trail_parted_by_values(const struct trail *a, const struct trail *b);

typedef VEC(const struct trail *) trail_list;
/* The entries of a trail under a model, newest first, without the choices; those passed
 * are appended to `choices` with the side taken in the lowest bit (0: left). */
void trail_under(struct expr_pool *pool, struct model *model, const struct trail *t, trail_list *entries,
                 vec_u64 *choices);
/* The number of a storage's instance on the path of these choices. */
uint32_t trail_instance(const vec_u64 *choices, uint32_t site, uint32_t instance);

#endif
