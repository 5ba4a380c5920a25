#include "engine/bmc_queue.h"

#include "base/hash.h"

enum { MOST_APART = 64 }; /* at one point, for the sake of values that decide */

void bmc_queue_init(struct bmc_queue *q, const struct bmc_program *program) {
    *q = (struct bmc_queue){.program = program};
    map_init(&q->places);
    map_init(&q->counts);
}

static void free_seat(struct bmc_seat *seat) {
    seat->state->owner = NULL;
    vec_release(&seat->key);
    mem_free(seat);
}

void bmc_queue_release(struct bmc_queue *q) {
    for (uint32_t i = 0; i < q->heap.len; i++) free_seat(q->heap.data[i]);
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
        space_read(&st->space, w.addr, &value, w.size, false, &fault);
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

/* Does a's place come first? Whoever is still in a call comes before what follows it. */
static bool before(const struct bmc_seat *a, const struct bmc_seat *b) {
    for (uint32_t i = 0; i < a->key.len && i < b->key.len; i++)
        if (a->key.data[i] != b->key.data[i]) return a->key.data[i] < b->key.data[i];
    if (a->key.len != b->key.len) return a->key.len > b->key.len;
    return a->state->id < b->state->id;
}

/* ---- the heap --------------------------------------------------------------------------------------- */

static void sift_up(struct bmc_queue *q, uint32_t i) {
    struct bmc_seat *seat = q->heap.data[i];
    for (; i && before(seat, q->heap.data[(i - 1) / 2]); i = (i - 1) / 2) q->heap.data[i] = q->heap.data[(i - 1) / 2];
    q->heap.data[i] = seat;
}

static void sift_down(struct bmc_queue *q, uint32_t i) {
    struct bmc_seat *seat = q->heap.data[i];
    for (;;) {
        uint32_t kid = 2 * i + 1;
        if (kid >= q->heap.len) break;
        if (kid + 1 < q->heap.len && before(q->heap.data[kid + 1], q->heap.data[kid])) kid++;
        if (!before(q->heap.data[kid], seat)) break;
        q->heap.data[i] = q->heap.data[kid];
        i = kid;
    }
    q->heap.data[i] = seat;
}

void bmc_queue_push(struct bmc_queue *q, struct state *st, bool at_point) {
    struct bmc_seat *seat = mem_zalloc(sizeof *seat);
    seat->state = st;
    seat->at_point = at_point;
    st->owner = seat;
    add_key(q->program->sequence, st->top, &seat->key);
    if (at_point) {
        seat->base = hash_key(&seat->key);
        seat->place = place_of(q, st, seat->base);
        map_put(&q->counts, seat->base, map_get(&q->counts, seat->base, 0) + 1);
        seat->next = (struct bmc_seat *)(uintptr_t)map_get(&q->places, seat->place, 0);
        map_put(&q->places, seat->place, (uint64_t)(uintptr_t)seat);
    }
    vec_push(&q->heap, seat);
    sift_up(q, q->heap.len - 1);
}

static void leave_place(struct bmc_queue *q, struct bmc_seat *seat) {
    uint64_t left = map_get(&q->counts, seat->base, 1) - 1;
    if (left)
        map_put(&q->counts, seat->base, left);
    else
        map_remove(&q->counts, seat->base);
    struct bmc_seat *at = (struct bmc_seat *)(uintptr_t)map_get(&q->places, seat->place, 0);
    if (at == seat) {
        if (seat->next)
            map_put(&q->places, seat->place, (uint64_t)(uintptr_t)seat->next);
        else
            map_remove(&q->places, seat->place);
        return;
    }
    while (at->next != seat) at = at->next;
    at->next = seat->next;
}

struct state *bmc_queue_pop(struct bmc_queue *q, bool *at_point) {
    if (!q->heap.len) return NULL;
    struct bmc_seat *seat = q->heap.data[0];
    struct bmc_seat *last = vec_pop(&q->heap);
    if (last != seat) {
        q->heap.data[0] = last;
        sift_down(q, 0);
    }
    struct state *st = seat->state;
    *at_point = seat->at_point;
    if (seat->at_point) leave_place(q, seat);
    free_seat(seat);
    return st;
}

struct bmc_seat *bmc_queue_waiting(struct bmc_queue *q, struct state *st) {
    vec_u32 key = {0};
    add_key(q->program->sequence, st->top, &key);
    uint64_t place = place_of(q, st, hash_key(&key));
    vec_release(&key);
    return (struct bmc_seat *)(uintptr_t)map_get(&q->places, place, 0);
}
