#include "engine/facttable.h"

#include "base/hash.h"

enum { FACTS_PER_ENTRY = 512 };

void facttable_init(struct facttable *t) {
    *t = (struct facttable){0};
    map_init(&t->by_key);
}

void facttable_release(struct facttable *t) {
    for (uint32_t i = 0; i < t->entries.len; i++) {
        struct entry *e = t->entries.data[i];
        for (uint32_t k = 0; k < e->facts.len; k++) fact_release(e->facts.data[k]);
        vec_release(&e->facts);
        vec_release(&e->stack);
        vec_release(&e->nodes);
        vec_release(&e->symbols);
        map_release(&e->matters);
        mem_free(e);
    }
    vec_release(&t->entries);
    map_release(&t->by_key);
}

void facttable_mark(const struct facttable *t, struct expr_pool *pool) {
    for (uint32_t i = 0; i < t->entries.len; i++) {
        const struct entry *e = t->entries.data[i];
        for (uint32_t k = 0; k < e->facts.len; k++) fact_mark(pool, e->facts.data[k]);
    }
}

bool state_is_comparable(const struct state *st) { return st->phase == PHASE_MAIN && st->jumps.len == 0; }

static uint64_t stack_key(const struct state *st) {
    uint64_t key = hash_u64(st->depth);
    for (const struct frame *f = st->top; f; f = f->caller) key = hash_mix(key, (uint64_t)(uintptr_t)f->pc);
    key = hash_mix(key, st->space.next_number);
    return hash_mix(key, (uint64_t)st->space.stack_depth << 32 | st->space.freed.len);
}

static bool same_stack(const struct entry *e, const struct state *st) {
    uint32_t i = 0;
    for (const struct frame *f = st->top; f; f = f->caller, i++)
        if (i >= e->stack.len || e->stack.data[i] != f->pc) return false;
    return i == e->stack.len;
}

struct entry *facttable_find(const struct facttable *t, const struct state *st) {
    uint64_t at = map_get(&t->by_key, stack_key(st), 0);
    struct entry *e = at ? t->entries.data[at - 1] : NULL;
    return e && same_stack(e, st) ? e : NULL;
}

struct entry *facttable_entry(struct facttable *t, const struct state *st) {
    struct entry *e = facttable_find(t, st);
    if (e) return e;
    e = mem_zalloc(sizeof *e);
    e->key = stack_key(st);
    map_init(&e->matters);
    for (const struct frame *f = st->top; f; f = f->caller) vec_push(&e->stack, f->pc);
    vec_push(&t->entries, e);
    map_put(&t->by_key, e->key, t->entries.len);
    return e;
}

void entry_store(struct entry *e, struct fact *f) {
    if (e->facts.len < FACTS_PER_ENTRY) {
        vec_push(&e->facts, fact_retain(f));
        return;
    }
    fact_release(e->facts.data[e->next_out]);
    e->facts.data[e->next_out] = fact_retain(f);
    e->next_out = (e->next_out + 1) % FACTS_PER_ENTRY;
}

static void learn_symbols(struct entry *e, struct expr_pool *pool, expr of) {
    const struct symbol_set *set = expr_symbols(pool, of);
    for (uint32_t i = 0; i < set->len; i++)
        if (map_put(&e->matters, set->ids[i], 1)) vec_push(&e->symbols, set->ids[i]);
}

void entry_learn(struct entry *e, struct expr_pool *pool, const struct fact *f) {
    for (uint32_t i = 0; i < f->arcs.len; i++) learn_symbols(e, pool, f->arcs.data[i].word);
    for (uint32_t i = 0; i < f->conds.len; i++) learn_symbols(e, pool, f->conds.data[i]);
}

struct fact *entry_subsumer(struct entry *e, struct exec *x, const struct places *places, struct state *st) {
    for (uint32_t i = e->facts.len; i-- > 0;) {
        struct fact *f = e->facts.data[i];
        x->ctx->stats.facts_tried++;
        if (!fact_holds(x, places, f, st)) continue;
        f->uses++;
        return f;
    }
    return NULL;
}
