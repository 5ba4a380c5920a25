/* Concolic testing as an engine (SAGE): one input after the other, each chosen to decide otherwise
 * somewhere, until no decision is left.
 *
 * runner.h runs inputs and finds others, generations.h chooses among them, workers.h does that in
 * several processes; `shrike fuzz` uses these with files as inputs.
 */
#include "engine/concolic/parts.h"
#include "engine/engine.h"

struct searching {
    struct run *r;
    struct generations g;
};

static bool on_engine_bug(void *owner, struct exec *x, const vec_u8 *file, bool *settled) {
    (void)file;
    struct run *r = ((struct searching *)owner)->r;
    r->counts.bugs++;
    r->stopped = !r->to->bug(r->to->owner, x);
    if (r->to->settled) *settled = r->to->settled(r->to->owner);
    return !r->stopped;
}

static void on_engine_progress(void *owner) {
    struct searching *s = owner;
    run_round(s->r, 0);
    if (s->r->share) work_parts_give(&s->g, s->r->share);
}

/* From random inputs on, until nothing is left to try. */
enum run_end concolic_run(struct run *r) {
    struct searching s = {.r = r};
    struct generations *g = &s.g;
    struct generations_hooks hooks = {.bug = on_engine_bug, .progress = on_engine_progress, .owner = &s};
    generations_init(g, r, SEED_NONE, &hooks, 0);
    if (r->share) work_parts_begin(g, r->share, 1);
    else generations_random(g);
    generations_run(g);
    bool all = generations_done(g);
    generations_count(g, &r->x->ctx->stats);
    r->counts.paths = runner_counts(g->runner)->runs;
    generations_release(g);
    return all ? run_end(r) : RUN_STOPPED;
}
