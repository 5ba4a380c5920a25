#include "engine/interpolate/facttable.h"

#include <assert.h>
#include <string.h>

#include "base/hash.h"
#include "base/provoke.h"

enum { FACTS_PER_ENTRY = PROVOKED(1 << 16, 2) };

void facttable_init(struct facttable *t) {
    *t = (struct facttable){0};
    map_init(&t->by_key);
}

void facttable_release(struct facttable *t) {
    for (uint32_t i = 0; i < t->entries.len; i++) {
        struct fact_entry *e = t->entries.data[i];
        for (uint32_t k = 0; k < e->facts.len; k++) fact_release(e->facts.data[k]);
        vec_release(&e->facts);
        vec_release(&e->stack);
        vec_release(&e->nodes);
        vec_release(&e->symbols);
        map_release(&e->matters);
        factindex_release(&e->index);
        mem_free(e);
    }
    vec_release(&t->entries);
    map_release(&t->by_key);
}

void facttable_mark(const struct facttable *t, struct expr_pool *pool) {
    for (uint32_t i = 0; i < t->entries.len; i++) {
        const struct fact_entry *e = t->entries.data[i];
        factindex_mark(&e->index, pool);
        for (uint32_t k = 0; k < e->facts.len; k++) fact_mark(pool, e->facts.data[k]);
    }
}

bool state_is_comparable(const struct state *st) { return st->phase == PHASE_MAIN && st->jumps.len == 0; }

static uint64_t stack_key(const struct state *st) {
    uint64_t key = hash_u64(st->depth);
    for (const struct frame *f = st->top; f; f = f->caller)
        key = hash_mix(key, (uint64_t)f->fn->id << 32 | (uint64_t)(f->pc - f->fn->code));
    key = hash_mix(key, st->space.next_number);
    key = hash_mix(key, st->space.stack_bytes);
    return hash_mix(key, (uint64_t)st->space.stack_depth << 32 | st->space.freed.len);
}

static struct fact_entry *add_entry(struct facttable *t, uint64_t key) {
    struct fact_entry *e = mem_zalloc(sizeof *e);
    e->key = key;
    map_init(&e->matters);
    vec_push(&t->entries, e);
    map_put(&t->by_key, key, t->entries.len);
    return e;
}

static bool same_stack(const struct fact_entry *e, const struct state *st) {
    uint32_t i = 0;
    for (const struct frame *f = st->top; f; f = f->caller, i++)
        if (i >= e->stack.len || e->stack.data[i] != f->pc) return false;
    return i == e->stack.len;
}

struct fact_entry *facttable_find(const struct facttable *t, const struct state *st) {
    uint64_t at = map_get(&t->by_key, stack_key(st), 0);
    struct fact_entry *e = at ? t->entries.data[at - 1] : NULL;
    return e && same_stack(e, st) ? e : NULL;
}

struct fact_entry *facttable_entry(struct facttable *t, const struct state *st) {
    assert(state_is_comparable(st) && st->top);
    struct fact_entry *e = facttable_find(t, st);
    if (e) return e;
    e = add_entry(t, stack_key(st));
    for (const struct frame *f = st->top; f; f = f->caller) vec_push(&e->stack, f->pc);
    return e;
}

struct fact_entry *facttable_entry_at(struct facttable *t, uint64_t key, const struct insn *const *frames, uint32_t n) {
    uint64_t at = map_get(&t->by_key, key, 0);
    struct fact_entry *e = at ? t->entries.data[at - 1] : NULL;
    bool same = e && e->stack.len == n;
    for (uint32_t i = 0; same && i < n; i++) same = e->stack.data[i] == frames[i];
    if (same) return e;
    e = add_entry(t, key);
    vec_append(&e->stack, frames, n);
    return e;
}

/* The older half goes. */
static void retire(struct fact_entry *e, const struct expr_pool *pool) {
    assert(e->facts.len >= 2);
    uint32_t half = e->facts.len / 2;
    for (uint32_t i = 0; i < half; i++) fact_release(e->facts.data[i]);
    memmove(e->facts.data, e->facts.data + half, (e->facts.len - half) * sizeof *e->facts.data);
    e->facts.len -= half;
    factindex_clear(&e->index);
    for (uint32_t i = 0; i < e->facts.len; i++) factindex_add(&e->index, pool, e->facts.data[i]);
}

void entry_store(struct fact_entry *e, const struct expr_pool *pool, struct fact *f) {
    assert(f->refs && e->facts.len <= FACTS_PER_ENTRY);
    if (e->facts.len == FACTS_PER_ENTRY) retire(e, pool);
    vec_push(&e->facts, fact_retain(f));
    factindex_add(&e->index, pool, f);
    assert(e->index.older.len == e->facts.len);
}

static void learn_symbols(struct fact_entry *e, struct expr_pool *pool, expr of) {
    const struct symbol_set *set = expr_symbols(pool, of);
    for (uint32_t i = 0; i < set->len; i++)
        if (map_put(&e->matters, set->ids[i], 1)) vec_push(&e->symbols, set->ids[i]);
}

void entry_learn(struct fact_entry *e, struct expr_pool *pool, const struct fact *f) {
    assert(e->matters.len == e->symbols.len);
    for (uint32_t i = 0; i < f->arcs.len; i++) learn_symbols(e, pool, f->arcs.data[i].word);
    for (uint32_t i = 0; i < f->conds.len; i++) learn_symbols(e, pool, f->conds.data[i]);
    for (uint32_t i = 0; i < f->leads.len; i++) learn_symbols(e, pool, f->leads.data[i].pointer);
}

struct fact_search {
    struct fact_entry *entry;
    struct exec *x;
    const struct places *places;
    struct state *st;
    struct fact *found;
};

static bool try_fact(void *owner, uint32_t at) {
    struct fact_search *s = owner;
    assert(at < s->entry->facts.len);
    struct fact *f = s->entry->facts.data[at];
    s->x->ctx->stats.facts_tried++;
    if (!fact_holds(s->x, s->places, f, s->st)) return false;
    s->found = f;
    return true;
}

struct fact *entry_subsumer(struct fact_entry *e, struct exec *x, const struct places *places, struct state *st) {
    struct fact_search s = {e, x, places, st, NULL};
    factindex_any(&e->index, x, places, st, try_fact, &s);
    return s.found;
}
