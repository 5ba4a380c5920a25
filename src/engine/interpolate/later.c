#include "engine/interpolate/later.h"

#include <assert.h>

#include "base/provoke.h"
#include "engine/interpolate/segment.h"

enum {
    MOST_LATER = PROVOKED(1 << 16, 2), /* states that wait */
    DEEP = PROVOKED(512, 3),           /* nodes on the way to a state that goes round and round */
};

bool later_waits(const struct interpolate *ip, const struct state *st) {
    return ip->breadth && st->top->pc->aux && ip->later.len - ip->later_from < MOST_LATER;
}

void later_put_off(struct interpolate *ip, struct node *n) {
    assert(n->ending == END_LATER && n->run == ip->x->now && n->run->top->pc->op == IR_POINT);
    const struct insn *point = n->run->top->pc++;
    exec_switch(ip->x, NULL);
    vec_push(&ip->later, ((struct later){n->run, point, n->number}));
    n->run = NULL;
}

void later_turn_to_breadth(struct interpolate *ip) {
    if (ip->breadth || ip->stack.len < DEEP || !thrift_disappoints(&ip->thrift) || !twins_are_possible(ip->twins)) return;
    ip->breadth = true;
    for (uint32_t i = 0; i < ip->stack.len; i++) {
        struct node *n = ip->stack.data[i];
        while (n->kids.len) {
            struct state *st = vec_pop(&n->kids);
            vec_push(&n->ways, (struct way){.start = st->top->pc}); /* and no fact */
            vec_push(&ip->later, ((struct later){st, node_point_of_kid(n, st), n->number}));
        }
    }
}

bool later_take(struct interpolate *ip) {
    assert(!ip->stack.len && ip->later_from <= ip->later.len);
    if (ip->later_from == ip->later.len) return false;
    struct later next = ip->later.data[ip->later_from++];
    if (ip->later_from == ip->later.len) ip->later_from = ip->later.len = 0;
    ip->root_number = next.number;
    segment_allow_points(ip, next.state);
    node_push(ip, next.state, next.point);
    return true;
}

void later_mark(const struct interpolate *ip) {
    for (uint32_t i = ip->later_from; i < ip->later.len; i++) sym_mark_state(ip->x, ip->later.data[i].state);
}

void later_release(struct interpolate *ip) {
    for (uint32_t i = ip->later_from; i < ip->later.len; i++) state_free(ip->x, ip->later.data[i].state);
    vec_release(&ip->later);
}
