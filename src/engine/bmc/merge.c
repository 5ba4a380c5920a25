/* Which states at one place are merged, and in which order. How: exec/sym/merge.h. */
#include <assert.h>

#include "base/provoke.h"
#include "engine/bmc/inside.h"

enum { MOST_TRIES = PROVOKED(4, 1) /* others that a state is compared with where it might be merged */ };

/* How many constraints the two begin with. */
static uint32_t shared(const struct state *a, const struct state *b) { return pathcond_len(pathcond_common(a->pc, b->pc)); }

/* The state of the longest path, which forked last. */
static uint32_t longest(const bmc_states *list) {
    uint32_t best = 0;
    for (uint32_t i = 1; i < list->len; i++)
        if (pathcond_len(list->data[i]->pc) > pathcond_len(list->data[best]->pc)) best = i;
    return best;
}

static struct state *take(bmc_states *list, uint32_t i) {
    assert(i < list->len);
    struct state *st = list->data[i];
    list->data[i] = vec_last(list);
    list->len--;
    return st;
}

/* Merges st into the one of the list that shares most with it, or else the next; false if
 * into none. */
static bool merge_into(struct bmc *b, bmc_states *list, struct state *st) {
    assert(list->len && st->pc);
    struct stats *stats = &b->x->ctx->stats;
    uint32_t tried = UINT32_MAX; /* only with those that share less than the last one */
    for (int tries = 0; tries < MOST_TRIES; tries++) {
        struct state *best = NULL;
        uint32_t most = 0;
        for (uint32_t i = 0; i < list->len; i++) {
            uint32_t n = shared(st, list->data[i]);
            if (n < tried && (!best || n > most)) best = list->data[i], most = n;
        }
        if (!best) return false;
        bool same_proof = best->mark == st->mark;
        if (merge_states(&b->merger, best, st)) {
            if (!same_proof) best->mark = 0;
            return stats->bmc_merged++, true;
        }
        stats->bmc_apart++;
        tried = most;
    }
    return false;
}

/* As few as possible, those that parted last first: so conditions fall away again in the
 * order in which they came. */
void bmc_merge_list(struct bmc *b, bmc_states *list) {
    bmc_states alone = {0};
    while (list->len) {
        struct state *st = take(list, longest(list));
        bool over = limits_hit(&b->x->ctx->limits); /* then it is not worth while */
        if (!list->len || over || !merge_into(b, list, st)) vec_push(&alone, st);
    }
    vec_release(list);
    *list = alone;
}

struct state *bmc_leave_together(struct bmc *b, bmc_states *list) {
    assert(list->len);
    bmc_merge_list(b, list);
    for (uint32_t i = 0; i < list->len; i++) {
        struct state *st = list->data[i];
        if (st->top->pc->op == IR_POINT) {
            state_own_top(b->x, st);
            st->top->pc++;
        }
        if (i) bmc_queue_push(&b->queue, st, false);
    }
    return list->data[0];
}
