/* Questions to the solver, and the forks that follow from the answers. */
#include <assert.h>

#include "exec/decide/concolic.h"
#include "exec/decide/shadow.h"
#include "exec/decide/tracer.h"
#include "exec/sym/sym.h"
#include "exec/sym/undefined.h"
#include "expr/bv.h"

uint64_t sym_sample(struct exec *x, expr e) {
    if (expr_is_const(x->sym->pool, e)) return expr_value(x->sym->pool, e);
    assert(x->now->model);
    if (x->shadow) shadow_know(x, e);
    return model_eval(x->now->model, x->sym->pool, e);
}

bool sym_follows(struct exec *x, expr cond) {
    if (x->shadow) shadow_know(x, cond);
    return model_holds(x->now->model, x->sym->pool, cond);
}

static void set_model(struct state *st, struct model *m) {
    model_release(st->model);
    st->model = m;
}

void sym_constrain(struct exec *x, expr cond) {
    assert(model_holds(x->now->model, x->sym->pool, cond));
    x->now->pc = pathcond_add(x->sym->solver, x->now->pc, cond);
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

bool sym_bounds(struct exec *x, expr e, uint64_t *lo, uint64_t *hi) {
    return solver_range(x->sym->solver, x->now->pc, e, x->now->model, lo, hi) == ANSWER_SAT;
}

enum truth sym_truth(struct exec *x, expr cond) {
    if (expr_is_const(x->sym->pool, cond)) return expr_is_true(x->sym->pool, cond) ? TRUTH_TRUE : TRUTH_FALSE;
    if (x->shadow) shadow_give_up(x);
    enum truth t = solver_truth(x->sym->solver, x->now->pc, cond, x->now->model, NULL);
    return t == TRUTH_UNKNOWN ? TRUTH_BOTH : t;
}

bool sym_assume(struct exec *x, expr cond) {
    struct symbolic *sy = x->sym;
    if (expr_is_true(sy->pool, cond)) return true;
    if (!undefined_use(x, cond, "an assumption")) return false;
    if (x->shadow) {
        bool holds = sym_follows(x, cond);
        shadow_duty(x, holds ? cond : expr_not(sy->pool, cond), holds ? DUTY_ASSUMED : DUTY_HOLDS);
        if (!holds) {
            x->stop = STOP_ASSUME;
            x->shadow->refused = cond;
        }
        return holds;
    }
    if (!expr_is_false(sy->pool, cond)) {
        if (sy->concolic) return concolic_assume(x, cond);
        if (sy->lazy) return sym_lazy_assume(x, cond);
        if (model_holds(x->now->model, sy->pool, cond)) {
            sym_constrain(x, cond);
            return true;
        }
        struct model *m = NULL;
        enum answer answer = solver_check(sy->solver, x->now->pc, cond, x->now->model, &m);
        if (answer == ANSWER_SAT) {
            set_model(x->now, m);
            sym_constrain(x, cond);
            return true;
        }
        if (answer == ANSWER_UNKNOWN) {
            sym_gap(x, GAP_SOLVER, NULL);
            x->stop = STOP_GIVEN_UP;
            return false;
        }
    }
    x->stop = STOP_ASSUME;
    return false;
}

/* The path condition decides a branch: who records the tree wants to know. */
static void tell_refused(struct exec *x, expr cond, bool side) {
    struct symbolic *sy = x->sym;
    if (sy->refused) sy->refused(sy->owner, x, side ? expr_not(sy->pool, cond) : cond);
}

bool sym_branch(struct exec *x, expr cond, uint32_t yes, uint32_t no) {
    struct symbolic *sy = x->sym;
    struct frame *top = x->now->top;
    const struct insn *code = top->fn->code;
    if (expr_is_const(sy->pool, cond)) {
        top->pc = code + (expr_is_true(sy->pool, cond) ? yes : no);
        return true;
    }
    if (yes != no && !undefined_use(x, cond, "a branch")) return false;
    if (x->shadow) {
        bool holds = sym_follows(x, cond);
        shadow_duty(x, holds ? cond : expr_not(sy->pool, cond), DUTY_HOLDS);
        top->pc = code + (holds ? yes : no);
        return true;
    }
    if (sy->concolic) return concolic_branch(x, cond, yes, no);
    if (sy->lazy) return sym_lazy_branch(x, cond, yes, no);
    struct model *other = NULL;
    enum truth truth = solver_truth(sy->solver, x->now->pc, cond, x->now->model, &other);
    bool side = truth == TRUTH_TRUE || (truth != TRUTH_FALSE && model_holds(x->now->model, sy->pool, cond));
    bool decided = truth == TRUTH_TRUE || truth == TRUTH_FALSE;
    if (decided) tell_refused(x, cond, side);
    top->pc = code + (side ? yes : no);
    if (decided) return true;
    expr not_cond = expr_not(sy->pool, cond);
    if (truth == TRUTH_UNKNOWN)
        sym_gap(x, GAP_SOLVER, NULL);
    else if (yes != no) {
        struct state *st = fork_with(x, side ? not_cond : cond, other);
        st->top->pc = code + (side ? no : yes);
        x->now->forks++;
    } else {
        model_release(other);
        return true;
    }
    sym_constrain(x, side ? cond : not_cond);
    return true;
}

/* ---- switch ------------------------------------------------------------------------------------ */

/* Where a constant goes. */
static uint32_t find_target(const struct ir_switch *sw, uint64_t value, uint32_t width) {
    for (uint32_t i = 0; i < sw->ncases; i++)
        if ((sw->values[i] & bv_mask(width)) == value) return sw->targets[i];
    return sw->otherwise;
}

expr sym_switch_way(struct exec *x, const struct ir_switch *sw, expr value, uint32_t target) {
    struct expr_pool *pool = x->sym->pool;
    uint32_t w = expr_width(pool, value);
    if (w <= 64 && expr_is_const(pool, value)) return expr_bool(pool, find_target(sw, expr_value(pool, value), w) == target);
    bool otherwise = target == sw->otherwise;
    /* For the default: not one of the values that lead elsewhere. */
    expr cond = expr_false(pool);
    for (uint32_t i = 0; i < sw->ncases; i++)
        if ((sw->targets[i] == target) != otherwise)
            cond = expr_or(pool, cond, expr_eq(pool, value, expr_const(pool, w, sw->values[i])));
    return otherwise ? expr_not(pool, cond) : cond;
}

static uint32_t target_of(const struct ir_switch *sw, uint64_t v) {
    for (uint32_t i = 0; i < sw->ncases; i++)
        if (sw->values[i] == v) return sw->targets[i];
    return sw->otherwise;
}

/* Forks off one state for each other target that is possible. */
static void switch_others(struct exec *x, const struct ir_switch *sw, expr value, uint32_t mine) {
    struct symbolic *sy = x->sym;
    vec_u32 seen = {0};
    vec_push(&seen, mine);
    for (uint32_t i = 0; i <= sw->ncases; i++) {
        uint32_t target = i < sw->ncases ? sw->targets[i] : sw->otherwise;
        if (vec_u32_has(&seen, target)) continue;
        vec_push(&seen, target);
        expr cond = sym_switch_way(x, sw, value, target);
        if (sy->concolic) {
            concolic_other(x, cond, target);
            continue;
        }
        struct model *m = NULL;
        enum answer answer = expr_is_false(sy->pool, cond)
                                 ? ANSWER_UNSAT
                                 : solver_check(sy->solver, x->now->pc, cond, x->now->model, &m);
        if (answer == ANSWER_UNKNOWN) sym_gap(x, GAP_SOLVER, NULL);
        if (answer != ANSWER_SAT) continue;
        struct state *st = fork_with(x, cond, m);
        st->top->pc = st->top->fn->code + target;
    }
    vec_release(&seen);
}

bool sym_switch(struct exec *x, const struct ir_switch *sw, expr value) {
    if (!undefined_use(x, value, "a switch")) return false;
    value = pathcond_simplify(x->sym->solver, x->now->pc, value);
    if (x->sym->lazy && !expr_is_const(x->sym->pool, value)) return sym_lazy_switch(x, sw, value);
    uint32_t mine = target_of(sw, sym_sample(x, value));
    if (x->shadow) {
        shadow_duty(x, sym_switch_way(x, sw, value, mine), DUTY_HOLDS);
    } else if (!expr_is_const(x->sym->pool, value)) {
        if (x->sym->concolic) concolic_switch(x, mine);
        switch_others(x, sw, value, mine);
        if (x->sym->forked.len || x->sym->concolic) {
            x->now->forks++;
            sym_constrain(x, sym_switch_way(x, sw, value, mine));
        }
    }
    x->now->top->pc = x->now->top->fn->code + mine;
    return true;
}

/* ---- one value ----------------------------------------------------------------------------------- */

/* The value of a constant; of what stopped the path, any will do. */
static uint64_t pinned_to(const struct exec *x, expr e) {
    return expr_is_const(x->sym->pool, e) ? expr_value(x->sym->pool, e) : 0;
}

uint64_t sym_pin(struct exec *x, expr e) {
    struct symbolic *sy = x->sym;
    e = pathcond_simplify(sy->solver, x->now->pc, e);
    if (expr_is_const(sy->pool, e) || !undefined_pin(x, e, "an address, a size or an argument")) return pinned_to(x, e);
    if (sy->concolic) return concolic_pin(x, e);
    if (!sym_feasible(x)) return 0;
    uint64_t v = sym_sample(x, e);
    expr equal = expr_eq(sy->pool, e, expr_const(sy->pool, expr_width(sy->pool, e), v));
    if (x->shadow) {
        shadow_duty(x, equal, DUTY_HOLDS);
        return v;
    }
    struct model *other = NULL;
    enum truth truth = solver_truth(sy->solver, x->now->pc, equal, x->now->model, &other);
    if (truth == TRUTH_UNKNOWN) sym_gap(x, GAP_SOLVER, NULL);
    if (truth == TRUTH_BOTH) {
        fork_with(x, expr_not(sy->pool, equal), other);
        x->now->forks++;
    }
    sym_constrain(x, equal);
    return v;
}

uint64_t sym_pin_slot(struct exec *x, uint32_t slot) {
    uint32_t sym = frame_sym(x->now->top, slot);
    if (!sym) return x->now->top->regs[slot];
    uint64_t v = sym_pin(x, (expr){sym});
    frame_set(x->now->top, slot, v, 0);
    return v;
}

uint64_t sym_settle(struct exec *x, expr e, enum gap why) {
    struct symbolic *sy = x->sym;
    e = pathcond_simplify(sy->solver, x->now->pc, e);
    if (expr_is_const(sy->pool, e) || !undefined_pin(x, e, "an operand or an argument")) return pinned_to(x, e);
    if (sy->concolic) return concolic_settle(x, e, why);
    if (!sym_feasible(x)) return 0;
    uint64_t v = sym_sample(x, e);
    expr equal = expr_eq(sy->pool, e, expr_const(sy->pool, expr_width(sy->pool, e), v));
    if (x->shadow) { /* concrete in the path, or a gap that was told */
        shadow_duty(x, equal, DUTY_HOLDS);
        return v;
    }
    if (solver_truth(sy->solver, x->now->pc, equal, x->now->model, NULL) != TRUTH_TRUE) sym_gap(x, why, NULL);
    sym_constrain(x, equal);
    return v;
}

void sym_settle_slot(struct exec *x, uint32_t slot, enum gap why) {
    uint32_t sym = frame_sym(x->now->top, slot);
    if (sym) frame_set(x->now->top, slot, sym_settle(x, (expr){sym}, why), 0);
}

/* ---- errors ---------------------------------------------------------------------------------------- */

/* Reports with m as the state's model. */
static void report_under(struct exec *x, struct model *m, sym_report_fn report, void *data) {
    struct model *own = x->now->model;
    x->now->model = m;
    report(x, data);
    assert(x->stop == STOP_BUG);
    x->sym->bug(x->sym->owner, x);
    x->stop = STOP_NONE;
    x->now->model = own;
}

bool sym_check(struct exec *x, expr bad, sym_report_fn report, void *data) {
    struct symbolic *sy = x->sym;
    struct state *st = x->now;
    if (expr_is_false(sy->pool, bad)) return true;
    if (x->shadow) return shadow_checked(x, expr_not(sy->pool, bad), report, data);
    if (expr_is_true(sy->pool, bad)) {
        report(x, data);
        return false;
    }
    if (sy->concolic) return concolic_check(x, bad, report, data);
    if (x->tracer) x->tracer->check(x->tracer, x, bad);
    if (sy->lazy && sym_lazy_check(x, bad)) return true;
    if (!sym_feasible(x)) return false;
    struct model *other = NULL;
    enum truth truth = solver_truth(sy->solver, st->pc, bad, st->model, &other);
    if (truth == TRUTH_FALSE) return true;
    if (truth == TRUTH_TRUE) {
        report(x, data);
        return false;
    }
    bool mine_is_bad = model_holds(st->model, sy->pool, bad);
    if (truth == TRUTH_UNKNOWN) {
        sym_gap(x, GAP_SOLVER, NULL);
        if (mine_is_bad) {
            report(x, data);
            return false;
        }
    } else {
        struct pathcond *own = pathcond_retain(st->pc);
        st->pc = pathcond_add(sy->solver, st->pc, bad);
        report_under(x, mine_is_bad ? st->model : other, report, data);
        pathcond_release(st->pc);
        st->pc = own;
        if (mine_is_bad)
            set_model(st, other);
        else
            model_release(other);
    }
    sym_constrain(x, expr_not(sy->pool, bad));
    return true;
}
