/* Proofs by invariants: loops are cut at their heads, recursion at the entries of functions, everything between is
 * executed exactly.
 *
 * A state that enters a loop becomes the head of a cut (cond/blur.h): what a round may change holds a
 * symbol, of which guesses are assumed (cond/guess.h). All paths of one round are executed from there,
 * inner loops cut likewise. What comes back to the head has to satisfy the guesses, and so has the
 * state that entered; those that are not satisfied are weakened, and the round is executed again, until nothing
 * changes: then they hold whenever execution is there, by induction. What leaves the loop goes on
 * behind it. No error and no gap on the way, in the last execution of each round, is a proof.
 *
 * Calls of a recursive function are cut likewise: its body is the round, from its entry to the entries of the calls
 * that it makes, and behind these to its returns, with what is guessed of returns (call.c).
 *
 * Loops that go round without a decision that depends on an input are executed as they are. Several
 * attempts, the cheap ones first: more guesses, and rounds that are executed exactly before the cut.
 *
 * Errors that are met before any cut are real, and the engine reports them; others only end the attempt.
 */
#include <assert.h>

#include "engine/engine.h"
#include "engine/invariant/call.h"
#include "engine/invariant/inside.h"
#include "engine/invariant/note.h"
#include "exec/sym/aside.h"
#include "expr/keep.h"
#include "ir/bound.h"
#include "ir/cfg.h"
#include "ir/live.h"
#include "ir/sealed.h"

/* One try at the whole program. */
struct proof_attempt {
    enum guess_zeal zeal;
    uint32_t peel;
    bool cut_all, cells;
    uint64_t work; /* ticks of the solver */
};

enum { TICKS = 1 << 20 };

static const struct proof_attempt attempts[] = {
    {ZEAL_ATOMS, 0, false, false, 64 * (uint64_t)TICKS}, {ZEAL_PAIRS, 0, false, false, 64 * (uint64_t)TICKS},
    {ZEAL_PAIRS, 1, false, false, 64 * (uint64_t)TICKS}, {ZEAL_CASES, 0, false, false, 128 * (uint64_t)TICKS},
    {ZEAL_CASES, 1, true, false, 128 * (uint64_t)TICKS}, {ZEAL_ATOMS, 0, false, true, 64 * (uint64_t)TICKS},
    {ZEAL_CASES, 0, false, true, 64 * (uint64_t)TICKS},
};

/* ---- what the executor tells ------------------------------------------------------------------------ */

static void on_bug(void *owner, struct exec *x) {
    struct invariant *e = owner;
    if (!x->now->mark && !x->now->space.vasts) run_tell(e->r); /* nothing stands for more: this happens */
    if (e->sampling) return;
    e->errors++;
    note_conditions(e, x->now); /* what guesses are to exclude */
}

static void scan_level(struct invariant *e, const struct loop_level *lv) {
    const state_list *const lists[] = {&lv->todo, &lv->waiting, &lv->ends, &lv->exits};
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
        for (uint32_t i = 0; i < lists[k]->len; i++) sym_mark_state(e->x, lists[k]->data[i]);
    if (lv->entry) sym_mark_state(e->x, lv->entry);
    if (lv->from) sym_mark_state(e->x, lv->from);
}

static void scan_record(const struct invariant *e, const struct head_record *rec) {
    guesses_mark(&rec->guesses);
    if (rec->call) guesses_mark(&rec->call->after);
    for (int k = 0; rec->call && k < 2; k++)
        for (uint32_t i = 0; i < rec->call->told[k].len; i++) expr_mark(e->x->sym->pool, rec->call->told[k].data[i]);
    blur_mark(&rec->blur);
    if (rec->call) blur_mark(&rec->call->out);
}

static void scan(struct expr_pool *pool, void *owner) {
    struct invariant *e = owner;
    for (const struct loop_level *lv = e->level; lv; lv = lv->up) scan_level(e, lv);
    for (uint32_t i = 0; i < e->records.len; i++) scan_record(e, e->records.data[i]);
    for (uint32_t i = 0; i < e->passages.len; i++)
        for (uint32_t k = 0; k < e->passages.data[i].cells.len; k++)
            expr_mark(pool, e->passages.data[i].cells.data[k].cond);
    for (uint32_t i = 0; i < e->asked.len; i++) expr_mark(pool, e->asked.data[i].cond);
    uint64_t key, result;
    for (uint32_t at = 0; map_next(&e->results, &at, &key, &result);) expr_mark(pool, (expr){(uint32_t)result});
    notes_mark(e);
}

static const struct run_watch watch = {.bug = on_bug, .mark = scan};

/* ---- running ------------------------------------------------------------------------------------------- */

/* From copies of the first states. True: a proof. */
static bool try_attempt(struct invariant *e, const struct proof_attempt *a, const state_list *first) {
    struct loop_level lv;
    struct aside aside;
    e->zeal = a->zeal;
    e->peel = a->peel;
    e->cut_all = a->cut_all;
    e->cells = a->cells;
    e->errors = 0;
    e->failed = false;
    e->x->ctx->stats.invariant_attempts++;
    e->work_end = solver_work(e->x->sym->solver) + e->x->instructions / 16 + a->work;
    aside_begin(e->x, &aside);
    level_begin(e, &lv, NULL);
    for (uint32_t i = 0; i < first->len; i++) vec_push(&lv.todo, state_fork(e->x, first->data[i]));
    bool ok = level_run(e, &lv) && !e->errors && !aside_has_gap(e->x, &aside);
    level_end(e, &lv);
    if (ok && e->r->invariants) notes_tell(e);
    if (ok && e->r->invariants) calls_tell(e);
    notes_cut_back(e, 0);
    records_release(e);
    aside_end(e->x, &aside, true);
    return ok;
}

/* How deep recursion goes, and what the frames between hold, is not known of a call that is left out: where running out
 * of stack or losing a block is an error, all are executed. */
static void find_sealed(struct invariant *e) {
    const struct exec *x = e->x;
    bitset_init(&e->sealed);
    if (bug_has(x->wanted, BUG_STACK) || bug_has(x->wanted, BUG_STACK_SIZE) || check_has(x->checks, CHECK_LEAK)) return;
    struct callgraph *cg = callgraph_new(e->x->p);
    sealed_find(cg, &e->sealed);
    callgraph_free(cg);
}

static void begin(struct invariant *e) {
    struct exec *x = e->x;
    arena_init(&e->arena);
    places_init(&e->places);
    map_init(&e->makers);
    map_init(&e->inputs);
    map_init(&e->results);
    map_init(&e->assumed);
    map_init(&e->told);
    rng_init(&e->rng, (uint64_t)x->ctx->opt.seed);
    e->live = live_new(x->p);
    e->merger = (struct merger){x, e->live, NULL};
    e->loops = mem_zalloc(x->p->functions.len * sizeof *e->loops);
    for (uint32_t i = 1; i < x->p->functions.len; i++) {
        const struct function *f = x->p->functions.data[i];
        if (ir_has_code(f) && !f->runtime) e->loops[i] = loops_build(&e->arena, x->p, f);
    }
    find_sealed(e);
    x->sym->wants_vast = x->sym->wants_cells = true;
    x->sym->hooks.cells_read = record_read;
    run_watch(e->r, &watch, e);
}

static void end(struct invariant *e) {
    vec_release(&e->records);
    vec_release(&e->notes);
    places_release(&e->places);
    vec_release(&e->passages);
    map_release(&e->makers);
    map_release(&e->inputs);
    map_release(&e->results);
    map_release(&e->assumed);
    map_release(&e->told);
    vec_release(&e->asked);
    bitset_release(&e->sealed);
    mem_free(e->loops);
    arena_release(&e->arena);
    live_free(e->live);
    e->x->sym->wants_vast = e->x->sym->wants_cells = false;
    e->x->sym->hooks.cells_read = NULL;
}

static void take_first(struct invariant *e, state_list *first) {
    struct symbolic *sy = e->x->sym;
    vec_push(first, e->x->now);
    while (sy->forked.len) vec_push(first, vec_pop(&sy->forked));
    run_take(e->r, NULL);
}

/* The program has points (ir/points.h). */
enum run_end invariant_run(struct run *r) {
    struct invariant e = {.r = r, .x = r->x};
    state_list first = {0};
    bool proved = false;
    r->presumes = true;
    begin(&e);
    take_first(&e, &first);
    for (size_t i = 0; i < sizeof attempts / sizeof *attempts && !proved && !run_is_over(r); i++)
        proved = try_attempt(&e, &attempts[i], &first);
    if (proved) run_closes(r);
    if (!proved && !run_is_over(r)) sym_gap(r->x, GAP_ENGINE, "found no invariant that proves the program");
    if (!run_unwatch(r, &watch, &e)) return RUN_STOPPED;
    states_free(r->x, &first);
    vec_release(&first);
    end(&e);
    return proved ? run_end(r) : RUN_STOPPED;
}

/* Why it cannot run: rounds are counted, or what is undefined is asked for. */
const char *invariant_unfit(const struct exec *x) {
    if (x->p->bounds && (x->p->bounds->nloops || x->p->bounds->recursion != BOUND_NONE))
        return "loops or recursion have a bound";
    if (check_has(x->checks, CHECK_UNINIT)) return "--check=uninit is on";
    return NULL;
}
