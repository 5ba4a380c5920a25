/* The smallest engine there is: any open state goes on to the end of its path, then another.
 *
 * quitter is the same, but stops at a random moment and does not say why. It must never get a
 * verdict for that.
 */
#include "base/rng.h"
#include "engine/engine.h"

enum run_end stroll_run(struct run *r);
enum run_end quitter_run(struct run *r);

struct stroll {
    struct run *r;
    struct rng rng;
    VEC(struct state *) open;
    uint64_t left; /* paths until it has enough */
};

static void on_bug(void *owner, struct exec *x) {
    struct stroll *s = owner;
    (void)x;
    run_tell(s->r);
}

static bool on_target(void *owner, struct exec *x, uint32_t id) {
    struct stroll *s = owner;
    (void)x;
    run_reached(s->r, id);
    return true;
}

static void on_first(void *owner, const struct function *fn, uint32_t pc) {
    struct stroll *s = owner;
    covered_block(s->r->covered, fn, pc);
}

static void mark(struct expr_pool *pool, void *owner) {
    struct stroll *s = owner;
    (void)pool;
    for (uint32_t i = 0; i < s->open.len; i++) sym_mark_state(s->r->x, s->open.data[i]);
}

static const struct run_watch watch = {.bug = on_bug, .target = on_target, .first = on_first, .mark = mark};

static struct state *take_any(struct stroll *s) {
    uint32_t i = (uint32_t)rng_below(&s->rng, s->open.len);
    struct state *st = s->open.data[i];
    s->open.data[i] = vec_last(&s->open);
    (void)vec_pop(&s->open);
    return st;
}

static void take_forks(struct stroll *s) {
    struct symbolic *sy = s->r->x->sym;
    while (sy->forked.len) vec_push(&s->open, vec_pop(&sy->forked));
}

/* To the end of its path, or of the run. */
static void run_path(struct stroll *s, struct state *st) {
    enum stop stop;
    run_take(s->r, st);
    do {
        stop = run_step(s->r);
        take_forks(s);
    } while (stop == STOP_FORKED || stop == STOP_SLICE);
    if (stop == STOP_LIMIT) {
        vec_push(&s->open, st);
    } else {
        run_ended(s->r, stop, false);
        run_take(s->r, NULL);
        state_free(s->r->x, st);
    }
}

static enum run_end stroll(struct run *r, uint64_t most) {
    struct stroll s = {.r = r, .left = most};
    rng_init(&s.rng, (uint64_t)r->x->ctx->opt.seed);
    run_watch(r, &watch, &s);
    vec_push(&s.open, r->x->now);
    take_forks(&s);
    for (; s.open.len && s.left && !run_is_over(r); s.left--) {
        run_path(&s, take_any(&s));
        run_round(r, s.open.len);
    }
    bool all = !s.open.len;
    exec_switch(r->x, NULL);
    if (!run_unwatch(r, &watch, &s)) return RUN_STOPPED;
    while (s.open.len) state_free(r->x, vec_pop(&s.open));
    vec_release(&s.open);
    return all ? run_end(r) : RUN_STOPPED;
}

enum run_end stroll_run(struct run *r) { return stroll(r, UINT64_MAX); }

enum run_end quitter_run(struct run *r) {
    struct rng rng;
    rng_init(&rng, (uint64_t)r->x->ctx->opt.seed);
    return stroll(r, rng_below(&rng, 8));
}
