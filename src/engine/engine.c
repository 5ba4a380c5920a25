#include "engine/engine.h"

#include <assert.h>
#include <string.h>

#include "base/str.h"
#include "engine/share.h"
#include "ir/address.h"
#include "ir/edit.h"
#include "ir/points.h"

enum points { POINTS_NONE, POINTS_JOINS, POINTS_SELECTS, POINTS_SIDES, POINTS_CALLS };
enum { CAN_NO, CAN_YES };
enum work { WORK_ONE, WORK_PARTS, WORK_ORDERS, WORK_RESTING, WORK_FACTS };
enum tells { TELLS_NOTHING, TELLS_BLOCKS, TELLS_LOOPS };
enum { MOST_ORDERS = 8 };

struct row {
    const char *name;
    enum run_end (*run)(struct run *r);
    bool reach;
    enum points points;
    bool counters;
    const char *(*unfit)(const struct exec *x);
    enum work work;
    enum tells tells;
    enum engine_learns learns;
    const char *options;
};

const char *any_program(const struct exec *x) {
    (void)x;
    return NULL;
}

static const struct row rows[] = {
#define ENGINE(ID, name, run, reach, points, counters, unfit, work, tells, learns, options, words) \
    {name,  run,         CAN_##reach,   POINTS_##points, CAN_##counters,                           \
     unfit, WORK_##work, TELLS_##tells, LEARNS_##learns, options},
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

enum engine engine_of_command(enum command command) { return command == CMD_FUZZ ? ENGINE_CONCOLIC : ENGINE_EXPLORE; }

enum engine engine_of_threads(void) { return ENGINE_THREADS; }

enum engine engine_that_learns(enum engine_learns what) {
    enum engine e = 0;
    while (e < ENGINE_AUTO && rows[e].learns != what) e++;
    assert(e < ENGINE_AUTO);
    return e;
}

/* NAME or NAME=VALUE of --NAME or --NAME=... */
static bool is_option(const char *own, size_t n, const char *word) {
    return str_starts(word, "--") && strncmp(word + 2, own, n) == 0 &&
           (!word[2 + n] || (word[2 + n] == '=' && !memchr(own, '=', n)));
}

enum engine engine_of_option(const char *word, struct str *option) {
    for (enum engine e = 0; e < ENGINE_AUTO; e++) {
        for (const char *own = rows[e].options; *own; own += strspn(own, " ")) {
            size_t n = strcspn(own, " ");
            if (is_option(own, n, word)) {
                str_clear(option);
                str_addf(option, "--%.*s", (int)n, own);
                return e;
            }
            own += n;
        }
    }
    return ENGINE_AUTO;
}

bool engine_divides(enum engine engine) { return row_of(engine)->work == WORK_PARTS; }
uint32_t engine_orders(enum engine engine) { return row_of(engine)->work >= WORK_ORDERS ? MOST_ORDERS : 1; }
bool engine_rests(enum engine engine) { return row_of(engine)->work == WORK_RESTING; }
bool engine_keeps_facts(enum engine engine) { return row_of(engine)->work == WORK_FACTS; }
bool engine_tells_blocks(enum engine engine) { return row_of(engine)->tells == TELLS_BLOCKS; }
bool engine_tells_loops(enum engine engine) { return row_of(engine)->tells == TELLS_LOOPS; }

bool engine_counts_loops(enum engine engine) { return engine != ENGINE_AUTO && row_of(engine)->counters; }

void engine_prepare(enum engine engine, struct program *p) {
    enum points points = engine == ENGINE_AUTO ? POINTS_NONE : row_of(engine)->points;
    if (points != POINTS_NONE) points_add(p, points == POINTS_SELECTS, points == POINTS_SIDES);
    if (points == POINTS_CALLS) points_add_calls(p);
    split_edges(p);
    if (points == POINTS_SELECTS) address_mark_all_selects(p);
    else address_mark_selects(p);
}

/* The engine that runs in its place. */
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
    /* Notes are an engine's own: an engine that stands in for it has no run to send its own to. */
    if (row != row_of(engine) && r->share && r->share->notes) r->share = NULL;
    enum run_end end = row->run(r);
    run_limit_now(r); /* an engine that ended after that has left something out, whatever it says */
    bool all = end == RUN_EXHAUSTED && !run_is_over(r);
    assert(!all || !r->x->sym->forked.len);
    while (r->x->sym->forked.len) state_free(r->x, vec_pop(&r->x->sym->forked)); /* the engine did not take them */
    if (solver_saw_nan_bits(r->x->sym->solver)) sym_gap(r->x, GAP_NAN, NULL);
    if (!all && !r->stopped && !r->x->sym->gaps.seen) sym_gap(r->x, GAP_OPEN, NULL);
    if (exhausted) *exhausted = all;
    return end != RUN_FAILED;
}
