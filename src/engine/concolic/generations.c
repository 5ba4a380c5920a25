#include "engine/concolic/generations.h"

#include <assert.h>
#include <stdlib.h>

#include "base/provoke.h"
#include "engine/concolic/inside.h"

enum {
    MOST_REPORTS = 3,       /* of one error that is not settled */
    MOST_WAITING = 1 << 17, /* pieces of work, while fuzzing */
    DRAW_EVERY = PROVOKED(4, 1),         /* expansions for each random change that is expanded */
};

void generations_init(struct generations *g, struct run *r, enum seed_kind files,
                      const struct generations_hooks *hooks, uint64_t most) {
    assert(r->x->now && hooks->bug);
    memset(g, 0, sizeof *g);
    g->r = r;
    g->x = r->x;
    g->hooks = hooks;
    g->covered = r->covered;
    g->files = files;
    g->runner = runner_new(r, files);
    mutator_init(&g->mutator, (uint64_t)r->x->ctx->opt.seed, files == SEED_NONE ? 0 : most);
    map_init(&g->reported);
    map_init(&g->inputs);
}

void generations_release(struct generations *g) {
    for (uint32_t i = 0; i < g->queue.len; i++) work_release(&g->queue.data[i].work);
    vec_release(&g->queue);
    map_release(&g->reported);
    map_release(&g->inputs);
    mutator_release(&g->mutator);
    runner_free(g->runner);
}

/* ---- the queue: a heap, best first ---------------------------------------------------------- */

static bool before(const struct ranked *a, const struct ranked *b) {
    if (a->score != b->score) return a->score > b->score;
    return a->rarity != b->rarity ? a->rarity < b->rarity : a->number < b->number;
}

static void swap(struct generations *g, uint32_t i, uint32_t j) {
    struct ranked kept = g->queue.data[i];
    g->queue.data[i] = g->queue.data[j];
    g->queue.data[j] = kept;
}

/* Takes work over. */
static void push(struct generations *g, uint64_t score, uint64_t rarity, struct work *work) {
    vec_push(&g->queue, (struct ranked){score, rarity, g->numbers++, *work});
    uint32_t i = g->queue.len - 1;
    for (; i && before(&g->queue.data[i], &g->queue.data[(i - 1) / 2]); i = (i - 1) / 2) swap(g, i, (i - 1) / 2);
    if (!(g->numbers & (g->numbers - 1))) generations_check(g); /* now and then */
}

static int by_rank(const void *a, const void *b) { return before(a, b) ? -1 : before(b, a) ? 1 : 0; }

/* Work that would never be done must not fill the memory: the worse half goes. */
static void thin_out(struct generations *g) {
    if (g->files == SEED_NONE || g->queue.len < MOST_WAITING) return;
    qsort(g->queue.data, g->queue.len, sizeof *g->queue.data, by_rank); /* which is a heap, too */
    for (uint32_t i = g->queue.len / 2; i < g->queue.len; i++) work_release(&g->queue.data[i].work);
    g->queue.len /= 2;
    sym_gap(g->x, GAP_LIMIT, "more inputs than can be kept");
}

bool generations_next(struct generations *g, struct work *work) {
    if (g->stopped || !g->queue.len) return false;
    *work = g->queue.data[0].work;
    struct ranked last = vec_pop(&g->queue);
    if (!g->queue.len) return true;
    g->queue.data[0] = last;
    for (uint32_t i = 0;;) {
        uint32_t best = i;
        for (uint32_t k = 2 * i + 1; k <= 2 * i + 2 && k < g->queue.len; k++)
            if (before(&g->queue.data[k], &g->queue.data[best])) best = k;
        if (best == i) return true;
        swap(g, i, best);
        i = best;
    }
}

void generations_return(struct generations *g, struct work *work) { push(g, UINT64_MAX, 0, work); }

/* ---- what came out ------------------------------------------------------------------------------ */

struct telling {
    struct generations *g;
    const struct child *child;
};

static void tell_bug(void *owner, struct exec *x) {
    assert(((const struct telling *)owner)->child->bug);
    const struct telling *t = owner;
    bool settled = true;
    t->g->bugs++;
    if (!t->g->hooks->bug(t->g->hooks->owner, x, &t->child->file, &settled)) t->g->stopped = true;
    uint64_t times = map_get(&t->g->reported, t->child->bug, 0);
    map_put(&t->g->reported, t->child->bug, settled ? MOST_REPORTS : times + 1);
}

/* Counts the child's blocks that are new to everybody. */
static uint64_t new_blocks(struct generations *g, const struct child *c) {
    uint64_t n = 0;
    for (uint32_t i = 0; i < c->blocks.len; i++) {
        uint64_t b = c->blocks.data[i];
        n += covered_block(g->covered, g->x->p->functions.data[b >> 32], (uint32_t)b);
    }
    return n;
}

/* With one seed the same inputs come twice only if a prediction was wrong. */
static bool seen_before(struct generations *g, const struct work *w) {
    assert(w->root < runner_roots(g->runner));
    if (map_put(&g->inputs, work_hash(w), 1)) return false;
    if (!g->repeats) sym_gap(g->x, GAP_DIVERGED, NULL);
    return true;
}

enum origin_of { FROM_OUTSIDE, FROM_EXPANSION, FROM_CHANCE, FROM_DRAW };

/* Takes the child's work, or releases it. True: it reached new code. */
static bool absorb(struct generations *g, struct child *c, enum origin_of from) {
    bool seed = from == FROM_OUTSIDE;
    uint64_t score = new_blocks(g, c);
    if (!c->predicted) {
        g->diverged++;
        sym_gap(g->x, GAP_DIVERGED, NULL);
    }
    if (c->work.generation > g->generation) g->generation = c->work.generation;
    if (c->bug && map_get(&g->reported, c->bug, 0) < MOST_REPORTS) {
        struct telling t = {g, c};
        if (!runner_report(g->runner, &c->work, tell_bug, &t)) sym_gap(g->x, GAP_DIVERGED, NULL);
    }
    if (score && g->hooks->file && !g->hooks->file(g->hooks->owner, &c->file)) g->stopped = true;
    if (score || seed) mutator_keep(&g->mutator, &c->file);
    if (!c->open || (from == FROM_CHANCE && !score) || seen_before(g, &c->work)) work_release(&c->work);
    else push(g, score, c->rarity, &c->work);
    thin_out(g);
    memset(&c->work, 0, sizeof c->work);
    return score;
}

void generations_absorb(struct generations *g, struct expansion *e) {
    if (!e->complete) { /* a worker may have noticed first */
        if (!run_limit_now(g->r)) sym_gap(g->x, GAP_LIMIT, NULL);
    }
    g->diverged += e->diverged;
    for (uint32_t i = 0; i < e->children.len; i++) absorb(g, &e->children.data[i], FROM_EXPANSION);
    expansion_release(e);
}

/* ---- seeds ---------------------------------------------------------------------------------------- */

bool generations_seed(struct generations *g, struct work *seed) {
    assert(seed->root < runner_roots(g->runner));
    struct child child;
    memset(&child, 0, sizeof child);
    if (!runner_run(g->runner, seed, &child)) sym_gap(g->x, GAP_LIMIT, NULL);
    work_release(seed);
    bool useful = absorb(g, &child, FROM_OUTSIDE);
    child_release(&child);
    return useful;
}

void generations_random(struct generations *g) {
    for (uint32_t i = 0; i < runner_roots(g->runner); i++) {
        struct work w;
        work_init(&w);
        w.root = i;
        generations_seed(g, &w);
    }
}

/* Runs one; true if it was of use. `from` FROM_DRAW: it is expanded in any case, because
 * what is two changes away may be one change and one decision away. */
static bool try_change(struct generations *g, enum origin_of from) {
    struct work w;
    struct child child = {0};
    work_init(&w);
    w.root = (uint32_t)rng_below(&g->mutator.rng, runner_roots(g->runner));
    w.kind = g->files;
    mutator_make(&g->mutator, &w.seed);
    bool ok = runner_run(g->runner, &w, &child), useful = false;
    work_release(&w);
    if (ok) useful = absorb(g, &child, from);
    child_release(&child);
    return useful;
}

void generations_mutate(struct generations *g) {
    uint32_t found = 0, n = mutator_round(&g->mutator);
    if (!n) return;
    bool draw = g->rounds++ % DRAW_EVERY == 0;
    for (uint32_t i = 0; i < n && !g->stopped && !run_limit(g->r); i++)
        found += try_change(g, draw && i == 0 ? FROM_DRAW : FROM_CHANCE);
    mutator_learn(&g->mutator, found);
}

/* ---- running ---------------------------------------------------------------------------------------- */

void generations_run(struct generations *g) {
    struct work w;
    while (!run_limit_now(g->r) && generations_next(g, &w)) {
        struct expansion e;
        runner_expand(g->runner, &w, g->repeats, &e);
        work_release(&w);
        generations_absorb(g, &e);
        generations_mutate(g);
        if (g->hooks->progress) g->hooks->progress(g->hooks->owner);
    }
}

void generations_count(const struct generations *g, struct stats *stats) {
    const struct runner_counts *c = runner_counts(g->runner);
    stats->instructions = g->x->instructions;
    stats->paths = c->runs;
    stats->states = g->x->states_made;
    stats->concolic_runs = c->runs;
    stats->concolic_events = c->events;
    stats->concolic_asked = c->asked;
    stats->concolic_found = c->found;
    stats->concolic_refuted = c->refuted;
    stats->concolic_repeated = c->repeated;
    stats->concolic_settled = c->settled;
    stats->concolic_repaired = c->repaired;
    stats->concolic_unrepaired = c->unrepaired;
    stats->concolic_diverged = g->diverged;
    stats->concolic_generation = g->generation;
    stats->concolic_mutated = g->mutator.found;
}

bool generations_done(const struct generations *g) { return !g->queue.len && !g->stopped && !run_is_over(g->r); }

#ifndef NDEBUG

void generations_check(const struct generations *g) {
    for (uint32_t i = 0; i < g->queue.len; i++) {
        const struct ranked *one = &g->queue.data[i];
        assert(one->number < g->numbers && one->work.root < runner_roots(g->runner));
        assert(!i || before(&g->queue.data[(i - 1) / 2], one)); /* the number tells all apart */
    }
}

#else

void generations_check(const struct generations *g) { (void)g; }

#endif
