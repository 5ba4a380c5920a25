/* Conflict-driven symbolic execution (Kite): paths that would repeat a conflict are never
 * entered.
 *
 * The program is one acyclic graph (engine/cdse/fcfg.h). A path to a property is proposed that
 * holds no nogood (engine/cdse/nogood.h), the executor follows it, and where it turns out to be
 * impossible, the reason becomes a nogood: the options that the conflicting conditions
 * come from, and, found by a backward slice through the executed instructions, those at
 * joins where another way would have brought other values (Kite's guards, computed when a
 * conflict needs them). When no path is left all properties hold.
 *
 * States are kept along the path, so going back executes nothing again.
 */
#include <assert.h>
#include <string.h>

#include "base/hash.h"
#include "base/provoke.h"
#include "engine/cdse/learn.h"
#include "engine/cdse/sat.h"
#include "engine/cdse/sharing.h"
#include "engine/engine.h"
#include "exec/decide/shadow.h"
#include "exec/sym/ticks.h"
#include "ir/graph.h"
#include "ir/known.h"

enum {
    FIRST_HOPE = PROVOKED(16, 1),  /* replays without gain before they become rare */
    LOOK_EVERY = PROVOKED(512, 2), /* decisions between two looks at the limits */
    AHEAD = PROVOKED(16, 2),       /* levels planned before they are executed */
};

/* ---- the path ----------------------------------------------------------------------------------------- */

static struct option *option_of(const struct cdse *cd, const struct level *l) {
    assert(l->option != NO_OPTION);
    return &fcfg_node(&cd->g, l->node)->options[l->option];
}

void cdse_push_level(struct cdse *cd, uint32_t node) {
    assert(node < cd->g.nodes.len);
    assert(!cd->levels.len || vec_last(&cd->levels).option != NO_OPTION);
    fcfg_expand(&cd->g, node);
    sharing_expanded(cd, node);
    const struct fnode *n = fcfg_node(&cd->g, node);
    struct level l = {.node = node, .option = NO_OPTION, .why = cd->why.len};
    vec_resize(&cd->why, cd->why.len + n->noptions);
    vec_push(&cd->levels, l);
}

/* Takes the top level off, and the literals that led to it. */
void cdse_pop_level(struct cdse *cd) {
    assert(cd->levels.len);
    struct level l = vec_pop(&cd->levels);
    if (!cd->chooser || !cd->levels.len) cdse_free_stage(cd, l.step);
    cd->why.len = l.why;
    if (cd->executed > cd->levels.len) cd->executed = cd->levels.len;
    if (cd->chooser) return;
    nogoods_pop(&cd->db, fcfg_node(&cd->g, l.node)->literal);
    if (cd->levels.len) nogoods_pop(&cd->db, option_of(cd, &vec_last(&cd->levels))->literal);
}

void cdse_block_top(struct cdse *cd, struct nogood *why) {
    assert(why && vec_last(&cd->levels).option != NO_OPTION);
    struct level *l = &vec_last(&cd->levels);
    cd->why.data[l->why + l->option] = why;
    l->option = NO_OPTION;
}

/* ---- deciding ---------------------------------------------------------------------------------------- */

static bool is_goal(const struct option *o) { return o->kind == OPTION_CHECK || o->kind == OPTION_EXIT; }

/* Tries to take option o of the top level. NULL: done; else why not. */
static struct nogood *try_option(struct cdse *cd, uint32_t o) {
    assert(vec_last(&cd->levels).option == NO_OPTION && !cd->chooser);
    uint32_t at = cd->levels.len - 1, node = cd->levels.data[at].node;
    struct option *option = &fcfg_node(&cd->g, node)->options[o];
    if (option->dead || option->cut) return cd->unit;
    uint32_t target = fcfg_target(&cd->g, node, o);
    if (target != NO_NODE && fcfg_node(&cd->g, target)->dead) return cd->unit;
    struct nogood *why = nogoods_push(&cd->db, option->literal);
    if (!why && at + 1 == cd->executed && cdse_plainly_impossible(cd, at, o)) {
        nogoods_pop(&cd->db, option->literal);
        cd->levels.data[at].option = o;
        why = cdse_learn(cd, at);
        cd->levels.data[at].option = NO_OPTION;
        return why;
    }
    if (!why && is_goal(option)) {
        nogoods_pop(&cd->db, option->literal); /* it is not a part of the path */
        cd->levels.data[at].option = o;
        return NULL;
    }
    if (!why) {
        uint32_t literal = fcfg_node(&cd->g, target)->literal;
        why = nogoods_push(&cd->db, literal);
        if (!why) {
            cd->levels.data[at].option = o;
            cdse_push_level(cd, target);
            return NULL;
        }
        nogoods_pop(&cd->db, literal);
    }
    nogoods_pop(&cd->db, option->literal);
    return why;
}

/* Leaves out what the option implies: itself, the node that it leads to, and on from there
 * as long as there is one way only. */
static void leave_out_implied(struct cdse *cd, const struct option *option) {
    for (;;) {
        nogoods_leave_out(&cd->db, option->literal);
        if (option->target == NO_NODE) return;
        const struct fnode *to = fcfg_node(&cd->g, option->target);
        nogoods_leave_out(&cd->db, to->literal);
        if (!to->options || to->noptions != 1) return;
        option = &to->options[0];
    }
}

/* All options of the top level lead nowhere: the reasons together, without the options. */
static struct nogood *resolve(struct cdse *cd) {
    assert(vec_last(&cd->levels).option == NO_OPTION);
    const struct level *l = &vec_last(&cd->levels);
    struct fnode *n = fcfg_node(&cd->g, l->node);
    /* The only way on is blocked as soon as the path comes here. (The first node says which
     * bounds the whole refutation needs.) */
    if (n->noptions == 1 && cd->levels.len > 1 && cd->why.data[l->why]->n) return cd->why.data[l->why];
    uint64_t bounds = 0;
    vec_clear(&cd->resolved);
    nogoods_begin(&cd->db);
    nogoods_leave_out(&cd->db, n->literal);
    for (uint32_t o = 0; o < n->noptions; o++) {
        const struct option *option = &n->options[o];
        const struct nogood *why = cd->why.data[l->why + o];
        assert(why); /* each was tried */
        bounds |= option->cut | why->bounds |
                  (option->target == NO_NODE ? 0 : fcfg_node(&cd->g, option->target)->dead_bounds);
        if (!why->n) continue; /* dead by itself */
        leave_out_implied(cd, option);
        nogoods_gather(&cd->db, why->literals, why->n, &cd->resolved);
    }
    vec_push(&cd->resolved, n->literal);
    sharing_learned(cd, cd->resolved.data, cd->resolved.len, bounds, false);
    if (cd->resolved.len == 1) {
        n->dead = true;
        n->dead_bounds = bounds;
        return cd->unit;
    }
    return nogoods_add(&cd->db, cd->resolved.data, cd->resolved.len, bounds);
}

/* The option that is tried k-th: errors first, the ways on in this run's order. */
static uint32_t in_order(const struct cdse *cd, uint32_t node, uint32_t k) {
    if (!cd->order) return k;
    const struct fnode *n = fcfg_node(&cd->g, node);
    uint32_t goals = 0;
    while (goals < n->noptions && is_goal(&n->options[goals])) goals++;
    uint32_t ways = n->noptions - goals;
    if (k < goals || ways < 2) return k;
    if (cd->order == 1) return goals + n->noptions - 1 - k;
    return goals + (uint32_t)((k - goals + hash_mix(cd->order, node)) % ways);
}

/* The next option to be tried; as many as there are: all were. */
static uint32_t next_option(const struct cdse *cd, const struct level *l) {
    uint32_t n = fcfg_node(&cd->g, l->node)->noptions;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t o = in_order(cd, l->node, k);
        assert(o < n);
        if (!cd->why.data[l->why + o]) return o;
    }
    return n;
}

/* Is the plan long enough to see whether it is possible? Longer ones are mostly for nothing. */
static bool is_long(const struct cdse *cd) { return cd->levels.len >= cd->executed + AHEAD; }

/* Extends the path until it ends in a goal, or is long enough. False: there is no such path,
 * or a limit. */
static bool decide(struct cdse *cd, uint64_t *bounds) {
    for (uint32_t tries = 1; cd->levels.len; tries++) {
        if (tries % LOOK_EVERY == 0 && run_limit_now(cd->r)) return false;
        sharing_take(cd);
        struct level *l = &vec_last(&cd->levels);
        uint32_t o = next_option(cd, l);
        if (o < fcfg_node(&cd->g, l->node)->noptions) {
            struct nogood *why = try_option(cd, o);
            if (why) cd->why.data[vec_last(&cd->levels).why + o] = why;
            else if (vec_last(&cd->levels).option != NO_OPTION || is_long(cd)) return true;
            continue;
        }
        struct nogood *why = resolve(cd);
        cdse_pop_level(cd);
        if (cd->levels.len) cdse_block_top(cd, why);
    }
    *bounds = fcfg_node(&cd->g, 0)->dead_bounds;
    return false;
}

/* ---- following the plan ------------------------------------------------------------------------------ */

/* Levels above i are not wanted any more; the option of level i leads nowhere. */
static void go_back(struct cdse *cd, uint32_t i, struct nogood *why) {
    assert(why && i < cd->levels.len);
    cd->x->ctx->stats.backtracked += cd->levels.len - 1 - i;
    while (cd->levels.len > i + 1) cdse_pop_level(cd);
    if (!cd->chooser) cdse_block_top(cd, why);
}

/* Does the node of level i end with a call that is followed? */
static bool ends_in_call(const struct cdse *cd, uint32_t i) {
    const struct insn *in = &cdse_function(cd, i)->code[fcfg_node(&cd->g, cd->levels.data[i].node)->last];
    return in->op == IR_CALLI || (in->op == IR_CALL && fcfg_callee(&cd->g, in->a) == CALLEE_FOLLOWED);
}

/* Executes what is planned. False: a limit. */
static bool follow_plan(struct cdse *cd) {
    cdse_check(cd);
    uint32_t top = cd->levels.len - 1;
    while (cd->executed <= top && !cd->r->stopped) {
        uint32_t i = cd->executed;
        enum outcome out = cdse_execute(cd, i);
        if (out == OUT_LIMIT) return false;
        if (out == OUT_CONFLICT) {
            cd->x->ctx->stats.plans++;
            struct nogood *why = cdse_learn(cd, i - 1);
            go_back(cd, i - 1, why);
            return true;
        }
        sharing_passed(cd, i);
    }
    bool longer = !cd->r->stopped && cd->levels.data[top].option == NO_OPTION; /* it has no end yet */
    cd->x->ctx->stats.plans += !longer;
    if (cd->r->stopped || longer) return true;
    const struct option *goal = option_of(cd, &cd->levels.data[top]);
    const struct fnode *n = fcfg_node(&cd->g, cd->levels.data[top].node);
    if (goal->kind == OPTION_EXIT && cdse_exit(cd, top) == OUT_LIMIT) return false;
    if (goal->kind == OPTION_CHECK && goal->code == n->last && ends_in_call(cd, top) &&
        cdse_try_call(cd, top) == OUT_LIMIT)
        return false;
    /* Either its error was reported, or it is not possible. */
    go_back(cd, top, option_of(cd, &cd->levels.data[top])->dead ? cd->unit : cdse_learn(cd, top));
    return true;
}

static void start(struct cdse *cd) {
    assert(!cd->levels.len && cd->roots.len);
    cdse_push_level(cd, 0);
    if (!cd->chooser) nogoods_push(&cd->db, fcfg_node(&cd->g, 0)->literal);
}

/* No path is left, because of these bounds. True: but with higher ones there may be. */
static bool raise_bounds(struct cdse *cd, uint64_t bounds) {
    assert(cd->chooser || !cd->levels.len);
    uint64_t low = bounds & ~FCFG_FINAL;
    if (!low) {
        if (bounds & FCFG_FINAL) sym_gap(cd->x, GAP_BOUND, NULL);
        return false;
    }
    if (!cd->chooser) nogoods_forget(&cd->db, low);
    fcfg_raise(&cd->g, low);
    sharing_raised(cd, low);
    cd->x->ctx->stats.unrollings++;
    if (cd->chooser) chooser_raised(cd, low);
    else start(cd);
    return true;
}

/* False: it was stopped. */
static bool search(struct cdse *cd) {
    start(cd);
    while (!cd->r->stopped) {
        uint64_t bounds = 0;
        sharing_turn(cd);
        if (cd->chooser) sharing_take(cd);
        if (cd->chooser ? !chooser_decide(cd, &bounds) : !decide(cd, &bounds)) {
            if (run_limit(cd->r)) return false;
            if (raise_bounds(cd, bounds)) continue;
            return true;
        }
        if (!follow_plan(cd)) return false;
        run_round(cd->r, cd->levels.len);
    }
    return false;
}

/* ---- invariants -------------------------------------------------------------------------------------- */

#ifndef NDEBUG

static void check_level(const struct cdse *cd, uint32_t i) {
    const struct level *l = &cd->levels.data[i];
    const struct fnode *n = fcfg_node(&cd->g, l->node);
    bool top = i + 1 == cd->levels.len;
    assert(n->options && l->why + n->noptions <= cd->why.len);
    assert(l->option == NO_OPTION ? top : l->option < n->noptions);
    assert((i < cd->executed) == (l->step != NULL));
    if (!cd->chooser) assert(cd->db.is_true.data[n->literal]);
    if (top) return;
    const struct option *o = &n->options[l->option];
    assert(o->target == cd->levels.data[i + 1].node);
    if (!cd->chooser) assert(cd->db.is_true.data[o->literal] && !cd->why.data[l->why + l->option] && !o->cut);
}

static void check_stage(const struct cdse *cd, uint32_t i) {
    const struct stage *s = cd->levels.data[i].step;
    const struct fnode *n = fcfg_node(&cd->g, cd->levels.data[i].node);
    assert(s->multi || s->states.len <= 1);
    assert(!i || s->multi || !cd->levels.data[i - 1].step->multi);
    assert(s->ended_at == NO_CODE || (s->ended_at >= n->first && s->ended_at <= n->last));
    for (uint32_t k = 0; k < s->states.len; k++) assert(s->states.data[k]->pc && s->states.data[k]->model);
    for (uint32_t k = 1; k < s->touches.len; k++) assert(s->touches.data[k - 1].code <= s->touches.data[k].code);
    for (uint32_t k = 1; k < s->causes.len; k++) assert(s->causes.data[k - 1].index < s->causes.data[k].index);
}

void cdse_check(const struct cdse *cd) {
    const uint32_t most = 32; /* those below were checked when they were on top */
    assert(cd->levels.len && cd->executed <= cd->levels.len && !cd->step && cd->probe == PROBE_NONE);
    for (uint32_t i = cd->levels.len, k = 0; i-- > 0 && k < most; k++) {
        check_level(cd, i);
        if (i < cd->executed) check_stage(cd, i);
    }
}

#else

void cdse_check(const struct cdse *cd) { (void)cd; }

#endif

/* ---- the whole --------------------------------------------------------------------------------------- */

/* The error belongs to the instruction of the user's code that led to it. */
static void blame(struct cdse *cd) {
    assert(cd->blamed < cd->levels.len && (cd->last != NO_CODE || cd->blamed));
    uint32_t i = cd->blamed;
    bool before = cd->last == NO_CODE; /* in the instruction that led to the node */
    uint32_t code = before ? fcfg_node(&cd->g, cd->levels.data[i - 1].node)->last : cd->last;
    sharing_refuted(cd, before ? i - 1 : i, code);
    fcfg_told(&cd->g, cdse_function(cd, before ? i - 1 : i), code);
}

static void on_bug(void *owner, struct exec *x) {
    struct cdse *cd = owner;
    (void)x;
    sharing_flawed(cd);
    if (cd->started) blame(cd);
    run_tell(cd->r);
}

/* What the graph does not show, and the program has: jumps, and whether a value was ever set. */
const char *cdse_unfit(const struct exec *x) {
    if (known_in_program(x->p, KNOWN_SETS_JUMP)) return "the program uses setjmp";
    return check_has(x->checks, CHECK_UNINIT) ? "--check=uninit is on" : NULL;
}

static void release(struct cdse *cd) {
    while (cd->levels.len) cdse_pop_level(cd);
    for (uint32_t i = 0; i < cd->roots.len; i++) state_free(cd->x, cd->roots.data[i]);
    vec_release(&cd->roots);
    vec_release(&cd->levels);
    vec_release(&cd->why);
    vec_release(&cd->resolved);
    vec_release(&cd->todo);
    cdse_free_spare(cd);
    cdse_free_slice(cd);
    cdse_free_reasons(cd);
    mem_free(cd->unit);
    for (uint32_t w = 0; w <= 64; w++) vec_release(&cd->stand_ins[w].list);
    chooser_free(cd->chooser);
    sharing_free(cd);
    nogoods_release(&cd->db);
    fcfg_release(&cd->g);
}

/* Processes that do the same decide in different ways: as the user says; the least promising first; by a SAT solver, or
 * without one; then by chance. */
static void choose_order(struct cdse *cd) {
    enum decide wish = (enum decide)cd->x->ctx->opt.decide;
    uint32_t order = sharing_order(cd->r);
    cd->decide = order == 2 && wish == DECIDE_PATH ? DECIDE_GUIDE : order ? DECIDE_PATH : wish;
    cd->order = order == 2 ? 0 : order;
}

/* The program's edges are split (ir/edit.h), and cdse_unfit knows no reason. */
enum run_end cdse_run(struct run *r) {
    static const struct run_watch watch = {.bug = on_bug, .mark = cdse_scan};
    struct exec *x = r->x;
    struct cdse cd = {.r = r, .x = x};
    bool all = false;
    nogoods_init(&cd.db);
    cd.unit = MEM_NEW(struct nogood);
    cd.hope = FIRST_HOPE;
    cd.begun = sym_ticks(x);
    choose_order(&cd);
    fcfg_init(&cd.g, x->p, shadow_exit_matters(x), x->checks, bug_has(x->wanted, BUG_ABORT), x->max_depth,
              x->stack_size);
    run_watch(r, &watch, &cd);
    if (cdse_begin(&cd) && !r->stopped) {
        all = !cd.roots.len;
        if (!all) fcfg_start(&cd.g, cd.roots.data[0]->top->fn);
        if (!all) sharing_begin(&cd);
        if (!all && cd.decide != DECIDE_PATH) cd.chooser = chooser_new(&cd);
        if (!all) all = search(&cd);
    }
    tracer_end(x);
    sharing_end(&cd);
    x->ctx->stats.fcfg_nodes = cd.g.nodes.len;
    bool shown = !x->ctx->opt.show_fcfg || cdse_show(&cd, x->ctx->opt.show_fcfg);
    if (run_unwatch(r, &watch, &cd)) release(&cd);
    if (!shown) return RUN_FAILED;
    return all ? run_end(r) : RUN_STOPPED;
}
