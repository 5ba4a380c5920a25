#include "engine/interpolate/exchange.h"

#include <assert.h>

#include "base/hash.h"
#include "base/log.h"
#include "base/provoke.h"
#include "base/rng.h"
#include "cond/factbytes.h"
#include "engine/interpolate/segment.h"
#include "engine/notes.h"
#include "exec/sym/undefined.h"
#include "ir/operands.h"

enum {
    SUBTREE_NODES = PROVOKED(128, 1), /* of a subtree that is worth telling */
    STATE_NODES = PROVOKED(8, 1),     /* ... of a state that may be met again */
    FACT_BYTES = 1 << 13,             /* of one fact at most */
    MOST_FRAMES = 1 << 12,
    MOST_ROUNDS = 1 << 12, /* loops that a state is in */
    MOST_CLAIMANTS = 1 << 12,
    MOST_SUBTREES = 1 << 22,
    NEAR_CUT =
        PROVOKED(16, 1), /* once there were so many times fewer rounds of a loop than are cut, nothing is claimed */
    DOUBT_FIRST = 16,    /* of what others tell is checked, then ever fewer: */
    DOUBT_EVERY = 64,
};

enum item { ITEM_FACT = 1, ITEM_SUBTREE, ITEM_STATE };

/* A run of another process. */
struct claimant {
    uint64_t process, attempt;
    uint64_t left; /* subtrees left to it in this run */
    bool gone;     /* its process has begun another one */
};

/* A subtree that another run is finished with. */
struct finished {
    uint64_t b; /* second half of its name */
    uint32_t by;
};

struct exchange {
    struct notes notes;
    struct map subtrees; /* first half of a name -> 1 + index */
    VEC(struct finished) finished;
    uint64_t attempt;
    VEC(struct claimant) claimants;
    VEC(struct digest) told; /* subtrees that this run told, without those below others that it told */
    bool breadth;            /* another run explores state by state */
    bool claims;             /* another run may have left something to this one */
    uint32_t doubted;        /* how often this run counted on what others told */
};

struct exchange *exchange_new(struct interpolate *ip) {
    const struct run_share *share = ip->r->share;
    if (!share || !share->notes || ip->r->invariants) return NULL;
    struct exchange *e = MEM_NEW(struct exchange);
    struct digest origin;
    *e = (struct exchange){0};
    twins_origin(ip->twins, &origin);
    notes_init(&e->notes, ip->r, origin, 1u << GAP_BOUND, true);
    map_init(&e->subtrees);
    return e;
}

void exchange_free(struct interpolate *ip) {
    struct exchange *e = ip->exchange;
    if (!e) return;
    notes_release(&e->notes);
    vec_release(&e->claimants);
    vec_release(&e->finished);
    vec_release(&e->told);
    map_release(&e->subtrees);
    mem_free(e);
}

/* ---- telling ------------------------------------------------------------------------------------------- */

static void tell(struct interpolate *ip) {
    struct exchange *e = ip->exchange;
    vec_u8 head = {0};
    assert(e->attempt);
    put_u64(&head, e->attempt);
    put_var(&head, ip->breadth);
    notes_send(&e->notes, &head, &e->notes.items);
    vec_release(&head);
}

static void flush(struct interpolate *ip) {
    if (ip->exchange->notes.items.len) tell(ip);
    vec_clear(&ip->exchange->notes.items);
}

void exchange_begin(struct interpolate *ip) {
    struct exchange *e = ip->exchange;
    if (!e) return;
    vec_clear(&e->notes.items);
    vec_clear(&e->told);
    e->attempt = rng_unique();
    e->claims = false;
    for (uint32_t i = 0; i < e->claimants.len; i++) e->claimants.data[i].left = 0;
    tell(ip); /* that we are there */
}

/* If this run is cut, it does not do what others have left to it, and all of their work is in vain. */
static bool may_be_cut(const struct interpolate *ip) {
    return ip->was_cut || (ip->most_rounds && ip->deepest > ip->most_rounds / NEAR_CUT);
}

/* The sooner they know, the better: the run goes on under another name, in which nothing is claimed. */
static void take_back(struct interpolate *ip) {
    struct exchange *e = ip->exchange;
    log_debug(&ip->x->ctx->log, "a loop may go on for ever: what was claimed is taken back");
    vec_clear(&e->notes.items);
    vec_clear(&e->told);
    e->attempt = rng_unique();
    e->claims = false;
    tell(ip);
}

/* Something was added. */
static void added(struct interpolate *ip, uint32_t before) {
    if (notes_added(&ip->exchange->notes, before)) flush(ip);
}

bool exchange_doubts(struct interpolate *ip) {
    struct exchange *e = ip->exchange;
    if (!ip->doubt || !e) return false;
    e->doubted++;
    return e->doubted <= DOUBT_FIRST || e->doubted % DOUBT_EVERY == 0;
}

/* ---- subtrees ------------------------------------------------------------------------------------------ */

static bool is_branch(const struct insn *in) {
    return in->op == IR_BR || in->op == IR_SWITCH || ir_is_fused_branch(in->op);
}

bool exchange_can_tell(const struct node *n) {
    if (n->ending != END_FORK || !n->named || !is_branch(n->end_pc)) return false;
    for (uint32_t i = 0; i < n->kids.len; i++) {
        const struct insn *pc = n->kids.data[i]->top->pc;
        if (pc == n->end_pc) return false;
        for (uint32_t k = 0; k < i; k++)
            if (n->kids.data[k]->top->pc == pc) return false;
    }
    return true;
}

/* Two orders of a pair go opposite ways everywhere; two of different pairs do so at every other fork, wherever it is.
 */
static bool goes_backwards(const struct exchange *e, const struct node *n) {
    uint32_t pair = e->notes.to->order / 2;
    bool backwards = e->notes.to->order & 1;
    return pair ? backwards ^ (hash_mix(n->name.a + n->before + n->length, pair) & 1) : backwards;
}

struct state *exchange_kid(struct interpolate *ip, struct node *n) {
    assert(ip->exchange && n->tells && n->kids.len);
    bool backwards = goes_backwards(ip->exchange, n);
    uint32_t best = 0;
    for (uint32_t i = 1; i < n->kids.len; i++)
        if ((n->kids.data[i]->top->pc < n->kids.data[best]->top->pc) != backwards) best = i;
    struct state *st = n->kids.data[best];
    n->kids.data[best] = vec_last(&n->kids);
    n->kids.len--;
    return st;
}

static struct digest name_of_kid(const struct node *n, const struct state *st) {
    struct digest name = n->name;
    const struct frame *f = st->top;
    digest_mix(&name, (uint64_t)f->fn->id << 32 | (uint64_t)(f->pc - f->fn->code));
    digest_mix(&name, n->before + n->length);
    digest_mix(&name, (uint64_t)st->depth << 32 | st->space.next_number);
    return name;
}

void exchange_name(struct interpolate *ip, const struct node *n, struct node *kid) {
    assert(kid->parent == n && kid->run);
    kid->before = n->before + n->length;
    kid->name = n->tells ? name_of_kid(n, kid->run) : n->name;
    kid->named = n->named && (n->tells || n->ending == END_POINT);
    kid->told_from = ip->exchange ? ip->exchange->told.len : 0;
}

static void put_subtree(struct exchange *e, struct digest name) {
    put_var(&e->notes.items, ITEM_SUBTREE);
    put_u64(&e->notes.items, name.a);
    put_u64(&e->notes.items, name.b);
}

static void tell_state(struct interpolate *ip, struct twin twin) {
    struct exchange *e = ip->exchange;
    uint32_t before = e->notes.items.len;
    if (twin.nrounds > MOST_ROUNDS) return;
    put_var(&e->notes.items, ITEM_STATE);
    put_u64(&e->notes.items, twin.digest.a);
    put_u64(&e->notes.items, twin.digest.b);
    put_var(&e->notes.items, twin.nrounds);
    for (uint32_t i = 0; i < twin.nrounds; i++) put_var(&e->notes.items, twin.rounds[i]);
    e->claims = true;
    added(ip, before);
    ip->x->ctx->stats.states_told++;
}

void exchange_closed(struct interpolate *ip, const struct node *n) {
    struct exchange *e = ip->exchange;
    if (!e || n->work < STATE_NODES || may_be_cut(ip) || ip->breadth /* states of it may wait */) return;
    if (n->twin) tell_state(ip, twins_kept(ip->twins, n->twin - 1));
    if (n->work < SUBTREE_NODES || !n->named || !n->parent || !n->parent->tells) return;
    uint32_t before = e->notes.items.len;
    /* What is below it need not be sent again. (Of a node that was opened again other things may be lost, too.) */
    if (n->told_from < e->told.len) e->told.len = n->told_from;
    vec_push(&e->told, n->name);
    put_subtree(e, n->name);
    e->claims = true;
    added(ip, before);
    ip->x->ctx->stats.subtrees_told++;
}

/* Sends finished subtrees again, for a process that has not heard of them. */
static void retell(struct interpolate *ip) {
    struct exchange *e = ip->exchange;
    e->notes.retell = false;
    for (uint32_t i = 0; i < e->told.len; i++) {
        uint32_t before = e->notes.items.len;
        put_subtree(e, e->told.data[i]);
        added(ip, before); /* no note may become too large */
    }
    flush(ip);
}

/* Something is left to another run, if that is still there. */
static bool leave_to(struct interpolate *ip, uint32_t by) {
    struct exchange *e = ip->exchange;
    assert(by && by <= e->claimants.len);
    if (e->claimants.data[by - 1].gone || exchange_doubts(ip)) return false;
    e->claimants.data[by - 1].left++;
    return true;
}

bool exchange_elsewhere(struct interpolate *ip, const struct node *n, struct state *st) {
    struct exchange *e = ip->exchange;
    if (!e || !n->tells) return false;
    struct digest name = name_of_kid(n, st);
    uint64_t at = map_get(&e->subtrees, name.a, 0);
    const struct finished *f = at ? &e->finished.data[at - 1] : NULL;
    if (!f || f->b != name.b || !leave_to(ip, f->by)) return false;
    ip->x->ctx->stats.subtrees_left++;
    treelog_end(ip->log, treelog_open(ip->log, n->number, st), "elsewhere", st);
    state_free(ip->x, st);
    return true;
}

static bool hear_subtree(struct interpolate *ip, uint32_t by, const uint8_t **p, const uint8_t *end) {
    struct exchange *e = ip->exchange;
    struct digest name;
    if (!get_u64(p, end, &name.a) || !get_u64(p, end, &name.b)) return false;
    if (!by || e->finished.len == MOST_SUBTREES) return true;
    vec_push(&e->finished, ((struct finished){name.b, by}));
    map_put(&e->subtrees, name.a, e->finished.len);
    return true;
}

/* ---- states that are known again ----------------------------------------------------------------------- */

bool exchange_twin(struct interpolate *ip) {
    uint32_t by = ip->exchange ? twins_elsewhere(ip->twins) : 0;
    if (!by || !leave_to(ip, by)) return false;
    ip->x->ctx->stats.states_left++;
    return true;
}

bool exchange_goes_by_states(const struct interpolate *ip) { return ip->exchange && ip->exchange->breadth; }

bool exchange_is_ours(const struct interpolate *ip) {
    if (!ip->exchange || !ip->twins) return true;
    uint32_t order = ip->exchange->notes.to->order;
    return ((hash_mix(twins_now(ip->twins).digest.a, order / 2) ^ order) & 1) == 0;
}

bool exchange_leaves(struct interpolate *ip, struct state *st, const struct insn *point) {
    if (!ip->exchange || !twins_look(ip->twins, st, point)) return false;
    if (exchange_twin(ip)) {
        state_free(ip->x, st);
        return true;
    }
    if (!ip->was_cut) tell_state(ip, twins_now(ip->twins));
    return false;
}

static bool hear_state(struct interpolate *ip, uint32_t by, const uint8_t **p, const uint8_t *end) {
    struct twin twin;
    uint64_t n, rounds;
    vec_u32 list = {0};
    bool ok =
        get_u64(p, end, &twin.digest.a) && get_u64(p, end, &twin.digest.b) && get_var(p, end, &n) && n <= MOST_ROUNDS;
    for (uint64_t i = 0; ok && i < n; i++) {
        ok = get_var(p, end, &rounds) && rounds <= UINT32_MAX;
        vec_push(&list, (uint32_t)rounds);
    }
    twin.rounds = list.data;
    twin.nrounds = list.len;
    if (ok && by) twins_hear(ip->twins, &twin, by);
    vec_release(&list);
    return ok;
}

/* ---- facts --------------------------------------------------------------------------------------------- */

static void put_frame(vec_u8 *out, const struct frame *f, const struct insn *pc) {
    put_var(out, f->fn->id);
    put_var(out, (uint64_t)(pc - f->fn->code));
}

void exchange_fact(struct interpolate *ip, const struct node *n) {
    struct exchange *e = ip->exchange;
    if (!e || !n->fact || !n->entry || undefined_tracked(ip->x) || notes_are_flawed(&e->notes)) return;
    assert(n->snapshot && n->point && n->entry->stack.len == n->snapshot->depth);
    uint32_t before = e->notes.items.len;
    vec_u8 fact = {0};
    if (n->entry->stack.len <= MOST_FRAMES && fact_write(ip->x->sym->pool, &ip->places, n->fact, &fact) &&
        fact.len <= FACT_BYTES) {
        put_var(&e->notes.items, ITEM_FACT);
        put_u64(&e->notes.items, n->entry->key);
        put_var(&e->notes.items, n->entry->stack.len);
        for (const struct frame *f = n->snapshot->top; f; f = f->caller)
            put_frame(&e->notes.items, f, f == n->snapshot->top ? n->point : f->pc);
        for (uint32_t i = 0; i < fact.len; i++) vec_push(&e->notes.items, fact.data[i]);
        added(ip, before);
        ip->x->ctx->stats.facts_told++;
    }
    vec_release(&fact);
}

/* ---- hearing ------------------------------------------------------------------------------------------- */

static uint32_t claimant_of(struct interpolate *ip, uint64_t process, uint64_t attempt) {
    struct exchange *e = ip->exchange;
    assert(process != e->notes.process && e->claimants.len <= MOST_CLAIMANTS);
    for (uint32_t i = 0; i < e->claimants.len; i++)
        if (e->claimants.data[i].attempt == attempt) return e->claimants.data[i].gone ? 0 : i + 1;
    if (e->claimants.len == MOST_CLAIMANTS) return 0;
    for (uint32_t i = 0; i < e->claimants.len; i++)
        if (e->claimants.data[i].process == process) {
            e->claimants.data[i].gone = true;
            if (e->claimants.data[i].left && !ip->in_vain) {
                log_debug(&ip->x->ctx->log, "states were left to a run that was given up: again");
                ip->in_vain = true;
            }
        }
    vec_push(&e->claimants, ((struct claimant){.process = process, .attempt = attempt}));
    e->notes.retell = true;
    return e->claimants.len;
}

typedef VEC(const struct insn *) frame_places;

static bool read_frames(const struct program *program, frame_places *at, frame_functions *functions, const uint8_t **p,
                        const uint8_t *end) {
    uint64_t n, fn, pc;
    if (!get_var(p, end, &n) || !n || n > MOST_FRAMES) return false;
    for (uint64_t i = 0; i < n; i++) {
        if (!get_var(p, end, &fn) || !get_var(p, end, &pc) || !fn || fn >= program->functions.len) return false;
        const struct function *f = program->functions.data[fn];
        if (!ir_has_code(f) || pc >= f->ncode) return false;
        vec_push(at, &f->code[pc]);
        vec_push(functions, f);
    }
    return true; /* no run looks for facts at what is no point (and code may be patched where it was not executed) */
}

/* NULL: refused. */
static struct fact *read_fact(struct interpolate *ip, uint64_t *key, frame_places *at, const uint8_t **p,
                              const uint8_t *end) {
    frame_functions functions = {0};
    struct fact *f = NULL;
    if (get_u64(p, end, key) && read_frames(ip->x->p, at, &functions, p, end))
        f = fact_read(ip->x, &ip->places, &functions, p, end);
    vec_release(&functions);
    return f;
}

static bool hear_fact(struct interpolate *ip, const uint8_t **p, const uint8_t *end) {
    uint64_t key;
    frame_places at = {0};
    struct fact *f = read_fact(ip, &key, &at, p, end);
    if (f) {
        struct fact_entry *entry = facttable_entry_at(&ip->table, key, at.data, at.len);
        f->foreign = true;
        entry_store(entry, ip->x->sym->pool, f);
        entry_learn(entry, ip->x->sym->pool, f);
        ip->x->ctx->stats.facts_heard++;
    }
    vec_release(&at);
    fact_release(f);
    return f;
}

static bool hear_items(struct interpolate *ip, uint32_t by, const uint8_t *p, const uint8_t *end) {
    uint64_t item;
    while (p < end) {
        if (!get_var(&p, end, &item)) return false;
        bool ok = false;
        if (item == ITEM_SUBTREE) ok = hear_subtree(ip, by, &p, end);
        if (item == ITEM_STATE) ok = hear_state(ip, by, &p, end);
        if (item == ITEM_FACT) ok = hear_fact(ip, &p, end);
        if (!ok) return false;
    }
    return true;
}

/* False: refused. */
static bool take_note(void *owner, uint64_t process, const uint8_t *p, const uint8_t *end) {
    struct interpolate *ip = owner;
    uint64_t attempt, breadth;
    if (!get_u64(&p, end, &attempt) || !get_var(&p, end, &breadth) || breadth > 1) return false;
    ip->exchange->breadth |= breadth;
    return hear_items(ip, claimant_of(ip, process, attempt), p, end);
}

void exchange_turn(struct interpolate *ip) {
    struct exchange *e = ip->exchange;
    if (!e) return;
    if (e->claims && !ip->breadth && may_be_cut(ip)) take_back(ip);
    if (notes_are_due(&e->notes)) flush(ip);
    notes_hear(&e->notes, take_note, ip);
    if (e->notes.retell) retell(ip);
}

/* ---- the end ----------------------------------------------------------------------------------------- */

void exchange_end(struct interpolate *ip, bool all) {
    struct exchange *e = ip->exchange;
    if (!e) return;
    if (all) flush(ip);
    const struct stats *s = &ip->x->ctx->stats;
    log_debug(&ip->x->ctx->log,
              "facts: %llu told, %llu heard; subtrees: %llu told, %llu left to others; states: %llu told, %llu left; "
              "%llu nodes",
              (unsigned long long)s->facts_told, (unsigned long long)s->facts_heard,
              (unsigned long long)s->subtrees_told, (unsigned long long)s->subtrees_left,
              (unsigned long long)s->states_told, (unsigned long long)s->states_left, (unsigned long long)s->nodes);
    e->notes.to->attempt = e->attempt;
    for (uint32_t i = 0; i < e->claimants.len; i++)
        if (e->claimants.data[i].left) vec_push(&e->notes.to->rests, e->claimants.data[i].attempt);
}
