/* What is the same for all deciders (exec/sym/decider.h): constants decide themselves, the
 * use of an undefined value is reported first, and what rests on the bits of a NaN is put right. */
#include <assert.h>

#include "exec/sym/decider.h"
#include "exec/sym/effort.h"
#include "exec/sym/sym.h"
#include "exec/sym/undefined.h"
#include "exec/sym/vast.h"
#include "expr/arith.h"
#include "expr/float.h"
#include "expr/float_value.h"
#include "expr/relate.h"
#include "ir/operands.h"
#include "solver/path.h"

/* The bits of NaNs that operations make (expr/float.h) where a decision looks at them.
 *
 * It is open which NaN that is, so nothing may be decided by it. A decision on e is right for
 * every NaN if e with any other NaN in the place of each such operation has the same value:
 *
 *     path condition and e != e[other NaNs]
 *
 * has no solution. Else the decision stands for one NaN, and that is a gap.
 */

static expr nan_decided_slowly(struct exec *x, expr e) {
    struct expr_pool *pool = x->sym->pool;
    expr fixed = float_settled(pool, e, false), other = float_settled(pool, e, true),
         differs = expr_ne(pool, fixed, other);
    bool open = expr_float_bits(pool, fixed) != FLOAT_BITS_NONE ||
                expr_float_bits(pool, other) != FLOAT_BITS_NONE; /* too many layers */
    if (expr_is_false(pool, differs) && !open) return fixed;
    if (x->decider->props.locations)
        return (!open && solver_holds_anywhere(x->sym->solver, expr_not(pool, differs))) || !decider_gives_up(x)
                   ? fixed
                   : EXPR_NONE;
    if (open || solver_check(x->sym->solver, x->now->pc, differs, x->now->model, NULL) != ANSWER_UNSAT)
        sym_gap(x, GAP_NAN, NULL);
    return fixed;
}

/* e as decisions may have it: without the bits of NaNs; or with those of one, which is noted
 * as a gap. None: a run over locations does not follow that (stopped). */
static expr nan_decided(struct exec *x, expr e) {
    return expr_float_bits(x->sym->pool, e) == FLOAT_BITS_NONE ? e : nan_decided_slowly(x, e);
}

uint64_t sym_sample(struct exec *x, expr e) {
    if (expr_is_const(x->sym->pool, e)) return expr_value(x->sym->pool, e);
    assert(x->now->model);
    decider_know(x, e);
    return model_eval(x->now->model, x->sym->pool, e);
}

bool sym_follows(struct exec *x, expr cond) {
    assert(x->now->model && expr_width(x->sym->pool, cond) == 1);
    decider_know(x, cond);
    return model_holds(x->now->model, x->sym->pool, cond);
}

void sym_constrain(struct exec *x, expr cond) {
    assert(model_holds(x->now->model, x->sym->pool, cond));
    x->now->pc = pathcond_add(x->sym->solver, x->now->pc, cond);
}

bool sym_bounds(struct exec *x, expr e, uint64_t *lo, uint64_t *hi) {
    return solver_range(x->sym->solver, x->now->pc, e, x->now->model, lo, hi) == ANSWER_SAT;
}

bool sym_assume(struct exec *x, expr cond) {
    assert(expr_width(x->sym->pool, cond) == 1);
    if (expr_is_true(x->sym->pool, cond)) return true;
    if (!undefined_use(x, cond, "an assumption")) return false;
    cond = nan_decided(x, cond);
    if (!expr_is(cond)) return false;
    if (expr_is_true(x->sym->pool, cond)) return true;
    x->now->asked++;
    bool ok = x->decider->ask.assume(x, cond);
    assert(ok || x->stop);
    return ok;
}

bool sym_branch(struct exec *x, expr cond, uint32_t yes, uint32_t no) {
    struct frame *top = x->now->top;
    assert(expr_width(x->sym->pool, cond) == 1 && yes < top->fn->ncode && no < top->fn->ncode);
    bool open = !expr_is_const(x->sym->pool, cond);
    if (open && yes != no && !undefined_use(x, cond, "a branch")) return false;
    cond = nan_decided(x, cond);
    if (!expr_is(cond)) return false;
    if (!expr_is_const(x->sym->pool, cond)) {
        if (x->effort) effort_decides(x);
        x->now->asked++;
        return x->decider->ask.branch(x, cond, yes, no);
    }
    top->pc = top->fn->code + (expr_is_true(x->sym->pool, cond) ? yes : no);
    return true;
}

/* ---- switch ------------------------------------------------------------------------------------ */

expr sym_switch_way(struct exec *x, const struct ir_switch *sw, expr value, uint32_t target) {
    struct expr_pool *pool = x->sym->pool;
    uint32_t w = expr_width(pool, value);
    assert(w == sw->width);
    if (w <= 64 && expr_is_const(pool, value))
        return expr_bool(pool, sym_switch_target(sw, expr_value(pool, value)) == target);
    bool otherwise = target == sw->otherwise;
    /* For the default: not one of the values that lead elsewhere. */
    expr cond = expr_false(pool);
    for (uint32_t i = 0; i < sw->ncases; i++)
        if ((sw->targets[i] == target) != otherwise)
            cond = expr_or(pool, cond, expr_eq(pool, value, expr_const(pool, w, sw->values[i])));
    return otherwise ? expr_not(pool, cond) : cond;
}

uint32_t sym_switch_target(const struct ir_switch *sw, uint64_t v) {
    assert(sw->width >= 64 || !(v >> sw->width));
    for (uint32_t i = 0; i < sw->ncases; i++)
        if (sw->values[i] == v) return sw->targets[i];
    return sw->otherwise;
}

void sym_switch_targets(const struct ir_switch *sw, vec_u32 *targets) {
    assert(!targets->len);
    for (uint32_t i = 0; i <= sw->ncases; i++) {
        uint32_t target = i < sw->ncases ? sw->targets[i] : sw->otherwise;
        if (!vec_u32_has(targets, target)) vec_push(targets, target);
    }
    assert(targets->len && vec_u32_has(targets, sw->otherwise));
}

bool sym_switch(struct exec *x, const struct ir_switch *sw, expr value) {
    if (!undefined_use(x, value, "a switch")) return false;
    value = nan_decided(x, pathcond_simplify(x->sym->solver, x->now->pc, value));
    if (!expr_is(value)) return false;
    if (!expr_is_const(x->sym->pool, value)) {
        if (x->effort) effort_decides(x);
        x->now->asked++;
        return x->decider->ask.switch_to(x, sw, value);
    }
    struct frame *top = x->now->top;
    assert(top->pc->op == IR_SWITCH);
    top->pc = top->fn->code + sym_switch_target(sw, expr_value(x->sym->pool, value));
    return true;
}

/* ---- one value ----------------------------------------------------------------------------------- */

expr sym_equals(struct exec *x, expr e, uint64_t v) {
    struct expr_pool *pool = x->sym->pool;
    return expr_eq(pool, e, expr_const(pool, expr_width(pool, e), v));
}

/* The value of a constant; of what stopped the path, any will do. */
static uint64_t pinned_to(const struct exec *x, expr e) {
    assert(expr_is_const(x->sym->pool, e) || x->stop);
    return expr_is_const(x->sym->pool, e) ? expr_value(x->sym->pool, e) : 0;
}

/* An address of a vast object has no value that differs for certain from another's. Conditions over it have. */
static bool is_vast_address(const struct exec *x, expr e) {
    return expr_width(x->sym->pool, e) > 1 && vast_mentions(x, e);
}

uint64_t sym_pin(struct exec *x, expr e) {
    e = pathcond_simplify(x->sym->solver, x->now->pc, e);
    if (expr_is_const(x->sym->pool, e) || !undefined_pin(x, e, "an address, a size or an argument"))
        return pinned_to(x, e);
    e = nan_decided(x, e);
    if (!expr_is(e) || expr_is_const(x->sym->pool, e)) return expr_is(e) ? pinned_to(x, e) : 0;
    if (is_vast_address(x, e)) return vast_gives_up(x);
    if (x->effort) effort_decides(x);
    x->now->asked++;
    return x->decider->ask.pin(x, e);
}

uint64_t sym_pin_slot(struct exec *x, uint32_t slot) {
    assert(slot < x->now->top->fn->nslots);
    uint32_t sym = frame_sym(x->now->top, slot);
    if (!sym) return x->now->top->regs[slot];
    uint64_t v = sym_pin(x, (expr){sym});
    frame_set(x->now->top, slot, v, 0);
    return v;
}

uint64_t sym_settle(struct exec *x, expr e, enum gap why) {
    assert(why < GAPS);
    e = pathcond_simplify(x->sym->solver, x->now->pc, e);
    if (expr_is_const(x->sym->pool, e) || !undefined_pin(x, e, "an operand or an argument")) return pinned_to(x, e);
    e = nan_decided(x, e);
    if (!expr_is(e) || expr_is_const(x->sym->pool, e)) return expr_is(e) ? pinned_to(x, e) : 0;
    if (is_vast_address(x, e)) return vast_gives_up(x);
    x->now->asked++;
    return x->decider->ask.settle(x, e, why);
}

void sym_settle_slot(struct exec *x, uint32_t slot, enum gap why) {
    assert(slot < x->now->top->fn->nslots);
    uint32_t sym = frame_sym(x->now->top, slot);
    if (sym) frame_set(x->now->top, slot, sym_settle(x, (expr){sym}, why), 0);
}

bool sym_decide(struct exec *x, expr cond) {
    assert(x->decider->props.decides_places && expr_width(x->sym->pool, cond) == 1);
    cond = nan_decided(x, cond);
    return expr_is(cond) && x->decider->ask.decide(x, cond);
}

/* ---- errors ---------------------------------------------------------------------------------------- */

bool sym_check(struct exec *x, expr bad, sym_report_fn report, void *data) {
    assert(expr_width(x->sym->pool, bad) == 1);
    if (expr_is_false(x->sym->pool, bad)) return true;
    bad = nan_decided(x, bad);
    x->now->asked++;
    return expr_is(bad) && (expr_is_false(x->sym->pool, bad) || x->decider->ask.check(x, bad, report, data));
}

/* ---- questions put off --------------------------------------------------------------------------------- */

bool sym_feasible(struct exec *x) {
    struct state *st = x->now;
    if (st->model) return true;
    struct model *m = NULL;
    switch (solver_check(x->sym->solver, st->pc, expr_true(x->sym->pool), NULL, &m)) {
    case ANSWER_SAT: st->model = m; return true;
    case ANSWER_UNSAT: x->stop = STOP_ASSUME; return false;
    case ANSWER_UNKNOWN: break;
    }
    sym_gap(x, GAP_SOLVER, NULL);
    x->stop = STOP_GIVEN_UP;
    return false;
}

/* A value at a place that is known: none of its contents' business. */
static bool stores_plainly(const struct exec *x, const struct insn *in) {
    if (in->op >= IR_STORE8 && in->op <= IR_STOREN) return !sym_is(x, in->a);
    return in->op >= IR_STORE8X && in->op <= IR_STORE64X && !sym_is(x, in->a) && !sym_is(x, in->b);
}

bool sym_wants_model(const struct exec *x) {
    const struct insn *in = x->now->top->pc;
    if (in->op >= IR_ADD32 && in->op <= IR_CALIGNNI) return false;
    if (ir_is_fused_branch(in->op)) return false;
    if (in->op >= IR_TRUNC8 && in->op <= IR_WIDECAST) return false;
    if (in->op >= IR_FADD32 && in->op <= IR_FCAST) return false;
    if (stores_plainly(x, in)) return false;
    return in->op != IR_BR && in->op != IR_SWITCH && in->op != IR_MOV && in->op != IR_SELECT;
}
