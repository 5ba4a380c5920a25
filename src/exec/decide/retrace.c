#include "exec/decide/retrace.h"

#include <assert.h>
#include <stdio.h>

#include "exec/sym/input.h"
#include "exec/sym/merge.h"
#include "expr/arith.h"
#include "solver/path.h"

/* ---- ways ---------------------------------------------------------------------------------------- */

void retrace_way_release(struct retrace_way *way) {
    vec_release(&way->steps);
    vec_release(&way->parts);
}

static void add_parts(struct exec *x, const struct state *st, struct retrace_way *way) {
    trail_list all = {0};
    vec_u64 choices = {0};
    trail_under(x->sym->pool, st->model, st->trail, &all, &choices);
    for (uint32_t i = all.len; i-- > 0;) {
        const struct trail *t = all.data[i];
        if (t->is_part)
            vec_push(&way->parts, (struct retrace_part){t->input, t->offset, t->size, model_get(st->model, t->sym)});
    }
    vec_release(&all);
    vec_release(&choices);
}

void retrace_way_of(struct exec *x, const struct state *st, struct retrace_way *way) {
    assert(st->model);
    memset(way, 0, sizeof *way);
    uint32_t n = st->decided ? st->decided->depth + 1 : 0;
    vec_resize(&way->steps, n);
    for (const struct decision_link *d = st->decided; d; d = d->prev)
        way->steps.data[--n] = (struct retrace_step){d->asked, d->kind, d->value};
    assert(n == 0);
    way->hash = st->decided ? st->decided->hash : 0;
    add_parts(x, st, way);
}

/* ---- along a way ------------------------------------------------------------------------------------ */

static bool diverge(struct exec *x) {
    const struct retrace *r = x->sym->retrace;
    char text[160];
    const struct retrace_step *step = r && retrace_goes_on(r) ? &r->way->steps.data[r->at] : NULL;
    snprintf(text, sizeof text,
             "a piece of work does not fit the program (question %llu, step %u of %u: question %llu, kind %d)",
             (unsigned long long)x->now->asked, r ? r->at : 0, r ? r->way->steps.len : 0,
             (unsigned long long)(step ? step->asked : 0), step ? (int)step->kind : -1);
    sym_gap(x, GAP_DIVERGED, text);
    x->stop = STOP_GIVEN_UP;
    return false;
}

/* The step that answers the question asked last; NULL: its answer was forced. */
static const struct retrace_step *step_here(const struct exec *x) {
    const struct retrace *r = x->sym->retrace;
    assert(retrace_goes_on(r) && x->decider == &r->decider);
    const struct retrace_step *step = &r->way->steps.data[r->at];
    return step->asked <= x->now->asked ? step : NULL;
}

/* st takes the step. False: it was the last one, and the way that was taken is not the one that was given. */
static bool note_step(struct exec *x, const struct retrace_step *step, struct state *st) {
    struct retrace *r = x->sym->retrace;
    assert(st->asked == step->asked);
    r->hash = decision_hash(x, r->hash, step->kind, step->value);
    decision_add(x, st, step->kind, step->value);
    r->at++;
    return retrace_goes_on(r) || r->hash == r->way->hash || diverge(x);
}

/* x->now takes the step; behind the last one the other decider takes over. */
static bool take_step(struct exec *x, const struct retrace_step *step) {
    if (!note_step(x, step, x->now)) return false;
    if (!retrace_goes_on(x->sym->retrace)) retrace_end(x);
    return true;
}

static bool fits(const struct exec *x, const struct retrace_step *step, enum decision_kind kind) {
    return step->asked == x->now->asked && step->kind == kind;
}

/* The path goes on where cond holds, which it must for some input. */
static bool constrain(struct exec *x, struct state *st, expr cond) {
    struct symbolic *sy = x->sym;
    if (!model_holds(st->model, sy->pool, cond)) {
        struct model *m = NULL;
        enum answer answer = solver_check(sy->solver, st->pc, cond, st->model, &m);
        if (answer == ANSWER_UNKNOWN) sym_gap(x, GAP_SOLVER, NULL);
        if (answer != ANSWER_SAT) return diverge(x);
        model_release(st->model);
        st->model = m;
    }
    st->pc = pathcond_add(sy->solver, st->pc, cond);
    return true;
}

/* A new state under cond executes the instruction again, in the place of x->now. x->now decides nothing any more: the
 * caller may ask more questions before it sees that the state was stopped. */
static bool again(struct exec *x, const struct retrace_step *step, expr cond) {
    struct state *other = state_fork(x, x->now);
    if (!constrain(x, other, cond) || !note_step(x, step, other)) {
        state_free(x, other);
        return false;
    }
    other->forks++;
    vec_push(&x->sym->forked, other);
    x->stop = STOP_ASSUME;
    return false;
}

/* ---- decisions ---------------------------------------------------------------------------------------- */

static bool retrace_assume(struct exec *x, expr cond) {
    if (x->stop) return false;
    const struct retrace_step *step = step_here(x);
    if (expr_is_false(x->sym->pool, cond)) return diverge(x);
    if (!step) return constrain(x, x->now, cond);
    return fits(x, step, DECISION_AGAIN) && step->value == 1 ? again(x, step, cond) : diverge(x);
}

static bool retrace_branch(struct exec *x, expr cond, uint32_t yes, uint32_t no) {
    if (x->stop) return false;
    const struct retrace_step *step = step_here(x);
    struct frame *top = x->now->top;
    bool side = step ? step->value == 1 : model_holds(x->now->model, x->sym->pool, cond);
    if (step && (!fits(x, step, DECISION_BRANCH) || step->value > 1)) return diverge(x);
    if (step && (!constrain(x, x->now, side ? cond : expr_not(x->sym->pool, cond)) || !take_step(x, step)))
        return false;
    if (step) x->now->forks++;
    top->pc = top->fn->code + (side ? yes : no);
    return true;
}

static bool has_target(const struct ir_switch *sw, uint64_t target) {
    for (uint32_t i = 0; i < sw->ncases; i++)
        if (sw->targets[i] == target) return true;
    return sw->otherwise == target;
}

static bool retrace_switch(struct exec *x, const struct ir_switch *sw, expr value) {
    if (x->stop) return false;
    const struct retrace_step *step = step_here(x);
    if (step && (!fits(x, step, DECISION_SWITCH) || !has_target(sw, step->value))) return diverge(x);
    uint32_t target = step ? (uint32_t)step->value : sym_switch_target(sw, sym_sample(x, value));
    if (step && (!constrain(x, x->now, sym_switch_way(x, sw, value, target)) || !take_step(x, step))) return false;
    if (step) x->now->forks++;
    x->now->top->pc = x->now->top->fn->code + target;
    return true;
}

static bool is_value(const struct exec *x, expr e, uint64_t v) {
    uint32_t width = expr_width(x->sym->pool, e);
    return width >= 64 || !(v >> width);
}

static uint64_t retrace_pin(struct exec *x, expr e) {
    if (x->stop) return 0;
    const struct retrace_step *step = step_here(x);
    if (step && !is_value(x, e, step->value)) return diverge(x);
    if (step && fits(x, step, DECISION_NOT))
        return again(x, step, expr_not(x->sym->pool, sym_equals(x, e, step->value)));
    if (step && !fits(x, step, DECISION_PIN)) return diverge(x);
    uint64_t v = step ? step->value : sym_sample(x, e);
    if (!constrain(x, x->now, sym_equals(x, e, v))) return 0;
    if (step && !take_step(x, step)) return 0;
    if (step) x->now->forks++;
    return v;
}

static uint64_t retrace_settle(struct exec *x, expr e, enum gap why) {
    if (x->stop) return 0;
    const struct retrace_step *step = step_here(x);
    if (!step || !fits(x, step, DECISION_SETTLE) || !is_value(x, e, step->value)) return diverge(x);
    expr equal = sym_equals(x, e, step->value);
    if (solver_truth(x->sym->solver, x->now->pc, equal, x->now->model, NULL) != TRUTH_TRUE) sym_gap(x, why, NULL);
    if (!constrain(x, x->now, equal) || !take_step(x, step)) return 0;
    return step->value;
}

static bool retrace_check(struct exec *x, expr bad, sym_report_fn report, void *data) {
    if (x->stop) return false;
    const struct retrace_step *step = step_here(x);
    (void)report;
    (void)data;
    expr fine = expr_not(x->sym->pool, bad);
    if (expr_is_true(x->sym->pool, bad)) return diverge(x);
    if (!step) return model_holds(x->now->model, x->sym->pool, fine) || diverge(x);
    if (fits(x, step, DECISION_AGAIN)) return step->value <= 1 ? again(x, step, step->value ? bad : fine) : diverge(x);
    if (!fits(x, step, DECISION_CHECK)) return diverge(x);
    return constrain(x, x->now, fine) && take_step(x, step);
}

/* A part that the program takes gets its value; which one it is, is mostly known by order. */
static void retrace_value(struct exec *x, const struct trail *part, uint32_t width) {
    struct retrace *r = x->sym->retrace;
    uint32_t n = r->way->parts.len;
    for (uint32_t tried = 0; tried < n; tried++) {
        const struct retrace_part *p = &r->way->parts.data[(r->part + tried) % n];
        if (p->input != part->input || p->offset != part->offset || p->size != part->size) continue;
        r->part = (r->part + tried + 1) % n;
        uint64_t v = width < 64 ? p->value & ((UINT64_C(1) << width) - 1) : p->value;
        if (!model_has(x->now->model, part->sym)) model_set_new(x->now->model, part->sym, &v, 1);
        return;
    }
}

/* ---- beginning and end ------------------------------------------------------------------------------- */

void retrace_init(struct retrace *r, const struct retrace_way *way) { *r = (struct retrace){.way = way}; }

void retrace_begin(struct exec *x, struct retrace *r) {
    assert(!x->sym->retrace && retrace_goes_on(r));
    r->then = x->decider;
    r->decider = *x->decider; /* its properties are ours */
    r->decider.ask.assume = retrace_assume;
    r->decider.ask.branch = retrace_branch;
    r->decider.ask.switch_to = retrace_switch;
    r->decider.ask.pin = retrace_pin;
    r->decider.ask.settle = retrace_settle;
    r->decider.ask.check = retrace_check;
    r->decider.values.value = retrace_value;
    x->sym->retrace = r;
    x->decider = &r->decider;
}

void retrace_end(struct exec *x) {
    struct retrace *r = x->sym->retrace;
    if (!r) return;
    assert(x->decider == &r->decider);
    x->decider = r->then;
    x->sym->retrace = NULL;
}
