#include "solver/groups.h"

#include <assert.h>

#include "base/hash.h"
#include "solver/bump.h"
#include "solver/pmap.h"

/* Values of the map: 0 no group; even: 2 * group; odd: 2 * symbol + 1. */
static uint32_t tag_group(uint32_t g) { return g << 1; }
static uint32_t tag_symbol(uint32_t s) { return s << 1 | 1; }

void group_hash(expr e, uint64_t hash[2]) {
    hash[0] += hash_u64(e.id + 0x51ed270b9f3c4a11u);
    hash[1] += hash_u64(((uint64_t)e.id << 20) ^ 0xc2b2ae3d27d4eb4fu);
}

void groups_init(struct group_table *t) {
    *t = (struct group_table){0};
    vec_push(&t->all, (struct group){0});
}

void groups_release(struct group_table *t) {
    vec_release(&t->all);
    vec_release(&t->stack);
}

static uint32_t new_group(struct group_table *t, struct group value) {
    uint32_t g = t->free;
    if (g) {
        t->free = t->all.data[g].kids[0];
        t->all.data[g] = value;
        return g;
    }
    vec_push(&t->all, value);
    return t->all.len - 1;
}

void groups_free_one(struct group_table *t, uint32_t g) {
    assert(g && g < t->all.len);
    t->all.data[g] = (struct group){.kids = {t->free, 0}};
    t->free = g;
}

/* The symbol at the root of s's tree (s itself if it is new), and its group. */
static uint32_t find_root(const struct pmap *members, uint32_t s, uint32_t *group) {
    for (;;) {
        uint32_t v = pmap_get(members, s, 0);
        if (!(v & 1)) {
            *group = v >> 1;
            return s;
        }
        s = v >> 1;
    }
}

uint32_t groups_of(const struct pmap *members, uint32_t s) {
    uint32_t g;
    find_root(members, s, &g);
    return g;
}

static void join(struct group_table *t, struct group *to, uint32_t g) {
    const struct group *from = &t->all.data[g];
    to->count += from->count;
    to->defs += from->defs;
    to->hash[0] += from->hash[0];
    to->hash[1] += from->hash[1];
}

static void point(struct partition *p, uint32_t s, uint32_t tagged) {
    p->members = pmap_put(p->members, p->bump, p->owner, s, tagged);
}

/* Hangs group g below the new root `top`; a root with two kids is closed and
 * becomes the first kid of the next. */
static void hang(struct group_table *t, struct partition *p, struct group *top, uint32_t g) {
    if (top->kids[1]) {
        uint32_t closed = new_group(t, *top);
        vec_push(p->made, closed);
        *top = (struct group){.kids = {closed, 0}};
        join(t, top, closed);
    }
    top->kids[top->kids[0] ? 1 : 0] = g;
    join(t, top, g);
}

void groups_add(struct group_table *t, struct expr_pool *pool, struct partition *p, expr elem, expr value) {
    const struct symbol_set *set = expr_symbols(pool, expr_is(value) ? value : elem);
    if (!set->len) return;
    struct group top = {.elem = elem, .value = value};
    if (expr_is(value)) top.defs = 1;
    else {
        top.count = 1;
        group_hash(elem, top.hash);
    }
    /* The root of the largest group stays root, so that trees stay flat. */
    uint32_t best_root = set->ids[0], best_group = 0;
    for (uint32_t i = 0; i < set->len; i++) {
        uint32_t g, root = find_root(p->members, set->ids[i], &g);
        if (g && (!best_group || t->all.data[g].count > t->all.data[best_group].count)) {
            best_root = root;
            best_group = g;
        }
    }
    if (best_group) hang(t, p, &top, best_group);
    for (uint32_t i = 0; i < set->len; i++) {
        uint32_t g, root = find_root(p->members, set->ids[i], &g);
        if (root == best_root) continue;
        if (g) hang(t, p, &top, g);
        point(p, root, tag_symbol(best_root));
    }
    uint32_t made = new_group(t, top);
    vec_push(p->made, made);
    point(p, best_root, tag_group(made));
}

/* Visits every node of g's tree, parents before kids. */
static bool next_node(struct group_table *t, const struct group **node) {
    if (!t->stack.len) return false;
    const struct group *n = &t->all.data[vec_pop(&t->stack)];
    if (n->kids[0]) vec_push(&t->stack, n->kids[0]);
    if (n->kids[1]) vec_push(&t->stack, n->kids[1]);
    *node = n;
    return true;
}

void groups_collect(struct group_table *t, uint32_t g, vec_expr *constraints) {
    uint32_t from = constraints->len;
    vec_push(&t->stack, g);
    for (const struct group *n; next_node(t, &n);)
        if (expr_is(n->elem) && !expr_is(n->value)) vec_push(constraints, n->elem);
    assert(constraints->len - from == t->all.data[g].count);
    if (from == constraints->len) return;
    for (uint32_t i = from, j = constraints->len - 1; i < j; i++, j--) {
        expr e = constraints->data[i];
        constraints->data[i] = constraints->data[j];
        constraints->data[j] = e;
    }
}

void groups_collect_defs(struct group_table *t, uint32_t g, vec_expr *symbols, vec_expr *values) {
    vec_push(&t->stack, g);
    while (t->stack.len) {
        const struct group *n = &t->all.data[vec_pop(&t->stack)];
        if (!n->defs) continue;
        if (n->kids[0]) vec_push(&t->stack, n->kids[0]);
        if (n->kids[1]) vec_push(&t->stack, n->kids[1]);
        if (!expr_is(n->value)) continue;
        vec_push(symbols, n->elem);
        vec_push(values, n->value);
    }
}

void groups_dissolve(struct group_table *t, struct expr_pool *pool, struct partition *p, uint32_t s, vec_expr *elems,
                     vec_expr *values) {
    uint32_t g = groups_of(p->members, s);
    if (!g) return;
    vec_push(&t->stack, g);
    for (const struct group *n; next_node(t, &n);) {
        if (!expr_is(n->elem)) continue;
        vec_push(elems, n->elem);
        vec_push(values, n->value);
        const struct symbol_set *set = expr_symbols(pool, expr_is(n->value) ? n->value : n->elem);
        for (uint32_t i = 0; i < set->len; i++) point(p, set->ids[i], 0);
    }
}

static void touch(struct group_table *t, uint32_t g, vec_u32 *groups) {
    if (!g || t->all.data[g].stamp == t->stamp) return;
    t->all.data[g].stamp = t->stamp;
    vec_push(groups, g);
}

void groups_touched_more(struct group_table *t, const struct pmap *members, const struct symbol_set *symbols,
                         vec_u32 *groups) {
    for (uint32_t i = 0; i < symbols->len; i++) touch(t, groups_of(members, symbols->ids[i]), groups);
}

void groups_touched(struct group_table *t, const struct pmap *members, const struct symbol_set *symbols,
                    vec_u32 *groups) {
    t->stamp++;
    groups_touched_more(t, members, symbols, groups);
}

struct all_visit {
    struct group_table *t;
    vec_u32 *groups;
};

static void visit_member(void *data, uint32_t key, uint32_t value) {
    (void)key;
    struct all_visit *v = data;
    if (!(value & 1)) touch(v->t, value >> 1, v->groups);
}

void groups_all(struct group_table *t, const struct pmap *members, vec_u32 *groups) {
    t->stamp++;
    pmap_each(members, visit_member, &(struct all_visit){t, groups});
}
