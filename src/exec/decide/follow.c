#include "exec/decide/follow.h"

#include <assert.h>

#include "base/hash.h"
#include "exec/decide/fork.h"
#include "exec/sym/undefined.h"
#include "expr/arith.h"
#include "expr/keep.h"
#include "solver/path.h"

enum { MOST_EVENTS = 1 << 16 };

static const struct decider follow_decider;

/* ---- lifetime ------------------------------------------------------------------------------- */

void concolic_init(struct concolic *c, uint8_t (*byte)(void *owner, uint32_t input, uint32_t offset), void *owner) {
    memset(c, 0, sizeof *c);
    c->decider = follow_decider;
    map_init(&c->known);
    c->most = MOST_EVENTS;
    c->byte = byte;
    c->owner = owner;
}

void concolic_clear(struct concolic *c, uint64_t hash) {
    concolic_check(c);
    for (uint32_t i = 0; i < c->events.len; i++) pathcond_release(c->events.data[i].before);
    vec_clear(&c->events);
    vec_clear(&c->others);
    map_clear(&c->known);
    c->hash = hash;
}

void concolic_release(struct concolic *c) {
    concolic_clear(c, 0);
    vec_release(&c->events);
    vec_release(&c->others);
    map_release(&c->known);
}

void concolic_mark(const struct concolic *c, struct expr_pool *pool) {
    for (uint32_t i = 0; i < c->others.len; i++) expr_mark(pool, c->others.data[i].cond);
    for (uint32_t i = 0; i < c->events.len; i++)
        if (expr_is(c->events.data[i].value)) expr_mark(pool, c->events.data[i].value);
}

void concolic_begin(struct exec *x, struct concolic *c) {
    assert(x->decider == &fork_decider && !x->sym->concolic);
    x->sym->concolic = c;
    x->decider = &c->decider;
}

void concolic_end(struct exec *x) {
    assert(x->sym->concolic && x->decider == &x->sym->concolic->decider);
    x->sym->concolic = NULL;
    x->decider = &fork_decider;
}

/* ---- events ----------------------------------------------------------------------------------- */

static uint64_t place_of(const struct exec *x, enum event_kind kind) {
    const struct frame *top = x->now->top;
    if (!top) return kind;
    return hash_mix(hash_mix(top->fn->id, (uint64_t)(top->pc - top->fn->code)), kind);
}

/* A decision at the instruction being executed; the path goes on under `cond`. */
static struct event *add_event(struct exec *x, enum event_kind kind, expr cond, uint64_t outcome) {
    struct concolic *c = x->sym->concolic;
    assert(!c->decider.props.plain && x->decider == &c->decider);
    vec_push(&c->events, (struct event){.before = pathcond_retain(x->now->pc),
                                        .seen = x->now->trail,
                                        .kind = kind,
                                        .first = c->others.len,
                                        .outcome = outcome,
                                        .hash = c->hash,
                                        .place = place_of(x, kind)});
    struct event *e = &vec_last(&c->events);
    c->hash = hash_mix(hash_mix(c->hash, e->place), outcome);
    if (!expr_is(cond)) return e;
    map_put(&c->known, cond.id, 1);
    sym_constrain(x, cond);
    return e;
}

/* Adds another way than that of the event that was added last. */
static void add_other(struct exec *x, expr cond, uint64_t outcome) {
    struct concolic *c = x->sym->concolic;
    if (c->decider.props.plain || expr_is_false(x->sym->pool, cond)) return;
    assert(c->events.len);
    vec_push(&c->others, (struct other){cond, outcome});
    vec_last(&c->events).count++;
}

/* Is cond on the path already, or the path of no interest? */
static bool is_known(const struct exec *x, expr cond) {
    const struct concolic *c = x->sym->concolic;
    return c->decider.props.plain || map_find(&c->known, cond.id);
}

/* Where things are decided much of a condition may be so by now. */
static expr reduced(struct exec *x, expr cond, bool holds) {
    struct expr_pool *pool = x->sym->pool;
    if (!x->decider->props.decides_places || is_known(x, holds ? cond : expr_not(pool, cond))) return cond;
    return pathcond_simplify(x->sym->solver, x->now->pc, cond);
}

/* False: the path is given up, having too many decisions. */
static bool may_go_on(struct exec *x) {
    if (x->sym->concolic->events.len < x->sym->concolic->most) return true;
    if (x->stop) return false;
    sym_gap(x, GAP_DEPTH, "a path with very many decisions");
    x->stop = STOP_GIVEN_UP;
    return false;
}

/* ---- decisions ---------------------------------------------------------------------------------- */

static bool follow_assume(struct exec *x, expr cond) {
    bool holds = model_holds(x->now->model, x->sym->pool, cond);
    bool never = expr_is_false(x->sym->pool, cond);
    if (holds && is_known(x, cond)) return true;
    if (!never && !x->decider->props.plain) {
        add_event(x, EVENT_ASSUME, holds ? cond : expr_not(x->sym->pool, cond), holds);
        if (holds) return may_go_on(x);
        add_other(x, cond, 1);
    }
    x->stop = STOP_ASSUME;
    return false;
}

static bool follow_branch(struct exec *x, expr cond, uint32_t yes, uint32_t no) {
    assert(!expr_is_const(x->sym->pool, cond));
    struct expr_pool *pool = x->sym->pool;
    struct frame *top = x->now->top;
    bool side = model_holds(x->now->model, pool, cond);
    cond = reduced(x, cond, side);
    expr not_cond = expr_not(pool, cond), mine = side ? cond : not_cond;
    if (yes != no && !expr_is_true(pool, mine) && !is_known(x, mine)) {
        add_event(x, EVENT_BRANCH, mine, side);
        add_other(x, side ? not_cond : cond, !side);
        x->now->forks++;
    }
    top->pc = top->fn->code + (side ? yes : no);
    return may_go_on(x);
}

static bool follow_decide(struct exec *x, expr cond) {
    struct expr_pool *pool = x->sym->pool;
    cond = pathcond_simplify(x->sym->solver, x->now->pc, cond);
    if (expr_is_const(pool, cond)) return expr_is_true(pool, cond);
    bool side = model_holds(x->now->model, pool, cond);
    expr not_cond = expr_not(pool, cond), mine = side ? cond : not_cond;
    if (is_known(x, mine)) return side;
    add_event(x, EVENT_BRANCH, mine, side);
    add_other(x, side ? not_cond : cond, !side);
    return side;
}

static void add_switch(struct exec *x, const struct ir_switch *sw, expr value, uint32_t mine) {
    assert(!x->decider->props.plain);
    add_event(x, EVENT_SWITCH, EXPR_NONE, mine);
    x->now->forks++;
    vec_u32 targets = {0};
    sym_switch_targets(sw, &targets);
    for (uint32_t i = 0; i < targets.len; i++)
        if (targets.data[i] != mine) add_other(x, sym_switch_way(x, sw, value, targets.data[i]), targets.data[i]);
    vec_release(&targets);
}

static bool follow_switch(struct exec *x, const struct ir_switch *sw, expr value) {
    uint32_t mine = sym_switch_target(sw, sym_sample(x, value));
    if (!x->decider->props.plain) add_switch(x, sw, value, mine);
    sym_constrain(x, sym_switch_way(x, sw, value, mine));
    x->now->top->pc = x->now->top->fn->code + mine;
    return may_go_on(x);
}

static uint64_t one_value(struct exec *x, expr e, enum event_kind kind, enum gap why) {
    assert(kind == EVENT_PIN || kind == EVENT_SETTLE);
    struct expr_pool *pool = x->sym->pool;
    uint64_t v = sym_sample(x, e);
    expr equal = sym_equals(x, e, v);
    if (expr_is_true(pool, equal) || is_known(x, equal)) return v;
    struct event *event = add_event(x, kind, equal, v);
    event->value = e;
    event->why = why;
    add_other(x, expr_not(pool, equal), 0);
    return v;
}

static uint64_t follow_pin(struct exec *x, expr e) { return one_value(x, e, EVENT_PIN, GAPS); }

static void follow_choose(struct exec *x, expr e, enum gap why) {
    e = pathcond_simplify(x->sym->solver, x->now->pc, e);
    if (!expr_is_const(x->sym->pool, e)) one_value(x, e, EVENT_PIN, why);
}

static uint64_t follow_settle(struct exec *x, expr e, enum gap why) {
    x->sym->concolic->settled++;
    if (x->decider->props.decides_places) { /* other values may go elsewhere: that is seen when they do */
        sym_gap(x, why, NULL);
        return sym_sample(x, e);
    }
    return one_value(x, e, EVENT_SETTLE, why);
}

static bool follow_check(struct exec *x, expr bad, sym_report_fn report, void *data) {
    assert(!expr_is_false(x->sym->pool, bad));
    struct expr_pool *pool = x->sym->pool;
    if (expr_is_true(pool, bad)) {
        report(x, data);
        return false;
    }
    expr fine = expr_not(pool, bad);
    bool is_bad = model_holds(x->now->model, pool, bad);
    if (!is_bad && is_known(x, fine)) return true;
    bad = reduced(x, bad, is_bad);
    fine = expr_not(pool, bad);
    if (!expr_is_const(pool, bad) && !is_known(x, bad) && !is_known(x, fine)) {
        add_event(x, EVENT_CHECK, is_bad ? bad : fine, is_bad);
        add_other(x, is_bad ? fine : bad, !is_bad);
    }
    if (!is_bad) return may_go_on(x);
    report(x, data);
    return false;
}

/* Can it differ for any inputs that take this path? They show the error. */
static bool follow_use(struct exec *x, struct undefined_use *u) {
    struct symbolic *sy = x->sym;
    struct model *m = NULL;
    expr differs = undefined_differs(x, u);
    if (expr_is_false(sy->pool, differs)) return true;
    enum answer answer = solver_check(sy->solver, x->now->pc, differs, x->now->model, &m);
    if (answer == ANSWER_UNKNOWN) sym_gap(x, GAP_SOLVER, NULL);
    if (answer != ANSWER_SAT) return true;
    if (x->decider->props.plain) { /* the inputs are constants and not in the model */
        model_release(m);
    } else {
        model_release(x->now->model);
        x->now->model = m;
    }
    undefined_report(x, u);
    return false;
}

/* ---- inputs --------------------------------------------------------------------------------------- */

static void get_words(struct exec *x, uint32_t input, uint32_t offset, uint32_t size, uint32_t width, uint64_t *words) {
    const struct concolic *c = x->sym->concolic;
    uint32_t n = (width + 63) / 64;
    assert(n && n <= EXPR_MAX_WIDTH / 64);
    memset(words, 0, n * sizeof *words);
    for (uint32_t i = 0; i < size && i < 8 * n; i++)
        words[i / 8] |= (uint64_t)c->byte(c->owner, input, offset + i) << (8 * (i % 8));
    if (width % 64) words[n - 1] &= (UINT64_C(1) << (width % 64)) - 1;
}

static void follow_value(struct exec *x, const struct trail *part, uint32_t width) {
    if (x->sym->concolic->guided && model_has(x->now->model, part->sym)) return;
    uint64_t words[EXPR_MAX_WIDTH / 64];
    get_words(x, part->input, part->offset, part->size, width, words);
    model_set_new(x->now->model, part->sym, words, (width + 63) / 64);
}

static expr follow_constant(struct exec *x, uint32_t input, uint32_t offset, uint32_t size, uint32_t width) {
    uint64_t words[EXPR_MAX_WIDTH / 64];
    if (!x->decider->props.plain) return EXPR_NONE;
    get_words(x, input, offset, size, width, words);
    return expr_const_wide(x->sym->pool, width, words);
}

static uint8_t follow_byte(struct exec *x, uint32_t input, uint32_t offset) {
    const struct concolic *c = x->sym->concolic;
    return c->byte(c->owner, input, offset);
}

static const struct decider follow_decider = {
    .ask.assume = follow_assume,
    .ask.branch = follow_branch,
    .ask.switch_to = follow_switch,
    .ask.pin = follow_pin,
    .ask.settle = follow_settle,
    .ask.check = follow_check,
    .ask.use = follow_use,
    .ask.decide = follow_decide,
    .ask.choose = follow_choose,
    .values.constant = follow_constant,
    .values.value = follow_value,
    .values.byte = follow_byte,
    .props.given = true,
    .props.file_size = -1,
};

/* ---- invariants ------------------------------------------------------------------------------------ */

#ifndef NDEBUG

void concolic_check(const struct concolic *c) {
    uint32_t others = 0;
    assert(c->byte && (!c->decider.props.plain || !c->events.len));
    for (uint32_t i = 0; i < c->events.len; i++) {
        const struct event *e = &c->events.data[i];
        uint64_t after = hash_mix(hash_mix(e->hash, e->place), e->outcome);
        assert(e->first == others && e->before);
        assert(after == (i + 1 < c->events.len ? e[1].hash : c->hash));
        assert(i + 1 == c->events.len || pathcond_len(e->before) <= pathcond_len(e[1].before));
        assert(expr_is(e->value) == (e->kind == EVENT_PIN || e->kind == EVENT_SETTLE));
        others += e->count;
    }
    assert(others == c->others.len);
}

#else

void concolic_check(const struct concolic *c) { (void)c; }

#endif
