#include "solver/parti/search.h"

#include <assert.h>

bool list_variables(struct parti *p, expr e, vec_u32 *vars) {
    vec_clear(vars);
    if (columns_plan(&p->columns, e, MOST_NODES) == COLUMN_NONE) return false;
    for (vec_each(uint32_t, i, &p->columns.vars)) vec_push(vars, p->columns.vars.data[i].var);
    return true;
}

bool all_exact(struct parti *p, struct domains *d, expr e) {
    if (columns_plan(&p->columns, e, MOST_NODES) == COLUMN_NONE) return false;
    for (vec_each(uint32_t, i, &p->columns.vars))
        if (!domains_var_exact(d, p->columns.vars.data[i].var)) return false;
    return true;
}

uint32_t only_variable(struct parti *p, expr e) {
    const struct symbol_set *all = expr_symbols(p->pool, e);
    if (all->len != 1) return NO_VAR;
    symbol s = {all->ids[0]};
    return expr_is_array(p->pool, expr_of_symbol(p->pool, s)) ? NO_VAR : vars_symbol(&p->vars, s);
}

/* ---- all assignments ------------------------------------------------------------------------- */

/* Repeats each of `count` members `period` times, over and over, up to `len`. */
static void fill_column(uint64_t *column, uint32_t len, const uint64_t *members, uint32_t count, uint32_t period) {
    for (uint32_t j = 0, at = 0; j < len; at = at + 1 == count ? 0 : at + 1)
        for (uint32_t k = 0; k < period && j < len; k++) column[j++] = members[at];
}

/* The number of combinations of members of the planned variables, or 0 if they are
 * more than most_assignments. */
static uint32_t count_all(struct parti *p, struct domains *d) {
    uint64_t total = 1;
    if (p->columns.vars.len > MOST_ASSIGNED) return 0;
    for (vec_each(uint32_t, i, &p->columns.vars)) {
        uint64_t count = mset_count(domains_set(d, p->columns.vars.data[i].var));
        if (count > p->most_assignments || (total *= count) > p->most_assignments) return 0;
    }
    return (uint32_t)total;
}

/* Plans e, and fills the columns of its variables with all combinations of members.
 * Returns e's column, or COLUMN_NONE. */
static uint32_t fill_all(struct parti *p, struct domains *d, expr e) {
    assert(p->most_assignments <= MOST_ASSIGNMENTS);
    struct columns *c = &p->columns;
    uint32_t root = columns_plan(c, e, MOST_COLUMNS), total = 0;
    if (root != COLUMN_NONE) total = count_all(p, d);
    if (total == 0) return COLUMN_NONE;
    columns_room(c, total);
    uint32_t period = 1;
    for (vec_each(uint32_t, i, &c->vars)) {
        uint64_t members[MOST_ASSIGNMENTS], *column = columns_at(c, c->vars.data[i].column);
        const struct mset *set = domains_set(d, c->vars.data[i].var);
        uint32_t count = mset_members(set, MOST_ASSIGNMENTS, members);
        if (count == 0) return COLUMN_NONE;
        fill_column(column, total, members, count, period);
        period *= count;
    }
    /* Known bits may have left fewer than were counted: then some come twice. */
    columns_run(c);
    return root;
}

static void take_row(struct columns *c, uint32_t row, struct assignment *out) {
    out->n = c->vars.len;
    for (uint32_t i = 0; i < out->n; i++) {
        out->at[i].var = c->vars.data[i].var;
        out->at[i].value = columns_at(c, c->vars.data[i].column)[row];
    }
}

static bool planned_exact(struct parti *p, struct domains *d) {
    for (vec_each(uint32_t, i, &p->columns.vars))
        if (!domains_var_exact(d, p->columns.vars.data[i].var)) return false;
    return true;
}

bool search_all(struct parti *p, struct domains *d, expr e, struct trial_result *out) {
    uint32_t root = fill_all(p, d, e);
    if (root == COLUMN_NONE) return false;
    const uint64_t *value = columns_at(&p->columns, root);
    out->may[0] = out->may[1] = false;
    for (uint32_t j = 0; j < p->columns.len; j++) {
        if (out->may[value[j]]) continue;
        out->may[value[j]] = true;
        take_row(&p->columns, j, &out->witness[value[j]]);
    }
    out->exact = planned_exact(p, d);
    return true;
}

bool search_members(struct parti *p, struct domains *d, expr e, bool truth, uint32_t *var, struct mset *out) {
    struct columns *c = &p->columns;
    uint32_t root = fill_all(p, d, e), kept = 0;
    if (root == COLUMN_NONE || c->vars.len != 1) return false;
    *var = c->vars.data[0].var;
    uint64_t members[MOST_ASSIGNMENTS];
    const uint64_t *value = columns_at(c, root), *input = columns_at(c, c->vars.data[0].column);
    for (uint32_t j = 0; j < c->len; j++)
        if (value[j] == truth) members[kept++] = input[j];
    mset_of_values(out, domains_set(d, *var)->width, members, kept);
    return true;
}

bool search_range(struct parti *p, struct domains *d, expr e, uint64_t *min, uint64_t *max, bool *exact) {
    uint32_t root = fill_all(p, d, e);
    if (root == COLUMN_NONE) return false;
    const uint64_t *value = columns_at(&p->columns, root);
    *min = *max = value[0];
    for (uint32_t j = 1; j < p->columns.len; j++) {
        if (value[j] < *min) *min = value[j];
        if (value[j] > *max) *max = value[j];
    }
    *exact = planned_exact(p, d);
    return true;
}
