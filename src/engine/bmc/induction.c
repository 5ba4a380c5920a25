#include "engine/bmc/induction.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "cond/conds.h"
#include "engine/bmc/hints.h"
#include "exec/sym/aside.h"
#include "exec/sym/memory.h"
#include "exec/sym/undefined.h"
#include "expr/arith.h"
#include "ir/bound.h"

enum {
    MOST_CLOSINGS = 12, /* rounds run to find what a round changes */
    MOST_STEPS = 20000, /* stretches between points that one attempt may take */
    LAST_LIMIT = 256,   /* loops unwound further than that are not tried again */
    AGAIN_K = 2,        /* where there are lemmas: up to this */
};

struct inductive_step {
    struct bmc *b;
    uint32_t loop;
    vec_u32 prefix; /* of the keys of places in the loop, this time that it was entered */
    bool assume;    /* errors do not happen, and the loop is not left */
    bool failed;
    uint32_t left;      /* of MOST_STEPS */
    struct state *head; /* stands for all states at the limit */
    bmc_states ends;    /* after the last round */
    struct map changed; /* addresses that a round changes */
    uint32_t symbols;
    bool renews;      /* objects come to life in a round and are gone behind it */
    cond_list lemmas; /* over places, assumed of the head (hints.h) */
};

/* That a loop stays without errors after k error-free rounds of certain states, all that
 * were at its limit then. Their mark is the number of the proof: what comes to the loop
 * later, from a loop before it that was unwound further, is not among them. */
struct proof {
    vec_u32 prefix;
    uint32_t from; /* those with the mark are done with at limits that are not lower */
};

struct proofs {
    VEC(struct proof) made; /* number 1 is the first */
};

struct proofs *proofs_new(void) {
    return MEM_NEW(struct proofs);
}

void proofs_free(struct proofs *p) {
    for (uint32_t i = 0; i < p->made.len; i++) vec_release(&p->made.data[i].prefix);
    vec_release(&p->made);
    mem_free(p);
}

/* ---- places ------------------------------------------------------------------------------------------ */

/* The key of a state at a jump back ends with the round, the block and the place in it. */
static void prefix_of(const struct bmc *b, const struct state *st, vec_u32 *prefix) {
    bmc_key(&b->program, st, prefix);
    assert(prefix->len > 3);
    prefix->len -= 3;
}

static bool begins_with(const vec_u32 *key, const vec_u32 *prefix) {
    return key->len >= prefix->len && memcmp(key->data, prefix->data, prefix->len * sizeof *prefix->data) == 0;
}

static bool same_key(const vec_u32 *a, const vec_u32 *b) { return a->len == b->len && begins_with(a, b); }

static bool in_loop(const struct inductive_step *s, const struct state *st) {
    vec_u32 key = {0};
    bmc_key(&s->b->program, st, &key);
    bool inside = begins_with(&key, &s->prefix);
    vec_release(&key);
    return inside;
}

/* ---- while it runs ------------------------------------------------------------------------------------ */

void inductive_error(struct inductive_step *s) {
    if (!s->assume) s->failed = true;
}

bool inductive_bound(struct inductive_step *s, struct exec *x) {
    bool ours = x->cut.loop == s->loop && in_loop(s, x->now);
    if (!ours) s->failed = true;
    if (!ours || !s->assume) return false;
    vec_push(&s->ends, x->now);
    return true;
}

bool inductive_follows(struct inductive_step *s, const struct state *st) {
    if (!s->left || !--s->left) s->failed = true;
    if (s->failed) return false;
    return !s->assume || in_loop(s, st);
}

void inductive_mark(const struct inductive_step *s, struct exec *x) {
    if (s->head) sym_mark_state(x, s->head);
    for (uint32_t i = 0; i < s->ends.len; i++) sym_mark_state(x, s->ends.data[i]);
}

/* ---- rounds ------------------------------------------------------------------------------------------ */

static void free_all(struct exec *x, bmc_states *list) {
    for (uint32_t i = 0; i < list->len; i++) state_free(x, list->data[i]);
    vec_clear(list);
}

static void set_round(const struct inductive_step *s, struct state *st, uint32_t round) {
    assert(s->loop && st->top);
    state_own_top(s->b->x, st);
    frame_set(st->top, s->b->x->p->bounds->loops[s->loop].slot, round, 0);
}

static void drop_suspects(struct exec *x) {
    for (uint32_t i = 0; i < x->sym->suspects.len; i++) state_free(x, x->sym->suspects.data[i]);
    vec_clear(&x->sym->suspects);
}

/* One round of these states, which go; what comes back is in s->ends. */
static bool run_one_round(struct inductive_step *s, bmc_states *from) {
    struct bmc *b = s->b;
    assert(!b->queue.len);
    for (uint32_t i = 0; i < from->len; i++) {
        set_round(s, from->data[i], 0);
        bmc_queue_push(&b->queue, from->data[i], false);
    }
    vec_clear(from);
    bool ok = bmc_drain(b) && !s->failed;
    if (s->assume) drop_suspects(b->x);
    if (ok && s->ends.len > 1) bmc_merge_list(b, &s->ends);
    return ok;
}

/* ---- what a round changes ---------------------------------------------------------------------------- */

static expr fresh(struct inductive_step *s, uint32_t width) {
    char name[32];
    snprintf(name, sizeof name, "any%u", s->symbols++);
    expr e = expr_sym(s->b->x->sym->pool, width, name);
    if (undefined_tracked(s->b->x)) undefined_add(s->b->x, e); /* a round may leave anything there */
    return e;
}

static struct frame *frame_at(const struct state *st, uint32_t level) {
    struct frame *f = st->top;
    while (level--) f = f->caller;
    return f;
}

/* A register that a round changes may hold anything; of the width that was seen. */
static bool free_register(struct inductive_step *s, const struct state *end, struct merge_register r) {
    struct exec *x = s->b->x;
    expr a, b;
    merge_read(x, frame_at(s->head, r.level), frame_at(end, r.level), r.slot, &a, &b);
    uint32_t had = frame_sym(frame_at(s->head, r.level), r.slot), width = expr_width(x->sym->pool, a);
    bool is_free = had && map_find(&s->changed, UINT64_C(1) << 63 | had);
    if (is_free && expr_width(x->sym->pool, (expr){had}) >= width) return false;
    expr any = fresh(s, width);
    map_put(&s->changed, UINT64_C(1) << 63 | any.id, 1);
    frame_set(merge_own_frame(x, s->head, r.level), r.slot, 0, any.id);
    return true;
}

static bool free_word(struct inductive_step *s, struct mem_word w) {
    assert(w.n);
    struct exec *x = s->b->x;
    bool is_free = true;
    for (uint32_t i = 0; i < w.n; i++) is_free &= !map_put(&s->changed, w.addr + i, 1);
    if (is_free) return false;
    exec_switch(x, s->head);
    sym_write(x, w.addr, w.n, fresh(s, 8 * w.n));
    exec_switch(x, NULL);
    return true;
}

/* Frees what is different after a round. *grown: there was something new. False: more
 * than values differ. */
static bool free_changed(struct inductive_step *s, struct state *end, bool *grown) {
    struct merge_difference d = {0};
    set_round(s, end, 0);
    bool ok = merge_compare(&s->b->merger, s->head, end, &d);
    for (uint32_t i = 0; ok && i < d.registers.len; i++) *grown |= free_register(s, end, d.registers.data[i]);
    for (uint32_t i = 0; ok && i < d.space.words.len; i++) *grown |= free_word(s, d.space.words.data[i]);
    *grown |= ok && d.space.moved && !s->renews;
    s->renews |= d.space.moved;
    merge_difference_release(&d);
    return ok;
}

static bool is_free_register(void *owner, uint32_t any) {
    return map_find(&((struct inductive_step *)owner)->changed, UINT64_C(1) << 63 | any);
}
static bool is_free_byte(void *owner, uint64_t addr) {
    return map_find(&((struct inductive_step *)owner)->changed, addr);
}

/* Lemmas that a round does not keep are none. True: there were such. */
static bool drop_lemmas(struct inductive_step *s) {
    struct hints_head at = {s->head, is_free_register, is_free_byte, s};
    bool dropped = false;
    for (uint32_t k = 0; s->lemmas.len && k < s->ends.len; k++)
        dropped |= hints_drop(s->b->hints, &at, s->ends.data[k], &s->lemmas);
    return dropped;
}

static struct state *fork_head(struct inductive_step *s) {
    struct state *st = state_fork(s->b->x, s->head);
    if (s->renews) space_renew(&st->space); /* no word knows where these are */
    hints_assume(s->b->hints, &s->lemmas, st);
    return st;
}

/* Makes the head stand for all rounds; s->ends are the states after one. */
static bool close_head(struct inductive_step *s) {
    assert(s->assume && s->head);
    struct exec *x = s->b->x;
    bmc_states from = {0};
    bool ok = true, grown = true;
    int most = MOST_CLOSINGS + (int)s->lemmas.len;
    for (int i = 0; ok && grown && i < most; i++) {
        free_all(x, &s->ends);
        vec_push(&from, fork_head(s));
        grown = false;
        ok = run_one_round(s, &from);
        for (uint32_t k = 0; ok && k < s->ends.len; k++) ok = free_changed(s, s->ends.data[k], &grown);
        if (ok && !grown) grown = drop_lemmas(s);
    }
    vec_release(&from);
    return ok && !grown;
}

/* ---- an attempt -------------------------------------------------------------------------------------- */

static bool run_ends(struct inductive_step *s) {
    bmc_states from = s->ends;
    s->ends = (bmc_states){0};
    bool ok = run_one_round(s, &from);
    vec_release(&from);
    return ok;
}

static bool run_induction(struct inductive_step *s, uint32_t k) {
    assert(!s->ends.len && !s->failed);
    struct bmc *b = s->b;
    s->assume = true;
    bool ok = close_head(s);
    for (uint32_t i = 2; ok && i <= k; i++) ok = run_ends(s);
    if (k == 0) {
        free_all(b->x, &s->ends);
        vec_push(&s->ends, fork_head(s));
    }
    s->assume = false;
    ok = ok && run_ends(s);
    return ok && (!b->x->sym->suspects.len || bmc_all_innocent(b));
}

/* Runs the step with the state, which goes. Nothing of what happens there counts. */
static bool prove(struct bmc *b, struct state *st, uint32_t loop, uint32_t k) {
    assert(!b->step && !b->queue.len && !b->x->now && loop);
    struct exec *x = b->x;
    struct inductive_step s = {.b = b, .loop = loop, .left = MOST_STEPS, .head = st};
    struct run_counts counts = b->r->counts;
    uint32_t limit = x->p->bounds->loops[loop].limit;
    struct aside aside;
    aside_begin(x, &aside);
    map_init(&s.changed);
    prefix_of(b, st, &s.prefix);
    bound_set_limit(x->p, loop, 1);
    b->step = &s;
    x->ctx->stats.bmc_tried++;
    set_round(&s, st, 0);
    hints_begin(b->hints, st, loop, &s.lemmas);
    bool ok = run_induction(&s, k) && !aside_has_gap(x, &aside);
    if (ok) x->ctx->stats.bmc_lemmas += s.lemmas.len;
    b->step = NULL;
    vec_release(&s.lemmas);
    bmc_states rest = {0};
    while (bmc_queue_pop(&b->queue, &rest)) {}
    free_all(x, &rest);
    vec_release(&rest);
    struct state *now = x->now; /* a limit came */
    exec_switch(x, NULL);
    state_free(x, now);
    drop_suspects(x);
    free_all(x, &s.ends);
    vec_release(&s.ends);
    state_free(x, s.head);
    bound_set_limit(x->p, loop, limit);
    map_release(&s.changed);
    vec_release(&s.prefix);
    b->r->counts = counts;
    aside_end(x, &aside, true);
    return ok;
}

/* ---- all loops at whose limit states wait -------------------------------------------------------------- */

/* Has the state gone on long enough under a proof for this loop? */
static bool is_proved(const struct bmc *b, const struct state *st, const vec_u32 *prefix, uint32_t loop) {
    assert(st->mark <= b->proofs->made.len);
    if (!st->mark) return false;
    const struct proof *p = &b->proofs->made.data[st->mark - 1];
    return same_key(&p->prefix, prefix) && b->x->p->bounds->loops[loop].limit >= p->from;
}

/* The loop at whose jump back the state stands; 0: it is none, or one with a bound of
 * the user's. */
static uint32_t loop_of(const struct bmc *b, const struct state *st) {
    const struct insn *in = st->top->pc;
    return in->op == IR_BACK && bitset_has(&b->ours, in->c) ? in->c : 0;
}

/* States that wait at the limit of one loop with the same prefix, next to each other. */
struct waiting_group {
    struct bmc *b;
    uint32_t first, len; /* in b->waiting */
    uint32_t loop;
    vec_u32 prefix;
};

static struct state *member(const struct waiting_group *g, uint32_t i) { return g->b->waiting.data[g->first + i]; }

/* The group of the state with that index; others of it, further behind, come next to it. */
static void gather(struct bmc *b, uint32_t first, struct waiting_group *g) {
    struct state **list = b->waiting.data;
    *g = (struct waiting_group){b, first, 1, loop_of(b, list[first]), {0}};
    prefix_of(b, list[first], &g->prefix);
    for (uint32_t i = first + 1; i < b->waiting.len; i++) {
        if (loop_of(b, list[i]) != g->loop) continue;
        vec_u32 other = {0};
        prefix_of(b, list[i], &other);
        if (same_key(&g->prefix, &other)) {
            struct state *st = list[i];
            list[i] = list[first + g->len];
            list[first + g->len++] = st;
        }
        vec_release(&other);
    }
}

/* Frees the members that are done with: all, or those with a proof. */
static void finish(struct waiting_group *g, bool all) {
    assert(g->first + g->len <= g->b->waiting.len);
    struct bmc *b = g->b;
    uint32_t n = g->first, end = g->first + g->len;
    for (uint32_t i = g->first; i < b->waiting.len; i++) {
        struct state *st = b->waiting.data[i];
        if (i < end && (all || is_proved(b, st, &g->prefix, g->loop))) state_free(b->x, st), g->len--, run_closes(b->r);
        else b->waiting.data[n++] = st;
    }
    b->waiting.len = n;
}

/* One state in place of all members; NULL if they cannot be merged. */
static struct state *all_of(const struct waiting_group *g) {
    bmc_states copies = {0};
    for (uint32_t i = 0; i < g->len; i++) vec_push(&copies, state_fork(g->b->x, member(g, i)));
    if (copies.len > 1) bmc_merge_list(g->b, &copies);
    struct state *one = copies.len == 1 ? copies.data[0] : NULL;
    if (!one) free_all(g->b->x, &copies);
    vec_release(&copies);
    return one;
}

/* Which k are worth a try at this limit? None is above it: the next limit is twice as high. */
static void choose_k(uint32_t limit, uint32_t *first, uint32_t *last) {
    *first = limit <= 4 ? 0 : limit <= 16 ? 4 : 8;
    *last = limit <= 4 ? 2 : *first;
}

/* The members go on under a proof until the loop's limit is not lower than from. */
static void go_on_under_proof(struct waiting_group *g, uint32_t from) {
    assert(g->prefix.len);
    struct proofs *p = g->b->proofs;
    vec_push(&p->made, ((struct proof){g->prefix, from}));
    g->prefix = (vec_u32){0};
    for (uint32_t i = 0; i < g->len; i++) member(g, i)->mark = p->made.len;
}

/* Is there a proof for one of these k? *done: the members are done with. */
static bool try_some(struct waiting_group *g, uint32_t k, uint32_t last, bool *done) {
    struct bmc *b = g->b;
    for (; k <= last; k++) {
        struct state *st = all_of(g);
        if (!st || !prove(b, st, g->loop, k)) continue;
        b->x->ctx->stats.bmc_proved++;
        if (k) go_on_under_proof(g, b->x->p->bounds->loops[g->loop].limit + k);
        *done = k == 0;
        return true;
    }
    return false;
}

/* True: the members are done with. */
static bool try_group(struct waiting_group *g) {
    uint32_t limit = g->b->x->p->bounds->loops[g->loop].limit, first, last;
    bool done = false;
    if (limit > LAST_LIMIT) return false;
    choose_k(limit, &first, &last);
    bool again = first && hints_are_there(g->b->hints, g->loop); /* what failed before may not fail with these */
    if (!again || !try_some(g, 0, AGAIN_K, &done)) try_some(g, first, last, &done);
    return done;
}

void proofs_round(struct bmc *b) {
    /* What is lost, and what was never set, is not a value. */
    if (check_has(b->x->checks, CHECK_LEAK) || check_has(b->x->checks, CHECK_UNINIT)) return;
    hints_hear(b->hints);
    for (uint32_t i = 0; i < b->waiting.len && !limits_look(&b->x->ctx->limits);) {
        if (!loop_of(b, b->waiting.data[i])) {
            i++;
            continue;
        }
        struct waiting_group g;
        gather(b, i, &g);
        finish(&g, false);
        if (g.len && try_group(&g)) finish(&g, true);
        i += g.len;
        vec_release(&g.prefix);
    }
}
