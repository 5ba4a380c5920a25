#include "engine/concolic/generations.h"

#include <assert.h>
#include <stdlib.h>

#include "base/heap.h"
#include "base/provoke.h"
#include "engine/concolic/inside.h"

enum {
    MOST_REPORTS = 3,            /* of one error that is not settled */
    MOST_WAITING = 1 << 17,      /* pieces of work, while fuzzing */
    DRAW_EVERY = PROVOKED(4, 1), /* expansions for each random change that is expanded */
};

void generations_init(struct generations *g, struct run *r, enum seed_kind files, const struct generations_hooks *hooks,
                      uint64_t most) {
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

static void drop_all(vec_ranked *heap) {
    for (uint32_t i = 0; i < heap->len; i++) work_release(&heap->data[i].work);
    vec_clear(heap);
}

void generations_release(struct generations *g) {
    drop_all(&g->queue);
    drop_all(&g->guesses);
    vec_release(&g->queue);
    vec_release(&g->guesses);
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

static bool is_first(const void *a, const void *b) { return before(a, b); }

/* Takes work over. */
static void push(struct generations *g, uint64_t score, uint64_t rarity, struct work *work) {
    vec_ranked *heap = work->guess ? &g->guesses : &g->queue;
    heap_push(heap, is_first, (struct ranked){score, rarity, g->numbers++, *work});
    if (!(g->numbers & (g->numbers - 1))) generations_check(g); /* now and then */
}

static int by_rank(const void *a, const void *b) { return before(a, b) ? -1 : before(b, a) ? 1 : 0; }

void generations_sort(vec_ranked *heap) {
    if (heap->len) qsort(heap->data, heap->len, sizeof *heap->data, by_rank);
}

static void halve(vec_ranked *heap) {
    assert(heap->len > 1);
    generations_sort(heap);
    for (uint32_t i = heap->len / 2; i < heap->len; i++) work_release(&heap->data[i].work);
    heap->len /= 2;
}

/* Work that would never be done must not fill the memory: the worse half goes. */
static void thin_out(struct generations *g) {
    if (g->guesses.len >= MOST_WAITING) halve(&g->guesses);
    if (g->files == SEED_NONE || g->queue.len < MOST_WAITING) return;
    halve(&g->queue);
    sym_gap(g->x, GAP_LIMIT, "more inputs than can be kept");
}

/* Is a guess next? By rank, as long as they are not too many; where nothing else is left, as parts.h says. */
static bool guesses_now(const struct generations *g) {
    if (!g->guesses.len) return false;
    if (!g->queue.len) return !g->owes || (g->x->sym->gaps.seen && g->guessed < g->patience);
    return g->guessed < g->patience && before(&g->guesses.data[0], &g->queue.data[0]);
}

bool generations_next(struct generations *g, struct work *work) {
    bool guess = guesses_now(g);
    if (!guess && !g->queue.len) drop_all(&g->guesses); /* if there are any, they are worth no more */
    if (g->stopped || (!guess && !g->queue.len)) return false;
    *work = heap_pop(guess ? &g->guesses : &g->queue, is_first).work;
    if (guess) g->guessed++;
    else if (g->patience != UINT64_MAX) g->patience++;
    return true;
}

void generations_return(struct generations *g, struct work *work) { push(g, UINT64_MAX, 0, work); }

void generations_restore(struct generations *g, const struct ranked *one) {
    struct work work = one->work;
    push(g, one->score, one->rarity, &work);
}

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

/* Counts the child's blocks that no process has covered before, as far as is known. *here: some are new to this
 * search. */
static uint64_t new_blocks(struct generations *g, const struct child *c, bool *here) {
    uint64_t n = 0;
    *here = false;
    for (uint32_t i = 0; i < c->blocks.len; i++) {
        uint64_t b = c->blocks.data[i];
        const struct function *f = g->x->p->functions.data[b >> 32];
        if (!covered_block(g->covered, f, (uint32_t)b)) continue;
        *here = true;
        n += !covered_is_elsewhere(g->covered, f, (uint32_t)b);
    }
    return n;
}

/* With one seed the same inputs come twice only if a prediction was wrong. A guess does not stand for what is due. */
static bool seen_before(struct generations *g, const struct work *w) {
    assert(w->root < runner_roots(g->runner));
    enum { GUESSED = 1, DUE };
    uint64_t key = work_hash(w), now = w->guess ? GUESSED : DUE;
    if (map_get(&g->inputs, key, 0) < now) return map_put(&g->inputs, key, now), false;
    if (!g->repeats && !w->guess) sym_gap(g->x, GAP_DIVERGED, NULL);
    return true;
}

enum origin_of { FROM_OUTSIDE, FROM_EXPANSION, FROM_CHANCE, FROM_DRAW };

/* Takes the child's work, or releases it. True: it reached new code. */
static bool absorb(struct generations *g, struct child *c, enum origin_of from) {
    bool seed = from == FROM_OUTSIDE, here;
    uint64_t score = new_blocks(g, c, &here);
    if (!c->predicted) {
        g->diverged++;
        sym_gap(g->x, GAP_DIVERGED, NULL);
    }
    if (c->work.generation > g->generation) g->generation = c->work.generation;
    if (c->bug && map_get(&g->reported, c->bug, 0) < MOST_REPORTS) {
        struct telling t = {g, c};
        if (!runner_report(g->runner, &c->work, tell_bug, &t)) sym_gap(g->x, GAP_DIVERGED, NULL);
    }
    if (here && g->hooks->file && !g->hooks->file(g->hooks->owner, &c->file, &c->blocks)) g->stopped = true;
    if (here || seed) mutator_keep(&g->mutator, &c->file);
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
    w.guess = g->maker;
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
        runner_expand(g->runner, &w, g->repeats || w.guess, &e);
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

bool generations_done(const struct generations *g) {
    return !g->queue.len && !g->guesses.len && !g->stopped && !run_is_over(g->r);
}

#ifndef NDEBUG

static void check_heap(const struct generations *g, const vec_ranked *heap, bool guesses) {
    for (uint32_t i = 0; i < heap->len; i++) {
        const struct ranked *one = &heap->data[i];
        assert(!one->work.guess == !guesses);
        assert(one->number < g->numbers && one->work.root < runner_roots(g->runner));
        assert(!i || before(&heap->data[(i - 1) / 2], one)); /* the number tells all apart */
    }
}

void generations_check(const struct generations *g) {
    check_heap(g, &g->queue, false);
    check_heap(g, &g->guesses, true);
}

#else

void generations_check(const struct generations *g) { (void)g; }

#endif
