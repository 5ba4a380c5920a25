#include "engine/interpolate/cover.h"

#include <assert.h>

#include "base/hash.h"
#include "base/provoke.h"
#include "engine/interpolate/exchange.h"
#include "engine/invariants.h"

enum {
    MOST_CHANGES = PROVOKED(24, 2),  /* of a node's fact before it is given up */
    MOST_REFUSALS = PROVOKED(6, 2),  /* of a state before it is explored for good */
    MOST_AT_POINT = PROVOKED(48, 3), /* ... at one point before ancestors are not counted on any more */
    MOST_HOPES = PROVOKED(1024, 3),  /* at a time: each that fails costs a look at all */
    LOOP_SAVES = 4096,               /* nodes that going round once more would cost, by guess */
    MOST_DEPTH = PROVOKED(20000, 4), /* between a covered node and the ancestor with which it is settled */
};

/* ---- finding a node that covers ---------------------------------------------------------------------- */

/* A hash of what the state holds in all that facts at this point spoke of. (If two
 * states with different values have the same hash, the cover fails later.) */
static uint64_t signature(struct interpolate *ip, const struct fact_entry *e, struct state *st) {
    assert(state_is_comparable(st));
    uint64_t hash = 0;
    for (uint32_t i = 0; i < e->symbols.len; i++) {
        const struct place *found = places_find(&ip->places, (symbol){e->symbols.data[i]});
        if (!found) continue;
        struct place place = *found;
        uint64_t v;
        if (!place_constant(st, &place, &v)) v = place_value(ip->x, st, &place).id;
        hash = hash_mix(hash, v);
    }
    return hash;
}

static uint64_t node_signature(struct interpolate *ip, struct node *n) {
    assert(n->entry && n->snapshot);
    if (n->signed_with != n->entry->symbols.len || !n->signed_with) {
        n->signature = signature(ip, n->entry, n->snapshot);
        n->signed_with = n->entry->symbols.len;
    }
    return n->signature;
}

static bool is_usable(const struct node *n) {
    return n->snapshot && n->ending < END_TWIN && n->end_model && !n->barred;
}

/* The depth on the stack of the node with which n's fact becomes final. */
static uint32_t settled_with(const struct node *n) {
    if (!n->held) return n->depth;
    while (n->parent->held) n = n->parent;
    assert(n->least < n->depth);
    return n->least;
}

/* (Nodes that wait for one another are walked recursively: hence the limit.) */
static bool may_cover(struct interpolate *ip, const struct node *n, struct node *by, uint64_t signature) {
    if (by != n && (by->run || !is_usable(by))) return false;
    bool fits = by->held ? by->fact && fact_holds(ip->x, &ip->places, by->fact, ip->x->now)
                         : by->entry->refusals < MOST_AT_POINT && node_signature(ip, by) == signature;
    return fits && n->depth - settled_with(by) < MOST_DEPTH;
}

struct node *cover_find(struct interpolate *ip, const struct node *n, struct fact_entry *e) {
    assert(n->run == ip->x->now && !n->by);
    if (n->refusals >= MOST_REFUSALS || ip->hopes >= MOST_HOPES) return NULL;
    uint64_t hash = e->nodes.len ? signature(ip, e, ip->x->now) : 0;
    thrift_walked(&ip->thrift, e->nodes.len);
    for (uint32_t i = e->nodes.len; i-- > 0;)
        if (may_cover(ip, n, e->nodes.data[i], hash)) return e->nodes.data[i];
    return NULL;
}

/* What a closed loop saves. Where nothing else ends it the hope counts already, as much as hopes have come true so far:
 * a run that stops learning never closes it. A loop that is bounded ends by itself, and of many hopes there few may
 * come true. */
static void count_gain(struct interpolate *ip, bool hope) {
    bool endless = ip->x->ctx->opt.bound < 0;
    if (hope == endless) thrift_gained(&ip->thrift, endless ? thrift_hopes(&ip->thrift, LOOP_SAVES) : LOOP_SAVES);
}

void cover_begin(struct interpolate *ip, struct node *n, struct node *by) {
    assert(n->ending == END_COVERED && by->entry && !n->kept && n->run == ip->x->now);
    assert(by == n || is_usable(by));
    n->by = by;
    run_closes(ip->r);
    treelog_back(ip->log, n->number, by->number);
    vec_push(&by->covers, n);
    n->kept = n->run;
    ip->hopes++;
    n->run = NULL;
    exec_switch(ip->x, NULL);
    ip->x->ctx->stats.tentative++;
    count_gain(ip, true);
}

/* ---- dependence -------------------------------------------------------------------------------------- */

bool cover_depends(struct node *n) {
    assert(!n->run && !n->kids.len && !n->held);
    n->least = n->by && n->by != n ? settled_with(n->by) : DEPENDS_ON_NONE;
    for (uint32_t i = 0; i < n->ways.len; i++) {
        const struct node *kid = n->ways.data[i].held;
        if (kid && kid->least < n->least && kid->least < n->depth) n->least = kid->least;
    }
    return n->least != DEPENDS_ON_NONE;
}

/* ---- facts under assumptions ------------------------------------------------------------------------- */

static struct fact *fact_of(struct interpolate *ip, struct node *n) {
    if (!is_usable(n) || !state_is_comparable(n->snapshot) || n->failed) return NULL;
    for (uint32_t i = 0; i < n->ways.len; i++)
        if (!way_fact(&n->ways.data[i])) return NULL;
    if (n->by && n->by->barred) return NULL;
    struct fact *none = fact_new();
    struct fact *f = pull_back(ip, n, n->by && n->by->fact ? n->by->fact : none, n->fact);
    fact_release(none);
    return f;
}

/* The fact of n is f from now on. */
static void change(struct interpolate *ip, struct node *n, struct fact *f) {
    assert(!n->barred);
    if (n->changes++ > MOST_CHANGES || !f) {
        n->barred = true;
        fact_release(f);
        f = NULL;
    }
    fact_release(n->fact);
    n->fact = f;
    n->version++;
    if (f && n->entry) entry_learn(n->entry, ip->x->sym->pool, f);
}

bool cover_update(struct interpolate *ip, struct node *n) {
    assert(!n->run && !n->kids.len);
    for (uint32_t i = 0; i < n->ways.len; i++)
        if (n->ways.data[i].held) n->ways.data[i].seen = n->ways.data[i].held->version;
    n->dirty = false;
    if (n->barred) return false;
    struct fact *f = fact_of(ip, n);
    if (f && n->fact && fact_implies(ip, n->fact, f)) {
        fact_release(f);
        return false;
    }
    change(ip, n, f);
    return true;
}

/* ---- settling ---------------------------------------------------------------------------------------- */

/* Is what n counts on still so? True: its fact must be computed again. */
static bool check_covered(struct interpolate *ip, struct node *n) {
    assert(n->ending == END_COVERED && n->kept);
    if (!n->by || n->failed) {
        n->failed = true; /* the node that covered it is gone */
        return false;
    }
    if (n->seen == n->by->version) return false;
    n->seen = n->by->version;
    if (n->by->barred && ip->was_cut) { /* this run ends without a proof anyway */
        n->ending = END_BAD;
        return true;
    }
    n->failed = n->by->barred || (n->by->fact && !fact_holds(ip->x, &ip->places, n->by->fact, n->kept));
    return !n->failed;
}

/* Brings the facts of n and of all held nodes below up to date, once. True: some
 * changed. *failed: a covered node that turned out not to be, if there is one. */
static bool pass(struct interpolate *ip, struct node *n, struct node **failed) {
    assert(!n->held || n->parent);
    thrift_walked(&ip->thrift, 1);
    bool changed = false, stale = n->dirty || (!n->fact && !n->barred);
    for (uint32_t i = 0; i < n->ways.len; i++) {
        struct way *w = &n->ways.data[i];
        if (!w->held) continue;
        changed |= pass(ip, w->held, failed);
        stale |= w->seen != w->held->version;
    }
    if (n->ending == END_COVERED) {
        stale |= check_covered(ip, n);
        if (n->failed) {
            *failed = n;
            return changed;
        }
    }
    return (stale && cover_update(ip, n)) || changed;
}

struct node *cover_settle(struct interpolate *ip, struct node *n) {
    struct node *failed = NULL;
    while (pass(ip, n, &failed) && !failed && !limits_hit(&ip->x->ctx->limits)) continue;
    assert(!failed || (failed->failed && failed->ending == END_COVERED));
    if (!failed && n->covers.len) ip->x->ctx->stats.loops_closed++;
    return failed;
}

/* Its fact is not known any more: a node below is explored further. What changes because of that is no sign
 * that it changes for ever: counting begins again. */
static void forget(struct node *n) {
    fact_release(n->fact);
    n->fact = NULL;
    n->version++;
    n->changes = 0;
    n->barred = false;
}

static void uncover(struct interpolate *ip, struct node *t) {
    assert(t->ending == END_COVERED && t->kept && !t->run);
    if (t->by) {
        node_list *list = &t->by->covers;
        for (uint32_t i = 0; i < list->len; i++)
            if (list->data[i] == t) {
                list->data[i] = vec_last(list);
                list->len--;
                break;
            }
    }
    t->by = NULL;
    t->failed = false;
    t->refusals++;
    t->seen = 0;
    t->ending = END_NONE;
    model_release(t->end_model);
    t->end_model = NULL;
    t->run = t->kept;
    t->kept = NULL;
    assert(ip->hopes);
    ip->hopes--;
}

void cover_reopen(struct interpolate *ip, struct node *t) {
    assert(t->failed && t->kept);
    struct node *top = vec_last(&ip->stack);
    node_list chain = {0};
    for (struct node *n = t; n != top; n = n->parent) vec_push(&chain, n);
    forget(top);
    while (chain.len) {
        struct node *n = vec_pop(&chain);
        forget(n);
        n->parent->ways.data[n->index].held = NULL;
        node_open(ip, n);
    }
    vec_release(&chain);
    if (t->by) t->by->entry->refusals++;
    uncover(ip, t);
    treelog_reopened(ip->log, t->number);
    ip->x->ctx->stats.refused++;
    thrift_judged(&ip->thrift, false);
}

/* ---- results ----------------------------------------------------------------------------------------- */

static bool is_below(const struct node *n, const struct node *root) {
    for (; n && n->depth > root->depth; n = n->parent) continue;
    return n == root;
}

/* Nodes elsewhere that count on n are subsumed by its final fact, or not at all. */
static void hand_over(struct interpolate *ip, struct node *n, const struct node *root) {
    assert(!n->covers.len || n->entry);
    for (uint32_t i = n->covers.len; i-- > 0;) {
        struct node *t = n->covers.data[i];
        if (is_below(t, root)) continue;
        n->covers.data[i] = vec_last(&n->covers);
        n->covers.len--;
        t->by = NULL;
        t->dirty = true;
        if (n->fact && fact_holds(ip->x, &ip->places, n->fact, t->kept)) {
            t->ending = END_SUBSUMED;
            t->subsumer = fact_retain(n->fact);
        } else {
            t->failed = true;
        }
    }
}

static void publish(struct interpolate *ip, struct node *n, const struct node *root) {
    for (uint32_t i = 0; i < n->ways.len; i++)
        if (n->ways.data[i].held) publish(ip, n->ways.data[i].held, root);
    if (n->snapshot) treelog_fact(ip->log, n->number, n->snapshot, n->fact);
    invariants_note(ip->r->invariants, ip->x, &ip->places, n->point, n->snapshot, n->fact);
    if (n->ending == END_COVERED && n->by && n->by->fact) {
        count_gain(ip, false);
        thrift_judged(&ip->thrift, true);
        recheck_state(ip->recheck, n->kept, n->by->fact);
    }
    if (n->fact && n->entry) {
        n->fact->work = n->work;
        entry_store(n->entry, ip->x->sym->pool, n->fact);
        ip->x->ctx->stats.facts_stored++;
        exchange_fact(ip, n);
    }
    hand_over(ip, n, root);
}

void cover_publish(struct interpolate *ip, struct node *n) {
    assert(n->least == DEPENDS_ON_NONE && !n->held);
    publish(ip, n, n);
}
