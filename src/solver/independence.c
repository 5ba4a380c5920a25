/* Independence: only the groups that share symbols with the condition go down.
 * The path condition is satisfiable, so the others are, whatever the condition. */
#include "base/context.h"
#include "expr/arith.h"
#include "solver/chain.h"

/* Conjuncts of e, appended. */
static void split_conjuncts(struct expr_pool *pool, expr e, vec_expr *out) {
    uint32_t from = out->len;
    vec_push(out, e);
    for (uint32_t i = from; i < out->len;) {
        expr c = out->data[i];
        expr inner = expr_op(pool, c) == EXPR_NOT ? expr_kid(pool, c, 0) : EXPR_NONE;
        if (expr_op(pool, c) == EXPR_AND) {
            out->data[i] = expr_kid(pool, c, 0);
            vec_push(out, expr_kid(pool, c, 1));
        } else if (expr_is(inner) && expr_op(pool, inner) == EXPR_OR) {
            expr second = expr_kid(pool, inner, 1);
            out->data[i] = expr_not(pool, expr_kid(pool, inner, 0));
            vec_push(out, expr_not(pool, second));
        } else i++;
    }
}

static void find_groups(struct solver *s, struct query *q) {
    const struct pmap *members = q->pc->known->members;
    vec_clear(&s->touched);
    if (s->layers & LAYER_INDEPENDENCE)
        groups_touched(&s->groups, members, expr_symbols(s->pool, q->reduced), &s->touched);
    else groups_all(&s->groups, members, &s->touched);
}

static void collect_groups(struct solver *s, struct query *q) {
    for (vec_each(uint32_t, i, &s->touched)) {
        uint32_t g = s->touched.data[i];
        groups_collect(&s->groups, g, &s->set);
        q->key[0] += s->groups.all.data[g].hash[0];
        q->key[1] += s->groups.all.data[g].hash[1];
    }
}

bool independence_answer(struct solver *s, struct query *q) {
    vec_clear(&s->set);
    q->key[0] = q->key[1] = 0;
    find_groups(s, q);
    collect_groups(s, q);
    uint32_t from_groups = s->set.len;
    s->ctx->stats.solver_constraints_kept_back += q->pc->len > from_groups ? q->pc->len - from_groups : 0;
    split_conjuncts(s->pool, q->reduced, &s->set);
    q->nconds = s->set.len - from_groups;
    for (uint32_t i = from_groups; i < s->set.len; i++) group_hash(s->set.data[i], q->key);
    q->set = q->take = s->set.data;
    q->nset = q->ntake = s->set.len;
    return false;
}
