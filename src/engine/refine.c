/* Test or refine: one link of the abstraction. */
#include <assert.h>

#include "engine/dash.h"

enum {
    CASES_MOST = 16,   /* of one step */
    LARGE = 48,        /* nodes of a condition that is better taken for concrete values */
    DIVISION = 50,     /* what a division or product counts */
};

/* What it takes to cross a link, in terms of the locations at its start: the step does
 * as described where `alias` holds, and then crosses only where `lits` do. */
struct goal {
    expr_list alias, lits;
    /* If the step has one case only: `lits` again as what it takes to get to the location
     * and, by node of its tree, the conditions there. */
    bool single;
    expr way;
    expr_list pulled;
    vec_u32 nodes;
};

/* A region with what holds in it. */
struct region_view {
    uint32_t region;
    expr_list conds;
    vec_u32 nodes;
};

static void goal_release(struct goal *g) {
    vec_release(&g->alias);
    vec_release(&g->lits);
    vec_release(&g->pulled);
    vec_release(&g->nodes);
}

/* ---- asking ---------------------------------------------------------------------------------------------- */

static enum answer ask(struct dash *d, const expr_list *set, vec_u32 *core) {
    struct model *m = NULL;
    vec_u32 own = {0};
    d->x->ctx->stats.dash_queries++;
    for (uint32_t i = 0; i < set->len; i++)
        if (expr_is_false(d->x->sym->pool, set->data[i])) {
            if (core) vec_push(core, i);
            return ANSWER_UNSAT;
        }
    enum answer a = solver_check_all(d->x->sym->solver, set->data, set->len, &m, core ? core : &own);
    model_release(m);
    vec_release(&own);
    return a;
}

static void append(expr_list *to, const expr_list *from) {
    for (uint32_t i = 0; i < from->len; i++) vec_push(to, from->data[i]);
}

static expr all_of(struct expr_pool *pool, const expr_list *list) {
    expr e = expr_true(pool);
    for (uint32_t i = 0; i < list->len; i++) e = expr_and(pool, e, list->data[i]);
    return e;
}

/* Can a state on st's path satisfy cond there? */
static enum answer ask_path(struct dash *d, struct state *st, expr cond, struct model **m) {
    struct exec *x = d->x;
    expr e = wp_in_state(&d->wp, st, cond);
    d->x->ctx->stats.dash_queries++;
    if (expr_is_false(x->sym->pool, e)) return ANSWER_UNSAT;
    enum answer a = solver_check(x->sym->solver, st->pc, e, st->model, m);
    if (a == ANSWER_SAT) *m = dash_complete(x->sym->pool, *m, e);
    return a;
}

static bool refuted(struct dash *d, struct state *st, expr cond) {
    struct model *m = NULL;
    enum answer a = ask_path(d, st, cond, &m);
    model_release(m);
    return a == ANSWER_UNSAT;
}

/* ---- goals -------------------------------------------------------------------------------------------------- */

static bool is_at(const struct location *l, const struct state *st, const struct insn *pc) {
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
static expr way_to(struct exec *x, const struct step *step, const struct location *l) {
    struct expr_pool *pool = x->sym->pool;
    const struct insn *in = x->now->top ? x->now->top->pc : NULL;
    if (step->end == STEP_POINT) return expr_bool(pool, is_at(l, x->now, in + 1));
    if (step->end != STEP_BRANCH) return expr_false(pool);
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

static void add_lit(struct expr_pool *pool, expr e, expr_list *out) {
    if (expr_op(pool, e) == EXPR_AND && expr_width(pool, e) == 1) {
        expr a = expr_kid(pool, e, 0), b = expr_kid(pool, e, 1);
        add_lit(pool, a, out);
        add_lit(pool, b, out);
    } else if (!expr_is_true(pool, e)) {
        vec_push(out, e);
    }
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
static void list_targets(const struct exec *x, const struct step *step, vec_u32 *out) {
    const struct frame *top = x->now->top;
    if (step->end == STEP_POINT) vec_push(out, (uint32_t)(top->pc - top->fn->code));
    if (step->end != STEP_BRANCH) return;
    if (top->pc->op == IR_SWITCH) {
        const struct ir_switch *sw = &top->fn->switches[top->pc->b];
        for (uint32_t i = 0; i < sw->ncases; i++) vec_push(out, sw->targets[i]);
        vec_push(out, sw->otherwise);
    } else {
        vec_push(out, top->pc->c);
        vec_push(out, top->pc->d);
    }
}

/* Are all locations that the step leads to among the ways that the abstraction has? Those of
 * a call through a pointer become known here. */
static bool ways_known(struct dash *d, const struct step *step, uint32_t loc) {
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

static void add_symbols(struct dash *d, expr e, vec_u32 *out) {
    const struct symbol_set *set = expr_symbols(d->x->sym->pool, e);
    vec_u32 ids = {0};
    for (uint32_t i = 0; i < set->len; i++) vec_push(&ids, set->ids[i]);
    for (uint32_t i = 0; i < ids.len; i++) {
        expr s = expr_of_symbol(d->x->sym->pool, (symbol){ids.data[i]});
        bool known = wp_has_inputs(&d->wp, s);
        for (uint32_t k = 0; k < out->len && !known; k++) known = out->data[k] == ids.data[i];
        if (!known) vec_push(out, ids.data[i]);
    }
    vec_release(&ids);
}

/* What crossing takes in this case of the step. */
static expr aim(struct dash *d, struct step *step, uint32_t to, struct goal *g) {
    struct expr_pool *pool = d->x->sym->pool;
    vec_clear(&g->pulled);
    vec_clear(&g->nodes);
    g->way = expr_false(pool);
    if (to == REGION_ERROR) g->way = step->failing;
    if (to < REGION_FIRST || step->end == STEP_ASSUME) return g->way;
    g->way = expr_and(pool, all_of(pool, &step->passed), way_to(d->x, step, &d->g.locs.data[d->g.list.data[to].loc]));
    if (expr_is_false(pool, g->way)) return g->way;
    expr all = g->way;
    regions_conds(&d->g, to, &g->pulled, &g->nodes);
    for (uint32_t i = 0; i < g->pulled.len; i++) {
        g->pulled.data[i] = step_pull(&d->wp, step, g->pulled.data[i]);
        all = expr_and(pool, all, g->pulled.data[i]);
    }
    return all;
}

/* One run of the step under a model: adds to the goal's aliasing what is no matter of
 * inputs. *when: the rest of it; *what: what crossing takes then. */
static bool run_case(struct dash *d, uint32_t from, uint32_t to, struct state *st, struct model *m, struct goal *g,
                     expr *when, expr *what) {
    struct expr_pool *pool = d->x->sym->pool;
    struct step step;
    step_open(&d->wp, st, m, &step);
    bool ok = step.end != STEP_LOST && ways_known(d, &step, d->g.list.data[from].loc);
    *when = expr_true(pool);
    *what = ok ? aim(d, &step, to, g) : EXPR_NONE;
    for (uint32_t i = 0; ok && i < step.alias.len; i++) {
        if (wp_has_inputs(&d->wp, step.alias.data[i]))
            *when = expr_and(pool, *when, step.alias.data[i]);
        else
            add_lit(pool, step.alias.data[i], &g->alias);
    }
    if (ok && step.end == STEP_ASSUME) { /* where it is passed is another case */
        expr passed = expr_and(pool, all_of(pool, &step.passed), step.assumed);
        *when = expr_and(pool, *when, expr_not(pool, passed));
    }
    step_close(&d->wp, &step);
    return ok;
}

/* A model of st with other inputs to come, for which `covered` does not hold; NULL if
 * there is none. */
static struct model *other_case(struct dash *d, struct state *st, expr covered) {
    struct expr_pool *pool = d->x->sym->pool;
    expr_list set = {0};
    vec_u32 ids = {0};
    struct model *m = NULL, *own = NULL;
    add_symbols(d, covered, &ids);
    for (uint32_t i = 0; i < ids.len; i++) {
        expr word = expr_of_symbol(pool, (symbol){ids.data[i]});
        uint64_t v = wp_value(&d->wp, st, (symbol){ids.data[i]});
        vec_push(&set, expr_eq(pool, word, expr_const(pool, expr_width(pool, word), v)));
    }
    vec_push(&set, expr_not(pool, covered));
    vec_u32 core = {0};
    d->x->ctx->stats.dash_queries++;
    bool found = !expr_is_true(pool, covered) &&
                 solver_check_all(d->x->sym->solver, set.data, set.len, &m, &core) == ANSWER_SAT;
    const struct symbol_set *all = expr_symbols(pool, covered);
    if (found) own = model_copy(st->model);
    for (uint32_t i = 0; found && i < all->len; i++) {
        symbol s = {all->ids[i]};
        if (wp_has_inputs(&d->wp, expr_of_symbol(pool, s)) && expr_width(pool, expr_of_symbol(pool, s)) <= 64)
            model_set(own, s, model_get(m, s));
    }
    model_release(m);
    vec_release(&core);
    vec_release(&set);
    vec_release(&ids);
    return own;
}

/* The goal of a link for the aliasing of st. What inputs read in the step decide beyond
 * branches (which object, past an assumption or not) are cases that are run one after
 * the other. False: the step cannot be followed. */
static bool make_goal(struct dash *d, uint32_t from, uint32_t to, struct state *st, struct goal *g) {
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
    add_lit(pool, total, &g->lits);
    g->single = round == 1 && expr_is_true(pool, covered);
    if (ok && !expr_is_true(pool, covered)) add_lit(pool, covered, &g->alias);
    return ok;
}

/* ---- predicates ------------------------------------------------------------------------------------------------ */

/* Conditions that the value v of a word satisfies, weakest first. */
static void weaker(struct expr_pool *pool, expr word, uint64_t v, expr_list *out) {
    uint32_t w = expr_width(pool, word), half = w > 32 ? 32 : w;
    for (uint32_t k = 1; k < w && k <= 8; k *= 2)
        vec_push(out, expr_eq(pool, expr_extract(pool, word, 0, k), expr_const(pool, k, v)));
    if (w == 1) return;
    expr low = expr_extract(pool, word, 0, half), c = expr_const(pool, half, v);
    vec_push(out, expr_sle(pool, low, c));
    vec_push(out, expr_sge(pool, low, c));
    vec_push(out, expr_ule(pool, low, c));
    vec_push(out, expr_uge(pool, low, c));
    if (half < w) vec_push(out, expr_eq(pool, low, c));
}

/* Replaces set[i] by something weaker that still contradicts the rest. */
static void weaken(struct dash *d, expr_list *set, uint32_t i, expr word, uint64_t v) {
    struct expr_pool *pool = d->x->sym->pool;
    expr old = set->data[i];
    set->data[i] = expr_true(pool);
    if (ask(d, set, NULL) == ANSWER_UNSAT) return;
    expr_list tries = {0};
    weaker(pool, word, v, &tries);
    bool found = false;
    for (uint32_t k = 0; k < tries.len && !found; k++) {
        set->data[i] = tries.data[k];
        found = ask(d, set, NULL) == ANSWER_UNSAT;
    }
    if (!found) set->data[i] = old;
    vec_release(&tries);
}

/* Conditions on st's values, none about inputs, that exclude all of `lits`; true if
 * there are such. */
static bool make_cube(struct dash *d, struct state *st, const expr_list *lits, expr *cube) {
    struct expr_pool *pool = d->x->sym->pool;
    vec_u32 ids = {0};
    expr_list set = {0};
    for (uint32_t i = 0; i < lits->len; i++) add_symbols(d, lits->data[i], &ids);
    vec_u64 values = {0};
    for (uint32_t i = 0; i < ids.len; i++) {
        expr word = expr_of_symbol(pool, (symbol){ids.data[i]});
        vec_push(&values, wp_value(&d->wp, st, (symbol){ids.data[i]}));
        vec_push(&set, expr_eq(pool, word, expr_const(pool, expr_width(pool, word), values.data[i])));
    }
    append(&set, lits);
    vec_u32 core = {0};
    bool ok = ask(d, &set, &core) == ANSWER_UNSAT;
    *cube = expr_true(pool);
    for (uint32_t i = 0, k = 0; ok && i < ids.len; i++) {
        while (k < core.len && core.data[k] < i) k++;
        if (k == core.len || core.data[k] != i)
            set.data[i] = expr_true(pool);
        else
            weaken(d, &set, i, expr_of_symbol(pool, (symbol){ids.data[i]}), values.data[i]);
    }
    vec_release(&core);
    for (uint32_t i = 0; ok && i < ids.len; i++) *cube = expr_and(pool, *cube, set.data[i]);
    vec_release(&ids);
    vec_release(&values);
    vec_release(&set);
    return ok;
}

/* Surely not excluded on st's path, as st itself satisfies it. */
static bool holds_at(struct dash *d, struct state *st, expr lit) {
    return !wp_has_inputs(&d->wp, lit) && wp_holds(&d->wp, st, lit);
}

/* Few of the literals, small ones if possible, that st's path excludes together. */
static void find_core(struct dash *d, struct state *st, const struct goal *g, expr_list *core) {
    struct expr_pool *pool = d->x->sym->pool;
    expr alias = all_of(pool, &g->alias);
    uint32_t best = 0, least = UINT32_MAX;
    for (uint32_t i = g->lits.len; i-- > 0;) {
        uint32_t size = expr_size(pool, g->lits.data[i], 1000) + (wp_has_inputs(&d->wp, g->lits.data[i]) ? 1000 : 0);
        if (size >= least || holds_at(d, st, g->lits.data[i]) || !refuted(d, st, expr_and(pool, alias, g->lits.data[i]))) continue;
        least = size;
        best = i;
    }
    if (least != UINT32_MAX) {
        vec_push(core, g->lits.data[best]);
        return;
    }
    append(core, &g->lits);
    for (uint32_t i = 0; i < core->len && core->len > 1;) {
        expr lit = core->data[i];
        core->data[i] = expr_true(pool);
        expr rest = all_of(pool, core);
        if (!holds_at(d, st, rest) && refuted(d, st, expr_and(pool, alias, rest))) {
            core->data[i] = vec_last(core);
            vec_pop(core);
        } else {
            core->data[i++] = lit;
        }
    }
}

/* If equalities with ever new constants come up: only low bits of them. */
static expr loosen(struct dash *d, struct state *st, uint32_t loc, expr alias, expr lit) {
    enum { PATIENCE = 3, BITS = 4 };
    struct expr_pool *pool = d->x->sym->pool;
    if (expr_op(pool, lit) != EXPR_EQ || !expr_is_const(pool, expr_kid(pool, lit, 1))) return lit;
    if (++d->g.locs.data[loc].equalities <= PATIENCE) return lit;
    expr word = expr_kid(pool, lit, 0), c = expr_kid(pool, lit, 1);
    for (uint32_t k = 1; k <= BITS && k < expr_width(pool, word); k++) {
        expr low = expr_eq(pool, expr_extract(pool, word, 0, k), expr_extract(pool, c, 0, k));
        if (refuted(d, st, expr_and(pool, alias, low))) return low;
    }
    return lit;
}

/* Nodes of e, those of divisions counted more; gives up above the limit. */
static uint32_t cost(struct expr_pool *pool, expr e, uint32_t most) {
    enum expr_op op = expr_op(pool, e);
    uint32_t sum = 1;
    if (op == EXPR_SDIV || op == EXPR_SREM || op == EXPR_UDIV || op == EXPR_UREM) sum = DIVISION;
    if (op == EXPR_MUL && !expr_is_const(pool, expr_kid(pool, e, 1))) sum = DIVISION;
    for (int i = 0; i < expr_arity(op) && sum <= most; i++) sum += cost(pool, expr_kid(pool, e, i), most - sum);
    return sum;
}

/* Large conditions become smaller where st's concrete values are put in; that these are the
 * values counts as aliasing from then on. */
static void specialise(struct dash *d, struct state *st, struct goal *g, expr_list *core) {
    struct expr_pool *pool = d->x->sym->pool;
    vec_u32 ids = {0};
    expr_list from = {0}, to = {0};
    for (uint32_t i = 0; i < core->len; i++)
        if (cost(pool, core->data[i], LARGE) > LARGE) add_symbols(d, core->data[i], &ids);
    for (uint32_t i = 0; i < ids.len; i++) {
        expr word = expr_of_symbol(pool, (symbol){ids.data[i]}), v = wp_in_state(&d->wp, st, word);
        if (!expr_is_const(pool, v)) continue;
        vec_push(&from, word);
        vec_push(&to, v);
        vec_push(&g->alias, expr_eq(pool, word, v));
    }
    for (uint32_t i = 0; from.len && i < core->len; i++)
        core->data[i] = expr_substitute(pool, core->data[i], from.data, to.data, from.len);
    vec_release(&ids);
    vec_release(&from);
    vec_release(&to);
}

/* A predicate over locations that every state which crosses satisfies (where alias holds)
 * and st does not. */
static bool make_predicate(struct dash *d, struct state *st, uint32_t loc, struct goal *g, expr *p) {
    struct expr_pool *pool = d->x->sym->pool;
    expr_list core = {0}, pure = {0};
    find_core(d, st, g, &core);
    specialise(d, st, g, &core);
    expr alias = all_of(pool, &g->alias);
    for (uint32_t i = 0; i < core.len; i++)
        if (!wp_has_inputs(&d->wp, core.data[i])) vec_push(&pure, core.data[i]);
    bool ok = true;
    if (pure.len == core.len || (pure.len && refuted(d, st, expr_and(pool, alias, all_of(pool, &pure))))) {
        if (pure.len == 1) pure.data[0] = loosen(d, st, loc, alias, pure.data[0]);
        *p = all_of(pool, &pure);
    } else {
        append(&core, &g->alias);
        ok = make_cube(d, st, &core, p);
        *p = expr_not(pool, *p);
    }
    vec_release(&core);
    vec_release(&pure);
    return ok;
}

/* ---- refining ---------------------------------------------------------------------------------------------------- */

/* What of the aliasing the region does not imply already, without inputs. False: not
 * found how to say it. */
static bool alias_left(struct dash *d, struct state *st, const expr_list *conds, const struct goal *g, expr *left) {
    struct expr_pool *pool = d->x->sym->pool;
    *left = expr_true(pool);
    for (uint32_t i = 0; i < g->alias.len; i++) {
        expr_list set = {0};
        append(&set, conds);
        vec_push(&set, expr_not(pool, g->alias.data[i]));
        bool implied = ask(d, &set, NULL) == ANSWER_UNSAT;
        vec_release(&set);
        if (implied) continue;
        expr a = g->alias.data[i];
        if (wp_has_inputs(&d->wp, a)) {
            expr_list not_a = {0};
            vec_push(&not_a, expr_not(pool, a));
            bool ok = make_cube(d, st, &not_a, &a);
            vec_release(&not_a);
            if (!ok) return false;
        }
        *left = expr_and(pool, *left, a);
    }
    return true;
}

/* Splits off the states for which nothing is known of the aliasing; returns the others. */
static uint32_t split_alias(struct dash *d, uint32_t from, expr left) {
    if (expr_is_true(d->x->sym->pool, left)) return from;
    regions_split(&d->g, from, left);
    d->x->ctx->stats.dash_splits++;
    return d->g.list.data[from].kids[1];
}

/* The node of the tree from which on all conditions that a core has (from index `first`
 * on in the question) hold; `root` if it has none. */
static uint32_t node_of_core(const vec_u32 *core, uint32_t first, const vec_u32 *nodes, uint32_t root) {
    for (uint32_t i = 0; i < core->len; i++) /* the first is the deepest */
        if (core->data[i] >= first && core->data[i] - first < nodes->len) return nodes->data[core->data[i] - first];
    return root;
}

/* Nobody can take the link: why that is may hold for many links. */
static void drop_links(struct dash *d, uint32_t from, uint32_t to, const struct goal *g, const vec_u32 *nodes,
                       const vec_u32 *core) {
    uint32_t loc = d->g.list.data[from].loc;
    uint32_t b = node_of_core(core, 0, nodes, d->g.locs.data[loc].root);
    uint32_t a = to;
    if (to >= REGION_FIRST)
        a = node_of_core(core, nodes->len + 1, &g->nodes, d->g.locs.data[d->g.list.data[to].loc].root);
    regions_unlink_all(&d->g, b, a);
}

/* Is the link impossible for all states of the region, whatever test got there? */
static bool never_taken(struct dash *d, const struct region_view *view, const struct goal *g, vec_u32 *core) {
    expr_list set = {0};
    append(&set, &view->conds);
    if (g->single) {
        vec_push(&set, g->way);
        append(&set, &g->pulled);
    } else {
        append(&set, &g->lits);
    }
    append(&set, &g->alias);
    bool never = ask(d, &set, core) == ANSWER_UNSAT;
    vec_release(&set);
    return never;
}

static enum refinement decide(struct dash *d, const struct region_view *view, uint32_t to, struct state *st,
                              struct goal *g, struct model **m) {
    struct expr_pool *pool = d->x->sym->pool;
    uint32_t from = view->region;
    vec_u32 core = {0};
    bool never = never_taken(d, view, g, &core);
    if (never && g->single && !g->alias.len) {
        d->x->ctx->stats.dash_unsat_targets++;
        drop_links(d, from, to, g, &view->nodes, &core);
        vec_release(&core);
        return REFINED_SPLIT;
    }
    vec_release(&core);
    expr left, p = EXPR_NONE;
    if (!never) {
        expr all = expr_and(pool, all_of(pool, &g->alias), all_of(pool, &g->lits));
        enum answer a = ask_path(d, st, all, m);
        if (a == ANSWER_SAT) return REFINED_TEST;
        if (a != ANSWER_UNSAT) return REFINED_NOTHING;
        if (!make_predicate(d, st, d->g.list.data[from].loc, g, &p)) return REFINED_NOTHING;
    }
    if (!alias_left(d, st, &view->conds, g, &left) || !wp_holds(&d->wp, st, left)) return REFINED_NOTHING;
    uint32_t r = split_alias(d, from, left);
    if (never) {
        d->x->ctx->stats.dash_unsat_targets++;
        regions_unlink(&d->g, r, to);
        return REFINED_SPLIT;
    }
    if (expr_is_false(pool, p)) { /* nothing but the concrete values was needed */
        regions_unlink(&d->g, r, to);
        return REFINED_SPLIT;
    }
    d->x->ctx->stats.dash_splits++;
    regions_split(&d->g, r, p);
    regions_unlink(&d->g, d->g.list.data[r].kids[0], to);
    return REFINED_SPLIT;
}

enum refinement dash_refine(struct dash *d, uint32_t from, uint32_t to, struct state **start, struct model **m) {
    struct state *st = d->g.list.data[from].seen.data[0];
    struct goal g = {0};
    struct region_view view = {.region = from};
    enum refinement r = REFINED_NOTHING;
    d->x->ctx->stats.dash_solves++;
    *start = st;
    regions_conds(&d->g, from, &view.conds, &view.nodes);
    if (make_goal(d, from, to, st, &g)) r = decide(d, &view, to, st, &g, m);
    goal_release(&g);
    vec_release(&view.conds);
    vec_release(&view.nodes);
    return r;
}
