/* Questions about states of the abstraction. */
#include "engine/dash/goal.h"

enum { CORE_CONFLICTS = 100 }; /* for a core of what is known to be a contradiction */

/* A core that does not take long to find, or all of the set. */
static void find_core(struct solver *solver, const cond_list *set, vec_u32 *core) {
    uint64_t was = solver_set_effort(solver, CORE_CONFLICTS);
    bool found = solver_check_all(solver, set->data, set->len, NULL, core) == ANSWER_UNSAT;
    solver_set_effort(solver, was);
    if (found) return;
    vec_clear(core);
    for (uint32_t i = 0; i < set->len; i++) vec_push(core, i);
}

enum answer ask_all(struct dash *d, const cond_list *set, vec_u32 *core) {
    d->x->ctx->stats.dash_queries++;
    for (uint32_t i = 0; i < set->len; i++)
        if (expr_is_false(d->x->sym->pool, set->data[i])) {
            if (core) vec_push(core, i);
            return ANSWER_UNSAT;
        }
    enum answer a = solver_check_all(d->x->sym->solver, set->data, set->len, NULL, NULL);
    if (core && a == ANSWER_UNSAT) find_core(d->x->sym->solver, set, core);
    return a;
}

enum answer ask_path(struct dash *d, struct state *st, expr cond, struct model **m) {
    struct exec *x = d->x;
    expr e = wp_in_state(&d->wp, st, cond);
    d->x->ctx->stats.dash_queries++;
    if (expr_is_false(x->sym->pool, e)) return ANSWER_UNSAT;
    enum answer a = solver_check(x->sym->solver, st->pc, e, st->model, m);
    if (a == ANSWER_SAT) *m = dash_complete(x->sym->pool, *m, e);
    return a;
}

bool ask_refuted(struct dash *d, struct state *st, expr cond) {
    struct model *m = NULL;
    enum answer a = ask_path(d, st, cond, &m);
    model_release(m);
    return a == ANSWER_UNSAT;
}

void ask_symbols(struct dash *d, expr e, vec_u32 *out) {
    const struct symbol_set *set = expr_symbols(d->x->sym->pool, e);
    for (uint32_t i = 0; i < set->len; i++) {
        expr s = expr_of_symbol(d->x->sym->pool, (symbol){set->ids[i]});
        bool known = wp_has_inputs(&d->wp, s);
        for (uint32_t k = 0; k < out->len && !known; k++) known = out->data[k] == set->ids[i];
        if (!known) vec_push(out, set->ids[i]);
    }
}

struct model *dash_complete(struct expr_pool *pool, struct model *m, expr e) {
    struct model *own = model_copy(m);
    const struct symbol_set *set = expr_symbols(pool, e);
    for (uint32_t i = 0; i < set->len; i++) {
        uint64_t words[EXPR_MAX_WIDTH / 64];
        symbol s = {set->ids[i]};
        if (model_has(m, s) || expr_is_array(pool, expr_of_symbol(pool, s))) continue;
        uint32_t n = (expr_width(pool, expr_of_symbol(pool, s)) + 63) / 64;
        model_get_wide(m, s, words, n);
        model_set_wide(own, s, words, n);
    }
    model_release(m);
    return own;
}
