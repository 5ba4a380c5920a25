#include "expr/keep.h"
#include "solver/parti.h"

#include <assert.h>

#include "base/mem.h"
#include "solver/parti/internal.h"

static void mark_pending(struct expr_pool *pool, void *owner) {
    const struct parti *p = owner;
    for (const struct pending *n = p->all_pending; n; n = n->next) expr_mark(pool, n->constraint);
}

struct parti *parti_new(struct context *ctx, struct expr_pool *pool) {
    struct parti *p = MEM_NEW(struct parti);
    p->ctx = ctx;
    p->pool = pool;
    p->most_assignments = MOST_ASSIGNMENTS;
    p->most_work = WORK_LIMIT;
    vars_init(&p->vars, pool);
    view_init(&p->base, p);
    view_init(&p->trial, p);
    columns_init(&p->columns, p);
    expr_pool_add_scanner(pool, mark_pending, p);
    return p;
}

uint64_t parti_effort(const struct parti *p) { return p->effort; }

void parti_limit(struct parti *p, uint32_t steps) { p->most_work = steps < WORK_LIMIT ? steps : WORK_LIMIT; }

void parti_free(struct parti *p) {
    if (!p) return;
    assert(!p->all_pending);
    expr_pool_remove_scanner(p->pool, mark_pending, p);
    columns_release(&p->columns);
    vec_release(&p->touched);
    view_release(&p->trial);
    view_release(&p->base);
    vars_release(&p->vars);
    mem_free(p);
}
