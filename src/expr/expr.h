/* Bit-vector expressions over input words and arrays.
 *
 * An expression is a 32-bit id into a pool; equal expressions are one node
 * (hash consing), so equality of ids is equality of structure. Id 0 is "none".
 * Constructors simplify as they build; the canonical forms they establish are
 * listed on top of the build_*.c files, and `expr_intern` (pool.h) is the
 * layer below that only interns.
 *
 * Sorts: a bit vector of width 1..EXPR_MAX_WIDTH, or an array with an index
 * width and an element width. Booleans are bit vectors of width 1.
 *
 * Memory: nodes live until expr_collect finds them unreferenced. Code that keeps
 * expressions beyond a call registers a root scanner. Ids never move.
 */
#ifndef SHRIKE_EXPR_EXPR_H
#define SHRIKE_EXPR_EXPR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

enum { EXPR_MAX_WIDTH = 4096 };

typedef struct expr {
    uint32_t id;
} expr;
typedef VEC(expr) vec_expr;

/* Number of an input word or unknown array, dense from 0 in order of creation. */
typedef struct symbol {
    uint32_t id;
} symbol;

enum expr_op {
#define OP(name, arity, smt, comm) EXPR_##name,
#include "expr/ops.def"
#undef OP
    EXPR_OPS
};

#define EXPR_NONE ((expr){0})
static inline bool expr_is(expr e) { return e.id != 0; }
static inline bool expr_same(expr a, expr b) { return a.id == b.id; }

/* One node. 32 bytes.
 * Invariants: (1) kids[i] is none for i >= arity; (2) kids were interned before
 * their parent; (3) width is 0 exactly for arrays. */
struct expr_node {
    uint8_t op;       /* enum expr_op */
    uint8_t nan;      /* enum float_bits (float.h) */
    uint16_t width;   /* bits of the value; 0: an array */
    uint32_t kids[3]; /* ids */
    /* CONST of width <= 64: the value. CONST wider: private, see expr_words. SYM,
     * ARRAY_SYM: the symbol's number. EXTRACT: the lowest bit. ARRAY_CONST: number
     * of the table. STORE and ITE of arrays: index width << 16 | element width. */
    uint64_t aux;
    uint32_t next; /* chain of the hash table, free list */
    uint32_t info; /* set of symbols, in a form private to the pool */
};

struct expr_pool; /* its first member is `struct expr_node *nodes` */

/* The pointer is valid until the next constructor is called. */

static inline const struct expr_node *expr_node(const struct expr_pool *pool, expr e) {
    return &(*(struct expr_node *const *)pool)[e.id];
}
static inline enum expr_op expr_op(const struct expr_pool *pool, expr e) {
    return (enum expr_op)expr_node(pool, e)->op;
}
static inline uint32_t expr_width(const struct expr_pool *pool, expr e) { return expr_node(pool, e)->width; }
static inline expr expr_kid(const struct expr_pool *pool, expr e, int i) { return (expr){expr_node(pool, e)->kids[i]}; }
static inline bool expr_is_const(const struct expr_pool *pool, expr e) { return expr_node(pool, e)->op == EXPR_CONST; }
static inline bool expr_is_array(const struct expr_pool *pool, expr e) { return expr_node(pool, e)->width == 0; }
int expr_arity(enum expr_op op);

/* ---- looking at expressions ------------------------------------------------ */

/* Value of a constant of width <= 64. */
uint64_t expr_value(const struct expr_pool *pool, expr e);
/* Words of any constant; `scratch` holds the value if it is a narrow one. */
const uint64_t *expr_words(const struct expr_pool *pool, expr e, uint64_t *scratch);
static inline bool expr_is_true(const struct expr_pool *pool, expr e) {
    const struct expr_node *n = expr_node(pool, e);
    return n->op == EXPR_CONST && n->width == 1 && n->aux == 1;
}
static inline bool expr_is_false(const struct expr_pool *pool, expr e) {
    const struct expr_node *n = expr_node(pool, e);
    return n->op == EXPR_CONST && n->width == 1 && n->aux == 0;
}

symbol expr_symbol(const struct expr_pool *pool, expr e); /* of a SYM or ARRAY_SYM */
expr expr_of_symbol(const struct expr_pool *pool, symbol s);
const char *expr_symbol_name(const struct expr_pool *pool, symbol s);

uint32_t expr_index_width(const struct expr_pool *pool, expr array);
uint32_t expr_elem_width(const struct expr_pool *pool, expr array);
/* Table of an ARRAY_CONST: elements and their number; elements past the end
 * (and all of a filled array) are *rest. */
const uint64_t *expr_table(const struct expr_pool *pool, expr array, uint32_t *count, uint64_t *rest);

/* The symbols (words and arrays) an expression depends on, ascending; equal sets
 * share storage, so equal pointers mean equal sets. Cached: O(1) after the
 * first call for a node. A set stays where it is until expr_collect. */
struct symbol_set {
    uint32_t len;
    uint32_t hash;
    uint32_t ids[];
};
const struct symbol_set *expr_symbols(struct expr_pool *pool, expr e);
bool symbol_sets_meet(const struct symbol_set *a, const struct symbol_set *b);
bool symbol_set_has(const struct symbol_set *set, symbol s);

/* Number of distinct nodes below e, counted up to `most`. */
uint32_t expr_size(const struct expr_pool *pool, expr e, uint32_t most);

/* Replaces, in e, from[i] by to[i] (any nodes, equal widths), rebuilding with the
 * simplifying constructors. */
expr expr_substitute(struct expr_pool *pool, expr e, const expr *from, const expr *to, size_t n);

/* e with the symbols for which `value` has an expression (of the symbol's width) replaced by
 * that. value may make expressions. */
typedef expr (*expr_value_fn)(void *owner, symbol s);
expr expr_replace(struct expr_pool *pool, expr e, expr_value_fn value, void *owner);

#endif
