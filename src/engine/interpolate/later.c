#include "engine/interpolate/later.h"

#include <assert.h>

#include "base/log.h"
#include "base/provoke.h"
#include "engine/interpolate/exchange.h"
#include "engine/interpolate/segment.h"

enum {
    MOST_LATER = PROVOKED(1 << 16, 2), /* states that wait */
    MOST_AHEAD = PROVOKED(1 << 13, 2), /* so much later ones may go before another's */
    DEEP = PROVOKED(512, 3),           /* nodes on the way to a state that goes round and round */
};

static uint32_t waiting(const struct later_queue *q) { return q->list.len - q->from; }

uint32_t later_count(const struct interpolate *ip) { return waiting(&ip->later[0]) + waiting(&ip->later[1]); }

bool later_waits(const struct interpolate *ip, const struct state *st) {
    return ip->breadth && st->top->pc->aux && later_count(ip) < MOST_LATER;
}

static void put(struct interpolate *ip, struct later l, bool ours) {
    l.turn = ip->put_off++;
    vec_push(&ip->later[!ours].list, l);
}

void later_put_off(struct interpolate *ip, struct node *n) {
    assert(n->ending == END_LATER && n->run == ip->x->now && n->run->top->pc->op == IR_POINT);
    const struct insn *point = n->run->top->pc++;
    exec_switch(ip->x, NULL);
    put(ip, (struct later){.state = n->run, .point = point, .number = n->number, .at_head = true},
        exchange_is_ours(ip));
    n->run = NULL;
}

void later_turn_to_breadth(struct interpolate *ip) {
    if (ip->breadth || !twins_are_possible(ip->twins)) return;
    if ((ip->stack.len < DEEP || !thrift_disappoints(&ip->thrift)) && !exchange_goes_by_states(ip)) return;
    log_debug(&ip->x->ctx->log, "exploring state by state from now on: %u nodes open", ip->stack.len);
    ip->breadth = true;
    if (ip->was_cut) { /* all would be explored twice */
        ip->in_vain = true;
        return;
    }
    for (uint32_t i = 0; i < ip->stack.len; i++) {
        struct node *n = ip->stack.data[i];
        while (n->kids.len) {
            struct state *st = vec_pop(&n->kids);
            vec_push(&n->ways, (struct way){.start = st->top->pc}); /* and no fact */
            put(ip, (struct later){.state = st, .point = node_point_of_kid(n, st), .number = n->number}, true);
        }
    }
}

/* The next one. (Its queue is not empty.) */
static struct later take(struct later_queue *q) {
    struct later next = q->list.data[q->from++];
    if (q->from == q->list.len) q->from = q->list.len = 0;
    return next;
}

static struct later_queue *next_queue(struct interpolate *ip) {
    struct later_queue *a = &ip->later[0], *b = &ip->later[1];
    if (!waiting(a) || !waiting(b)) return waiting(a) ? a : b;
    return a->list.data[a->from].turn > b->list.data[b->from].turn + MOST_AHEAD ? b : a;
}

bool later_take(struct interpolate *ip) {
    assert(!ip->stack.len);
    while (later_count(ip)) {
        struct later next = take(next_queue(ip));
        if (next.at_head && exchange_leaves(ip, next.state, next.point)) continue;
        ip->root_number = next.number;
        segment_allow_points(ip, next.state);
        node_push(ip, next.state, next.point);
        return true;
    }
    return false;
}

void later_mark(const struct interpolate *ip) {
    for (uint32_t k = 0; k < 2; k++)
        for (uint32_t i = ip->later[k].from; i < ip->later[k].list.len; i++)
            sym_mark_state(ip->x, ip->later[k].list.data[i].state);
}

void later_drop(struct interpolate *ip) {
    while (later_count(ip)) state_free(ip->x, take(next_queue(ip)).state);
}

void later_release(struct interpolate *ip) {
    assert(!later_count(ip));
    for (uint32_t k = 0; k < 2; k++) vec_release(&ip->later[k].list);
}
