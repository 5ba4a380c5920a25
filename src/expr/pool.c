#include "expr/pool.h"

#include <string.h>

#include "base/hash.h"
#include "expr/arith.h"
#include "expr/keep.h"
#include "expr/memory.h"

enum { FIRST_CAP = 256 };

int expr_arity(enum expr_op op) {
    static const uint8_t arity[] = {
#define OP(name, arity, smt, comm) arity,
#include "expr/ops.def"
#undef OP
    };
    assert(op < EXPR_OPS);
    return arity[op];
}

/* ---- hashing ------------------------------------------------------------------- */

static uint64_t hash_fields(uint32_t op, uint32_t width, uint64_t aux, const uint32_t *kids) {
    uint64_t first = (uint64_t)op << 48 | (uint64_t)width << 32 | kids[0];
    uint64_t second = ((uint64_t)kids[1] << 32 | kids[2]) * 0x9e3779b97f4a7c15u;
    return hash_u64(first * 0xbf58476d1ce4e5b9u ^ (second << 21 | second >> 43) ^ aux * 0x94d049bb133111ebu);
}

static uint64_t hash_words(uint32_t width, const uint64_t *words) {
    return hash_mix(width, hash_bytes(words, bv_words(width) * sizeof *words));
}

uint64_t expr_pool_hash(const struct expr_pool *pool, const struct expr_node *node) {
    if (node->op == EXPR_CONST && node->width > 64)
        return hash_words(node->width, (const uint64_t *)(uintptr_t)node->aux);
    if (node->op == EXPR_ARRAY_CONST) return pool->tables.data[node->aux].hash;
    return hash_fields(node->op, node->width, node->aux, node->kids);
}

static void chain_node(struct expr_pool *pool, uint32_t id, uint64_t hash) {
    assert(id > 0 && id < pool->len && pool->nodes[id].op < EXPR_OPS);
    uint32_t *bucket = &pool->buckets[hash & (pool->bucket_count - 1)];
    pool->nodes[id].next = *bucket;
    *bucket = id;
}

void expr_pool_rechain(struct expr_pool *pool) {
    assert((pool->bucket_count & (pool->bucket_count - 1)) == 0);
    memset(pool->buckets, 0, pool->bucket_count * sizeof *pool->buckets);
    for (uint32_t id = 1; id < pool->len; id++)
        if (pool->nodes[id].op != EXPR_FREED) chain_node(pool, id, expr_pool_hash(pool, &pool->nodes[id]));
}

static void grow_buckets(struct expr_pool *pool) {
    mem_free(pool->buckets);
    pool->bucket_count *= 2;
    pool->buckets = MEM_NEW_ARRAY(uint32_t, pool->bucket_count);
    expr_pool_rechain(pool);
}

/* ---- making nodes ----------------------------------------------------------------- */

static uint32_t take_id(struct expr_pool *pool) {
    assert(!pool->marks && "no nodes are made while collecting");
    uint32_t id = pool->free_head;
    if (id) {
        pool->free_head = pool->nodes[id].next;
        return id;
    }
    if (pool->len == pool->cap) pool->nodes = vec_grow(pool->nodes, &pool->cap, pool->len + 1, sizeof *pool->nodes);
    return pool->len++;
}

expr expr_pool_insert(struct expr_pool *pool, struct expr_node node, uint64_t hash) {
    assert(node.op < EXPR_OPS && node.width <= EXPR_MAX_WIDTH);
    if (pool->alive >= pool->bucket_count / 2) grow_buckets(pool); /* a miss costs most */
    uint32_t id = take_id(pool);
    node.info = 0;
    pool->nodes[id] = node;
    pool->floats |= node.op >= EXPR_FADD && node.op <= EXPR_FBITS;
    pool->libm |= node.op == EXPR_FLIBM;
    chain_node(pool, id, hash);
    pool->alive++;
    return (expr){id};
}

static bool same_fields(const struct expr_node *n, const struct expr_node *m) {
    return n->op == m->op && n->width == m->width && n->aux == m->aux && n->kids[0] == m->kids[0] &&
           n->kids[1] == m->kids[1] && n->kids[2] == m->kids[2];
}

static expr intern_node(struct expr_pool *pool, const struct expr_node *node) {
    uint64_t hash = hash_fields(node->op, node->width, node->aux, node->kids);
    pool->work++;
    for (uint32_t id = pool_chain(pool, hash); id; id = pool->nodes[id].next)
        if (same_fields(&pool->nodes[id], node)) return (expr){id};
    struct expr_node fresh = *node;
    fresh.nan = float_bits_of(pool, node);
    return expr_pool_insert(pool, fresh, hash);
}

expr expr_intern(struct expr_pool *pool, enum expr_op op, uint32_t width, uint64_t aux, expr a, expr b, expr c) {
    assert(width <= EXPR_MAX_WIDTH);
    assert(a.id < pool->len && b.id < pool->len && c.id < pool->len);
    assert(pool->nodes[a.id].op != EXPR_FREED && pool->nodes[b.id].op != EXPR_FREED &&
           pool->nodes[c.id].op != EXPR_FREED);
    assert(expr_is(a) == (expr_arity(op) > 0) && expr_is(b) == (expr_arity(op) > 1) &&
           expr_is(c) == (expr_arity(op) > 2));
    struct expr_node node = {.op = (uint8_t)op, .width = (uint16_t)width, .kids = {a.id, b.id, c.id}, .aux = aux};
    return intern_node(pool, &node);
}

/* ---- constants ---------------------------------------------------------------------- */

expr expr_const(struct expr_pool *pool, uint32_t width, uint64_t value) {
    assert(width >= 1 && width <= EXPR_MAX_WIDTH);
    if (width > 64) {
        uint64_t words[BV_MAX_WORDS];
        bv_set(words, value, width);
        return expr_const_wide(pool, width, words);
    }
    value &= bv_mask(width);
    if (width == 1) return expr_bool(pool, value);
    struct expr_node node = {.op = EXPR_CONST, .width = (uint16_t)width, .aux = value};
    return intern_node(pool, &node);
}

static expr intern_words(struct expr_pool *pool, uint32_t width, const uint64_t *words) {
    uint64_t hash = hash_words(width, words);
    for (uint32_t id = pool_chain(pool, hash); id; id = pool->nodes[id].next) {
        const struct expr_node *n = &pool->nodes[id];
        if (n->op == EXPR_CONST && n->width == width && bv_equal((const uint64_t *)(uintptr_t)n->aux, words, width))
            return (expr){id};
    }
    uint64_t *copy = MEM_NEW_ARRAY(uint64_t, bv_words(width));
    bv_copy(copy, words, width);
    pool->side_bytes += bv_words(width) * sizeof *copy;
    struct expr_node node = {.op = EXPR_CONST, .width = (uint16_t)width, .aux = (uint64_t)(uintptr_t)copy};
    return expr_pool_insert(pool, node, hash);
}

expr expr_const_wide(struct expr_pool *pool, uint32_t width, const uint64_t *words) {
    assert(width >= 1 && width <= EXPR_MAX_WIDTH);
    if (width <= 64) return expr_const(pool, width, words[0]);
    uint64_t cut[BV_MAX_WORDS];
    bv_copy(cut, words, width);
    bv_cut(cut, width);
    return intern_words(pool, width, cut);
}

expr expr_false(struct expr_pool *pool) {
    (void)pool;
    return (expr){EXPR_FALSE_ID};
}
expr expr_true(struct expr_pool *pool) {
    (void)pool;
    return (expr){EXPR_TRUE_ID};
}
expr expr_bool(struct expr_pool *pool, bool value) { return value ? expr_true(pool) : expr_false(pool); }

uint64_t expr_value(const struct expr_pool *pool, expr e) {
    const struct expr_node *n = expr_node(pool, e);
    assert(n->op == EXPR_CONST && n->width <= 64);
    return n->aux;
}

const uint64_t *expr_words(const struct expr_pool *pool, expr e, uint64_t *scratch) {
    const struct expr_node *n = expr_node(pool, e);
    assert(n->op == EXPR_CONST);
    if (n->width > 64) return (const uint64_t *)(uintptr_t)n->aux;
    assert(scratch);
    *scratch = n->aux;
    return scratch;
}

void expr_pool_drop_content(struct expr_pool *pool, struct expr_node *node) {
    if (node->op == EXPR_ARRAY_CONST) expr_table_free(pool, (uint32_t)node->aux);
    if (node->op != EXPR_CONST || node->width <= 64) return;
    pool->side_bytes -= bv_words(node->width) * sizeof(uint64_t);
    mem_free((void *)(uintptr_t)node->aux);
}

/* ---- symbols ------------------------------------------------------------------------- */

static expr add_symbol(struct expr_pool *pool, enum expr_op op, uint32_t width, struct symbol_info info,
                       const char *name) {
    assert(name && (op == EXPR_SYM) == (width > 0));
    uint32_t number = pool->symbols.len;
    struct expr_node node = {.op = (uint8_t)op, .width = (uint16_t)width, .aux = number};
    info.node = intern_node(pool, &node);
    info.name = mem_strdup(name);
    info.named_first = !strmap_find(&pool->names, name);
    if (info.named_first) strmap_put(&pool->names, name, number);
    pool->side_bytes += strlen(name) + 1;
    vec_push(&pool->symbols, info);
    return info.node;
}

expr expr_sym(struct expr_pool *pool, uint32_t width, const char *name) {
    assert(width >= 1 && width <= EXPR_MAX_WIDTH);
    return add_symbol(pool, EXPR_SYM, width, (struct symbol_info){0}, name);
}

expr expr_array_sym(struct expr_pool *pool, uint32_t index_width, uint32_t elem_width, const char *name) {
    assert(index_width >= 1 && index_width <= 64 && elem_width >= 1 && elem_width <= 64);
    struct symbol_info info = {.index_width = (uint16_t)index_width, .elem_width = (uint16_t)elem_width};
    return add_symbol(pool, EXPR_ARRAY_SYM, 0, info, name);
}

symbol expr_symbol(const struct expr_pool *pool, expr e) {
    const struct expr_node *n = expr_node(pool, e);
    assert(n->op == EXPR_SYM || n->op == EXPR_ARRAY_SYM);
    return (symbol){(uint32_t)n->aux};
}

expr expr_of_symbol(const struct expr_pool *pool, symbol s) {
    assert(s.id < pool->symbols.len);
    return pool->symbols.data[s.id].node;
}

const char *expr_symbol_name(const struct expr_pool *pool, symbol s) {
    assert(s.id < pool->symbols.len);
    return pool->symbols.data[s.id].name;
}

/* ---- the pool itself ------------------------------------------------------------------- */

static void make_bool_constants(struct expr_pool *pool) {
    for (uint32_t value = 0; value <= 1; value++) {
        struct expr_node node = {.op = EXPR_CONST, .width = 1, .aux = value};
        expr e = intern_node(pool, &node);
        assert(e.id == (value ? EXPR_TRUE_ID : EXPR_FALSE_ID));
        (void)e;
    }
}

struct expr_pool *expr_pool_new(void) {
    struct expr_pool *pool = MEM_NEW(struct expr_pool);
    pool->nodes = vec_grow(NULL, &pool->cap, FIRST_CAP, sizeof *pool->nodes);
    memset(&pool->nodes[0], 0, sizeof pool->nodes[0]);
    pool->len = 1;
    pool->bucket_count = FIRST_CAP;
    pool->buckets = mem_zalloc(FIRST_CAP * sizeof *pool->buckets);
    strmap_init(&pool->names);
    make_bool_constants(pool);
    return pool;
}

void expr_pool_free(struct expr_pool *pool) {
    if (!pool) return;
    expr_memory_release(pool);
    slice_cache_free(pool);
    for (uint32_t id = 1; id < pool->len; id++) expr_pool_drop_content(pool, &pool->nodes[id]);
    for (vec_each(uint32_t, i, &pool->symbols)) mem_free(pool->symbols.data[i].name);
    vec_release(&pool->symbols);
    strmap_release(&pool->names);
    vec_release(&pool->tables);
    vec_release(&pool->free_tables);
    symbol_sets_release(&pool->sets);
    vec_release(&pool->scanners);
    vec_release(&pool->sweepers);
    vec_release(&pool->mark_stack);
    vec_release(&pool->eval_stack);
    expr_visit_release(&pool->visit);
    mem_free(pool->buckets);
    mem_free(pool->nodes);
    mem_free(pool);
}

uint32_t expr_pool_count(const struct expr_pool *pool) { return pool->alive; }
uint64_t expr_pool_work(const struct expr_pool *pool) { return pool->work; }
uint32_t expr_pool_epoch(const struct expr_pool *pool) { return pool->epoch; }

size_t expr_pool_bytes(const struct expr_pool *pool) {
    return sizeof *pool + (size_t)pool->cap * sizeof *pool->nodes + (size_t)pool->bucket_count * sizeof *pool->buckets +
           (size_t)pool->symbols.cap * sizeof *pool->symbols.data +
           (size_t)pool->tables.cap * sizeof *pool->tables.data + pool->side_bytes + pool->sets.bytes +
           (size_t)pool->visit.cap * 8 + expr_memory_bytes(&pool->memory);
}
