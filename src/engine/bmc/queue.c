#include "engine/bmc/queue.h"

#include <assert.h>

#include "base/hash.h"
#include "base/heap.h"
#include "base/provoke.h"
#include "mem/bytes.h"

enum { MOST_APART = PROVOKED(64, 2) }; /* at one point, for the sake of values that decide */

void bmc_queue_init(struct bmc_queue *q, const struct bmc_program *program) {
    *q = (struct bmc_queue){.program = program};
    map_init(&q->places);
    map_init(&q->counts);
}

static void free_entry(struct bmc_entry *entry) {
    if (entry->state) entry->state->owner = NULL;
    vec_release(&entry->key);
    mem_free(entry);
}

void bmc_queue_release(struct bmc_queue *q) {
    for (uint32_t i = 0; i < q->heap.len; i++) free_entry(q->heap.data[i]);
    vec_release(&q->heap);
    map_release(&q->places);
    map_release(&q->counts);
}

/* ---- keys ------------------------------------------------------------------------------------------ */

static void add_key(const struct sequence *s, const struct frame *f, vec_u32 *key) {
    if (f->caller) add_key(s, f->caller, key);
    vec_push(key, f->fn->id);
    sequence_key(s, f->fn, (uint32_t)(f->pc - f->fn->code), f->regs, key);
}

void bmc_key(const struct bmc_program *p, const struct state *st, vec_u32 *key) {
    if (st->top) add_key(p->sequence, st->top, key);
}

static uint64_t hash_key(const vec_u32 *key) { return hash_bytes(key->data, key->len * sizeof *key->data) | 1; }

/* ---- what decides ----------------------------------------------------------------------------------- */

static uint64_t hash_slots(const struct bmc_program *p, const struct frame *f, uint64_t hash) {
    const struct bitset *slots = &p->deciding->slots[f->fn->id];
    if (bitset_next(slots, 0) < 0) return hash;
    struct bitset live;
    bitset_init(&live);
    live_at(p->live, f->fn, (uint32_t)(f->pc - f->fn->code), &live);
    for (int64_t i = bitset_next(slots, 0); i >= 0; i = bitset_next(slots, (uint32_t)i + 1))
        if (bitset_has(&live, (uint32_t)i) && !frame_sym(f, (uint32_t)i))
            hash = hash_mix(hash, f->regs[i] ^ (uint64_t)i << 48);
    bitset_release(&live);
    return hash;
}

static uint64_t hash_words(const struct bmc_program *p, struct state *st, uint64_t hash) {
    for (uint32_t i = 0; i < p->deciding->words.len; i++) {
        struct deciding_word w = p->deciding->words.data[i];
        struct fault fault;
        uint64_t value = 0;
        if (space_check(&st->space, w.addr, w.size, false, &fault)) continue;
        if (space_is_symbolic(&st->space, w.addr, w.size, true)) continue;
        space_read(&st->space, w.addr, &value, w.size, &fault);
        hash = hash_mix(hash, value ^ (uint64_t)i << 48);
    }
    return hash;
}

/* Where a state with this key may be merged with others. */
static uint64_t place_of(const struct bmc_queue *q, struct state *st, uint64_t base) {
    if (map_get(&q->counts, base, 0) >= MOST_APART) return base;
    uint64_t hash = base;
    for (const struct frame *f = st->top; f; f = f->caller) hash = hash_slots(q->program, f, hash);
    return hash_words(q->program, st, hash) | 1;
}

/* Does a's place come first? A state that is still in a call comes before the states behind that call. */
static bool before(const struct bmc_entry *a, const struct bmc_entry *b) {
    for (uint32_t i = 0; i < a->key.len && i < b->key.len; i++)
        if (a->key.data[i] != b->key.data[i]) return a->key.data[i] < b->key.data[i];
    if (a->key.len != b->key.len) return a->key.len > b->key.len;
    return a->number < b->number;
}

static bool is_first(const void *a, const void *b) {
    return before(*(struct bmc_entry *const *)a, *(struct bmc_entry *const *)b);
}

/* ---- the heap --------------------------------------------------------------------------------------- */

static void enter_place(struct bmc_queue *q, struct bmc_entry *entry) {
    assert(entry->key.len);
    entry->base = hash_key(&entry->key);
    entry->place = place_of(q, entry->state, entry->base);
    entry->next = (struct bmc_entry *)(uintptr_t)map_get(&q->places, entry->place, 0);
    map_put(&q->places, entry->place, (uint64_t)(uintptr_t)entry);
    if (!entry->next) map_put(&q->counts, entry->base, map_get(&q->counts, entry->base, 0) + 1);
}

void bmc_queue_push(struct bmc_queue *q, struct state *st, bool at_point) {
    assert(st->top || !at_point);
    struct bmc_entry *entry = mem_zalloc(sizeof *entry);
    entry->state = st;
    entry->at_point = at_point;
    entry->number = st->id;
    st->owner = entry;
    bmc_key(q->program, st, &entry->key);
    if (at_point) enter_place(q, entry);
    heap_push(&q->heap, is_first, entry);
    q->len++;
    assert(q->len <= q->heap.len);
    if (!(st->id & (st->id - 1))) bmc_queue_check(q); /* now and then */
}

/* Takes out all states that wait at the place of this one. Their entries stay in the heap, empty. */
static void empty_place(struct bmc_queue *q, struct bmc_entry *entry, bmc_states *out) {
    assert(entry->at_point && entry->state);
    uint64_t left = map_get(&q->counts, entry->base, 1) - 1;
    struct bmc_entry *at = (struct bmc_entry *)(uintptr_t)map_get(&q->places, entry->place, 0);
    map_remove(&q->places, entry->place);
    if (left) map_put(&q->counts, entry->base, left);
    else map_remove(&q->counts, entry->base);
    for (; at; at = at->next) {
        vec_push(out, at->state);
        assert(at->state->owner == at);
        at->state->owner = NULL;
        at->state = NULL;
        q->len--;
    }
}

bool bmc_queue_pop(struct bmc_queue *q, bmc_states *out) {
    while (q->heap.len) {
        struct bmc_entry *entry = heap_pop(&q->heap, is_first);
        bool found = entry->state;
        if (found && entry->at_point) {
            empty_place(q, entry, out);
        } else if (found) {
            vec_push(out, entry->state);
            q->len--;
        }
        free_entry(entry);
        if (found) return true;
    }
    return false;
}

#ifndef NDEBUG

static bool waits_at_its_place(const struct bmc_queue *q, const struct bmc_entry *entry) {
    const struct bmc_entry *at = (const struct bmc_entry *)(uintptr_t)map_get(&q->places, entry->place, 0);
    while (at && at != entry) at = at->next;
    return at == entry;
}

void bmc_queue_check(const struct bmc_queue *q) {
    uint32_t states = 0;
    for (uint32_t i = 0; i < q->heap.len; i++) {
        const struct bmc_entry *entry = q->heap.data[i];
        if (i) assert(!before(entry, q->heap.data[(i - 1) / 2]));
        if (!entry->state) continue;
        states++;
        assert(entry->state->owner == entry);
        if (entry->at_point) assert(map_get(&q->counts, entry->base, 0) && waits_at_its_place(q, entry));
    }
    assert(states == q->len);
}

#else

void bmc_queue_check(const struct bmc_queue *q) { (void)q; }

#endif
