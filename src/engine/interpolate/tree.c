#include "engine/interpolate/tree.h"

struct node *node_push(struct interpolate *ip, struct state *st, const struct insn *point) {
    struct node *n = mem_zalloc(sizeof *n);
    n->run = st;
    if (!ip->r->invariants && thrift_pauses(&ip->thrift, sym_ticks(ip->x)))
        st->points = 0;
    else
        n->snapshot = state_fork(ip->x, st);
    n->point = point;
    n->depth = ip->stack.len;
    n->least = DEPENDS_ON_NONE;
    if (ip->stack.len) {
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
    n->held = false;
    if (n->entry) n->entry->open++;
    vec_push(&ip->stack, n);
}

struct node *node_pop(struct interpolate *ip) {
    struct node *n = vec_pop(&ip->stack);
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

/* Nobody refers to it any more. */
static void unlink_node(struct node *n) {
    if (n->entry) remove_from(&n->entry->nodes, n);
    if (n->by) remove_from(&n->by->covers, n);
    for (uint32_t i = 0; i < n->covers.len; i++) n->covers.data[i]->by = NULL;
}

void node_free(struct interpolate *ip, struct node *n) {
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
    state_free(ip->x, n->kept);
    model_release(n->end_model);
    vec_release(&n->covers);
    vec_release(&n->kids);
    vec_release(&n->ways);
    mem_free(n);
}

struct fact *way_fact(const struct way *w) { return w->held ? w->held->fact : w->fact; }

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
    bool point = n->ending == END_POINT || (st->top->pc != n->end_pc && st->top->pc[-1].op == IR_POINT);
    return point ? st->top->pc - 1 : NULL;
}
