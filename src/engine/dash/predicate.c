/* Predicates that split a region. */
#include "engine/dash/goal.h"
#include "expr/arith.h"
#include "expr/relate.h"

enum {
    LARGE = 48,    /* nodes of a condition that is better taken for concrete values */
    DIVISION = 50, /* what a division or product counts */
};

/* Conditions that the value v of a word satisfies, weakest first. */
static void weaker(struct expr_pool *pool, expr word, uint64_t v, cond_list *out) {
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
static void weaken(struct dash *d, cond_list *set, uint32_t i, expr word, uint64_t v) {
    struct expr_pool *pool = d->x->sym->pool;
    expr old = set->data[i];
    set->data[i] = expr_true(pool);
    if (ask_all(d, set, NULL) == ANSWER_UNSAT) return;
    cond_list tries = {0};
    weaker(pool, word, v, &tries);
    bool found = false;
    for (uint32_t k = 0; k < tries.len && !found; k++) {
        set->data[i] = tries.data[k];
        found = ask_all(d, set, NULL) == ANSWER_UNSAT;
    }
    if (!found) set->data[i] = old;
    vec_release(&tries);
}

bool goal_cube(struct dash *d, struct state *st, const cond_list *lits, expr *cube) {
    struct expr_pool *pool = d->x->sym->pool;
    vec_u32 ids = {0};
    cond_list set = {0};
    for (uint32_t i = 0; i < lits->len; i++) ask_symbols(d, lits->data[i], &ids);
    vec_u64 values = {0};
    for (uint32_t i = 0; i < ids.len; i++) {
        expr word = expr_of_symbol(pool, (symbol){ids.data[i]});
        vec_push(&values, wp_value(&d->wp, st, (symbol){ids.data[i]}));
        vec_push(&set, expr_eq(pool, word, expr_const(pool, expr_width(pool, word), values.data[i])));
    }
    conds_append(&set, lits);
    vec_u32 core = {0};
    bool ok = ask_all(d, &set, &core) == ANSWER_UNSAT;
    *cube = expr_true(pool);
    for (uint32_t i = 0, k = 0; ok && i < ids.len; i++) {
        while (k < core.len && core.data[k] < i) k++;
        if (k == core.len || core.data[k] != i) set.data[i] = expr_true(pool);
        else weaken(d, &set, i, expr_of_symbol(pool, (symbol){ids.data[i]}), values.data[i]);
    }
    vec_release(&core);
    for (uint32_t i = 0; ok && i < ids.len; i++) *cube = expr_and(pool, *cube, set.data[i]);
    vec_release(&ids);
    vec_release(&values);
    vec_release(&set);
    return ok;
}

/* Does a state of the region satisfy it? If st itself does, its path does not exclude it;
 * if another does, splitting by it would part what tests have reached. */
static bool is_met(struct dash *d, uint32_t region, expr e) {
    if (wp_has_inputs(&d->wp, e)) return false;
    const struct region *r = &d->g.list.data[region];
    for (uint32_t i = 0; i < r->seen.len; i++)
        if (wp_holds(&d->wp, r->seen.data[i], e)) return true;
    return false;
}

/* Is it about one word only, of which several things were asked? Regions by the values of such
 * a word, the state of a state machine, do not multiply. */
static bool decides(struct dash *d, expr lit) {
    enum { SEVERAL = 2 };
    struct expr_pool *pool = d->x->sym->pool;
    if (expr_op(pool, lit) == EXPR_NOT) lit = expr_kid(pool, lit, 0);
    const struct symbol_set *set = expr_symbols(pool, lit);
    if (set->len != 1) return false;
    uint64_t n = map_get(&d->asked, set->ids[0], 0), key = (uint64_t)lit.id << 32; /* no symbol */
    if (map_put(&d->asked, key, 1)) map_put(&d->asked, set->ids[0], ++n);
    return n >= SEVERAL;
}

/* What sets the target region off, if st's path excludes it and the step leaves it as it is:
 * the same predicate at many places makes few regions. */
static bool carry(struct dash *d, uint32_t region, struct state *st, const struct goal *g, cond_list *core) {
    struct expr_pool *pool = d->x->sym->pool;
    if (!g->single || !expr_is(g->carried) || wp_has_inputs(&d->wp, g->carried)) return false;
    if (is_met(d, region, g->carried)) return false;
    if (!ask_refuted(d, st, expr_and(pool, conds_all(pool, &g->alias), g->carried))) return false;
    vec_push(core, g->carried);
    return true;
}

/* Few of the literals, small ones if possible, that st's path excludes together. */
static void find_core(struct dash *d, uint32_t region, struct state *st, const struct goal *g, cond_list *core) {
    struct expr_pool *pool = d->x->sym->pool;
    expr alias = conds_all(pool, &g->alias);
    uint32_t best = 0, least = UINT32_MAX;
    for (uint32_t i = g->lits.len; i-- > 0;) {
        expr lit = g->lits.data[i];
        uint32_t size = expr_size(pool, lit, 1000) + (wp_has_inputs(&d->wp, lit) ? 1000 : 0);
        bool parts = is_met(d, region, lit) && (!decides(d, lit) || wp_holds(&d->wp, st, lit));
        if (size >= least || parts) continue;
        if (!ask_refuted(d, st, expr_and(pool, alias, lit))) continue;
        least = size;
        best = i;
    }
    if (least != UINT32_MAX) {
        vec_push(core, g->lits.data[best]);
        return;
    }
    conds_append(core, &g->lits);
    for (uint32_t i = 0; i < core->len; i++) { /* the first go first: see struct goal */
        expr lit = core->data[i];
        core->data[i] = expr_true(pool);
        expr rest = conds_all(pool, core);
        if (is_met(d, region, rest) || !ask_refuted(d, st, expr_and(pool, alias, rest))) core->data[i] = lit;
    }
    uint32_t n = 0;
    for (uint32_t i = 0; i < core->len; i++)
        if (!expr_is_true(pool, core->data[i])) core->data[n++] = core->data[i];
    core->len = n;
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
        if (ask_refuted(d, st, expr_and(pool, alias, low))) return low;
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
static void specialise(struct dash *d, struct state *st, struct goal *g, cond_list *core) {
    struct expr_pool *pool = d->x->sym->pool;
    vec_u32 ids = {0};
    cond_list from = {0}, to = {0};
    for (uint32_t i = 0; i < core->len; i++)
        if (cost(pool, core->data[i], LARGE) > LARGE) ask_symbols(d, core->data[i], &ids);
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

bool goal_predicate(struct dash *d, struct state *st, uint32_t region, struct goal *g, expr *p) {
    struct expr_pool *pool = d->x->sym->pool;
    cond_list core = {0}, pure = {0};
    if (!carry(d, region, st, g, &core)) find_core(d, region, st, g, &core);
    conds_append(&g->core, &core);
    specialise(d, st, g, &core);
    expr alias = conds_all(pool, &g->alias);
    for (uint32_t i = 0; i < core.len; i++)
        if (!wp_has_inputs(&d->wp, core.data[i])) vec_push(&pure, core.data[i]);
    bool ok = true;
    if (pure.len == core.len || (pure.len && ask_refuted(d, st, expr_and(pool, alias, conds_all(pool, &pure))))) {
        if (pure.len == 1) pure.data[0] = loosen(d, st, d->g.list.data[region].loc, alias, pure.data[0]);
        *p = conds_all(pool, &pure);
    } else {
        conds_append(&core, &g->alias);
        ok = goal_cube(d, st, &core, p);
        *p = expr_not(pool, *p);
    }
    vec_release(&core);
    vec_release(&pure);
    return ok;
}
