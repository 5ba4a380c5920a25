/* Errors and those suspected. Whether a suspect is possible: ask.c. */
#include <assert.h>

#include "engine/bmc/induction.h"
#include "engine/bmc/inside.h"
#include "exec/decide/lazy.h"

void bmc_on_bug(void *owner, struct exec *x) {
    struct bmc *b = owner;
    b->told = true;
    if (b->step) {
        inductive_error(b->step);
        return;
    }
    (void)x;
    run_tell(b->r);
}

/* A suspect executes its instruction again, with a model: that shows the error. */
static void show_error(struct bmc *b, struct state *st) {
    assert(st->model && !b->step && !b->x->sym->forked.len);
    struct exec *x = b->x;
    run_take(b->r, st);
    lazy_end(x);
    b->told = false;
    st->points = 1;
    if (run_step(b->r) == STOP_BUG) bmc_on_bug(b, x);
    lazy_begin(x);
    if (!b->told) sym_gap(x, GAP_ENGINE, "an error did not happen again");
    for (uint32_t i = 0; i < x->sym->forked.len; i++) state_free(x, x->sym->forked.data[i]);
    vec_clear(&x->sym->forked);
    run_take(b->r, NULL);
}

void bmc_try_suspects(struct bmc *b) {
    assert(!b->step && !b->x->now);
    struct symbolic *sy = b->x->sym;
    bool innocent = sy->suspects.len > 1 && bmc_all_innocent(b);
    for (uint32_t i = 0; i < sy->suspects.len; i++) {
        struct state *st = sy->suspects.data[i];
        if (!innocent && !b->r->stopped && !limits_look(&b->x->ctx->limits) && bmc_suspect_is_possible(b, st))
            show_error(b, st);
        state_free(b->x, st);
    }
    vec_clear(&sy->suspects);
}
