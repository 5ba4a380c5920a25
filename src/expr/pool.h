/* The pool of expressions: what the files of this folder share.
 *
 * Layout: nodes[0] is "none", nodes[1] is false, nodes[2] is true. Equal nodes
 * are found through `buckets`, chained by node.next. Freed ids form a list
 * through node.next from `free_head`; their op is EXPR_OPS.
 *
 * Invariants:
 * (1) len <= cap; ids are below len; alive + freed + 1 == len;
 * (2) bucket_count is a power of two, and every alive node is in the chain of
 *     its hash;
 * (3) no two alive nodes are equal, where wide constants and tables compare by
 *     content;
 * (4) the words of a wide constant and the elements of a table never move: they
 *     belong to their one node and are freed with it;
 * (5) node.info is 0 (not asked yet), SYMBOLS_MANY, or a set's number + 1.
 */
#ifndef SHRIKE_EXPR_POOL_H
#define SHRIKE_EXPR_POOL_H

#include <assert.h>

#include "base/map.h"
#include "base/vec.h"
#include "expr/bv.h"
#include "expr/expr.h"

enum { EXPR_FREED = EXPR_OPS, EXPR_FALSE_ID = 1, EXPR_TRUE_ID = 2 };

struct symbol_info {
    expr node;
    char *name;
    uint16_t index_width; /* arrays only */
    uint16_t elem_width;
    bool named_first; /* no earlier symbol has this name */
};

/* Elements 0..count-1, then `rest` for ever. Trailing elements equal to rest are
 * not stored, so equal arrays have equal tables. */
struct expr_table {
    uint64_t *elems; /* NULL: the number is free */
    uint32_t count;
    uint32_t equal_prefix; /* elems[0 .. equal_prefix) are all equal */
    uint32_t linear;       /* n > 0: elements 0 .. 2^n - 1 are sums of bits: e[i ^ k] = e[i] ^ e[k] ^ e[0] */
    uint64_t rest;
    uint64_t hash;
    uint16_t index_width;
    uint16_t elem_width;
};

/* A scanner or sweeper with its owner. */
struct expr_hook {
    void (*fn)(struct expr_pool *pool, void *owner);
    void *owner;
};
typedef VEC(struct expr_hook) expr_hooks;

/* All sets of symbols that some node has, each once (symbols.c). */
struct symbol_sets {
    VEC(struct symbol_set *) sets; /* NULL: the number is free */
    vec_u32 chain;                 /* next set number + 1 in the bucket */
    vec_u32 free;
    uint32_t *buckets; /* set number + 1 */
    uint32_t bucket_count;
    uint32_t alive;
    size_t bytes;
};
#define SYMBOLS_MANY UINT32_MAX

/* What traversals remember for nodes they have seen: value[id] is valid if
 * stamp[id] == now. One traversal at a time. */
struct expr_visit {
    uint32_t *stamp;
    uint32_t *value;
    uint32_t cap;
    uint32_t now;
    bool busy;
};

/* Nodes that wait for their operands while a model evaluates (eval.c); `at` is
 * how far down the stores a READ has got. */
struct expr_eval_frame {
    uint32_t id;
    uint32_t at;
};
struct expr_eval_stack {
    struct expr_eval_frame *data;
    uint32_t len;
    uint32_t cap;
};

struct model;

/* What evaluation remembers (memory.h): values of nodes under the model that was used
 * last, by id, and some of those under others, by id and stamp of the model. */
struct expr_memory {
    struct near_value *near;
    uint32_t near_cap;
    uint32_t era;   /* values of other eras are not valid */
    uint32_t stamp; /* of the model of this era */
    vec_u64 wide;   /* values of more than 64 bits, of this era */
    struct far_value *far;
    uint32_t far_cap;     /* a power of two, or 0 */
    uint32_t stamps;      /* given to models so far */
    struct model *models; /* all that have this pool */
};

struct expr_pool {
    struct expr_node *nodes; /* first: expr_node() in expr.h relies on it */
    uint32_t len;
    uint32_t cap;
    uint32_t alive;
    uint32_t free_head;
    uint32_t *buckets;
    uint32_t bucket_count;
    bool floats; /* has there ever been an operator over floats? */
    bool libm;   /* or a function of math.h? */

    VEC(struct symbol_info) symbols;
    struct strmap names; /* name -> number of the first symbol that has it */
    VEC(struct expr_table) tables;
    vec_u32 free_tables;
    size_t side_bytes; /* of names, wide constants and tables */
    struct symbol_sets sets;

    expr_hooks scanners;
    expr_hooks sweepers;
    uint64_t *marks; /* while collecting: one bit for each id */
    vec_u32 mark_stack;
    uint32_t epoch;
    uint32_t alive_after_collect;

    uint32_t rewrite_depth; /* see build.h */
    uint32_t rewrite_fuel;
    struct slice_cache *slices; /* results of pushed extracts (build_slice.c) */
    struct expr_visit visit;

    struct expr_memory memory;
    struct expr_eval_stack eval_stack;
    uint64_t work; /* see expr_pool_work */
};

/* ---- interning (pool.c) ------------------------------------------------------ */

/* The node with exactly these fields, found or made; nothing is simplified. Not
 * for constants and other leaves. Unused kids are none. */
expr expr_intern(struct expr_pool *pool, enum expr_op op, uint32_t width, uint64_t aux, expr a, expr b, expr c);
/* For leaves: a node with this op, width and aux for which `hash` is the hash of
 * the content; the caller looked for an equal one before. */
expr expr_pool_insert(struct expr_pool *pool, struct expr_node node, uint64_t hash);
/* First node in the chain of `hash`, as an id. */
static inline uint32_t pool_chain(const struct expr_pool *pool, uint64_t hash) {
    return pool->buckets[hash & (pool->bucket_count - 1)];
}
/* Empties the buckets and puts every alive node back in (after a sweep). */
void expr_pool_rechain(struct expr_pool *pool);
/* Frees what the node owns beside itself. */
void expr_pool_drop_content(struct expr_pool *pool, struct expr_node *node);

/* ---- floating point (build_float.c) ----------------------------------------------- */

/* What a new node owes to the bits of NaNs. */
uint8_t float_bits_of(const struct expr_pool *pool, const struct expr_node *node);

/* ---- tables (table.c) ---------------------------------------------------------- */

void expr_table_free(struct expr_pool *pool, uint32_t number);
/* Value of element `index`. */
static inline uint64_t expr_table_at(const struct expr_table *table, uint64_t index) {
    return index < table->count ? table->elems[index] : table->rest;
}
static inline const struct expr_table *expr_table_of(const struct expr_pool *pool, expr array) {
    assert(expr_op(pool, array) == EXPR_ARRAY_CONST);
    return &pool->tables.data[expr_node(pool, array)->aux];
}

/* ---- rewriting (build_slice.c) --------------------------------------------------- */

void slice_cache_free(struct expr_pool *pool);

/* ---- symbol sets (symbols.c) ----------------------------------------------------- */

void symbol_sets_release(struct symbol_sets *sets);
/* Frees the sets that no alive node has. */
void symbol_sets_sweep(struct expr_pool *pool);

/* ---- traversals (visit.c) ----------------------------------------------------------- */

/* Starts a traversal over the nodes there are now; forgets the one before. */
void expr_visit_begin(struct expr_pool *pool);
void expr_visit_end(struct expr_pool *pool);
void expr_visit_release(struct expr_visit *visit);
static inline bool expr_visited(const struct expr_pool *pool, uint32_t id) {
    assert(pool->visit.busy && id < pool->visit.cap);
    return pool->visit.stamp[id] == pool->visit.now;
}
static inline uint32_t expr_visit_value(const struct expr_pool *pool, uint32_t id) {
    assert(expr_visited(pool, id));
    return pool->visit.value[id];
}
static inline void expr_visit_set(struct expr_pool *pool, uint32_t id, uint32_t value) {
    assert(pool->visit.busy && id < pool->visit.cap);
    pool->visit.stamp[id] = pool->visit.now;
    pool->visit.value[id] = value;
}

/* Hash of an alive node's content. */
uint64_t expr_pool_hash(const struct expr_pool *pool, const struct expr_node *node);

/* ---- constants --------------------------------------------------------------------- */

static inline bool expr_is_narrow(const struct expr_pool *pool, expr e) {
    uint32_t width = expr_width(pool, e);
    return width > 0 && width <= 64;
}
/* Words of a constant, wherever they are; valid until the next node is made. */
static inline const uint64_t *expr_const_words(const struct expr_pool *pool, expr e) {
    const struct expr_node *n = expr_node(pool, e);
    assert(n->op == EXPR_CONST);
    return n->width <= 64 ? &n->aux : (const uint64_t *)(uintptr_t)n->aux;
}

#endif
