#include "engine/engine.h"

#include <assert.h>

#include "engine/share.h"
#include "ir/address.h"
#include "ir/points.h"
#include "ir/split.h"

enum points { POINTS_NONE, POINTS_JOINS, POINTS_SELECTS, POINTS_SIDES, POINTS_CALLS };
enum { CAN_NO, CAN_YES };

struct row {
    const char *name;
    enum run_end (*run)(struct run *r);
    bool reach;
    enum points points;
    bool counters;
    const char *(*unfit)(const struct exec *x);
};

/* Their operations, as their own headers declare them: a line of the table is all that there is to add. */
#define ENGINE(ID, name, operation, reach, points, counters, unfit, words) \
    enum run_end operation(struct run *r);                                 \
    const char *unfit(const struct exec *x);
#include "engine/engine.def"
#undef ENGINE

const char *any_program(const struct exec *x) {
    (void)x;
    return NULL;
}

static const struct row rows[] = {
#define ENGINE(ID, name, run, reach, points, counters, unfit, words) \
    {name, run, CAN_##reach, POINTS_##points, CAN_##counters, unfit},
#include "engine/engine.def"
#undef ENGINE
};

static const struct row *row_of(enum engine engine) {
    assert(engine < ENGINE_AUTO);
    return &rows[engine];
}

const char *engine_name(enum engine engine) { return engine == ENGINE_AUTO ? "auto" : row_of(engine)->name; }

bool engine_reaches(enum engine engine) { return row_of(engine)->reach; }

enum engine engine_for_reach(int index) {
    assert(index >= 0);
    for (enum engine e = 0; e < ENGINE_AUTO; e++)
        if (rows[e].reach && index-- == 0) return e;
    return ENGINE_AUTO;
}

bool engine_counts_loops(enum engine engine) { return engine != ENGINE_AUTO && row_of(engine)->counters; }

void engine_prepare(enum engine engine, struct program *p) {
    enum points points = engine == ENGINE_AUTO ? POINTS_NONE : row_of(engine)->points;
    if (points != POINTS_NONE) points_add(p, points == POINTS_SELECTS, points == POINTS_SIDES);
    if (points == POINTS_CALLS) points_add_calls(p);
    split_edges(p);
    if (points == POINTS_SELECTS)
        address_mark_all_selects(p);
    else
        address_mark_selects(p);
}

/* Who runs in the engine's place. */
static const struct row *stand_in(enum engine engine, const struct exec *x) {
    const struct row *row = row_of(engine);
    if (x->p->threads) return row_of(ENGINE_THREADS);
    const char *why = row->unfit(x);
    if (!why) return row;
    log_info(&x->ctx->log, "%s: every path is explored instead", why);
    return row_of(ENGINE_EXPLORE);
}

bool engine_run(enum engine engine, struct run *r, bool *exhausted) {
    assert(r->to && r->to->bug && r->x->now && !r->limited);
    const struct row *row = stand_in(engine, r->x);
    /* Notes are an engine's own, and whoever stands in for it has nobody to give work to. */
    if (row != row_of(engine) && r->share && r->share->notes) r->share = NULL;
    enum run_end end = row->run(r);
    run_limit_now(r); /* who ended after that has left something out, whatever it says */
    bool all = end == RUN_EXHAUSTED && !run_is_over(r);
    assert(!all || !r->x->sym->forked.len);
    while (r->x->sym->forked.len) state_free(r->x, vec_pop(&r->x->sym->forked)); /* nobody took them */
    if (solver_saw_nan_bits(r->x->sym->solver)) sym_gap(r->x, GAP_NAN, NULL);
    if (!all && !r->stopped && !r->x->sym->gaps) sym_gap(r->x, GAP_OPEN, NULL);
    if (exhausted) *exhausted = all;
    return end != RUN_FAILED;
}
