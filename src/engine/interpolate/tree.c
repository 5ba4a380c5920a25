#include "engine/interpolate/tree.h"

#include <assert.h>

struct node *node_push(struct interpolate *ip, struct state *st, const struct insn *point) {
    assert(st->top && st->model);
    assert(!point || point->op == IR_POINT);
    struct node *n = mem_zalloc(sizeof *n);
    n->run = st;
    if (!ip->r->invariants && thrift_pauses(&ip->thrift, sym_ticks(ip->x))) st->points = 0;
    else n->snapshot = state_fork(ip->x, st);
    n->point = point;
    n->depth = ip->stack.len;
    n->least = DEPENDS_ON_NONE;
    if (ip->stack.len) {
        assert(vec_last(&ip->stack)->ways.len && !vec_last(&ip->stack)->run);
        n->parent = vec_last(&ip->stack);
        n->index = n->parent->ways.len - 1;
    }
    if (n->snapshot && point && state_is_comparable(st)) {
        n->snapshot->top->pc = point; /* where states are compared */
        n->entry = facttable_entry(&ip->table, n->snapshot);
        n->snapshot->top->pc = point + 1;
        vec_push(&n->entry->nodes, n);
    }
    n->number = treelog_open(ip->log, n->parent ? n->parent->number : ip->root_number, st);
    node_open(ip, n);
    ip->x->ctx->stats.nodes++;
    return n;
}

void node_open(struct interpolate *ip, struct node *n) {
    assert(n->depth == ip->stack.len);
    assert(!n->parent || n->parent == vec_last(&ip->stack));
    n->held = false;
    if (n->entry) n->entry->open++;
    vec_push(&ip->stack, n);
}

struct node *node_pop(struct interpolate *ip) {
    assert(ip->stack.len);
    struct node *n = vec_pop(&ip->stack);
    assert(!n->entry || n->entry->open);
    if (n->entry) n->entry->open--;
    return n;
}

static void remove_from(node_list *list, const struct node *n) {
    for (uint32_t i = list->len; i-- > 0;)
        if (list->data[i] == n) {
            for (uint32_t k = i; k + 1 < list->len; k++) list->data[k] = list->data[k + 1];
            list->len--;
            return;
        }
}

/* Removes all references to n. */
static void unlink_node(struct node *n) {
    if (n->entry) remove_from(&n->entry->nodes, n);
    if (n->by) remove_from(&n->by->covers, n);
    for (uint32_t i = 0; i < n->covers.len; i++) n->covers.data[i]->by = NULL;
}

void node_free(struct interpolate *ip, struct node *n) {
    assert(!n->held || !n->parent || n->parent->ways.data[n->index].held == n);
    unlink_node(n);
    state_free(ip->x, n->snapshot);
    if (n->run) {
        if (ip->x->now == n->run) exec_switch(ip->x, NULL);
        state_free(ip->x, n->run);
    }
    for (uint32_t i = 0; i < n->kids.len; i++) state_free(ip->x, n->kids.data[i]);
    for (uint32_t i = 0; i < n->ways.len; i++) {
        fact_release(n->ways.data[i].fact);
        if (n->ways.data[i].held) node_free(ip, n->ways.data[i].held);
    }
    fact_release(n->subsumer);
    fact_release(n->fact);
    ip->hopes -= n->kept != NULL;
    state_free(ip->x, n->kept);
    model_release(n->end_model);
    vec_release(&n->covers);
    vec_release(&n->kids);
    vec_release(&n->ways);
    mem_free(n);
}

struct fact *way_fact(const struct way *w) {
    return w->held ? w->held->fact : w->fact;
}

void node_mark(struct interpolate *ip, const struct node *n) {
    struct expr_pool *pool = ip->x->sym->pool;
    if (n->snapshot) sym_mark_state(ip->x, n->snapshot);
    if (n->run) sym_mark_state(ip->x, n->run);
    if (n->kept) sym_mark_state(ip->x, n->kept);
    if (n->subsumer) fact_mark(pool, n->subsumer);
    if (n->fact) fact_mark(pool, n->fact);
    for (uint32_t i = 0; i < n->kids.len; i++) sym_mark_state(ip->x, n->kids.data[i]);
    for (uint32_t i = 0; i < n->ways.len; i++) {
        if (n->ways.data[i].fact) fact_mark(pool, n->ways.data[i].fact);
        if (n->ways.data[i].held) node_mark(ip, n->ways.data[i].held);
    }
}

const struct insn *node_point_of_kid(const struct node *n, const struct state *st) {
    assert(n->ending == END_FORK || n->ending == END_POINT || n->ending == END_BAD);
    bool point = n->ending == END_POINT || (st->top->pc != n->end_pc && st->top->pc[-1].op == IR_POINT);
    return point ? st->top->pc - 1 : NULL;
}

#ifndef NDEBUG

static bool is_in(const node_list *list, const struct node *n) {
    for (uint32_t i = list->len; i-- > 0;)
        if (list->data[i] == n) return true;
    return false;
}

static void check_ways(const struct node *n) {
    for (uint32_t i = 0; i < n->ways.len; i++) {
        const struct way *w = &n->ways.data[i];
        assert(!w->held || !w->fact); /* its fact is asked of the node itself */
        if (!w->held) continue;
        assert(w->held->held && w->held->parent == n && w->held->index == i && w->held->depth == n->depth + 1);
        assert(w->held->least != DEPENDS_ON_NONE && !w->held->run);
    }
}

/* The invariants above, of a node and of the top of the stack, where asserts are on. */
static void node_check(const struct interpolate *ip, const struct node *n) {
    assert(n->held ? n->depth < ip->stack.len : ip->stack.data[n->depth] == n);
    assert(!n->parent || n->index < n->parent->ways.len);
    assert(!n->run || (n->ending == END_NONE && !n->end_model && !n->kids.len && !n->kept));
    assert(n->run || n->ending != END_NONE);
    assert((n->ending == END_SUBSUMED) == (n->subsumer != NULL));
    assert(n->ending == END_COVERED ? n->kept != NULL : !n->by);
    assert(!n->by || (n->by->entry && is_in(&n->by->covers, n)));
    assert(!n->entry || (n->snapshot && n->point && is_in(&n->entry->nodes, n)));
    for (uint32_t i = 0; i < n->covers.len; i++) assert(n->covers.data[i]->by == n);
    check_ways(n);
}

void tree_top_check(const struct interpolate *ip) {
    const uint32_t most = 4; /* those below were checked when they were on top */
    for (uint32_t i = ip->stack.len, k = 0; i-- > 0 && k < most; k++) {
        const struct node *n = ip->stack.data[i];
        assert(n->depth == i && !n->held);
        assert(i ? n->parent == ip->stack.data[i - 1] : !n->parent);
        if (i + 1 < ip->stack.len) assert(!n->run && n->ways.len);
    }
    if (ip->stack.len) node_check(ip, vec_last(&ip->stack));
}

#else

void tree_top_check(const struct interpolate *ip) { (void)ip; }

#endif
