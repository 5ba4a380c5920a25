#include "solver/bitblast/blaster.h"

#include <assert.h>

#include "expr/keep.h"
#include "expr/model.h"

struct blaster *blaster_new(struct expr_pool *pool, struct limits *limits, enum sat_style style, uint32_t max_vars) {
    struct blaster *b = MEM_NEW(struct blaster);
    gates_init(&b->gates, style, limits, max_vars);
    b->pool = pool;
    map_init(&b->words);
    map_init(&b->reads);
    map_init(&b->symbols);
    map_init(&b->seen);
    map_init(&b->lazy);
    arena_init(&b->arena);
    return b;
}

void blaster_free(struct blaster *b) {
    gates_release(&b->gates);
    map_release(&b->words);
    map_release(&b->reads);
    map_release(&b->symbols);
    map_release(&b->seen);
    map_release(&b->lazy);
    arena_release(&b->arena);
    vec_release(&b->stack);
    mem_free(b);
}

/* ---- walking over expressions ------------------------------------------------------------ */

static void push_unseen(struct blaster *b, expr e) {
    if (map_put(&b->seen, e.id, 1)) vec_push(&b->stack, e.id);
}

void blaster_visit(struct blaster *b, const expr *constraints, uint32_t n, blaster_visit_fn visit, void *data) {
    map_clear(&b->seen);
    vec_clear(&b->stack);
    for (uint32_t i = 0; i < n; i++) push_unseen(b, constraints[i]);
    while (b->stack.len) {
        expr e = {vec_pop(&b->stack)};
        visit(b, e, data);
        int arity = expr_arity(expr_op(b->pool, e));
        for (int i = 0; i < arity; i++) push_unseen(b, expr_kid(b->pool, e, i));
    }
}

static void add_vars(struct blaster *b, expr e, void *data) {
    uint32_t *count = data;
    const lit *word = expr_is_array(b->pool, e) ? NULL : blaster_find(b, e);
    if (word) *count += blaster_word_vars(word);
}

uint32_t blaster_count_vars(struct blaster *b, const expr *constraints, uint32_t n) {
    uint32_t count = 1;
    blaster_visit(b, constraints, n, add_vars, &count);
    return count;
}

/* ---- collection ---------------------------------------------------------------------------- */

static bool key_is_dead(const struct blaster *b, uint64_t key, bool pair) {
    expr low = {(uint32_t)key}, high = {(uint32_t)(key >> 32)};
    return !expr_is_marked(b->pool, low) || (pair && !expr_is_marked(b->pool, high));
}

static void sweep_map(struct blaster *b, struct map *map, bool pair) {
    vec_u64 dead = {0};
    uint32_t cursor = 0;
    uint64_t key, value;
    while (map_next(map, &cursor, &key, &value))
        if (key_is_dead(b, key, pair)) vec_push(&dead, key);
    for (vec_each(uint32_t, i, &dead)) map_remove(map, dead.data[i]);
    vec_release(&dead);
}

uint32_t blaster_sweep(struct blaster *b) {
    sweep_map(b, &b->words, false);
    sweep_map(b, &b->reads, true);
    sweep_map(b, &b->lazy, false);
    return b->words.len;
}

/* ---- models -------------------------------------------------------------------------------- */

uint64_t blaster_value(const struct blaster *b, uint32_t width, const lit *word) {
    uint64_t value = 0;
    for (uint32_t i = 0; i < width && i < 64; i++) value |= (uint64_t)sat_value(&b->gates.sat, word[i]) << i;
    return value;
}

static void set_word(struct blaster *b, struct model *model, symbol s) {
    expr e = expr_of_symbol(b->pool, s);
    if (expr_is_array(b->pool, e)) return;
    uint32_t width = expr_width(b->pool, e);
    const lit *word = blaster_find(b, e);
    uint64_t words[EXPR_MAX_WIDTH / 64] = {0};
    uint32_t len = (width + 63) / 64;
    for (uint32_t i = 0; word && i < len; i++) words[i] = blaster_value(b, width - 64 * i, word + 64 * i);
    if (len == 1) model_set(model, s, words[0]);
    else model_set_wide(model, s, words, len);
}

struct model *blaster_model(struct blaster *b, const expr *constraints, uint32_t n) {
    struct model *model = model_new();
    const struct symbol_set *last = NULL;
    for (uint32_t i = 0; i < n; i++) {
        const struct symbol_set *set = expr_symbols(b->pool, constraints[i]);
        if (set == last) continue;
        last = set;
        for (uint32_t k = 0; k < set->len; k++) {
            symbol s = {set->ids[k]};
            if (!model_has(model, s)) set_word(b, model, s);
        }
    }
    array_add_to_model(b, constraints, n, model);
    return model;
}

static void find_open_guard(struct blaster *b, expr e, void *data) {
    if (expr_op(b->pool, e) != EXPR_GUARD) return;
    const lit *d = blaster_find(b, expr_kid(b->pool, e, 0));
    if (d && !sat_value(&b->gates.sat, d[0])) *(bool *)data = true;
}

bool blaster_model_fits(struct blaster *b, struct model *model, const expr *constraints, uint32_t n) {
    bool fits = true;
    for (uint32_t i = 0; i < n && fits; i++) fits = model_holds(model, b->pool, constraints[i]);
    if (fits) return true;
    bool open = false;
    blaster_visit(b, constraints, n, find_open_guard, &open);
    return open;
}
