/* States at one place are merged. How: exec/sym/merge.h. */
#include <assert.h>

#include "engine/bmc/inside.h"

void bmc_merge_list(struct bmc *b, bmc_states *list) {
    struct merge_counts counts = {0};
    merge_all(&b->merger, list, &counts);
    b->x->ctx->stats.bmc_merged += counts.merged;
    b->x->ctx->stats.bmc_apart += counts.apart;
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
