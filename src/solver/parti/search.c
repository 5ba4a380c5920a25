#include "solver/parti/search.h"

#include <assert.h>

bool list_variables(struct parti *p, expr e, vec_u32 *vars) {
    vec_clear(vars);
    columns_begin(&p->columns);
    if (columns_add(&p->columns, e, WORK_LIMIT) == COLUMN_NONE) return false;
    for (vec_each(uint32_t, i, &p->columns.vars)) vec_push(vars, p->columns.vars.data[i].var);
    return true;
}

bool all_exact(struct parti *p, struct domains *d, expr e) {
    columns_begin(&p->columns);
    if (columns_add(&p->columns, e, WORK_LIMIT) == COLUMN_NONE) return false;
    for (vec_each(uint32_t, i, &p->columns.vars))
        if (!domains_var_exact(d, p->columns.vars.data[i].var)) return false;
    return true;
}

/* ---- all assignments ------------------------------------------------------------------------- */

/* Plans e, and fills the columns of its variables with all combinations of members.
 * Returns e's column, or COLUMN_NONE. */
static uint32_t fill_all(struct parti *p, struct domains *d, expr e) {
    struct columns *c = &p->columns;
    columns_begin(c);
    uint32_t root = columns_add(c, e, MOST_COLUMNS);
    if (root == COLUMN_NONE) return COLUMN_NONE;
    assert(p->most_assignments <= MOST_ASSIGNMENTS);
    uint64_t total = 1;
    for (vec_each(uint32_t, i, &c->vars)) {
        uint64_t count = mset_count(domains_set(d, c->vars.data[i].var));
        if (count > p->most_assignments) return COLUMN_NONE;
        if ((total *= count) > p->most_assignments) return COLUMN_NONE;
    }
    uint64_t members[MOST_ASSIGNMENTS];
    uint32_t counts[MOST_ASSIGNED], product = 1;
    for (vec_each(uint32_t, i, &c->vars)) {
        if (i == MOST_ASSIGNED) return COLUMN_NONE;
        counts[i] = mset_members(domains_set(d, c->vars.data[i].var), MOST_ASSIGNMENTS, members);
        product *= counts[i];
    }
    if (product == 0) return COLUMN_NONE;
    columns_room(c, product);
    uint32_t period = 1;
    for (vec_each(uint32_t, i, &c->vars)) {
        uint64_t *column = columns_at(c, c->vars.data[i].column);
        mset_members(domains_set(d, c->vars.data[i].var), MOST_ASSIGNMENTS, members);
        for (uint32_t j = 0; j < product; j++) column[j] = members[j / period % counts[i]];
        period *= counts[i];
    }
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

bool search_members(struct parti *p, struct domains *d, expr e, bool truth, uint32_t *var,
                    struct mset *out) {
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

bool search_range(struct parti *p, struct domains *d, expr e, uint64_t *min, uint64_t *max,
                  bool *exact) {
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
