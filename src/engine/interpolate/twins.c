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
    struct digest digest;
    uint32_t rounds, nrounds; /* where they begin in the list of all */
    uint32_t by;              /* in which other process; 0: here */
};

struct twin_table {
    struct map by_digest; /* half of the digest -> 1 + index */
    VEC(struct kept_rounds) kept;
    vec_u32 rounds;
};

struct twins {
    struct exec *x;
    struct state *origin;
    struct live *live;
    struct digest_base base;
    struct map by_point; /* instruction -> 1 + index of its slots */
    VEC(struct slots) slots;
    uint32_t *counters_from; /* by function: first slot that counts rounds */
    struct twin_table ours, theirs;
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
        if ((uint32_t)slot >= t->counters_from[f->fn->id]) vec_push(&s.counters, (uint32_t)slot);
        else vec_push(&s.values, (uint32_t)slot);
    bitset_release(&live);
    vec_push(&t->slots, s);
    map_put(&t->by_point, (uint64_t)(uintptr_t)f->pc, t->slots.len);
    return &t->slots.data[t->slots.len - 1];
}

/* False: a symbolic value. */
static bool digest_frame(struct twins *t, const struct frame *f) {
    struct digest *d = &t->digest;
    const struct slots *s = slots_at(t, f);
    digest_mix(d, (uint64_t)f->fn->id << 32 | (uint64_t)(f->pc - f->fn->code));
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

/* ---- a table ----------------------------------------------------------------------------------------- */

static struct kept_rounds *find(const struct twin_table *t, const struct digest *d) {
    uint64_t at = map_get(&t->by_digest, d->a, 0);
    struct kept_rounds *k = at ? &t->kept.data[at - 1] : NULL;
    return k && k->digest.a == d->a && k->digest.b == d->b ? k : NULL;
}

/* Are the rounds of one, by loop, at most those of the other? */
static bool no_more_rounds(const uint32_t *a, const uint32_t *b, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (a[i] > b[i]) return false;
    return true;
}

/* NULL: there is none with no more rounds. */
static const struct kept_rounds *find_fewer(const struct twin_table *t, const struct digest *d, const vec_u32 *rounds) {
    const struct kept_rounds *k = find(t, d);
    return k && k->nrounds == rounds->len && no_more_rounds(t->rounds.data + k->rounds, rounds->data, rounds->len)
               ? k
               : NULL;
}

/* Rounds that are neither more nor fewer than those kept stay unknown: that is always right. True: it is a new one. */
static bool put(struct twin_table *t, const struct twin *twin, uint32_t by) {
    struct kept_rounds *k = find(t, &twin->digest);
    if (k) {
        uint32_t *rounds = t->rounds.data + k->rounds;
        if (k->nrounds != twin->nrounds || !no_more_rounds(twin->rounds, rounds, twin->nrounds)) return false;
        for (uint32_t i = 0; i < twin->nrounds; i++) rounds[i] = twin->rounds[i];
        k->by = by;
        return false;
    }
    vec_push(&t->kept, ((struct kept_rounds){twin->digest, t->rounds.len, twin->nrounds, by}));
    vec_append(&t->rounds, twin->rounds, twin->nrounds);
    map_put(&t->by_digest, twin->digest.a, t->kept.len);
    return true;
}

static void table_release(struct twin_table *t) {
    vec_release(&t->kept);
    vec_release(&t->rounds);
    map_release(&t->by_digest);
}

/* ---- the states -------------------------------------------------------------------------------------- */

/* Standard input is asked for again from anywhere in it: what a path knows about it counts,
 * even if no byte of it is in memory any more. */
static bool has_standard_input(const struct exec *x) { return expr_is(x->sym->stdin_size); }

struct twins *twins_new(struct exec *x) {
    if (has_standard_input(x)) return NULL;
    struct twins *t = MEM_NEW(struct twins);
    *t = (struct twins){.x = x, .origin = state_fork(x, x->now)};
    map_init(&t->by_point);
    map_init(&t->ours.by_digest);
    map_init(&t->theirs.by_digest);
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
    table_release(&t->ours);
    table_release(&t->theirs);
    vec_release(&t->now);
    map_release(&t->by_point);
    digest_base_release(&t->base);
    live_free(t->live);
    state_free(t->x, t->origin);
    mem_free(t->counters_from);
    mem_free(t);
}

void twins_clear(struct twins *t) {
    if (!t) return;
    map_clear(&t->ours.by_digest);
    vec_clear(&t->ours.kept);
    vec_clear(&t->ours.rounds);
    t->valid = false;
}

bool twins_known(struct twins *t, const struct state *st) {
    if (t) t->valid = false;
    if (!t || !st || (t->asked > TRIAL && t->found < t->asked / WORTH)) return false;
    t->asked++;
    t->valid = digest_state(t, st);
    t->concrete += t->valid;
    bool known = t->valid && find_fewer(&t->ours, &t->digest, &t->now);
    t->valid &= !known;
    t->found += known;
    return known;
}

bool twins_are_possible(const struct twins *t) { return t && t->asked >= ENOUGH && t->concrete > t->asked / 4 * 3; }

struct twin twins_now(const struct twins *t) {
    return (struct twin){t->digest, t->now.data, t->now.len};
}

bool twins_keep(struct twins *t) {
    if (!t || !t->valid) return false;
    struct twin now = twins_now(t);
    t->valid = false;
    return put(&t->ours, &now, 0);
}

bool twins_look(struct twins *t, struct state *st, const struct insn *point) {
    if (!t) return false;
    const struct insn *at = st->top->pc;
    st->top->pc = point;
    t->valid = digest_state(t, st);
    st->top->pc = at;
    return t->valid;
}

/* ---- between processes ------------------------------------------------------------------------------- */

uint32_t twins_count(const struct twins *t) { return t ? t->ours.kept.len : 0; }

struct twin twins_kept(const struct twins *t, uint32_t i) {
    const struct kept_rounds *k = &t->ours.kept.data[i];
    return (struct twin){k->digest, t->ours.rounds.data + k->rounds, k->nrounds};
}

void twins_hear(struct twins *t, const struct twin *twin, uint32_t by) {
    if (t) put(&t->theirs, twin, by);
}

uint32_t twins_elsewhere(const struct twins *t) {
    const struct kept_rounds *k = t && t->valid ? find_fewer(&t->theirs, &t->digest, &t->now) : NULL;
    return k ? k->by : 0;
}

void twins_origin(struct twins *t, struct digest *out) {
    *out = (struct digest){0};
    if (t) digest_base_whole(&t->base, out);
}
