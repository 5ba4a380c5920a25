#include "engine/interpolate.h"

#include <string.h>

#include "base/hash.h"
#include "base/str.h"
#include "engine/errors.h"
#include "engine/fact.h"
#include "engine/recheck.h"
#include "engine/thrift.h"
#include "engine/treelog.h"

enum {
    POINTS_AFTER_FORK = 16, /* points at which a state stops after a fork */
    ENTRIES_PER_POINT = 512, /* facts kept for one point and call stack */
    SHADOW_MOST = 1 << 20,  /* instructions that a shadow run follows */
};

enum ending { END_NONE, END_EXIT, END_FORK, END_POINT, END_ASSUME, END_BOUND, END_SUBSUMED, END_TENTATIVE, END_BAD };

static const char *const ending_name[] = {"none", "exit", "fork", "point", "assumption", "bound", "subsumed", "loop", "error"};

/* A node on the way from the root to the state in execution. */
struct node {
    struct state *snapshot; /* at its start; NULL: nothing is learned here */
    uint64_t work;          /* ticks of exploring below, and of what was saved there */
    struct state *run;      /* to be executed; NULL once its segment has ended */
    VEC(struct state *) kids;     /* not yet explored */
    VEC(const struct insn *) starts; /* where each explored kid began */
    vec_u32 sides;                /* of a select that forked: its condition in each kid */
    VEC(struct fact *) facts;     /* of explored kids, in the order of starts; NULL: none */
    uint64_t length;        /* instructions of the segment */
    enum ending ending;
    const struct insn *end_pc;
    uint32_t end_depth;
    struct model *end_model;
    struct fact *subsumer;
    /* Closing loops; see close_loop. */
    struct node *head;       /* END_TENTATIVE: the ancestor that may subsume it */
    struct state *kept;      /* ... and the state, should it not */
    VEC(struct node *) held; /* kids whose facts depend on an open ancestor, as facts; NULL: others */
    struct fact *first;      /* what its own segment needs; NULL: not known yet */
    struct fact *hypothesis; /* of a head, while it is tried */
    uint32_t hopes;          /* tentative nodes that count on it */
    uint32_t depth;          /* on the stack */
    uint32_t number;         /* in the tree log */
    bool no_first;
    bool at_point;          /* it begins at a point */
    const struct insn *point;
};

/* Facts of one point and call stack. */
struct entry {
    uint64_t key;
    VEC(const void *) stack; /* functions and return addresses, outermost last */
    VEC(struct fact *) facts;
    uint32_t next_out;
};

struct interpolate {
    struct exec *x;
    const struct explore_hooks *hooks;
    struct explore_result *result;
    struct covered *covered;
    struct errors errors;
    struct places places;
    struct treelog *log;
    struct recheck *recheck;
    struct thrift thrift;
    VEC(struct node *) stack;
    VEC(struct entry *) entries;
    struct map by_key; /* key -> index + 1 */
    bool done;
};

/* ---- the table ------------------------------------------------------------------------------------- */

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

/* States may be compared: nothing but frames and memory tells them apart. */
static bool comparable(const struct state *st) { return st->phase == PHASE_MAIN && st->jumps.len == 0; }

static struct entry *find_entry(struct interpolate *ip, const struct state *st) {
    uint64_t at = map_get(&ip->by_key, stack_key(st), 0);
    struct entry *e = at ? ip->entries.data[at - 1] : NULL;
    return e && same_stack(e, st) ? e : NULL;
}

static struct entry *make_entry(struct interpolate *ip, const struct state *st) {
    struct entry *e = find_entry(ip, st);
    if (e) return e;
    e = mem_zalloc(sizeof *e);
    e->key = stack_key(st);
    for (const struct frame *f = st->top; f; f = f->caller) vec_push(&e->stack, f->pc);
    vec_push(&ip->entries, e);
    map_put(&ip->by_key, e->key, ip->entries.len);
    return e;
}

static void store(struct interpolate *ip, const struct state *st, struct fact *f) {
    struct entry *e = make_entry(ip, st);
    ip->x->ctx->stats.facts_stored++;
    if (e->facts.len < ENTRIES_PER_POINT) {
        vec_push(&e->facts, fact_retain(f));
        return;
    }
    fact_release(e->facts.data[e->next_out]);
    e->facts.data[e->next_out] = fact_retain(f);
    e->next_out = (e->next_out + 1) % ENTRIES_PER_POINT;
}

/* A fact that the state satisfies, newest first; NULL if there is none. */
static struct fact *find_subsumer(struct interpolate *ip, struct state *st) {
    struct entry *e = comparable(st) ? find_entry(ip, st) : NULL;
    if (!e) return NULL;
    for (uint32_t i = e->facts.len; i-- > 0;) {
        struct fact *f = e->facts.data[i];
        ip->x->ctx->stats.facts_tried++;
        if (!fact_holds(ip->x, &ip->places, f, st)) continue;
        f->uses++;
        return f;
    }
    return NULL;
}

/* ---- nodes ------------------------------------------------------------------------------------------- */

static struct node *push_node(struct interpolate *ip, struct state *st, const struct insn *point) {
    struct node *n = mem_zalloc(sizeof *n);
    n->run = st;
    if (thrift_allows(&ip->thrift))
        n->snapshot = state_fork(ip->x, st);
    else
        st->points = 0;
    n->at_point = point != NULL;
    n->point = point;
    n->depth = ip->stack.len;
    n->number = treelog_open(ip->log, n->depth ? vec_last(&ip->stack)->number : 0, st);
    vec_push(&ip->stack, n);
    ip->x->ctx->stats.nodes++;
    return n;
}

static void free_node(struct interpolate *ip, struct node *n) {
    if (n->snapshot) state_free(ip->x, n->snapshot);
    if (n->run) {
        if (ip->x->now == n->run) exec_switch(ip->x, NULL);
        state_free(ip->x, n->run);
    }
    for (uint32_t i = 0; i < n->kids.len; i++) state_free(ip->x, n->kids.data[i]);
    for (uint32_t i = 0; i < n->facts.len; i++) fact_release(n->facts.data[i]);
    fact_release(n->subsumer);
    fact_release(n->first);
    fact_release(n->hypothesis);
    state_free(ip->x, n->kept);
    for (uint32_t i = 0; i < n->held.len; i++)
        if (n->held.data[i]) free_node(ip, n->held.data[i]);
    vec_release(&n->held);
    model_release(n->end_model);
    vec_release(&n->kids);
    vec_release(&n->starts);
    vec_release(&n->sides);
    vec_release(&n->facts);
    mem_free(n);
}

static void end_segment(struct interpolate *ip, struct node *n, enum ending ending) {
    struct state *st = ip->x->now;
    n->ending = ending;
    if (st->top) n->end_pc = st->top->pc;
    n->end_depth = st->depth;
    n->end_model = model_retain(st->model);
    treelog_end(ip->log, n->number, ending_name[ending], st);
}

/* The state that executed the segment is not needed any more. */
static void drop_run(struct interpolate *ip, struct node *n) {
    exec_switch(ip->x, NULL);
    state_free(ip->x, n->run);
    n->run = NULL;
}

/* ---- facts of nodes ------------------------------------------------------------------------------------ */

/* What a location holds at the end of the shadow run in progress. */
static expr value_at_end(void *owner, const struct place *place) {
    struct interpolate *ip = owner;
    struct exec *x = ip->x;
    if (place->kind == PLACE_REGISTER && place->frame < x->shadow->frames_seen) {
        /* Not touched since the start. */
        uint64_t key = UINT64_C(1) << 63 | (uint64_t)place->frame << 32 | place->slot;
        return (expr){(uint32_t)map_get(&ip->places.by_key, key, 0)};
    }
    if (place->kind == PLACE_REGISTER) return place_value(x, x->now, place);
    struct fault fault;
    if (space_check(&x->now->space, place->addr, place->size, false, &fault)) return EXPR_NONE;
    shadow_needs(x, place->addr, false);
    return shadow_read(x, place->addr, place->size);
}

/* Follows the segment once more. True: it came to the same end. */
static bool run_shadow(struct interpolate *ip, struct node *n, struct shadow *sh) {
    struct exec *x = ip->x;
    shadow_begin(x, sh, &ip->places, n->snapshot, n->end_model);
    sh->armed = n->ending == END_FORK || n->ending == END_POINT || n->ending == END_SUBSUMED ||
                n->ending == END_TENTATIVE;
    sh->end_instructions = n->length;
    sh->end_pc = n->end_pc;
    sh->end_depth = n->end_depth;
    x->instructions = 0;
    x->stop = STOP_NONE;
    x->now->points = 0;
    enum stop stop;
    do stop = exec_loop(x);
    while (stop == STOP_SLICE && x->instructions < SHADOW_MOST);
    ip->x->ctx->stats.shadow_instructions += x->instructions;
    for (uint32_t i = 0; i < x->sym->forked.len; i++) state_free(x, x->sym->forked.data[i]);
    bool forked = x->sym->forked.len > 0;
    vec_clear(&x->sym->forked);
    if (forked) return false;
    switch (n->ending) {
    case END_EXIT: return stop == STOP_EXIT || stop == STOP_ABORT;
    case END_ASSUME: return stop == STOP_ASSUME;
    case END_BOUND: return stop == STOP_BOUND;
    case END_FORK:
    case END_POINT:
    case END_TENTATIVE:
    case END_SUBSUMED: return sh->at_end;
    case END_NONE:
    case END_BAD: break;
    }
    return false;
}

/* Objects needed below that were there at the start. */
static void demand_needs(struct demand *d, const struct fact *f) {
    for (uint32_t i = 0; i < f->needs.len; i++) {
        const struct mem_object *obj = space_find(&d->x->now->space, f->needs.data[i].base);
        if (obj && map_find(&d->x->shadow->born, obj->number)) continue;
        demand_need(d, &f->needs.data[i]);
    }
}

/* The fact of a kid, on its side of the fork. */
static bool demand_kid(struct interpolate *ip, struct demand *d, const struct fact *f, expr guard) {
    uint32_t before = d->guards.len;
    if (expr_is(guard)) vec_push(&d->guards, guard);
    bool ok = demand_fact(d, f, value_at_end, ip);
    d->guards.len = before;
    if (ok) demand_needs(d, f);
    return ok;
}

/* When does execution at the end of the segment go to kid i? None: not known. */
static expr guard_of(struct exec *x, const struct node *n, uint32_t i) {
    const struct insn *in = n->end_pc, *start = n->starts.data[i];
    if (in->op == IR_SELECT && start == in) {
        expr cond = sym_slot(x, in->a, 1);
        return n->sides.data[i] ? cond : expr_not(x->sym->pool, cond);
    }
    uint64_t target = (uint64_t)(start - x->now->top->fn->code);
    return target < x->now->top->fn->ncode ? sym_way(x, (uint32_t)target) : EXPR_NONE;
}

static bool demand_kids(struct interpolate *ip, struct node *n, struct demand *d) {
    struct exec *x = ip->x;
    if (n->ending == END_SUBSUMED) return demand_kid(ip, d, n->subsumer, EXPR_NONE);
    if (n->ending == END_TENTATIVE) return demand_kid(ip, d, n->head->hypothesis, EXPR_NONE);
    if (n->ending == END_POINT) return demand_kid(ip, d, n->facts.data[0], EXPR_NONE);
    if (n->ending != END_FORK) return true;
    expr any = expr_false(x->sym->pool);
    for (uint32_t i = 0; i < n->facts.len; i++) {
        expr guard = guard_of(x, n, i);
        if (!expr_is(guard) || !demand_kid(ip, d, n->facts.data[i], guard)) return false;
        any = expr_or(x->sym->pool, any, guard);
    }
    return demand_cond(d, any); /* there is no other way */
}

/* Duties in the order in which they were met; assumptions guard what follows. */
static bool demand_duties(struct demand *d, const struct shadow *sh, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        struct duty duty = sh->duties.data[i];
        if (duty.kind == DUTY_ASSUMED)
            vec_push(&d->guards, duty.cond);
        else if (!demand_cond(d, duty.cond))
            return false;
    }
    return true;
}

/* Demands while the shadow run is at its end; reading memory there may add needs. */
static bool demand_all(struct interpolate *ip, struct node *n, struct demand *d, struct shadow *sh) {
    if (!demand_duties(d, sh, sh->duties.len) || !demand_kids(ip, n, d)) return false;
    for (uint32_t i = 0; i < sh->needs.len; i++) demand_need(d, &sh->needs.data[i]);
    return true;
}

/* What the segment of a node needs, with the facts of its kids (not: without them). */
static struct fact *make_fact(struct interpolate *ip, struct node *n, bool with_kids) {
    struct exec *x = ip->x;
    if (limits_hit(&x->ctx->limits)) return NULL;
    struct shadow sh;
    ip->thrift.facts++;
    uint64_t instructions = x->instructions;
    uint32_t gaps = x->sym->gaps;
    struct demand d = {x, &ip->places, n->snapshot, fact_new(), {0}};
    bool followed = run_shadow(ip, n, &sh), ok = followed;
    if (ok) ok = with_kids ? demand_all(ip, n, &d, &sh) : demand_duties(&d, &sh, sh.duties.len);
    if (!ok)
        log_debug(&x->ctx->log, "no fact: %s at %s", followed ? "condition not expressible" : "path not followed",
                  x->now->top ? program_where(x->p, x->now->top->pc->pos) : "the end");
    shadow_end(x, &sh);
    x->instructions = instructions;
    x->sym->gaps = gaps;
    x->stop = STOP_NONE;
    vec_release(&d.guards);
    if (with_kids) treelog_fact(ip->log, n->number, n->snapshot, ok ? d.fact : NULL);
    if (ok) return d.fact;
    ip->x->ctx->stats.facts_failed++;
    fact_release(d.fact);
    return NULL;
}

static bool is_usable(const struct node *n) {
    return n->snapshot && n->ending != END_BAD && n->end_model && comparable(n->snapshot);
}

static struct fact *fact_of(struct interpolate *ip, struct node *n);

/* The facts of held kids under the present hypotheses. */
static bool refresh_kids(struct interpolate *ip, struct node *n) {
    for (uint32_t i = 0; i < n->facts.len; i++) {
        if (n->held.data[i]) {
            fact_release(n->facts.data[i]);
            n->facts.data[i] = fact_of(ip, n->held.data[i]);
        }
        if (!n->facts.data[i]) return false;
    }
    return true;
}

/* ---- closing loops ------------------------------------------------------------------------------------
 *
 * A state at a point where an ancestor is that satisfies what the ancestor's own
 * segment needs, with the same values there, is left alone in the hope that the fact
 * of the ancestor, the head, will hold for it: a tentative node. When all else below
 * the head is explored, a fact is computed with the hypothesis that nothing is needed
 * where execution came back, then with that fact as hypothesis, and so on. Once the
 * hypothesis implies the result it is inductive: every state that satisfies it is
 * safe, however often it goes around. If that does not come about the tentative
 * states are explored after all.
 */

enum { MOST_ROUNDS = 6, NEVER = 1 << 30 };

/* Does a imply b, wherever they hold? */
static bool fact_implies(struct interpolate *ip, const struct fact *a, const struct fact *b) {
    struct expr_pool *pool = ip->x->sym->pool;
    for (uint32_t i = 0; i < b->needs.len; i++) {
        bool found = false;
        for (uint32_t k = 0; k < a->needs.len; k++)
            found |= a->needs.data[k].base == b->needs.data[i].base && a->needs.data[k].size >= b->needs.data[i].size &&
                     (a->needs.data[k].write || !b->needs.data[i].write);
        if (!found) return false;
    }
    fact_conds set = {0};
    fact_list(pool, a, &set);
    uint32_t known = set.len;
    fact_list(pool, b, &set);
    expr missing = expr_true(pool);
    for (uint32_t i = known; i < set.len; i++) {
        bool found = false;
        for (uint32_t k = 0; k < known && !found; k++) found = expr_same(set.data[k], set.data[i]);
        if (!found) missing = expr_and(pool, missing, set.data[i]);
    }
    bool ok = expr_is_true(pool, missing);
    if (!ok) {
        set.len = known;
        vec_push(&set, expr_not(pool, missing));
        struct model *m = NULL;
        vec_u32 core = {0};
        ok = solver_check_all(ip->x->sym->solver, set.data, set.len, &m, &core) == ANSWER_UNSAT;
        model_release(m);
        vec_release(&core);
    }
    vec_release(&set);
    return ok;
}

/* An inductive fact of a head, given what it depends on above; NULL if none is found. */
static struct fact *close_loop(struct interpolate *ip, struct node *n) {
    struct fact *x = fact_new();
    for (int round = 0; round < MOST_ROUNDS; round++) {
        fact_release(n->hypothesis);
        n->hypothesis = fact_retain(x);
        struct fact *next = refresh_kids(ip, n) ? make_fact(ip, n, true) : NULL;
        bool closed = next && fact_implies(ip, x, next);
        if (closed || !next) {
            fact_release(next);
            if (closed) return x;
            fact_release(x);
            return NULL;
        }
        fact_release(x);
        x = next;
    }
    fact_release(x);
    return NULL;
}

/* The fact of a node whose kids are all explored; NULL if there is none. */
static struct fact *fact_of(struct interpolate *ip, struct node *n) {
    if (!is_usable(n)) return NULL;
    if (n->hopes) return close_loop(ip, n);
    return refresh_kids(ip, n) ? make_fact(ip, n, true) : NULL;
}

/* Do the tentative nodes below that count on `head` satisfy its fact? */
static bool hopes_fulfilled(struct interpolate *ip, const struct node *n, const struct node *head, const struct fact *f) {
    if (n->ending == END_TENTATIVE && n->head == head) {
        if (!fact_holds(ip->x, &ip->places, f, n->kept)) return false;
        recheck_state(ip->recheck, n->kept, f);
        return true;
    }
    for (uint32_t i = 0; i < n->held.len; i++)
        if (n->held.data[i] && !hopes_fulfilled(ip, n->held.data[i], head, f)) return false;
    return true;
}

/* The loop of a head is not closed: its segment is executed again, and the states that
 * counted on it are explored. So it still has a fact in the end. What is proved
 * already is in the table. */
static void restart(struct interpolate *ip, struct node *n) {
    for (uint32_t i = 0; i < n->facts.len; i++) fact_release(n->facts.data[i]);
    for (uint32_t i = 0; i < n->held.len; i++)
        if (n->held.data[i]) free_node(ip, n->held.data[i]);
    n->facts.len = n->held.len = n->starts.len = n->sides.len = 0;
    model_release(n->end_model);
    fact_release(n->hypothesis);
    n->end_model = NULL;
    n->hypothesis = NULL;
    n->ending = END_NONE;
    n->length = 0;
    n->hopes = 0;
    n->no_first = true; /* it is no head again */
    n->run = state_fork(ip->x, n->snapshot);
    treelog_reopened(ip->log, n->number);
}

/* The least depth of a head that n's subtree depends on, itself not counted. */
static uint32_t depends_on(const struct node *n) {
    uint32_t least = NEVER;
    if (n->ending == END_TENTATIVE) least = n->head->depth;
    for (uint32_t i = 0; i < n->held.len; i++) {
        uint32_t below = n->held.data[i] ? depends_on(n->held.data[i]) : NEVER;
        if (below < least) least = below;
    }
    return least;
}

/* ---- exploring ---------------------------------------------------------------------------------------------- */

static void on_bug(void *owner, struct exec *x) {
    struct interpolate *ip = owner;
    if (x->shadow || !errors_is_new(&ip->errors, x)) return;
    ip->result->bugs++;
    if (!ip->hooks->bug(ip->hooks->owner, x)) ip->done = ip->result->stopped = true;
}

/* Shadow runs are no runs. Facts say nothing about a target that is passed here: from now
 * on it is reached and no longer looked for. */
static bool on_target(void *owner, struct exec *x, uint32_t id) {
    struct interpolate *ip = owner;
    if (x->shadow) return false;
    if (!ip->hooks->target(ip->hooks->owner, x, id)) ip->done = ip->result->stopped = true;
    return ip->done;
}

/* Whatever it does, st does not come to what is looked for. That follows from its call
 * stack alone, so the fact of such a state is that nothing is needed. */
static bool drop_hopeless(struct interpolate *ip, struct node *n, struct state *st) {
    if (!ip->hooks->hopeless || !ip->hooks->hopeless(ip->hooks->owner, st)) return false;
    ip->result->pruned++;
    state_free(ip->x, st);
    vec_push(&n->facts, fact_new());
    vec_push(&n->held, NULL);
    return true;
}

static void on_first(void *owner, const struct function *fn, uint32_t pc) {
    struct interpolate *ip = owner;
    covered_block(ip->covered, fn, pc);
}

static void take_forks(struct interpolate *ip, struct node *n) {
    struct symbolic *sy = ip->x->sym;
    for (uint32_t i = 0; i < sy->forked.len; i++) {
        sy->forked.data[i]->points = POINTS_AFTER_FORK;
        vec_push(&n->kids, sy->forked.data[i]);
    }
    vec_clear(&sy->forked);
}

/* The executed state is a kid itself: it goes on behind the end of the segment. */
static void keep_run(struct interpolate *ip, struct node *n) {
    n->run->points = n->ending == END_FORK ? POINTS_AFTER_FORK : n->run->points - 1;
    if (n->ending == END_POINT) n->run->top->pc++;
    vec_push(&n->kids, n->run);
    exec_switch(ip->x, NULL);
    n->run = NULL;
}

/* Instructions that executing a branch adds to the count. */
static uint32_t counted_by(const struct insn *in) {
    if (in->op == IR_BR || in->op == IR_SWITCH) return in->aux;
    return in->op >= IR_BEQ32 && in->op <= IR_BSGENI ? in->aux & 255 : 0;
}

/* A fork ends the segment before the instruction that forked: all kids that a branch
 * leads to are behind it, but the end is at the branch itself. */
static void at_fork(struct interpolate *ip, struct node *n, const struct insn *branch) {
    end_segment(ip, n, END_FORK);
    n->end_pc = branch;
    n->length -= counted_by(branch);
    take_forks(ip, n);
    keep_run(ip, n);
}

/* All locations that f speaks of hold the same in both states. */
static bool same_values(struct interpolate *ip, const struct fact *f, struct state *a, struct state *b) {
    struct expr_pool *pool = ip->x->sym->pool;
    fact_conds set = {0};
    fact_list(pool, f, &set);
    bool same = true;
    for (uint32_t i = 0; same && i < set.len; i++) {
        const struct symbol_set *symbols = expr_symbols(pool, set.data[i]);
        vec_u32 ids = {0};
        for (uint32_t k = 0; k < symbols->len; k++) vec_push(&ids, symbols->ids[k]);
        for (uint32_t k = 0; same && k < ids.len; k++) {
            const struct place *found = places_find(&ip->places, (symbol){ids.data[k]});
            struct place place = *found;
            expr va = place_value(ip->x, a, &place), vb = place_value(ip->x, b, &place);
            same = expr_is(va) && expr_same(va, vb);
        }
        vec_release(&ids);
    }
    vec_release(&set);
    return same;
}

/* The ancestor at the same point that the state in execution may go back to. */
static struct node *find_head(struct interpolate *ip) {
    struct state *st = ip->x->now;
    if (!comparable(st)) return NULL;
    for (uint32_t i = ip->stack.len; i-- > 0;) {
        struct node *n = ip->stack.data[i];
        if (!n->snapshot) return NULL; /* what is above has no fact */
        if (!n->at_point || n->point != st->top->pc || n->snapshot->depth != st->depth || n->run) continue;
        n->snapshot->top->pc = n->point;
        bool same = stack_key(n->snapshot) == stack_key(st);
        n->snapshot->top->pc = n->point + 1;
        if (!same || !is_usable(n) || n->no_first) continue;
        if (!n->first) {
            n->first = make_fact(ip, n, false);
            exec_switch(ip->x, st);
            n->no_first = !n->first;
        }
        if (n->first && same_values(ip, n->first, n->snapshot, st)) return n;
    }
    return NULL;
}

static void at_point(struct interpolate *ip, struct node *n) {
    struct fact *f = find_subsumer(ip, ip->x->now);
    struct node *head = f ? NULL : find_head(ip);
    if (head) {
        end_segment(ip, n, END_TENTATIVE);
        n->head = head;
        head->hopes++;
        n->kept = n->run;
        n->run = NULL;
        exec_switch(ip->x, NULL);
        ip->x->ctx->stats.tentative++;
        treelog_back(ip->log, n->number, head->number);
        return;
    }
    end_segment(ip, n, f ? END_SUBSUMED : END_POINT);
    if (!f) {
        keep_run(ip, n);
        return;
    }
    n->subsumer = fact_retain(f);
    ip->x->ctx->stats.subsumed++;
    treelog_subsumed(ip->log, n->number, f);
    recheck_state(ip->recheck, n->run, f);
    drop_run(ip, n);
}

/* Comparing with facts and ancestors is learning's expense. */
static void learning_at_point(struct interpolate *ip, struct node *n) {
    n->work += thrift_explored(&ip->thrift);
    at_point(ip, n);
    if (n->ending == END_TENTATIVE) thrift_saved(&ip->thrift, THRIFT_LOOP);
    if (n->ending == END_SUBSUMED) {
        n->work += n->subsumer->work;
        thrift_saved(&ip->thrift, n->subsumer->work);
    }
    thrift_learned(&ip->thrift);
}

static void at_end(struct interpolate *ip, struct node *n, enum stop stop) {
    struct exec *x = ip->x;
    enum ending ending = END_BAD;
    if (stop == STOP_EXIT && check_has(x->checks, CHECK_LEAK)) exec_check_leaks(x);
    if (x->stop == STOP_BUG) {
        on_bug(ip, x);
        ip->result->partial++;
    } else if (stop == STOP_EXIT || stop == STOP_ABORT) {
        ending = END_EXIT;
        ip->result->paths++;
    } else if (stop == STOP_ASSUME) {
        ending = END_ASSUME;
    } else if (stop == STOP_BOUND) {
        sym_gap(x, GAP_BOUND, NULL);
        ending = END_BOUND;
        ip->result->partial++;
    } else {
        ip->result->partial++;
    }
    end_segment(ip, n, x->sym->forked.len ? END_BAD : ending);
    take_forks(ip, n); /* an instruction may fork and then end the path */
    drop_run(ip, n);
}

/* Executes the segment of a node. False: a limit is reached. */
static bool run_segment(struct interpolate *ip, struct node *n) {
    struct exec *x = ip->x;
    exec_switch(x, n->run);
    x->stop = STOP_NONE;
    for (;;) {
        uint64_t before = x->instructions;
        const struct insn *branch = NULL;
        enum stop stop = exec_loop(x);
        n->length += x->instructions - before;
        branch = x->sym->fork_pc;
        if (stop == STOP_LIMIT || limits_hit(&x->ctx->limits)) {
            sym_gap(x, GAP_LIMIT, limit_name(x->ctx->limits.hit));
            return false;
        }
        int64_t most = x->ctx->opt.max_instructions;
        if (most && x->instructions >= (uint64_t)most) {
            sym_gap(x, GAP_LIMIT, "--max-instructions");
            return false;
        }
        if (ip->done) return true;
        if (stop == STOP_SLICE) continue;
        if (stop == STOP_FORKED)
            at_fork(ip, n, branch);
        else if (stop == STOP_POINT)
            learning_at_point(ip, n);
        else
            at_end(ip, n, stop);
        n->work += thrift_explored(&ip->thrift);
        return true;
    }
}

/* Hands a finished node's fact to its parent, or the node itself while that depends on
 * ancestors. */
static void hand_up(struct interpolate *ip, struct node *n, struct fact *f, bool hold) {
    if (ip->stack.len) {
        struct node *parent = vec_last(&ip->stack);
        parent->work += n->work;
        vec_push(&parent->facts, f);
        vec_push(&parent->held, hold ? n : NULL);
    } else {
        fact_release(f);
    }
    if (!hold || !ip->stack.len) free_node(ip, n);
}

/* The node on top is finished: its fact goes to the table and to its parent. */
static void close_node(struct interpolate *ip) {
    struct node *n = vec_last(&ip->stack);
    uint32_t least = depends_on(n);
    if (least < n->depth) { /* not before that ancestor is finished */
        vec_pop(&ip->stack);
        hand_up(ip, n, NULL, true);
        return;
    }
    struct fact *f = fact_of(ip, n);
    if (n->hopes && (!f || !hopes_fulfilled(ip, n, n, f))) {
        fact_release(f);
        restart(ip, n);
        return;
    }
    if (n->hopes) ip->x->ctx->stats.loops_closed++;
    vec_pop(&ip->stack);
    treelog_fact(ip->log, n->number, n->snapshot, f);
    if (f) f->work = n->work;
    if (f && n->at_point) {
        n->snapshot->top->pc = n->point; /* where states are compared */
        store(ip, n->snapshot, f);
    }
    hand_up(ip, n, f, false);
}

/* The condition of the select that st stands at and that its path has decided. */
static uint32_t select_side(struct exec *x, const struct state *st) {
    uint32_t slot = st->top->pc->a, sym = frame_sym(st->top, slot);
    return (uint32_t)(sym ? model_eval(st->model, x->sym->pool, (expr){sym}) : st->top->regs[slot]) & 1;
}

static void open_kid(struct interpolate *ip, struct node *n) {
    struct state *st = vec_pop(&n->kids);
    vec_push(&n->starts, st->top->pc);
    vec_push(&n->sides, n->ending == END_FORK && n->end_pc->op == IR_SELECT ? select_side(ip->x, st) : 0);
    if (drop_hopeless(ip, n, st)) return;
    /* A select that forks is executed again: its kids do not begin at the point before it. */
    bool point = n->ending == END_POINT || (st->top->pc != n->end_pc && st->top->pc[-1].op == IR_POINT);
    push_node(ip, st, point ? st->top->pc - 1 : NULL);
}

/* What a node that waits for an ancestor keeps. */
static void mark_held(struct interpolate *ip, const struct node *n) {
    struct expr_pool *pool = ip->x->sym->pool;
    if (n->first) fact_mark(pool, n->first);
    if (n->hypothesis) fact_mark(pool, n->hypothesis);
    if (n->kept) sym_mark_state(ip->x, n->kept);
    for (uint32_t i = 0; i < n->held.len; i++) {
        const struct node *kid = n->held.data[i];
        if (!kid) continue;
        if (kid->snapshot) sym_mark_state(ip->x, kid->snapshot);
        for (uint32_t k = 0; k < kid->facts.len; k++)
            if (kid->facts.data[k]) fact_mark(pool, kid->facts.data[k]);
        if (kid->subsumer) fact_mark(pool, kid->subsumer);
        mark_held(ip, kid);
    }
}

static void scan(struct expr_pool *pool, void *owner) {
    struct interpolate *ip = owner;
    for (uint32_t i = 0; i < ip->stack.len; i++) {
        const struct node *n = ip->stack.data[i];
        if (n->snapshot) sym_mark_state(ip->x, n->snapshot);
        if (n->run) sym_mark_state(ip->x, n->run);
        for (uint32_t k = 0; k < n->kids.len; k++) sym_mark_state(ip->x, n->kids.data[k]);
        for (uint32_t k = 0; k < n->facts.len; k++)
            if (n->facts.data[k]) fact_mark(pool, n->facts.data[k]);
        if (n->subsumer) fact_mark(pool, n->subsumer);
        mark_held(ip, n);
    }
    for (uint32_t i = 0; i < ip->entries.len; i++)
        for (uint32_t k = 0; k < ip->entries.data[i]->facts.len; k++)
            fact_mark(pool, ip->entries.data[i]->facts.data[k]);
}

static void explore(struct interpolate *ip) {
    struct exec *x = ip->x;
    x->now->points = POINTS_AFTER_FORK;
    push_node(ip, x->now, NULL);
    while (ip->stack.len && !ip->done) {
        struct node *n = vec_last(&ip->stack);
        if (n->run) {
            if (!run_segment(ip, n)) return;
        } else if (n->kids.len) {
            open_kid(ip, n);
        } else {
            close_node(ip);
            thrift_learned(&ip->thrift);
            if (solver_should_collect(x->sym->solver)) solver_collect(x->sym->solver);
        }
        ip->result->open = ip->stack.len;
        if (ip->hooks->progress) ip->hooks->progress(ip->hooks->owner, x, ip->result);
    }
}

static void release(struct interpolate *ip) {
    while (ip->stack.len) free_node(ip, vec_pop(&ip->stack));
    for (uint32_t i = 0; i < ip->entries.len; i++) {
        struct entry *e = ip->entries.data[i];
        for (uint32_t k = 0; k < e->facts.len; k++) fact_release(e->facts.data[k]);
        vec_release(&e->facts);
        vec_release(&e->stack);
        mem_free(e);
    }
    vec_release(&ip->entries);
    vec_release(&ip->stack);
    map_release(&ip->by_key);
    places_release(&ip->places);
    errors_release(&ip->errors);
}

bool interpolate_run(struct exec *x, const struct explore_hooks *hooks, struct covered *covered,
                     struct explore_result *result) {
    struct interpolate ip = {.x = x, .hooks = hooks, .result = result, .covered = covered};
    memset(result, 0, sizeof *result);
    errors_init(&ip.errors);
    places_init(&ip.places);
    ip.log = treelog_new(x, &ip.places);
    thrift_init(&ip.thrift, x);
    ip.recheck = recheck_new(x, &ip.places, hooks);
    map_init(&ip.by_key);
    result->counts = &covered->counts[0];
    x->sym->bug = on_bug;
    x->sym->target = hooks->target ? on_target : NULL;
    x->sym->owner = &ip;
    expr_pool_add_scanner(x->sym->pool, scan, &ip);
    exec_watch_blocks(x, on_first, &ip);
    explore(&ip);
    exec_unwatch_blocks(x);
    result->gaps = x->sym->gaps;
    result->counts = NULL;
    bool ok = treelog_write(ip.log, x->ctx->opt.show_tree);
    treelog_free(ip.log);
    recheck_free(ip.recheck);
    release(&ip);
    expr_pool_remove_scanner(x->sym->pool, scan, &ip);
    return ok;
}
