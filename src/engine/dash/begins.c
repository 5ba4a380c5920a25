/* The states in which the program begins. */
#include "engine/dash/dash.h"
#include "exec/core/first.h"
#include "expr/arith.h"
#include "solver/path.h"

/* The program's entry is executed for the first time: that is where the proof begins. */
static void on_first(void *owner, const struct function *fn, uint32_t pc) {
    struct dash *d = owner;
    struct exec *x = d->x;
    if (fn->id != x->p->entry || pc != 0 || x->now->phase != PHASE_MAIN) return;
    struct state *st = state_fork(x, x->now);
    struct model *own = model_copy(st->model); /* this run goes on and gives inputs values */
    model_release(st->model);
    st->model = own;
    vec_push(&d->begins, st);
}

/* Runs each first state to the program's entry. False: an end before that, or it takes
 * decisions on the way. */
bool dash_find_begins(struct dash *d) {
    struct exec *x = d->x;
    VEC(struct state *) roots = {0};
    bool ok = true;
    vec_push(&roots, x->now);
    vec_append(&roots, x->sym->forked.data, x->sym->forked.len);
    vec_clear(&x->sym->forked);
    exec_switch(x, NULL);
    for (uint32_t i = 0; i < roots.len; i++) {
        uint32_t before = d->begins.len;
        struct state *st = roots.data[i];
        uint32_t decided = pathcond_len(st->pc);
        run_take(d->r, st);
        exec_watch_blocks(x, on_first, d);
        concolic_clear(&d->record, 0);
        enum stop stop = STOP_SLICE;
        while (stop == STOP_SLICE && d->begins.len == before) stop = run_step(d->r);
        exec_unwatch_blocks(x);
        ok &= d->begins.len == before + 1 && pathcond_len(d->begins.data[before]->pc) == decided;
        exec_switch(x, NULL);
        state_free(x, st);
    }
    x->stop = STOP_NONE;
    vec_release(&roots);
    return ok;
}

/* A region at the entry that no test has reached, but some other beginning belongs to:
 * it counts as reached. */
static void settle_at(struct dash *d, uint32_t r) {
    struct exec *x = d->x;
    struct region *region = &d->g.list.data[r];
    if (region->kids[0]) {
        uint32_t kids[2] = {region->kids[0], region->kids[1]};
        settle_at(d, kids[0]);
        settle_at(d, kids[1]);
        return;
    }
    cond_list conds = {0};
    regions_conds(&d->g, r, &conds, NULL);
    for (uint32_t i = 0; i < d->begins.len && !d->g.list.data[r].seen.len; i++) {
        struct state *st = d->begins.data[i];
        expr all = expr_true(x->sym->pool);
        for (uint32_t k = 0; k < conds.len; k++)
            all = expr_and(x->sym->pool, all, wp_in_state(&d->wp, st, conds.data[k]));
        struct model *m = NULL;
        if (expr_is_false(x->sym->pool, all)) continue;
        enum answer answer = solver_check(x->sym->solver, st->pc, all, st->model, &m);
        if (answer == ANSWER_UNKNOWN) sym_gap(x, GAP_SOLVER, NULL);
        if (answer != ANSWER_SAT) continue;
        struct state *other = state_fork(x, st);
        model_release(other->model);
        other->model = m;
        vec_push(&d->g.list.data[r].seen, other);
    }
    vec_release(&conds);
}

void dash_settle_begins(struct dash *d) {
    if (!d->begins.len) return;
    uint32_t loc = regions_locate(&d->g, d->begins.data[0], false); /* all begin there */
    settle_at(d, d->g.locs.data[loc].root);
}
