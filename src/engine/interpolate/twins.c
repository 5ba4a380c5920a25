#include "engine/interpolate/twins.h"

#include "base/provoke.h"
#include "ir/bound.h"
#include "ir/live.h"
#include "mem/digest.h"

enum {
    TRIAL = PROVOKED(1 << 14, 8), /* states that are asked about before ... */
    WORTH = PROVOKED(64, 4),      /* ... one in so many must have been a twin */
    ENOUGH = PROVOKED(16, 2),     /* states that tell how most are */
};

/* Of a point of the code: slots that are still read. */
struct slots {
    vec_u32 values, counters;
};

struct kept_rounds {
    uint64_t b;      /* other half of the digest */
    uint32_t rounds; /* where they begin in the list of all */
};

struct twins {
    struct exec *x;
    struct state *origin;
    struct live *live;
    struct digest_base base;
    struct map by_point; /* instruction -> 1 + index of its slots */
    VEC(struct slots) slots;
    uint32_t *counters_from; /* by function: first slot that counts rounds */
    struct map by_digest;    /* half of the digest -> 1 + index */
    VEC(struct kept_rounds) kept;
    vec_u32 rounds;
    uint64_t asked, concrete, found;
    /* The last state asked about: */
    bool valid;
    struct digest digest;
    vec_u32 now; /* its rounds */
};

/* ---- slots that count --------------------------------------------------------------------------------- */

static uint32_t *find_counters(const struct program *p) {
    uint32_t *from = mem_alloc_array(p->functions.len, sizeof *from);
    for (uint32_t i = 0; i < p->functions.len; i++) from[i] = UINT32_MAX;
    for (uint32_t i = 1; p->bounds && i <= p->bounds->nloops; i++) {
        const struct bound_loop *l = &p->bounds->loops[i];
        if (l->slot < from[l->function]) from[l->function] = l->slot;
    }
    return from;
}

static const struct slots *slots_at(struct twins *t, const struct frame *f) {
    uint64_t at = map_get(&t->by_point, (uint64_t)(uintptr_t)f->pc, 0);
    if (at) return &t->slots.data[at - 1];
    struct bitset live;
    struct slots s = {0};
    bitset_init(&live);
    live_at(t->live, f->fn, (uint32_t)(f->pc - f->fn->code), &live);
    for (int64_t slot = bitset_next(&live, f->fn->nconsts); slot >= 0; slot = bitset_next(&live, (uint32_t)slot + 1))
        if ((uint32_t)slot >= t->counters_from[f->fn->id])
            vec_push(&s.counters, (uint32_t)slot);
        else
            vec_push(&s.values, (uint32_t)slot);
    bitset_release(&live);
    vec_push(&t->slots, s);
    map_put(&t->by_point, (uint64_t)(uintptr_t)f->pc, t->slots.len);
    return &t->slots.data[t->slots.len - 1];
}

/* False: a symbolic value. */
static bool digest_frame(struct twins *t, const struct frame *f) {
    struct digest *d = &t->digest;
    const struct slots *s = slots_at(t, f);
    digest_mix(d, (uint64_t)(uintptr_t)f->pc);
    digest_mix(d, (uint64_t)f->stack_base << 32 | f->ret_slot);
    digest_mix(d, (uint64_t)f->active << 32 | f->ret_count);
    digest_mix(d, f->varargs);
    for (uint32_t i = 0; i < s->values.len; i++) {
        if (frame_sym(f, s->values.data[i])) return false;
        digest_mix(d, f->regs[s->values.data[i]]);
    }
    for (uint32_t i = 0; i < s->counters.len; i++) vec_push(&t->now, (uint32_t)f->regs[s->counters.data[i]]);
    return true;
}

static bool digest_state(struct twins *t, const struct state *st) {
    vec_clear(&t->now);
    if (st->phase != PHASE_MAIN || st->jumps.len || !space_digest(&t->base, &st->space, &t->digest)) return false;
    for (const struct frame *f = st->top; f; f = f->caller)
        if (!digest_frame(t, f)) return false;
    return true;
}

/* ---- the table ------------------------------------------------------------------------------------------- */

/* Standard input is asked for again from anywhere in it: what a path knows about it counts,
 * even if no byte of it is in memory any more. */
static bool has_standard_input(const struct exec *x) { return expr_is(x->sym->stdin_size); }

struct twins *twins_new(struct exec *x) {
    if (has_standard_input(x)) return NULL;
    struct twins *t = MEM_NEW(struct twins);
    *t = (struct twins){.x = x, .origin = state_fork(x, x->now)};
    map_init(&t->by_point);
    map_init(&t->by_digest);
    if (!digest_base_init(&t->base, &t->origin->space)) {
        twins_free(t);
        return NULL;
    }
    t->live = live_new(x->p);
    t->counters_from = find_counters(x->p);
    return t;
}

void twins_free(struct twins *t) {
    if (!t) return;
    for (uint32_t i = 0; i < t->slots.len; i++) {
        vec_release(&t->slots.data[i].values);
        vec_release(&t->slots.data[i].counters);
    }
    vec_release(&t->slots);
    vec_release(&t->kept);
    vec_release(&t->rounds);
    vec_release(&t->now);
    map_release(&t->by_point);
    map_release(&t->by_digest);
    digest_base_release(&t->base);
    live_free(t->live);
    state_free(t->x, t->origin);
    mem_free(t->counters_from);
    mem_free(t);
}

void twins_clear(struct twins *t) {
    if (!t) return;
    map_clear(&t->by_digest);
    vec_clear(&t->kept);
    vec_clear(&t->rounds);
    t->valid = false;
}

static struct kept_rounds *find(struct twins *t) {
    uint64_t at = map_get(&t->by_digest, t->digest.a, 0);
    return at && t->kept.data[at - 1].b == t->digest.b ? &t->kept.data[at - 1] : NULL;
}

/* Are the rounds of one, by loop, at most those of the other? */
static bool no_more_rounds(const uint32_t *a, const uint32_t *b, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (a[i] > b[i]) return false;
    return true;
}

bool twins_known(struct twins *t, const struct state *st) {
    if (t) t->valid = false;
    if (!t || !st || (t->asked > TRIAL && t->found < t->asked / WORTH)) return false;
    t->asked++;
    t->valid = digest_state(t, st);
    t->concrete += t->valid;
    const struct kept_rounds *k = t->valid ? find(t) : NULL;
    bool known = k && no_more_rounds(t->rounds.data + k->rounds, t->now.data, t->now.len);
    t->valid &= !known;
    t->found += known;
    return known;
}

bool twins_are_possible(const struct twins *t) { return t && t->asked >= ENOUGH && t->concrete > t->asked / 4 * 3; }

/* Rounds that are neither more nor fewer than those kept stay unknown: that is always right. */
void twins_keep(struct twins *t) {
    if (!t || !t->valid) return;
    struct kept_rounds *k = find(t);
    t->valid = false;
    if (k) {
        uint32_t *rounds = t->rounds.data + k->rounds;
        if (!no_more_rounds(t->now.data, rounds, t->now.len)) return;
        for (uint32_t i = 0; i < t->now.len; i++) rounds[i] = t->now.data[i];
        return;
    }
    vec_push(&t->kept, ((struct kept_rounds){t->digest.b, t->rounds.len}));
    for (uint32_t i = 0; i < t->now.len; i++) vec_push(&t->rounds, t->now.data[i]);
    map_put(&t->by_digest, t->digest.a, t->kept.len);
}

void twins_origin(struct twins *t, struct digest *out) {
    *out = (struct digest){0};
    if (t) digest_base_whole(&t->base, out);
}
