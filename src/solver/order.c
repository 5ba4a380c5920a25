/* The layer of orders: from a < b and b <= c follows a < c, whatever a, b and c are.
 * Sorting and searching ask such questions, and a SAT solver finds the answer bit by
 * bit. A condition that compares is contradictory if the constraints lead from its
 * greater side to its smaller one. */
#include "base/context.h"
#include "solver/cache.h"
#include "solver/chain.h"

enum { MOST_EDGES = 128, MOST_REACHED = 64 };

/* small <= big, or < if strict. */
struct order_edge {
    uint32_t small, big;
    uint32_t index; /* of the constraint */
    bool strict;
};

struct partial_order {
    bool is_signed;
    uint32_t n;
    struct order_edge edges[MOST_EDGES];
};

/* A term known to be above the start, and by which edge. */
struct reached {
    uint32_t term, edge, from;
    bool strict;
};

static void add_edge(struct partial_order *o, uint32_t small, uint32_t big, uint32_t index, bool strict) {
    if (o->n < MOST_EDGES) o->edges[o->n++] = (struct order_edge){small, big, index, strict};
}

static void add_constraint(struct solver *s, struct partial_order *o, expr c, uint32_t index) {
    const struct expr_node *n = expr_node(s->pool, c);
    enum expr_op less = o->is_signed ? EXPR_SLT : EXPR_ULT;
    enum expr_op most = o->is_signed ? EXPR_SLE : EXPR_ULE;
    if (n->op == less || n->op == most) {
        add_edge(o, n->kids[0], n->kids[1], index, n->op == less);
    } else if (n->op == EXPR_EQ) {
        add_edge(o, n->kids[0], n->kids[1], index, false);
        add_edge(o, n->kids[1], n->kids[0], index, false);
    }
}

static bool was_reached(const struct reached *all, uint32_t n, uint32_t term, bool strict) {
    for (uint32_t i = 0; i < n; i++)
        if (all[i].term == term && (all[i].strict || !strict)) return true;
    return false;
}

/* Puts the constraints on the way to all[at] in s->core. */
static void note_way(struct solver *s, const struct partial_order *o, const struct reached *all, uint32_t at) {
    vec_clear(&s->core);
    for (; at; at = all[at].from) vec_push(&s->core, o->edges[all[at].edge].index);
}

/* Do the constraints say that start <= goal (start < goal if strict)? */
static bool leads(struct solver *s, const struct partial_order *o, uint32_t start, uint32_t goal, bool strict) {
    struct reached all[MOST_REACHED] = {{.term = start}};
    uint32_t n = 1;
    for (uint32_t at = 0; at < n; at++) {
        for (uint32_t i = 0; i < o->n; i++) {
            const struct order_edge *e = &o->edges[i];
            bool now_strict = all[at].strict || e->strict;
            if (e->small != all[at].term || was_reached(all, n, e->big, now_strict)) continue;
            if (n == MOST_REACHED) return false;
            all[n++] = (struct reached){e->big, i, at, now_strict};
            if (e->big != goal || (strict && !now_strict)) continue;
            note_way(s, o, all, n - 1);
            return true;
        }
    }
    return false;
}

/* Is cond, which compares a and b, refuted? On true s->core lacks only cond. */
static bool refuted(struct solver *s, struct partial_order *o, const struct query *q, bool is_signed) {
    expr cond = q->set[q->nset - 1];
    const struct expr_node *n = expr_node(s->pool, cond);
    uint32_t a = n->kids[0], b = n->kids[1];
    o->is_signed = is_signed;
    o->n = 0;
    for (uint32_t i = q->nset - 1; i-- > 0 && o->n < MOST_EDGES;) add_constraint(s, o, q->set[i], i);
    if (!o->n) return false;
    if (n->op == EXPR_EQ) return leads(s, o, a, b, true) || leads(s, o, b, a, true);
    bool strict = n->op == EXPR_ULT || n->op == EXPR_SLT;
    return leads(s, o, b, a, !strict);
}

static void sort_core(vec_u32 *core) {
    for (uint32_t i = 1; i < core->len; i++)
        for (uint32_t j = i; j && core->data[j - 1] > core->data[j]; j--) {
            uint32_t t = core->data[j];
            core->data[j] = core->data[j - 1];
            core->data[j - 1] = t;
        }
}

bool order_answer(struct solver *s, struct query *q) {
    if (q->nconds != 1 || q->nset < 2) return false;
    expr cond = q->set[q->nset - 1];
    enum expr_op op = expr_op(s->pool, cond);
    if (op < EXPR_EQ || op > EXPR_SLE) return false;
    if (expr_is_const(s->pool, expr_kid(s->pool, cond, 0)) || expr_is_const(s->pool, expr_kid(s->pool, cond, 1)))
        return false;
    struct partial_order o;
    bool is_signed = op == EXPR_SLT || op == EXPR_SLE;
    if (!refuted(s, &o, q, is_signed) && (op != EXPR_EQ || !refuted(s, &o, q, true))) return false;
    sort_core(&s->core);
    vec_push(&s->core, q->nset - 1);
    q->answer = ANSWER_UNSAT;
    s->ctx->stats.queries_order++;
    query_remember(s, q);
    return true;
}
