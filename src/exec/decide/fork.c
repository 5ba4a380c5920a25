/* Decides by asking the solver, and forks where both answers are possible. */
#include "exec/decide/fork.h"

#include <assert.h>

#include "exec/core/decision.h"
#include "exec/sym/decider.h"
#include "exec/sym/undefined.h"
#include "expr/arith.h"
#include "solver/path.h"

static void set_model(struct state *st, struct model *m) {
    assert(m);
    model_release(st->model);
    st->model = m;
}

/* A state for the inputs that satisfy cond, of which m (taken over) is one. It stands
 * where x->now does. */
static struct state *fork_with(struct exec *x, expr cond, struct model *m) {
    struct state *other = state_fork(x, x->now);
    set_model(other, m);
    assert(model_holds(m, x->sym->pool, cond));
    other->pc = pathcond_add(x->sym->solver, other->pc, cond);
    other->forks++;
    vec_push(&x->sym->forked, other);
    return other;
}

/* The solver gave up on whether cond may hold: a state for the case that it does, to be asked again when
 * there is nothing better to do, or a gap (then NULL). */
static struct state *put_off(struct exec *x, expr cond) {
    struct symbolic *sy = x->sym;
    if (!x->decider->props.puts_off) return sym_gap(x, GAP_SOLVER, NULL), NULL;
    struct state *other = state_fork(x, x->now);
    model_release(other->model);
    other->model = NULL;
    other->pc = pathcond_add(sy->solver, other->pc, cond);
    other->forks++;
    vec_push(&sy->unproved, other);
    return other;
}

/* ---- which way ------------------------------------------------------------------------------------- */

static bool no_way(struct exec *x) {
    x->stop = STOP_ASSUME;
    return false;
}

static bool fork_assume(struct exec *x, expr cond) {
    assert(x->now->model);
    struct symbolic *sy = x->sym;
    if (expr_is_false(sy->pool, cond)) return no_way(x);
    if (!model_holds(x->now->model, sy->pool, cond)) {
        struct model *m = NULL;
        enum answer answer = solver_check(sy->solver, x->now->pc, cond, x->now->model, &m);
        if (answer == ANSWER_UNSAT) return no_way(x);
        if (answer == ANSWER_UNKNOWN) {
            struct state *st = put_off(x, cond); /* the state that waits assumes it again */
            if (st) decision_add(x, st, DECISION_AGAIN, 1);
            x->stop = st ? STOP_ASSUME : STOP_GIVEN_UP;
            return false;
        }
        set_model(x->now, m);
    }
    sym_constrain(x, cond);
    return true;
}

/* The path condition decides a branch: an engine that records the tree asks for that. */
static void tell_refused(struct exec *x, expr cond, bool side) {
    struct symbolic *sy = x->sym;
    if (sy->hooks.refused) sy->hooks.refused(sy->hooks.owner, x, side ? expr_not(sy->pool, cond) : cond);
}

static bool fork_branch(struct exec *x, expr cond, uint32_t yes, uint32_t no) {
    assert(x->now->model && !expr_is_const(x->sym->pool, cond));
    struct symbolic *sy = x->sym;
    struct frame *top = x->now->top;
    const struct insn *code = top->fn->code;
    struct model *other = NULL;
    enum truth truth = solver_truth(sy->solver, x->now->pc, cond, x->now->model, &other);
    bool side = truth == TRUTH_TRUE || (truth != TRUTH_FALSE && model_holds(x->now->model, sy->pool, cond));
    bool decided = truth == TRUTH_TRUE || truth == TRUTH_FALSE;
    if (decided) tell_refused(x, cond, side);
    top->pc = code + (side ? yes : no);
    if (decided) return true;
    expr not_cond = expr_not(sy->pool, cond);
    if (yes == no) {
        model_release(other);
        return true;
    }
    expr other_cond = side ? not_cond : cond;
    struct state *st = truth == TRUTH_UNKNOWN ? put_off(x, other_cond) : fork_with(x, other_cond, other);
    if (st) st->top->pc = code + (side ? no : yes);
    if (st) decision_add(x, st, DECISION_BRANCH, !side);
    decision_add(x, x->now, DECISION_BRANCH, side);
    x->now->forks += truth != TRUTH_UNKNOWN;
    sym_constrain(x, side ? cond : not_cond);
    return true;
}

/* A state for another target, if it is possible. False: surely no input leads there. */
static bool fork_to(struct exec *x, expr cond, uint32_t target) {
    struct symbolic *sy = x->sym;
    struct model *m = NULL;
    if (expr_is_false(sy->pool, cond)) return false;
    enum answer answer = solver_check(sy->solver, x->now->pc, cond, x->now->model, &m);
    if (answer == ANSWER_UNSAT) return false;
    struct state *st = answer == ANSWER_UNKNOWN ? put_off(x, cond) : fork_with(x, cond, m);
    if (st) st->top->pc = st->top->fn->code + target;
    if (st) decision_add(x, st, DECISION_SWITCH, target);
    return true;
}

static bool fork_switch(struct exec *x, const struct ir_switch *sw, expr value) {
    assert(!expr_is_const(x->sym->pool, value));
    uint32_t mine = sym_switch_target(sw, sym_sample(x, value));
    vec_u32 targets = {0};
    bool open = false;
    sym_switch_targets(sw, &targets);
    /* Copies of large frames add up: a limit may be hit on the way, and then nothing is exhausted. */
    for (uint32_t i = 0; i < targets.len && !limits_hit(&x->ctx->limits); i++)
        if (targets.data[i] != mine) open |= fork_to(x, sym_switch_way(x, sw, value, targets.data[i]), targets.data[i]);
    vec_release(&targets);
    if (open) {
        x->now->forks++;
        sym_constrain(x, sym_switch_way(x, sw, value, mine));
        decision_add(x, x->now, DECISION_SWITCH, mine);
    }
    x->now->top->pc = x->now->top->fn->code + mine;
    return true;
}

/* ---- one value ----------------------------------------------------------------------------------- */

uint64_t fork_pin(struct exec *x, expr e) {
    assert(!expr_is_const(x->sym->pool, e));
    struct symbolic *sy = x->sym;
    if (!sym_feasible(x)) return 0;
    uint64_t v = sym_sample(x, e);
    expr equal = sym_equals(x, e, v);
    struct model *other = NULL;
    enum truth truth = solver_truth(sy->solver, x->now->pc, equal, x->now->model, &other);
    assert(truth != TRUTH_FALSE); /* the model's value is one */
    struct state *st = NULL;
    if (truth == TRUTH_UNKNOWN) st = put_off(x, expr_not(sy->pool, equal));
    if (truth == TRUTH_BOTH) {
        st = fork_with(x, expr_not(sy->pool, equal), other);
        x->now->forks++;
    }
    if (st) decision_add(x, st, DECISION_NOT, v);
    if (truth != TRUTH_TRUE) decision_add(x, x->now, DECISION_PIN, v);
    sym_constrain(x, equal);
    return v;
}

uint64_t fork_settle(struct exec *x, expr e, enum gap why) {
    struct symbolic *sy = x->sym;
    if (!sym_feasible(x)) return 0;
    uint64_t v = sym_sample(x, e);
    expr equal = sym_equals(x, e, v);
    if (solver_truth(sy->solver, x->now->pc, equal, x->now->model, NULL) != TRUTH_TRUE) sym_gap(x, why, NULL);
    decision_add(x, x->now, DECISION_SETTLE, v);
    sym_constrain(x, equal);
    return v;
}

/* ---- errors ---------------------------------------------------------------------------------------- */

/* Reports with m as the state's model, where `bad` holds. */
static void report_under(struct exec *x, expr bad, struct model *m, sym_report_fn report, void *data) {
    struct state *st = x->now;
    struct model *own = st->model;
    struct pathcond *path = pathcond_retain(st->pc);
    assert(model_holds(m, x->sym->pool, bad));
    st->pc = pathcond_add(x->sym->solver, st->pc, bad);
    st->model = m;
    report(x, data);
    assert(x->stop == STOP_BUG);
    x->sym->hooks.bug(x->sym->hooks.owner, x);
    x->stop = STOP_NONE;
    st->model = own;
    pathcond_release(st->pc);
    st->pc = path;
}

static bool always(struct exec *x, sym_report_fn report, void *data) {
    report(x, data);
    assert(x->stop);
    return false;
}

bool fork_check(struct exec *x, expr bad, sym_report_fn report, void *data) {
    assert(!expr_is_false(x->sym->pool, bad));
    struct symbolic *sy = x->sym;
    struct state *st = x->now;
    if (expr_is_true(sy->pool, bad)) return always(x, report, data);
    if (!sym_feasible(x)) return false;
    struct model *other = NULL;
    enum truth truth = solver_truth(sy->solver, st->pc, bad, st->model, &other);
    if (truth == TRUTH_FALSE) return true;
    if (truth == TRUTH_TRUE) return always(x, report, data);
    bool mine_is_bad = model_holds(st->model, sy->pool, bad);
    if (truth == TRUTH_UNKNOWN) {
        struct state *again = put_off(x, mine_is_bad ? expr_not(sy->pool, bad) : bad);
        if (again) decision_add(x, again, DECISION_AGAIN, !mine_is_bad);
        if (mine_is_bad) return always(x, report, data);
    } else {
        report_under(x, bad, mine_is_bad ? st->model : other, report, data);
        if (mine_is_bad) set_model(st, other);
        else model_release(other);
    }
    decision_add(x, st, DECISION_CHECK, 0);
    sym_constrain(x, expr_not(sy->pool, bad));
    return true;
}

#define FORKS                         \
    .ask = {.assume = fork_assume,    \
            .branch = fork_branch,    \
            .switch_to = fork_switch, \
            .pin = fork_pin,          \
            .settle = fork_settle,    \
            .check = fork_check,      \
            .use = undefined_check},  \
    .props.file_size = -1

const struct decider fork_decider = {FORKS};
const struct decider path_decider = {FORKS, .props.decides_found = true};
const struct decider cover_decider = {FORKS, .props.decides_few = true, .props.decides_found = true,
                                      .props.puts_off = true};
