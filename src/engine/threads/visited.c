#include <assert.h>

#include "engine/threads/inside.h"
#include "engine/threads/visited.h"
#include "expr/keep.h"
#include "ir/live.h"
#include "mem/digest.h"
#include "solver/pathcond.h"

/* Registers that are read at a point of the code. */
struct live_slots {
    vec_u32 all;
};

struct visited_state {
    uint64_t b;      /* other half of the digest */
    uint64_t asleep; /* threads that slept whenever it was met */
};

struct visited {
    struct exec *x;
    struct state *origin;
    struct live *live;
    struct digest_base base;
    struct map by_point; /* instruction -> 1 + index into slots */
    VEC(struct live_slots) slots;
    struct map by_digest; /* half of a digest -> 1 + index */
    VEC(struct visited_state) states;
    struct map kept; /* expressions in digests */
    vec_u32 kept_list;
};

static void keep(void *owner, uint32_t id) {
    struct visited *k = owner;
    if (map_put(&k->kept, id, 1)) vec_push(&k->kept_list, id);
}

void visited_keep(struct visited *k, uint32_t id) {
    if (id) keep(k, id);
}

struct visited *visited_new(struct exec *x) {
    struct visited *k = MEM_NEW(struct visited);
    *k = (struct visited){.x = x, .origin = state_fork(x, x->now), .live = live_new(x->p)};
    digest_base_init_symbolic(&k->base, &k->origin->space, keep, k);
    map_init(&k->by_point);
    map_init(&k->by_digest);
    map_init(&k->kept);
    return k;
}

void visited_free(struct visited *k) {
    for (uint32_t i = 0; i < k->slots.len; i++) vec_release(&k->slots.data[i].all);
    vec_release(&k->slots);
    vec_release(&k->states);
    vec_release(&k->kept_list);
    map_release(&k->by_point);
    map_release(&k->by_digest);
    map_release(&k->kept);
    digest_base_release(&k->base);
    live_free(k->live);
    state_free(k->x, k->origin);
    mem_free(k);
}

void visited_mark(const struct visited *k, struct expr_pool *pool) {
    for (uint32_t i = 0; i < k->kept_list.len; i++) expr_mark(pool, (expr){k->kept_list.data[i]});
    sym_mark_state(k->x, k->origin);
}

/* ---- what a state is --------------------------------------------------------------------------------- */

static const vec_u32 *slots_at(struct visited *k, const struct frame *f) {
    uint64_t at = map_get(&k->by_point, (uint64_t)(uintptr_t)f->pc, 0);
    if (at) return &k->slots.data[at - 1].all;
    struct bitset live;
    struct live_slots s = {0};
    bitset_init(&live);
    live_at(k->live, f->fn, (uint32_t)(f->pc - f->fn->code), &live);
    for (int64_t slot = bitset_next(&live, f->fn->nconsts); slot >= 0; slot = bitset_next(&live, (uint32_t)slot + 1))
        vec_push(&s.all, (uint32_t)slot);
    bitset_release(&live);
    vec_push(&k->slots, s);
    map_put(&k->by_point, (uint64_t)(uintptr_t)f->pc, k->slots.len);
    return &k->slots.data[k->slots.len - 1].all;
}

static bool is_returned(const struct frame *callee, uint32_t slot) {
    return callee && slot >= callee->ret_slot && slot - callee->ret_slot < callee->ret_count;
}

/* callee: its result is not there yet, and what is there instead says nothing. */
static void mix_frame(struct visited *k, struct digest *d, const struct frame *f, const struct frame *callee) {
    const vec_u32 *slots = slots_at(k, f);
    digest_mix(d, (uint64_t)(uintptr_t)f->pc);
    digest_mix(d, (uint64_t)f->stack_base << 32 | f->ret_slot);
    digest_mix(d, (uint64_t)f->active << 32 | f->ret_count);
    digest_mix(d, f->varargs);
    for (uint32_t i = 0; i < slots->len; i++) {
        uint32_t slot = slots->data[i], sym = frame_sym(f, slot);
        if (is_returned(callee, slot)) continue;
        digest_mix(d, sym ? UINT64_C(1) << 63 ^ sym : f->regs[slot]);
        digest_mix(d, sym);
        if (sym) keep(k, sym);
    }
}

static void mix_thread(struct visited *k, struct digest *d, const struct exec_thread *t, const struct frame *top) {
    digest_mix(d, (uint64_t)t->ended << 2 | (uint64_t)t->stuck << 1 | t->next.timed);
    digest_mix(d, (uint64_t)t->next.spurious << 8 | t->next.kind);
    const struct frame *callee = NULL;
    for (const struct frame *f = top; f; callee = f, f = f->caller) mix_frame(k, d, f, callee);
}

/* The order of constraints says nothing. */
static void mix_condition(struct visited *k, struct digest *d, const struct pathcond *pc) {
    struct digest sum = {0, 0};
    for (; pc && pc->parent; pc = pc->parent) {
        struct digest one = {pc->constraint.id, ~(uint64_t)pc->constraint.id};
        digest_mix(&one, pc->constraint.id);
        sum.a += one.a;
        sum.b += one.b;
        keep(k, pc->constraint.id);
    }
    digest_mix(d, sum.a);
    digest_mix(d, sum.b);
}

/* False: there is too much to look at. */
static bool digest_of(struct visited *k, const struct state *st, uint64_t extra, struct digest *d) {
    const struct threads *ts = st->threads;
    if (st->jumps.len || !space_digest_shared(&k->base, &st->space, d)) return false;
    digest_mix(d, extra);
    digest_mix(d, (uint64_t)st->phase << 40 | (uint64_t)st->destructors_run << 32 | st->constructor);
    for (uint32_t i = 0; i < ts->n; i++) {
        mix_thread(k, d, &ts->at[i], i == ts->running ? st->top : ts->at[i].top);
        digest_mix(d, i == ts->running ? st->space.stack_bytes : ts->at[i].stack_bytes);
        digest_mix(d, i == ts->running ? 0 : ts->at[i].error);
    }
    mix_condition(k, d, st->pc);
    return true;
}

/* ---- the table --------------------------------------------------------------------------------------- */

bool visited_look(struct visited *k, const struct state *st, struct digest *out) { return digest_of(k, st, 0, out); }

uint64_t visited_ask(struct visited *k, const struct state *st, uint64_t extra, uint64_t *asleep) {
    struct digest d;
    if (!digest_of(k, st, extra, &d)) return UINT64_MAX;
    uint64_t at = map_get(&k->by_digest, d.a, 0);
    if (!at) {
        vec_push(&k->states, ((struct visited_state){d.b, *asleep}));
        map_put(&k->by_digest, d.a, k->states.len);
        return UINT64_MAX;
    }
    struct visited_state *s = &k->states.data[at - 1];
    if (s->b != d.b) return UINT64_MAX;
    uint64_t awake = s->asleep & ~*asleep;
    s->asleep &= *asleep;
    *asleep = s->asleep;
    return awake;
}
