/* Garbage collection by mark and sweep. */
#include "expr/arith.h"
#include "expr/keep.h"
#include "expr/memory.h"
#include "expr/pool.h"

#include <string.h>

/* ---- hooks ----------------------------------------------------------------------- */

static void add_hook(expr_hooks *hooks, expr_scan_fn fn, void *owner) {
    vec_push(hooks, (struct expr_hook){fn, owner});
}

static void remove_hook(expr_hooks *hooks, expr_scan_fn fn, void *owner) {
    for (vec_each(uint32_t, i, hooks)) {
        if (hooks->data[i].fn != fn || hooks->data[i].owner != owner) continue;
        hooks->data[i] = vec_pop(hooks);
        return;
    }
    assert(!"the hook was never added");
}

void expr_pool_add_scanner(struct expr_pool *pool, expr_scan_fn scan, void *owner) {
    add_hook(&pool->scanners, scan, owner);
}
void expr_pool_remove_scanner(struct expr_pool *pool, expr_scan_fn scan, void *owner) {
    remove_hook(&pool->scanners, scan, owner);
}
void expr_pool_add_sweeper(struct expr_pool *pool, expr_sweep_fn sweep, void *owner) {
    add_hook(&pool->sweepers, sweep, owner);
}
void expr_pool_remove_sweeper(struct expr_pool *pool, expr_sweep_fn sweep, void *owner) {
    remove_hook(&pool->sweepers, sweep, owner);
}

static void call_hooks(struct expr_pool *pool, const expr_hooks *hooks) {
    for (vec_each(uint32_t, i, hooks)) hooks->data[i].fn(pool, hooks->data[i].owner);
}

/* ---- marking --------------------------------------------------------------------- */

static bool is_marked(const struct expr_pool *pool, uint32_t id) { return pool->marks[id / 64] >> (id % 64) & 1; }

static void mark_one(struct expr_pool *pool, uint32_t id) {
    if (!id || is_marked(pool, id)) return;
    assert(pool->nodes[id].op != EXPR_FREED);
    pool->marks[id / 64] |= (uint64_t)1 << (id % 64);
    vec_push(&pool->mark_stack, id);
}

void expr_mark(struct expr_pool *pool, expr e) {
    assert(pool->marks && "expr_mark outside of a scanner");
    mark_one(pool, e.id);
    while (pool->mark_stack.len) {
        uint32_t id = vec_pop(&pool->mark_stack);
        for (int i = 0; i < 3; i++) mark_one(pool, pool->nodes[id].kids[i]);
    }
}

bool expr_is_marked(const struct expr_pool *pool, expr e) {
    assert(pool->marks && "expr_is_marked outside of a collection");
    return is_marked(pool, e.id);
}

/* ---- sweeping -------------------------------------------------------------------- */

/* Frees what is not marked; the list of free ids gets ascending, so that new
 * nodes lie close together. */
static uint32_t sweep_nodes(struct expr_pool *pool) {
    uint32_t freed = 0, last = 0;
    pool->free_head = 0;
    for (uint32_t id = pool->len; id-- > 1;) {
        struct expr_node *n = &pool->nodes[id];
        if (is_marked(pool, id)) {
            if (!last) last = id;
            continue;
        }
        freed += n->op != EXPR_FREED;
        expr_pool_drop_content(pool, n);
        *n = (struct expr_node){.op = EXPR_FREED, .next = pool->free_head};
        if (last) pool->free_head = id;
    }
    pool->len = last + 1; /* freed ids behind the last alive one are given up */
    assert(pool->len > EXPR_TRUE_ID && freed < pool->alive);
    pool->alive -= freed;
    return freed;
}

/* Gives memory back when less than a quarter of it is used. */
static void shrink_pool(struct expr_pool *pool) {
    if (pool->len < pool->cap / 4 && pool->cap > 4096) {
        pool->cap = pool->len * 2;
        pool->nodes = mem_realloc(pool->nodes, (size_t)pool->cap * sizeof *pool->nodes);
        expr_visit_release(&pool->visit);
    }
    uint32_t buckets = pool->bucket_count;
    while (buckets > 4096 && pool->alive < buckets / 4) buckets /= 2;
    if (buckets == pool->bucket_count) return;
    mem_free(pool->buckets);
    pool->bucket_count = buckets;
    pool->buckets = MEM_NEW_ARRAY(uint32_t, buckets);
}

uint32_t expr_collect(struct expr_pool *pool) {
    assert(!pool->marks && pool->rewrite_depth == 0);
    pool->marks = mem_zalloc((size_t)(pool->len / 64 + 1) * sizeof *pool->marks);
    expr_mark(pool, expr_false(pool));
    expr_mark(pool, expr_true(pool));
    for (vec_each(uint32_t, i, &pool->symbols)) expr_mark(pool, pool->symbols.data[i].node);
    call_hooks(pool, &pool->scanners);
    call_hooks(pool, &pool->sweepers);
    uint32_t freed = sweep_nodes(pool);
    mem_free(pool->marks);
    pool->marks = NULL;
    shrink_pool(pool);
    expr_pool_rechain(pool);
    symbol_sets_sweep(pool);
    expr_memory_forget(pool);
    slice_cache_free(pool);
    pool->epoch++;
    pool->alive_after_collect = pool->alive;
    return freed;
}

bool expr_pool_should_collect(const struct expr_pool *pool) {
    enum { SPARE = 1 << 18 };
    return pool->alive > SPARE && pool->alive - SPARE > 2 * (uint64_t)pool->alive_after_collect;
}
