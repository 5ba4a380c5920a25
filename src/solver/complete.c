/* From the values of some symbols to a model of the whole path condition. */
#include "base/context.h"
#include "solver/chain.h"
#include "solver/pmap.h"

bool query_satisfied(struct solver *s, const struct query *q, struct model *m) {
    /* The condition comes last and is the most likely to fail. */
    for (uint32_t i = q->nset; i-- > 0;)
        if (!model_holds(m, s->pool, q->set[i])) return false;
    return true;
}

/* True the first time that a symbol is seen under the current stamp. */
static bool first_sight(struct solver *s, uint32_t id) {
    if (id >= s->seen.len) vec_resize(&s->seen, id + id / 2 + 64);
    if (s->seen.data[id] == s->seen_stamp) return false;
    s->seen.data[id] = s->seen_stamp;
    return true;
}

/* An element that only `to` has set gets the value it has in `from`. */
static void take_array(struct model *to, const struct model *from, symbol a) {
    vec_u64 stale = {0};
    uint64_t index, value;
    for (uint32_t cursor = 0; model_next_elem(to, a, &cursor, &index, &value);) vec_push(&stale, index);
    for (vec_each(uint32_t, i, &stale)) model_set_elem(to, a, stale.data[i], model_get_elem(from, a, stale.data[i]));
    for (uint32_t cursor = 0; model_next_elem(from, a, &cursor, &index, &value);) model_set_elem(to, a, index, value);
    model_set_rest(to, a, model_get_rest(from, a));
    vec_release(&stale);
}

/* The value of x in `to` becomes that in `from`. */
static void take_symbol(struct solver *s, struct model *to, const struct model *from, symbol x) {
    uint32_t width = expr_width(s->pool, expr_of_symbol(s->pool, x));
    if (!width) take_array(to, from, x);
    else if (width <= 64) model_set(to, x, model_get(from, x));
    else {
        uint64_t words[(EXPR_MAX_WIDTH + 63) / 64];
        uint32_t n = (width + 63) / 64;
        model_get_wide(from, x, words, n);
        model_set_wide(to, x, words, n);
    }
}

static void take_symbols(struct solver *s, struct model *to, const struct model *from, const expr *exprs, uint32_t n) {
    s->seen_stamp++;
    const struct symbol_set *last = NULL;
    for (uint32_t i = 0; i < n; i++) {
        const struct symbol_set *set = expr_symbols(s->pool, exprs[i]);
        if (set == last) continue;
        last = set;
        for (uint32_t j = 0; j < set->len; j++)
            if (first_sight(s, set->ids[j])) take_symbol(s, to, from, (symbol){set->ids[j]});
    }
}

/* Gives the symbols in def_symbols the values that def_values have under m. All
 * are evaluated before any is set: setting forgets what evaluation found. */
static void apply_definitions(struct solver *s, struct model *m) {
    vec_u64 words = {0};
    for (vec_each(uint32_t, i, &s->def_values)) {
        uint32_t n = (expr_width(s->pool, s->def_values.data[i]) + 63) / 64, at = words.len;
        vec_resize(&words, at + n);
        model_eval_wide(m, s->pool, s->def_values.data[i], words.data + at);
    }
    const uint64_t *w = words.data;
    for (vec_each(uint32_t, i, &s->def_symbols)) {
        uint32_t n = (expr_width(s->pool, s->def_values.data[i]) + 63) / 64;
        symbol x = expr_symbol(s->pool, s->def_symbols.data[i]);
        if (n == 1) model_set(m, x, *w);
        else model_set_wide(m, x, w, n);
        w += n;
    }
    vec_release(&words);
}

/* Definitions that depend on the symbols of `exprs`. */
static void collect_definitions(struct solver *s, const struct known *k, const expr *exprs, uint32_t n) {
    vec_clear(&s->def_symbols);
    vec_clear(&s->def_values);
    s->groups.stamp++;
    for (uint32_t i = 0; i < n; i++) {
        vec_clear(&s->touched);
        groups_touched_more(&s->groups, k->members, expr_symbols(s->pool, exprs[i]), &s->touched);
        for (vec_each(uint32_t, j, &s->touched))
            groups_collect_defs(&s->groups, s->touched.data[j], &s->def_symbols, &s->def_values);
    }
}

struct model *query_complete(struct solver *s, struct query *q) {
    if (q->whole) return model_retain(q->local);
    struct model *base = q->hint;
    if (!base) {
        enum answer a = pathcond_solve(s, q->pc);
        if (a != ANSWER_SAT) {
            q->answer = a;
            return NULL;
        }
        base = q->pc->model;
    }
    if (!q->local) return model_retain(base);
    struct model *m = model_copy(base);
    take_symbols(s, m, q->local, q->take, q->ntake);
    collect_definitions(s, q->pc->known, q->take, q->ntake);
    if (s->def_symbols.len) apply_definitions(s, m);
    return m;
}

/* ---- path conditions without a model ------------------------------------------ */

/* Makes m satisfy group g. */
static enum answer solve_group(struct solver *s, struct pathcond *pc, uint32_t g, struct model *m) {
    if (!s->groups.all.data[g].count) return ANSWER_SAT;
    vec_clear(&s->group_set);
    groups_collect(&s->groups, g, &s->group_set);
    struct query q = {.pc = pc, .want_model = true, .set = s->group_set.data, .nset = s->group_set.len};
    q.nconds = q.nset; /* the whole group may be contradictory */
    q.key[0] = s->groups.all.data[g].hash[0];
    q.key[1] = s->groups.all.data[g].hash[1];
    if (query_satisfied(s, &q, m)) return ANSWER_SAT;
    query_descend(s, &q);
    if (q.answer == ANSWER_SAT) take_symbols(s, m, q.local, q.set, q.nset);
    model_release(q.local);
    return q.answer;
}

static void visit_fact(void *data, uint32_t key, uint32_t value) {
    struct solver *s = data;
    if (!(value & 1)) return;
    vec_push(&s->def_symbols, (expr){key});
    vec_push(&s->def_values, (expr){value >> 1});
}

/* The nearest model of a shorter path condition is the best start. */
static struct model *start_model(const struct pathcond *pc) {
    for (pc = pc->parent; pc; pc = pc->parent)
        if (pc->model) return model_copy(pc->model);
    return model_new();
}

enum answer pathcond_solve(struct solver *s, struct pathcond *pc) {
    if (pc->model) return ANSWER_SAT;
    known_learn(s, pc);
    if (pc->known->contradiction) return ANSWER_UNSAT;
    vec_u32 groups = {0};
    groups_all(&s->groups, pc->known->members, &groups);
    struct model *m = start_model(pc);
    enum answer a = ANSWER_SAT;
    for (uint32_t i = 0; i < groups.len && a != ANSWER_UNSAT; i++) {
        enum answer one = solve_group(s, pc, groups.data[i], m);
        if (one != ANSWER_SAT) a = one;
    }
    vec_release(&groups);
    if (a != ANSWER_SAT) {
        model_release(m);
        return a;
    }
    vec_clear(&s->def_symbols);
    vec_clear(&s->def_values);
    pmap_each(pc->known->facts, visit_fact, s);
    apply_definitions(s, m);
    pc->model = m;
    return ANSWER_SAT;
}
