/* Questions put off: what simplification, models and intervals do not answer is left
 * open, and both ways are taken. See sym.h. */
#include "exec/decide/lazy.h"

#include <assert.h>

#include "exec/decide/fork.h"
#include "exec/sym/decider.h"
#include "exec/sym/undefined.h"
#include "expr/arith.h"
#include "ir/operands.h"
#include "solver/path.h"

/* ---- both ways --------------------------------------------------------------------------------------- */

/* Adds cond; the model stays if it satisfies it. */
static void constrain(struct exec *x, struct state *st, expr cond) {
    assert(expr_width(x->sym->pool, cond) == 1);
    st->pc = pathcond_add(x->sym->solver, st->pc, cond);
    if (!st->model || model_holds(st->model, x->sym->pool, cond)) return;
    model_release(st->model);
    st->model = NULL;
}

/* May cond hold? A model of that, if one turned up, in *m. */
static enum answer ask(struct exec *x, expr cond, struct model **m) {
    struct symbolic *sy = x->sym;
    struct state *st = x->now;
    *m = NULL;
    assert(expr_width(sy->pool, cond) == 1);
    if (expr_is_false(sy->pool, cond)) return ANSWER_UNSAT;
    uint64_t was = solver_set_effort(sy->solver, EFFORT_NONE);
    enum answer a = solver_check(sy->solver, st->pc, cond, st->model, st->model ? m : NULL);
    solver_set_effort(sy->solver, was);
    return a;
}

/* A state for the inputs that satisfy cond; takes the model over. */
static struct state *fork_lazily(struct exec *x, expr cond, struct model *m) {
    struct state *other = state_fork(x, x->now);
    model_release(other->model);
    other->model = m;
    assert(!m || model_holds(m, x->sym->pool, cond));
    other->pc = pathcond_add(x->sym->solver, other->pc, cond);
    other->forks++;
    return other;
}

static bool lazy_assume(struct exec *x, expr cond) {
    struct model *m;
    if (ask(x, cond, &m) == ANSWER_UNSAT) {
        x->stop = STOP_ASSUME;
        return false;
    }
    if (m) {
        model_release(x->now->model);
        x->now->model = m;
    }
    constrain(x, x->now, cond);
    return true;
}

static bool lazy_branch(struct exec *x, expr cond, uint32_t yes, uint32_t no) {
    assert(!expr_is_const(x->sym->pool, cond));
    struct symbolic *sy = x->sym;
    struct state *st = x->now;
    const struct insn *code = st->top->fn->code;
    expr not_cond = expr_not(sy->pool, cond);
    bool side = !st->model || model_holds(st->model, sy->pool, cond);
    struct model *m, *mine = NULL;
    bool other = ask(x, side ? not_cond : cond, &m) != ANSWER_UNSAT;
    if (other && !st->model && ask(x, cond, &mine) == ANSWER_UNSAT) side = false, other = false;
    st->top->pc = code + (side ? yes : no);
    if (!other) return true;
    if (yes == no) {
        model_release(m);
        return true;
    }
    struct state *forked = fork_lazily(x, side ? not_cond : cond, m);
    forked->top->pc = code + (side ? no : yes);
    vec_push(&sy->forked, forked);
    st->forks++;
    constrain(x, st, side ? cond : not_cond);
    return true;
}

static void lazy_select(struct exec *x, uint32_t slot) {
    struct symbolic *sy = x->sym;
    struct state *st = x->now;
    expr cond = pathcond_simplify(sy->solver, st->pc, sym_slot(x, slot, 1)), not_cond = expr_not(sy->pool, cond);
    bool side = st->model ? model_holds(st->model, sy->pool, cond) : !expr_is_false(sy->pool, cond);
    struct model *m;
    if (!expr_is_const(sy->pool, cond) && ask(x, side ? not_cond : cond, &m) != ANSWER_UNSAT) {
        struct state *other = fork_lazily(x, side ? not_cond : cond, m);
        frame_set(other->top, slot, !side, 0);
        vec_push(&sy->forked, other);
        st->forks++;
        constrain(x, st, side ? cond : not_cond);
    }
    frame_set(st->top, slot, side, 0);
}

/* One state for each target, the state in execution for the last of those that a fork is
 * not made for. */
static bool lazy_switch(struct exec *x, const struct ir_switch *sw, expr value) {
    struct state *st = x->now;
    vec_u32 targets = {0};
    sym_switch_targets(sw, &targets);
    uint32_t last = 0;
    expr last_cond = EXPR_NONE;
    struct model *last_model = NULL;
    for (uint32_t i = 0; i < targets.len; i++) {
        expr cond = sym_switch_way(x, sw, value, targets.data[i]);
        struct model *m;
        if (ask(x, cond, &m) == ANSWER_UNSAT) continue;
        if (expr_is(last_cond)) {
            struct state *other = fork_lazily(x, last_cond, last_model);
            other->top->pc = other->top->fn->code + last;
            vec_push(&x->sym->forked, other);
        }
        last = targets.data[i], last_cond = cond, last_model = m;
    }
    vec_release(&targets);
    if (!expr_is(last_cond)) {
        x->stop = STOP_ASSUME;
        return false;
    }
    model_release(st->model);
    st->model = last_model;
    constrain(x, st, last_cond);
    st->top->pc = st->top->fn->code + last;
    return true;
}

/* ---- errors -------------------------------------------------------------------------------------------- */

/* False: nothing was put off, the caller has to ask. */
static bool put_off(struct exec *x, expr bad) {
    assert(!expr_is_const(x->sym->pool, bad));
    struct symbolic *sy = x->sym;
    struct state *st = x->now;
    if (st->model && model_holds(st->model, sy->pool, bad)) return false; /* it is one */
    struct model *m;
    if (ask(x, bad, &m) == ANSWER_UNSAT) return true;
    /* A suspect executes the instruction again: calls may have had effects already. */
    bool again = !ir_is_call(st->top->pc->op);
    if (m || !again) {
        model_release(m);
        return false;
    }
    vec_push(&sy->suspects, fork_lazily(x, bad, NULL));
    constrain(x, st, expr_not(sy->pool, bad));
    return true;
}

static bool lazy_check(struct exec *x, expr bad, sym_report_fn report, void *data) {
    bool certain = expr_is_true(x->sym->pool, bad);
    return (!certain && put_off(x, bad)) || fork_check(x, bad, report, data);
}

static const struct decider lazy_decider = {
    .ask.assume = lazy_assume,
    .ask.branch = lazy_branch,
    .ask.switch_to = lazy_switch,
    .ask.pin = fork_pin, /* wants a model, and so an answer */
    .ask.settle = fork_settle,
    .ask.check = lazy_check,
    .ask.use = undefined_check,
    .ask.select = lazy_select,
    .props.file_size = -1,
};

void lazy_begin(struct exec *x) {
    assert(x->decider == &fork_decider);
    x->decider = &lazy_decider;
}

void lazy_end(struct exec *x) {
    assert(x->decider == &lazy_decider);
    x->decider = &fork_decider;
}
