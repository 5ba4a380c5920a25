#include "engine/dash/goal.h"

#include <assert.h>

#include "exec/sym/step.h"
#include "expr/arith.h"
#include "expr/relate.h"

enum { CASES_MOST = 16 }; /* of one step */

void goal_release(struct goal *g) {
    vec_release(&g->alias);
    vec_release(&g->lits);
    vec_release(&g->pulled);
    vec_release(&g->nodes);
    vec_release(&g->core);
}

/* ---- where a step leads -------------------------------------------------------------------------------- */

static bool is_at(const struct location *l, const struct state *st, const struct insn *pc) {
    assert(st->top);
    if (l->pc != pc || l->callers.len + 1 != st->depth) return false;
    const struct frame *f = st->top->caller;
    for (uint32_t i = l->callers.len; i-- > 0; f = f->caller)
        if (l->callers.data[i] != f->pc) return false;
    return true;
}

static void add_target(struct exec *x, const struct location *l, uint32_t index, vec_u32 *done, expr *any) {
    for (uint32_t i = 0; i < done->len; i++)
        if (done->data[i] == index) return;
    vec_push(done, index);
    const struct state *st = x->now;
    const struct insn *pc = regions_behind(st->top->fn, index);
    if (!pc || !is_at(l, st, pc)) return;
    expr way = sym_way(x, index);
    *any = expr_is(way) ? expr_or(x->sym->pool, *any, way) : expr_true(x->sym->pool);
}

/* When does the step go to location l? x->now is at its end. */
static expr way_to(struct exec *x, const struct wp_step *step, const struct location *l) {
    struct expr_pool *pool = x->sym->pool;
    const struct insn *in = x->now->top ? x->now->top->pc : NULL;
    if (step->run.end == STEP_POINT) return expr_bool(pool, is_at(l, x->now, in + 1));
    if (step->run.end != STEP_BRANCH) return expr_false(pool);
    expr any = expr_false(pool);
    vec_u32 done = {0};
    if (in->op == IR_SWITCH) {
        const struct ir_switch *sw = &x->now->top->fn->switches[in->b];
        for (uint32_t i = 0; i < sw->ncases; i++) add_target(x, l, sw->targets[i], &done, &any);
        add_target(x, l, sw->otherwise, &done, &any);
    } else {
        add_target(x, l, in->c, &done, &any);
        add_target(x, l, in->d, &done, &any);
    }
    vec_release(&done);
    return any;
}

static bool is_way(struct dash *d, uint32_t loc, uint32_t to) {
    const struct location *l = &d->g.locs.data[loc];
    if (to && l->dynamic && d->g.locs.data[to].callers.len <= FRAMES_MOST) {
        regions_add_way(&d->g, loc, to);
        return true;
    }
    for (uint32_t i = 0; to && i < l->ways.len; i++)
        if (l->ways.data[i] == to) return true;
    return false;
}

/* Code indexes that the step may go on at. */
static void list_targets(const struct exec *x, const struct wp_step *step, vec_u32 *out) {
    const struct frame *top = x->now->top;
    if (step->run.end == STEP_POINT) vec_push(out, (uint32_t)(top->pc - top->fn->code));
    if (step->run.end != STEP_BRANCH) return;
    if (top->pc->op == IR_SWITCH) {
        const struct ir_switch *sw = &top->fn->switches[top->pc->b];
        vec_append(out, sw->targets, sw->ncases);
        vec_push(out, sw->otherwise);
    } else {
        vec_push(out, top->pc->c);
        vec_push(out, top->pc->d);
    }
}

/* Are all locations that the step leads to among the ways that the abstraction has? Those of
 * a call through a pointer become known here. */
static bool ways_known(struct dash *d, const struct wp_step *step, uint32_t loc) {
    struct frame *top = d->x->now->top;
    const struct insn *in = top ? top->pc : NULL;
    vec_u32 targets = {0};
    bool known = true;
    list_targets(d->x, step, &targets);
    for (uint32_t i = 0; i < targets.len && known; i++) {
        const struct insn *pc = regions_behind(top->fn, targets.data[i]);
        known = pc != NULL;
        if (!known) break;
        top->pc = pc;
        known = is_way(d, loc, regions_locate(&d->g, d->x->now, d->g.locs.data[loc].dynamic));
    }
    if (top) top->pc = in;
    vec_release(&targets);
    return known;
}

/* What crossing takes in this case of the step. */
static expr aim(struct dash *d, struct wp_step *step, uint32_t to, struct goal *g) {
    assert(step->run.end != STEP_LOST);
    struct expr_pool *pool = d->x->sym->pool;
    vec_clear(&g->pulled);
    vec_clear(&g->nodes);
    g->carried = EXPR_NONE;
    g->way = expr_false(pool);
    if (to == REGION_ERROR) g->way = step->failing;
    if (to < REGION_FIRST || step->run.end == STEP_ASSUME) return g->way;
    expr way = way_to(d->x, step, &d->g.locs.data[d->g.list.data[to].loc]);
    g->way = expr_and(pool, conds_all(pool, &step->passed), way);
    if (expr_is_false(pool, g->way)) return g->way;
    expr all = g->way;
    regions_conds(&d->g, to, &g->pulled, &g->nodes);
    for (uint32_t i = 0; i < g->pulled.len; i++) {
        expr cond = g->pulled.data[i];
        g->pulled.data[i] = wp_pull(&d->wp, step, cond);
        if (i == 0 && expr_same(cond, g->pulled.data[i])) g->carried = cond;
        all = expr_and(pool, all, g->pulled.data[i]);
    }
    return all;
}

/* One run of the step under a model: adds to the goal's aliasing what is no matter of
 * inputs. *when: the rest of it; *what: what crossing takes then. */
static bool run_case(struct dash *d, uint32_t from, uint32_t to, struct state *st, struct model *m, struct goal *g,
                     expr *when, expr *what) {
    assert(d->g.list.data[from].loc && m);
    struct expr_pool *pool = d->x->sym->pool;
    struct wp_step step;
    wp_open(&d->wp, st, m, &step);
    bool ok = step.run.end != STEP_LOST && ways_known(d, &step, d->g.list.data[from].loc);
    *when = expr_true(pool);
    *what = ok ? aim(d, &step, to, g) : EXPR_NONE;
    for (uint32_t i = 0; ok && i < step.alias.len; i++) {
        if (wp_has_inputs(&d->wp, step.alias.data[i])) *when = expr_and(pool, *when, step.alias.data[i]);
        else conds_split(pool, step.alias.data[i], &g->alias);
    }
    if (ok && step.run.end == STEP_ASSUME) { /* where it is passed is another case */
        expr passed = expr_and(pool, conds_all(pool, &step.passed), step.assumed);
        *when = expr_and(pool, *when, expr_not(pool, passed));
    }
    wp_close(&step);
    return ok;
}

/* A model of st with other inputs to come, for which `covered` does not hold; NULL if
 * there is none. */
static struct model *other_case(struct dash *d, struct state *st, expr covered) {
    struct expr_pool *pool = d->x->sym->pool;
    cond_list set = {0};
    vec_u32 ids = {0};
    struct model *m = NULL, *own = NULL;
    ask_symbols(d, covered, &ids);
    for (uint32_t i = 0; i < ids.len; i++) {
        expr word = expr_of_symbol(pool, (symbol){ids.data[i]});
        uint64_t v = wp_value(&d->wp, st, (symbol){ids.data[i]});
        vec_push(&set, expr_eq(pool, word, expr_const(pool, expr_width(pool, word), v)));
    }
    vec_push(&set, expr_not(pool, covered));
    d->x->ctx->stats.dash_queries++;
    bool found =
        !expr_is_true(pool, covered) && solver_check_all(d->x->sym->solver, set.data, set.len, &m, NULL) == ANSWER_SAT;
    const struct symbol_set *all = expr_symbols(pool, covered);
    if (found) own = model_copy(st->model);
    for (uint32_t i = 0; found && i < all->len; i++) {
        symbol s = {all->ids[i]};
        if (wp_has_inputs(&d->wp, expr_of_symbol(pool, s)) && expr_width(pool, expr_of_symbol(pool, s)) <= 64)
            model_set(own, s, model_get(m, s));
    }
    model_release(m);
    vec_release(&set);
    vec_release(&ids);
    return own;
}

bool goal_make(struct dash *d, uint32_t from, uint32_t to, struct state *st, struct goal *g) {
    assert(!g->alias.len && !g->lits.len && st->model);
    assert(to == REGION_ERROR || to == REGION_ELSEWHERE || !d->g.list.data[to].kids[0]);
    struct expr_pool *pool = d->x->sym->pool;
    struct model *m = model_retain(st->model);
    expr covered = expr_false(pool), total = expr_false(pool);
    bool ok = true;
    int round = 0;
    for (; ok && m; round++) {
        expr when, what;
        ok = round < CASES_MOST && run_case(d, from, to, st, m, g, &when, &what);
        model_release(m);
        m = NULL;
        if (!ok) break;
        total = expr_or(pool, total, expr_and(pool, when, what));
        covered = expr_or(pool, covered, when);
        m = other_case(d, st, covered);
    }
    model_release(m);
    assert(!ok || round);
    g->single = round == 1 && expr_is_true(pool, covered);
    if (g->single) conds_split(pool, g->way, &g->lits);
    for (uint32_t i = g->pulled.len; g->single && i-- > 0;) conds_split(pool, g->pulled.data[i], &g->lits);
    if (!g->single) conds_split(pool, total, &g->lits);
    assert(g->nodes.len == g->pulled.len || !g->single);
    if (ok && !expr_is_true(pool, covered)) conds_split(pool, covered, &g->alias);
    return ok;
}
