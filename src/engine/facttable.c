#include "engine/facttable.h"

#include <string.h>

#include "base/hash.h"

enum { FACTS_PER_ENTRY = 1 << 16, FIRST_PIVOT = 16 /* facts before a pivot is chosen */ };

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
        map_release(&e->buckets);
        vec_release(&e->older);
        vec_release(&e->others);
        mem_free(e);
    }
    vec_release(&t->entries);
    map_release(&t->by_key);
}

void facttable_mark(const struct facttable *t, struct expr_pool *pool) {
    for (uint32_t i = 0; i < t->entries.len; i++) {
        const struct entry *e = t->entries.data[i];
        if (expr_is(e->pivot)) expr_mark(pool, e->pivot);
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
    map_init(&e->buckets);
    for (const struct frame *f = st->top; f; f = f->caller) vec_push(&e->stack, f->pc);
    vec_push(&t->entries, e);
    map_put(&t->by_key, e->key, t->entries.len);
    return e;
}

/* ---- finding facts by the value of one word ----------------------------------------------------------- */

/* The arc that holds the word at a value; NULL: there is none. */
static const struct arc *held_at(const struct fact *f, expr word) {
    for (uint32_t i = 0; i < f->arcs.len; i++)
        if (expr_same(f->arcs.data[i].word, word) && f->arcs.data[i].lo == f->arcs.data[i].hi) return &f->arcs.data[i];
    return NULL;
}

static void file_fact(struct entry *e, uint32_t at) {
    const struct arc *a = expr_is(e->pivot) ? held_at(e->facts.data[at], e->pivot) : NULL;
    vec_push(&e->older, a ? (uint32_t)map_get(&e->buckets, a->lo, 0) : 0);
    if (a)
        map_put(&e->buckets, a->lo, at + 1);
    else
        vec_push(&e->others, at);
}

/* The word with the most values among the facts. */
static expr best_pivot(const struct entry *e) {
    struct map values, words;
    map_init(&values);
    map_init(&words);
    expr best = EXPR_NONE;
    uint64_t most = 1;
    for (uint32_t i = 0; i < e->facts.len; i++)
        for (uint32_t k = 0; k < e->facts.data[i]->arcs.len; k++) {
            const struct arc *a = &e->facts.data[i]->arcs.data[k];
            if (a->lo != a->hi || !map_put(&values, hash_mix(a->word.id, a->lo), 1)) continue;
            uint64_t n = map_get(&words, a->word.id, 0) + 1;
            map_put(&words, a->word.id, n);
            if (n > most) {
                most = n;
                best = a->word;
            }
        }
    map_release(&values);
    map_release(&words);
    return best;
}

static void file_again(struct entry *e) {
    e->pivot = best_pivot(e);
    map_clear(&e->buckets);
    vec_clear(&e->older);
    vec_clear(&e->others);
    for (uint32_t i = 0; i < e->facts.len; i++) file_fact(e, i);
}

/* The older half goes. */
static void retire(struct entry *e) {
    uint32_t half = e->facts.len / 2;
    for (uint32_t i = 0; i < half; i++) fact_release(e->facts.data[i]);
    memmove(e->facts.data, e->facts.data + half, (e->facts.len - half) * sizeof *e->facts.data);
    e->facts.len -= half;
    file_again(e);
}

void entry_store(struct entry *e, struct fact *f) {
    if (e->facts.len == FACTS_PER_ENTRY) retire(e);
    vec_push(&e->facts, fact_retain(f));
    uint32_t n = e->facts.len;
    if (n >= FIRST_PIVOT && (n & (n - 1)) == 0)
        file_again(e);
    else
        file_fact(e, n - 1);
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

static struct fact *try_fact(struct entry *e, uint32_t at, struct exec *x, const struct places *places,
                             struct state *st) {
    struct fact *f = e->facts.data[at];
    x->ctx->stats.facts_tried++;
    if (!fact_holds(x, places, f, st)) return NULL;
    f->uses++;
    return f;
}

struct fact *entry_subsumer(struct entry *e, struct exec *x, const struct places *places, struct state *st) {
    uint64_t v;
    struct fact *f = NULL;
    if (!expr_is(e->pivot) || !word_constant(x, places, e->pivot, st, &v)) {
        for (uint32_t i = e->facts.len; !f && i-- > 0;) f = try_fact(e, i, x, places, st);
        return f;
    }
    for (uint64_t at = map_get(&e->buckets, v, 0); !f && at; at = e->older.data[at - 1])
        f = try_fact(e, (uint32_t)at - 1, x, places, st);
    for (uint32_t i = e->others.len; !f && i-- > 0;) f = try_fact(e, e->others.data[i], x, places, st);
    return f;
}
