#include "exec/sym/undefined.h"

#include "exec/core/input.h"
#include "exec/decide/concolic.h"
#include "exec/decide/shadow.h"
#include "exec/sym/merge.h"

void undefined_add(struct exec *x, expr e) {
    struct map *twins = &x->sym->twins;
    uint32_t id = expr_symbol(x->sym->pool, e).id;
    if (map_find(twins, id)) return;
    map_put(twins, id, expr_sym(x->sym->pool, expr_width(x->sym->pool, e), "twin").id);
}

bool undefined_in(struct exec *x, expr e) {
    const struct map *twins = &x->sym->twins;
    if (!twins->len) return false;
    const struct symbol_set *set = expr_symbols(x->sym->pool, e);
    for (uint32_t i = 0; i < set->len; i++)
        if (map_find(twins, set->ids[i])) return true;
    return false;
}

static expr twin_of(void *owner, symbol s) {
    struct exec *x = owner;
    expr twin = {(uint32_t)map_get(&x->sym->twins, s.id, 0)};
    return expr_is(twin) || !x->shadow ? twin : shadow_twin(x, s);
}

expr undefined_twin(struct exec *x, expr e) { return expr_replace(x->sym->pool, e, twin_of, x); }

expr undefined_fresh(struct exec *x, uint32_t width) {
    expr e = expr_sym(x->sym->pool, width, "undefined");
    undefined_add(x, e);
    return e;
}

/* ---- telling ------------------------------------------------------------------------------------- */

struct use {
    expr e;
    const char *what;
    bool told;
};

/* Under the model, is it this symbol that makes the difference? */
static bool makes_difference(struct exec *x, expr e, symbol s) {
    struct expr_pool *pool = x->sym->pool;
    expr own = expr_of_symbol(pool, s), twin = {(uint32_t)map_get(&x->sym->twins, s.id, 0)};
    if (expr_width(pool, e) > 64) return true;
    expr other = expr_substitute(pool, e, &own, &twin, 1);
    return model_eval(x->now->model, pool, e) != model_eval(x->now->model, pool, other);
}

/* The storage that an undefined symbol of e, one that matters if told to, comes from; NULL: not known. */
static const struct ir_site *find_storage(struct exec *x, expr e, bool matters) {
    const struct symbol_set *set = expr_symbols(x->sym->pool, e);
    trail_list entries = {0};
    vec_u64 choices = {0};
    const struct ir_site *site = NULL;
    if (x->now->model) trail_under(x->sym->pool, x->now->model, x->now->trail, &entries, &choices);
    for (uint32_t i = 0; i < entries.len && !site; i++) {
        const struct trail *part = entries.data[i];
        if (!part->is_part || !symbol_set_has(set, part->sym)) continue;
        if (!map_find(&x->sym->twins, part->sym.id) || (matters && !makes_difference(x, e, part->sym))) continue;
        for (uint32_t k = i + 1; k < entries.len && !site; k++) {
            const struct trail *t = entries.data[k];
            if (!t->is_part && t->input == part->input && t->site) site = &x->p->sites.data[t->site];
        }
    }
    vec_release(&entries);
    vec_release(&choices);
    return site;
}

static void report_use(struct exec *x, void *data) {
    struct use *u = data;
    u->told = true;
    const struct ir_site *site = x->shadow ? NULL : find_storage(x, u->e, true);
    if (!site && !x->shadow) site = find_storage(x, u->e, false);
    if (site)
        exec_error(x, BUG_UNINIT, "%s depends on uninitialised memory: '%s' of line %u", u->what, site->name, site->line);
    else
        exec_error(x, BUG_UNINIT, "%s depends on uninitialised memory", u->what);
}

/* ---- asking ---------------------------------------------------------------------------------------- */

/* In concolic runs: can it differ for any inputs that take this path? They show the error. */
static bool use_in_run(struct exec *x, expr differs, struct use *u) {
    struct symbolic *sy = x->sym;
    struct model *m = NULL;
    if (expr_is_false(sy->pool, differs)) return true;
    enum answer answer = solver_check(sy->solver, x->now->pc, differs, x->now->model, &m);
    if (answer == ANSWER_UNKNOWN) sym_gap(x, GAP_SOLVER, NULL);
    if (answer != ANSWER_SAT) return true;
    if (sy->concolic->plain) { /* the inputs are constants and not in the model */
        model_release(m);
    } else {
        model_release(x->now->model);
        x->now->model = m;
    }
    report_use(x, u);
    return false;
}

/* Does the location hold the same in both runs, at the start of the segment? */
static bool is_defined_place(struct exec *x, symbol s) {
    const struct place *place = places_find(x->shadow->places, s);
    if (!place) return false;
    struct place copy = *place;
    expr value = place_value(x, x->shadow->origin, &copy);
    return expr_is(value) && !undefined_in(x, value);
}

/* Facts are simple if whole locations must be defined, and that is mostly true. */
static bool use_in_shadow(struct exec *x, struct use *u) {
    struct expr_pool *pool = x->sym->pool;
    const struct symbol_set *set = expr_symbols(pool, u->e);
    vec_u32 ids = {0};
    bool simple = true, ok = true;
    for (uint32_t i = 0; i < set->len; i++) vec_push(&ids, set->ids[i]);
    for (uint32_t i = 0; i < ids.len && simple; i++) {
        symbol s = {ids.data[i]};
        bool input = !places_find(x->shadow->places, s) && !map_find(&x->sym->twins, s.id);
        simple = input || is_defined_place(x, s);
    }
    if (!simple) ok = shadow_checked(x, expr_eq(pool, u->e, undefined_twin(x, u->e)), report_use, u);
    for (uint32_t i = 0; i < ids.len && simple && ok; i++) {
        expr s = expr_of_symbol(pool, (symbol){ids.data[i]});
        ok = shadow_checked(x, expr_eq(pool, s, undefined_twin(x, s)), report_use, u);
    }
    vec_release(&ids);
    return ok && !x->stop;
}

bool undefined_maybe(struct exec *x, expr e) {
    struct model *m = NULL;
    if (!undefined_in(x, e)) return false;
    expr differs = expr_ne(x->sym->pool, e, undefined_twin(x, e));
    if (expr_is_false(x->sym->pool, differs)) return false;
    enum answer answer = solver_check(x->sym->solver, x->now->pc, differs, x->now->model, &m);
    model_release(m);
    return answer != ANSWER_UNSAT;
}

static bool use(struct exec *x, struct use *u, bool ends) {
    if (!undefined_tracked(x) || expr_is_const(x->sym->pool, u->e)) return true;
    if (x->shadow) return x->shadow->one_step || use_in_shadow(x, u); /* dash does not look for them: a gap */
    if (!undefined_in(x, u->e)) return true;
    u->e = pathcond_simplify(x->sym->solver, x->now->pc, u->e);
    expr differs = expr_ne(x->sym->pool, u->e, undefined_twin(x, u->e));
    if (x->sym->concolic) return use_in_run(x, differs, u);
    if (!sym_check(x, differs, report_use, u)) return false;
    if (!ends || !u->told) return true;
    report_use(x, u);
    return false;
}

bool undefined_pin(struct exec *x, expr e, const char *what) { return use(x, &(struct use){.e = e, .what = what}, true); }

bool undefined_use(struct exec *x, expr e, const char *what) { return use(x, &(struct use){.e = e, .what = what}, false); }

bool undefined_use_bytes(struct exec *x, uint64_t addr, uint64_t n, const char *what) {
    if (!undefined_tracked(x)) return true;
    for (uint64_t i = 0; i < n;) {
        uint32_t run = n - i < 8 ? (uint32_t)(n - i) : 8;
        if (space_is_symbolic(&x->now->space, addr + i, run, true) && !undefined_use(x, sym_read(x, addr + i, run), what))
            return false;
        i += run;
    }
    return true;
}
