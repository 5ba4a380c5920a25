#include "engine/concolic/concolic.h"

#include "engine/concolic/generations.h"

static bool on_engine_bug(void *owner, struct exec *x, const vec_u8 *file, bool *settled) {
    (void)file;
    struct run *r = owner;
    r->counts.bugs++;
    r->stopped = !r->to->bug(r->to->owner, x);
    if (r->to->settled) *settled = r->to->settled(r->to->owner);
    return !r->stopped;
}

static void on_engine_progress(void *owner) {
    struct run *r = owner;
    run_round(r, 0);
}

enum run_end concolic_run(struct run *r) {
    struct generations_hooks hooks = {.bug = on_engine_bug, .progress = on_engine_progress, .owner = r};
    struct generations g;
    generations_init(&g, r, SEED_NONE, &hooks, 0);
    generations_random(&g);
    generations_run(&g);
    bool all = generations_done(&g);
    generations_count(&g, &r->x->ctx->stats);
    r->counts.paths = runner_counts(g.runner)->runs;
    generations_release(&g);
    return all ? run_end(r) : RUN_STOPPED;
}
