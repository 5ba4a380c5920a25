/* Execution with interpolation (TracerX): what is proved once is not explored again.
 *
 * The tree is explored depth first. When the subtree below a node is safe, a fact
 * (cond/fact.h) that suffices for that is computed from the facts of its children,
 * pulled back through the node's segment by a shadow run (exec/decide/shadow.h), and stored
 * under the program point and call stack. A later state there that satisfies the fact
 * is dropped: subsumed.
 *
 * Nodes begin at forks and at points (ir/points.h) soon after a fork. A node whose
 * fact is not found (errors, limits, what shadow runs do not follow) stores nothing,
 * which is always sound.
 */
#include <assert.h>
#include <string.h>

#include "base/provoke.h"
#include "base/rng.h"
#include "engine/engine.h"
#include "engine/interpolate/cover.h"
#include "engine/interpolate/exchange.h"
#include "engine/interpolate/later.h"
#include "engine/interpolate/segment.h"
#include "engine/interpolate/tree.h"
#include "engine/invariants.h"
#include "engine/search/nearness.h"
#include "engine/share.h"
#include "exec/sym/pointee.h"
#include "solver/path.h"

/* Which kid of a node is explored next, in an interpolating run (--search).
 *
 * Facts come from finished subtrees, so the run goes on with the innermost node that has open kids, whatever the order
 * among these: dfs takes the side of a branch that was forked off last, random-path any, md2u the one from which it is
 * the shortest way to code that has not been executed. */

struct kidorder;

struct kidorder {
    bool random;
    struct rng rng;
    struct search_env env;
    struct nearness *near; /* NULL: not asked for */
};

static bool is_default(const char *search) {
    struct options usual;
    options_init(&usual);
    bool same = strcmp(search, usual.search) == 0;
    options_release(&usual);
    return same;
}

static struct kidorder *make(struct exec *x, const struct covered *covered, bool random) {
    static const struct search_hooks asked = {.frames = run_frames};
    struct kidorder *k = MEM_NEW(struct kidorder);
    k->random = random;
    k->env = (struct search_env){&asked, NULL, NULL, covered, x->p, (uint64_t)x->ctx->opt.seed};
    rng_init(&k->rng, k->env.seed);
    if (!random) k->near = nearness_new(&k->env);
    return k;
}

/* As opt.search says; its default, a list for explore, means dfs. False with a message. */
static bool kidorder_new(struct exec *x, const struct covered *covered, struct kidorder **order) {
    const char *search = x->ctx->opt.search;
    bool random = strcmp(search, "random-path") == 0;
    *order = NULL;
    if (is_default(search) || strcmp(search, "dfs") == 0) return true;
    if (!random && strcmp(search, "md2u") != 0) {
        log_error(&x->ctx->log, "--search=%s: --engine=interpolate has dfs, random-path and md2u", search);
        return false;
    }
    *order = make(x, covered, random);
    return true;
}

static void kidorder_free(struct kidorder *k) {
    if (k && k->near) nearness_free(k->near);
    mem_free(k);
}

static uint32_t nearest(struct kidorder *k, const struct node *n) {
    uint32_t best = n->kids.len - 1;
    if (nearness_is_stale(k->near, 1)) nearness_aim(k->near);
    uint32_t least = nearness_of(k->near, n->kids.data[best]);
    for (uint32_t i = best; i-- > 0;) {
        uint32_t d = nearness_of(k->near, n->kids.data[i]);
        if (d < least) least = d, best = i;
    }
    return best;
}

/* Takes a kid out of n's, of which there is one at least. */
static struct state *kidorder_take(struct kidorder *k, struct node *n) {
    if (!k || n->kids.len == 1) return vec_pop(&n->kids);
    uint32_t i = k->random ? (uint32_t)rng_below(&k->rng, n->kids.len) : nearest(k, n);
    struct state *st = n->kids.data[i];
    memmove(n->kids.data + i, n->kids.data + i + 1, (n->kids.len - i - 1) * sizeof st);
    n->kids.len--;
    return st;
}

static const uint64_t MOST_WORK = UINT64_C(1) << 56;

enum {
    FIRST_ROUNDS = PROVOKED(4096, 2), /* of a loop, before other paths are looked at */
    MORE_ROUNDS = 8,                  /* times as many in the next run */
};

/* ---- finished nodes ---------------------------------------------------------------------------------- */

static uint64_t added_work(uint64_t a, uint64_t b) { return a + b < MOST_WORK ? a + b : MOST_WORK; }

/* Hands a finished node's fact to its parent, or the node itself while that depends on
 * ancestors. */
static void hand_up(struct interpolate *ip, struct node *n, bool hold) {
    assert(!n->run && !n->kids.len && (!hold || n->parent)); /* a node that depends on none above is not held */
    struct way *w = n->parent ? &n->parent->ways.data[n->index] : NULL;
    if (!hold) exchange_closed(ip, n);
    n->held = hold;
    if (n->parent) n->parent->work = added_work(n->parent->work, n->work + 1);
    if (hold) {
        w->held = n;
        w->seen = 0;
        return;
    }
    if (w) w->fact = n->fact ? fact_retain(n->fact) : NULL;
    node_free(ip, n);
}

/* The node on top is finished: its fact goes to the table and to its parent. */
static void close_node(struct interpolate *ip) {
    tree_top_check(ip);
    struct node *n = vec_last(&ip->stack);
    bool hold = cover_depends(n);
    struct node *open = hold ? NULL : cover_settle(ip, n);
    if (open) {
        cover_reopen(ip, open);
        exec_switch(ip->x, open->run);
        segment_at_point(ip, open);
        return;
    }
    if (hold) cover_update(ip, n);
    else cover_publish(ip, n);
    node_pop(ip);
    hand_up(ip, n, hold);
}

/* ---- kids -------------------------------------------------------------------------------------------- */

/* Whatever it does, st does not come to what is looked for. That follows from its call
 * stack alone, so the fact of such a state, n's newest way, is that nothing is needed. */
static bool drop_hopeless(struct interpolate *ip, struct node *n, struct state *st) {
    if (!run_is_hopeless(ip->r, st)) return false;
    treelog_end(ip->log, treelog_open(ip->log, n->number, st), "pruned", st);
    state_free(ip->x, st);
    vec_last(&n->ways).fact = fact_new();
    return true;
}

/* The condition of the select that st stands at and that its path has decided. */
static uint32_t select_side(struct exec *x, const struct state *st) {
    uint32_t slot = st->top->pc->a, sym = frame_sym(st->top, slot);
    return (uint32_t)(sym ? model_eval(st->model, x->sym->pool, (expr){sym}) : st->top->regs[slot]) & 1;
}

/* Registers that the path has fixed become constants: they are compared more cheaply. */
static void fix_registers(struct exec *x, struct state *st) {
    struct frame *f = st->top;
    if (!f->symbolic) return;
    state_own_top(x, st);
    f = st->top;
    for (uint32_t slot = f->fn->nconsts; slot < f->fn->nslots; slot++) {
        if (!f->sym[slot]) continue;
        expr e = pathcond_simplify(x->sym->solver, st->pc, (expr){f->sym[slot]});
        if (expr_is_const(x->sym->pool, e) && expr_width(x->sym->pool, e) <= 64)
            frame_set(f, slot, expr_value(x->sym->pool, e), 0);
    }
}

static void open_kid(struct interpolate *ip, struct node *n) {
    assert(n->kids.len && !n->run);
    struct state *st = n->tells ? exchange_kid(ip, n) : kidorder_take(ip->order, n);
    bool select = n->ending == END_FORK && n->end_pc->op == IR_SELECT;
    vec_push(&n->ways, (struct way){.start = st->top->pc, .side = select ? select_side(ip->x, st) : 0});
    if (drop_hopeless(ip, n, st) || exchange_elsewhere(ip, n, st)) return;
    uint64_t begun = sym_ticks(ip->x);
    if (!ip->thrift.left) fix_registers(ip->x, st);
    exchange_name(ip, n, node_push(ip, st, node_point_of_kid(n, st)));
    thrift_learned(&ip->thrift, begun, sym_ticks(ip->x));
}

static void scan(struct expr_pool *pool, void *owner) {
    struct interpolate *ip = owner;
    for (uint32_t i = 0; i < ip->stack.len; i++) node_mark(ip, ip->stack.data[i]);
    later_mark(ip);
    for (uint32_t i = 0; i < ip->starts.len; i++) sym_mark_state(ip->x, ip->starts.data[i]);
    facttable_mark(&ip->table, pool);
}

static void drop_open(struct interpolate *ip) {
    while (ip->stack.len) node_free(ip, node_pop(ip));
    later_drop(ip);
}

/* Explores from a state on. False: a limit is reached, or the engine stops. */
static bool explore_from(struct interpolate *ip, struct state *start) {
    assert(!ip->stack.len && !ip->x->now && start->model);
    ip->root_number = 0;
    struct node *root = node_push(ip, state_fork(ip->x, start), NULL);
    root->named = ip->exchange && ip->starts.len == 1;
    while (!ip->r->stopped && !ip->in_vain && (ip->stack.len || later_take(ip))) {
        struct node *n = vec_last(&ip->stack);
        later_turn_to_breadth(ip);
        if (n->run) {
            if (!segment_run(ip, n)) return false;
        } else if (n->kids.len) {
            open_kid(ip, n);
        } else {
            uint64_t begun = segment_learn(ip);
            close_node(ip);
            segment_learned(ip, begun);
        }
        exchange_turn(ip);
        run_round(ip->r, ip->stack.len + later_count(ip));
    }
    if (ip->in_vain) drop_open(ip);
    return !ip->r->stopped;
}

/* The state in execution and those that have forked before its first instruction. */
static void take_starts(struct interpolate *ip) {
    struct symbolic *sy = ip->x->sym;
    vec_push(&ip->starts, ip->x->now);
    vec_append(&ip->starts, sy->forked.data, sy->forked.len);
    vec_clear(&sy->forked);
    exec_switch(ip->x, NULL);
    for (uint32_t i = 0; i < ip->starts.len; i++) segment_allow_points(ip, ip->starts.data[i]);
}

static bool explore_once(struct interpolate *ip) {
    for (uint32_t i = 0; i < ip->starts.len && !ip->in_vain; i++) {
        if (!explore_from(ip, ip->starts.data[i])) return false;
        assert(!ip->stack.len && !later_count(ip));
        exec_switch(ip->x, NULL);
    }
    return true;
}

/* Runs with more rounds of loops each, until none is cut; facts carry over. False: it was
 * stopped. */
static bool explore(struct interpolate *ip) {
    ip->most_rounds = ip->x->ctx->opt.bound >= 0 ? 0 : FIRST_ROUNDS;
    for (;;) {
        ip->was_cut = ip->in_vain = false;
        ip->deepest = 0;
        twins_clear(ip->twins);
        exchange_begin(ip);
        invariants_restart(ip->r->invariants);
        if (!explore_once(ip)) return false;
        if (ip->in_vain) continue;
        if (!ip->was_cut) return true;
        ip->most_rounds *= MORE_ROUNDS;
        log_debug(&ip->x->ctx->log, "loops up to %u rounds", ip->most_rounds);
    }
}

static void release(struct interpolate *ip) {
    recheck_free(ip->recheck);
    recheck_free(ip->doubt);
    drop_open(ip);
    later_release(ip);
    exchange_free(ip);
    while (ip->starts.len) state_free(ip->x, vec_pop(&ip->starts));
    vec_release(&ip->starts);
    vec_release(&ip->stack);
    facttable_release(&ip->table);
    twins_free(ip->twins);
    kidorder_free(ip->order);
    places_release(&ip->places);
}

/* The program has points, also in front of selects (ir/points.h). */
enum run_end interpolate_run(struct run *r) {
    struct exec *x = r->x;
    struct interpolate ip = {.r = r, .x = x, .log = r->tree};
    struct run_watch watch = {.mark = scan};
    pointee_allow(r->x);
    if (!kidorder_new(x, r->covered, &ip.order)) return RUN_FAILED;
    places_init(&ip.places);
    facttable_init(&ip.table);
    thrift_init(&ip.thrift, sym_ticks(x));
    treelog_places(ip.log, &ip.places);
    if (x->ctx->opt.check_subsumption) ip.recheck = recheck_new(x, &ip.places, r->to);
    if (!r->invariants) ip.twins = twins_new(x); /* an equal state has no fact */
    ip.exchange = exchange_new(&ip);
#ifndef NDEBUG
    if (ip.exchange) ip.doubt = recheck_new(x, &ip.places, r->to);
#endif
    segment_listen(&ip, &watch);
    take_starts(&ip);
    bool all = explore(&ip);
    exchange_end(&ip, all);
    treelog_places(ip.log, NULL);
    if (run_unwatch(r, &watch, &ip)) release(&ip);
    return all ? run_end(r) : RUN_STOPPED;
}
