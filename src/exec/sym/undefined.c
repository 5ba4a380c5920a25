#include "exec/sym/undefined.h"

#include <assert.h>

#include "exec/sym/decider.h"
#include "exec/sym/input.h"
#include "exec/sym/memory.h"
#include "exec/sym/merge.h"
#include "expr/arith.h"
#include "expr/relate.h"
#include "mem/bytes.h"
#include "solver/path.h"

void undefined_add(struct exec *x, expr e) {
    assert(expr_op(x->sym->pool, e) == EXPR_SYM);
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
    return expr_is(twin) || !x->decider->values.twin ? twin : x->decider->values.twin(x, s);
}

expr undefined_twin(struct exec *x, expr e) { return expr_replace(x->sym->pool, e, twin_of, x); }

expr undefined_fresh(struct exec *x, uint32_t width) {
    expr e = expr_sym(x->sym->pool, width, "undefined");
    undefined_add(x, e);
    return e;
}

/* ---- telling ------------------------------------------------------------------------------------- */

/* Under the model, is it this symbol that makes the difference? */
static bool makes_difference(struct exec *x, expr e, symbol s) {
    assert(map_find(&x->sym->twins, s.id));
    struct expr_pool *pool = x->sym->pool;
    expr own = expr_of_symbol(pool, s), twin = {(uint32_t)map_get(&x->sym->twins, s.id, 0)};
    if (expr_width(pool, e) > 64) return true;
    expr other = expr_substitute(pool, e, &own, &twin, 1);
    return model_eval(x->now->model, pool, e) != model_eval(x->now->model, pool, other);
}

/* The storage that an undefined symbol of e comes from (`matters`: one that makes a difference); NULL: not known. */
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

void undefined_report(struct exec *x, void *use) {
    struct undefined_use *u = use;
    u->told = true;
    bool tells = !x->decider->props.aside;
    const struct ir_site *site = tells ? find_storage(x, u->e, true) : NULL;
    if (!site && tells) site = find_storage(x, u->e, false);
    if (site)
        exec_error(x, BUG_UNINIT, "%s depends on uninitialised memory: '%s' of line %u", u->what, site->name,
                   site->line);
    else exec_error(x, BUG_UNINIT, "%s depends on uninitialised memory", u->what);
}

/* ---- asking ---------------------------------------------------------------------------------------- */

bool undefined_maybe(struct exec *x, expr e) {
    struct model *m = NULL;
    if (x->decider->props.locations || !undefined_in(x, e)) return false; /* a location need not be as it is here */
    expr differs = expr_ne(x->sym->pool, e, undefined_twin(x, e));
    if (expr_is_false(x->sym->pool, differs)) return false;
    enum answer answer = solver_check(x->sym->solver, x->now->pc, differs, x->now->model, &m);
    model_release(m);
    return answer != ANSWER_UNSAT;
}

expr undefined_differs(struct exec *x, struct undefined_use *u) {
    if (!undefined_in(x, u->e)) return expr_false(x->sym->pool);
    u->e = pathcond_simplify(x->sym->solver, x->now->pc, u->e);
    return expr_ne(x->sym->pool, u->e, undefined_twin(x, u->e));
}

bool undefined_check(struct exec *x, struct undefined_use *u) {
    assert(expr_is(u->e));
    if (!sym_check(x, undefined_differs(x, u), undefined_report, u)) return false;
    if (!u->ends || !u->told) return true;
    undefined_report(x, u);
    return false;
}

/* Is a symbol of e what storage holds that was given no value? (Other paths may have taken another input by its
 * number.) */
static bool rests_on_storage(const struct exec *x, expr e) {
    const struct symbolic *sy = x->sym;
    const struct symbol_set *set = sy->storage.len ? expr_symbols(sy->pool, e) : NULL;
    for (uint32_t i = 0; set && i < set->len; i++) {
        uint64_t part = map_get(&sy->part_of, set->ids[i], 0);
        if (part && map_find(&sy->storage, sy->parts.data[part - 1].input)) return true;
    }
    return false;
}

static bool use(struct exec *x, struct undefined_use u) {
    if (expr_is_const(x->sym->pool, u.e)) return true;
    if (!undefined_tracked(x)) {
        if (rests_on_storage(x, u.e)) exec_premise(x, "an uninitialised variable has an arbitrary value and keeps it");
        return true;
    }
    bool ok = x->decider->ask.use(x, &u);
    assert(ok || x->stop);
    return ok;
}

bool undefined_pin(struct exec *x, expr e, const char *what) {
    return use(x, (struct undefined_use){.e = e, .what = what, .ends = true});
}

bool undefined_use(struct exec *x, expr e, const char *what) {
    return use(x, (struct undefined_use){.e = e, .what = what});
}

bool undefined_use_bytes(struct exec *x, uint64_t addr, uint64_t n, const char *what) {
    if (!undefined_tracked(x)) return true;
    for (uint64_t i = 0; i < n;) {
        uint32_t run = n - i < 8 ? (uint32_t)(n - i) : 8;
        if (space_is_symbolic(&x->now->space, addr + i, run, true) &&
            !undefined_use(x, sym_read(x, addr + i, run), what))
            return false;
        i += run;
    }
    return true;
}
