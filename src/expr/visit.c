#include "expr/pool.h"

#include <string.h>

void expr_visit_begin(struct expr_pool *pool) {
    struct expr_visit *visit = &pool->visit;
    assert(!visit->busy);
    if (visit->cap < pool->len) {
        expr_visit_release(visit);
        visit->cap = pool->cap;
        visit->stamp = mem_zalloc(visit->cap * sizeof *visit->stamp);
        visit->value = MEM_NEW_ARRAY(uint32_t, visit->cap);
    }
    if (visit->now == UINT32_MAX) {
        memset(visit->stamp, 0, visit->cap * sizeof *visit->stamp);
        visit->now = 0;
    }
    visit->now++;
    visit->busy = true;
}

void expr_visit_end(struct expr_pool *pool) {
    assert(pool->visit.busy);
    pool->visit.busy = false;
}

void expr_visit_release(struct expr_visit *visit) {
    mem_free(visit->stamp);
    mem_free(visit->value);
    memset(visit, 0, sizeof *visit);
}

uint32_t expr_size(const struct expr_pool *pool, expr e, uint32_t most) {
    struct map seen;
    vec_u32 stack = {0};
    map_init(&seen);
    vec_push(&stack, e.id);
    while (stack.len && seen.len < most) {
        uint32_t id = vec_pop(&stack);
        if (!map_put(&seen, id, 0)) continue;
        for (int i = 0; i < 3; i++)
            if (pool->nodes[id].kids[i]) vec_push(&stack, pool->nodes[id].kids[i]);
    }
    uint32_t count = seen.len;
    map_release(&seen);
    vec_release(&stack);
    return count;
}
