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
 * Memory: nodes live until expr_collect finds them unreferenced. Whoever keeps
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
static inline uint32_t expr_width(const struct expr_pool *pool, expr e) {
    return expr_node(pool, e)->width;
}
static inline expr expr_kid(const struct expr_pool *pool, expr e, int i) {
    return (expr){expr_node(pool, e)->kids[i]};
}
static inline bool expr_is_const(const struct expr_pool *pool, expr e) {
    return expr_node(pool, e)->op == EXPR_CONST;
}
static inline bool expr_is_array(const struct expr_pool *pool, expr e) {
    return expr_node(pool, e)->width == 0;
}
int expr_arity(enum expr_op op);

/* ---- pool ---------------------------------------------------------------- */

struct expr_pool *expr_pool_new(void);
void expr_pool_free(struct expr_pool *pool);
/* Nodes alive, and bytes held. */
uint32_t expr_pool_count(const struct expr_pool *pool);
/* Expressions asked for and evaluated so far: how much was done, the same in every run. */
uint64_t expr_pool_work(const struct expr_pool *pool);
size_t expr_pool_bytes(const struct expr_pool *pool);
/* Verifies the invariants of pool and nodes, and the forms promised below, by
 * assertion (debug builds). */
void expr_pool_check(const struct expr_pool *pool);

/* Garbage collection. A scanner calls expr_mark for every expression that its
 * owner keeps. expr_collect frees all that no scanner reaches (constants 0 and 1
 * of width 1 and all symbols stay). It invalidates nothing that was marked.
 * Returns the number of nodes freed. */
typedef void (*expr_scan_fn)(struct expr_pool *pool, void *owner);
void expr_pool_add_scanner(struct expr_pool *pool, expr_scan_fn scan, void *owner);
void expr_pool_remove_scanner(struct expr_pool *pool, expr_scan_fn scan, void *owner);
void expr_mark(struct expr_pool *pool, expr e);
uint32_t expr_collect(struct expr_pool *pool);
/* Has the pool grown enough since the last collection that one is worth its time?
 * (More than twice what was alive then.) */
bool expr_pool_should_collect(const struct expr_pool *pool);
/* Increases with every collection; caches keyed by id compare it, or drop
 * entries in a collect hook: called after marking, before freeing, to ask which
 * of its ids are still alive (expr_is_marked). */
uint32_t expr_pool_epoch(const struct expr_pool *pool);
typedef void (*expr_sweep_fn)(struct expr_pool *pool, void *owner);
void expr_pool_add_sweeper(struct expr_pool *pool, expr_sweep_fn sweep, void *owner);
void expr_pool_remove_sweeper(struct expr_pool *pool, expr_sweep_fn sweep, void *owner);
bool expr_is_marked(const struct expr_pool *pool, expr e);

/* ---- leaves -------------------------------------------------------------- */

/* value is cut or zero-extended to width (any). */
expr expr_const(struct expr_pool *pool, uint32_t width, uint64_t value);
/* words: little endian, (width + 63) / 64 of them; excess bits are cut. */
expr expr_const_wide(struct expr_pool *pool, uint32_t width, const uint64_t *words);
expr expr_true(struct expr_pool *pool);
expr expr_false(struct expr_pool *pool);
expr expr_bool(struct expr_pool *pool, bool value);
/* A new input word. The name is copied; names need not be unique here (the
 * printer makes them so). */
expr expr_sym(struct expr_pool *pool, uint32_t width, const char *name);
/* A new unknown array. Index and element width are at most 64 for all arrays. */
expr expr_array_sym(struct expr_pool *pool, uint32_t index_width, uint32_t elem_width,
                    const char *name);
/* A table of known elements (elem_width <= 64); reads beyond the end give 0.
 * Equal tables are one node. The data is copied. */
expr expr_array_const(struct expr_pool *pool, uint32_t index_width, uint32_t elem_width,
                      const uint64_t *elems, uint32_t count);
/* Every element is `value` (constant array of SMT-LIB's as const); value must be
 * a constant of at most 64 bits. */
expr expr_array_fill(struct expr_pool *pool, uint32_t index_width, expr value);

/* ---- operators: simplifying constructors ----------------------------------
 *
 * The forms are listed on top of the build_*.c files. What users may rely on:
 *   - a constant operand of ADD, MUL, AND, OR, XOR, EQ is the second one;
 *   - NOT is never on top of NOT, ULT, ULE, SLT, SLE; ULE and SLE have no constant
 *     operand; EQ, ULT, ULE, SLT, SLE have operands of width 2 and more (over
 *     booleans there are AND, OR, XOR, NOT, ITE);
 *   - x << k is MUL(x, 2^k), x >> k is ZEXT or SEXT of EXTRACT(x, k, width - k);
 *     SHL, LSHR, ASHR shift by an unknown amount;
 *   - a - b is ADD(a, NEG(b)); sums are left-leaning chains, the constant last;
 *   - CONCAT leans right, and its high part is not a constant 0 (that is ZEXT).
 * Work of one call is bounded, and so are the nodes it makes. */

expr expr_not(struct expr_pool *pool, expr a);
expr expr_neg(struct expr_pool *pool, expr a);
expr expr_add(struct expr_pool *pool, expr a, expr b);
expr expr_sub(struct expr_pool *pool, expr a, expr b);
expr expr_mul(struct expr_pool *pool, expr a, expr b);
expr expr_udiv(struct expr_pool *pool, expr a, expr b);
expr expr_sdiv(struct expr_pool *pool, expr a, expr b);
expr expr_urem(struct expr_pool *pool, expr a, expr b);
expr expr_srem(struct expr_pool *pool, expr a, expr b);
expr expr_and(struct expr_pool *pool, expr a, expr b);
expr expr_or(struct expr_pool *pool, expr a, expr b);
expr expr_xor(struct expr_pool *pool, expr a, expr b);
expr expr_shl(struct expr_pool *pool, expr a, expr b);
expr expr_lshr(struct expr_pool *pool, expr a, expr b);
expr expr_ashr(struct expr_pool *pool, expr a, expr b);
expr expr_eq(struct expr_pool *pool, expr a, expr b);
expr expr_ne(struct expr_pool *pool, expr a, expr b);
expr expr_ult(struct expr_pool *pool, expr a, expr b);
expr expr_ule(struct expr_pool *pool, expr a, expr b);
expr expr_ugt(struct expr_pool *pool, expr a, expr b);
expr expr_uge(struct expr_pool *pool, expr a, expr b);
expr expr_slt(struct expr_pool *pool, expr a, expr b);
expr expr_sle(struct expr_pool *pool, expr a, expr b);
expr expr_sgt(struct expr_pool *pool, expr a, expr b);
expr expr_sge(struct expr_pool *pool, expr a, expr b);
expr expr_implies(struct expr_pool *pool, expr a, expr b);
/* high ++ low */
expr expr_concat(struct expr_pool *pool, expr high, expr low);
/* `width` bits from bit `low` up. */
expr expr_extract(struct expr_pool *pool, expr a, uint32_t low, uint32_t width);
/* To `width` bits; the same width gives a back. */
expr expr_zext(struct expr_pool *pool, expr a, uint32_t width);
expr expr_sext(struct expr_pool *pool, expr a, uint32_t width);
/* zext, nothing or extract of the low bits. */
expr expr_resize(struct expr_pool *pool, expr a, uint32_t width);
expr expr_ite(struct expr_pool *pool, expr cond, expr then_e, expr else_e);
expr expr_read(struct expr_pool *pool, expr array, expr index);
expr expr_store(struct expr_pool *pool, expr array, expr index, expr value);
expr expr_guard(struct expr_pool *pool, expr d, expr e);
/* Any operator by number: op's constructor applied to kids (EXTRACT: aux, width;
 * ZEXT, SEXT: width). For generic code such as substitution. */
expr expr_build(struct expr_pool *pool, enum expr_op op, uint32_t width, uint64_t aux,
                const expr *kids);

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

uint32_t expr_symbol_count(const struct expr_pool *pool);
symbol expr_symbol(const struct expr_pool *pool, expr e); /* of a SYM or ARRAY_SYM */
expr expr_of_symbol(const struct expr_pool *pool, symbol s);
const char *expr_symbol_name(const struct expr_pool *pool, symbol s);

uint32_t expr_index_width(const struct expr_pool *pool, expr array);
uint32_t expr_elem_width(const struct expr_pool *pool, expr array);
/* Table of an ARRAY_CONST: elements and their number; elements past the end
 * (and all of a filled array) are *rest. */
const uint64_t *expr_table(const struct expr_pool *pool, expr array, uint32_t *count,
                           uint64_t *rest);

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
