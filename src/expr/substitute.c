#include "expr/pool.h"
#include "expr/relate.h"

#include <stdlib.h>

/* Can `from` occur in the node at all? It cannot where no symbol of it does. */
struct substitution {
    struct expr_pool *pool;
    vec_u32 symbols; /* ascending; of all replaced nodes */
    bool prune;      /* every replaced node has symbols */
};

static int compare_ids(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void collect_symbols(struct substitution *sub, const expr *from, size_t n) {
    sub->prune = true;
    for (size_t i = 0; i < n; i++) {
        const struct symbol_set *set = expr_symbols(sub->pool, from[i]);
        sub->prune = sub->prune && set->len;
        vec_append(&sub->symbols, set->ids, set->len);
    }
    if (sub->symbols.len) qsort(sub->symbols.data, sub->symbols.len, sizeof *sub->symbols.data, compare_ids);
}

/* True only if the node is surely not changed. */
static bool is_untouched(const struct substitution *sub, uint32_t id) {
    uint32_t info = sub->pool->nodes[id].info;
    if (!sub->prune || !info || info == SYMBOLS_MANY) return false;
    const struct symbol_set *set = sub->pool->sets.sets.data[info - 1];
    uint32_t i = 0, j = 0;
    while (i < set->len && j < sub->symbols.len) {
        if (set->ids[i] == sub->symbols.data[j]) return false;
        if (set->ids[i] < sub->symbols.data[j]) i++;
        else j++;
    }
    return true;
}

static uint32_t rebuild(struct expr_pool *pool, uint32_t id) {
    struct expr_node n = pool->nodes[id];
    expr kids[3] = {0};
    bool changed = false;
    for (int i = 0; i < 3 && n.kids[i]; i++) {
        kids[i].id = expr_visit_value(pool, n.kids[i]);
        changed |= kids[i].id != n.kids[i];
    }
    if (!changed) return id;
    return expr_build(pool, (enum expr_op)n.op, n.width, n.aux, kids).id;
}

static void substitute_below(struct substitution *sub, uint32_t root) {
    struct expr_pool *pool = sub->pool;
    vec_u32 stack = {0};
    vec_push(&stack, root);
    while (stack.len) {
        uint32_t id = vec_last(&stack), before = stack.len;
        if (expr_visited(pool, id)) {
            (void)vec_pop(&stack);
            continue;
        }
        if (is_untouched(sub, id)) {
            expr_visit_set(pool, id, id);
            continue;
        }
        for (int i = 0; i < 3; i++) {
            uint32_t kid = pool->nodes[id].kids[i];
            if (kid && !expr_visited(pool, kid)) vec_push(&stack, kid);
        }
        if (stack.len == before) expr_visit_set(pool, id, rebuild(pool, id));
    }
    vec_release(&stack);
}

expr expr_substitute(struct expr_pool *pool, expr e, const expr *from, const expr *to, size_t n) {
    if (!n) return e;
    struct substitution sub = {.pool = pool};
    collect_symbols(&sub, from, n);
    (void)expr_symbols(pool, e);
    expr_visit_begin(pool);
    for (size_t i = 0; i < n; i++) {
        assert(expr_is(from[i]) && expr_is(to[i]));
        assert(expr_width(pool, from[i]) == expr_width(pool, to[i]));
        expr_visit_set(pool, from[i].id, to[i].id);
    }
    substitute_below(&sub, e.id);
    expr result = {expr_visit_value(pool, e.id)};
    expr_visit_end(pool);
    vec_release(&sub.symbols);
    return result;
}

expr expr_replace(struct expr_pool *pool, expr e, expr_value_fn value, void *owner) {
    const struct symbol_set *set = expr_symbols(pool, e);
    VEC(expr) from = {0}, to = {0};
    for (uint32_t i = 0; i < set->len; i++) {
        symbol s = {set->ids[i]};
        expr v = value(owner, s);
        if (!expr_is(v)) continue;
        vec_push(&from, expr_of_symbol(pool, s));
        vec_push(&to, v);
    }
    e = expr_substitute(pool, e, from.data, to.data, from.len);
    vec_release(&from);
    vec_release(&to);
    return e;
}
