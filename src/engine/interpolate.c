#include "engine/interpolate.h"

#include <string.h>

#include "engine/cover.h"
#include "engine/invariants.h"
#include "engine/itree.h"
#include "engine/pullback.h"

static const uint64_t MOST_WORK = UINT64_C(1) << 56;

enum {
    POINTS_AFTER_FORK = 16, /* points at which a state stops after a fork */
    HEADS_AFTER_FORK = 4,   /* ... heads of loops, where nothing is learned */
    MOST_LATER = 1 << 16,   /* states that wait */
    DEEP = 512,             /* nodes on the way to a state that goes round and round */
    LEARNING_EFFORT = 500,  /* conflicts that a question about facts may take ... */
    LEARNING_GATES = 50000, /* ... and its size */
    FIRST_ROUNDS = 4096,    /* of a loop, before other paths are looked at */
    MORE_ROUNDS = 8,        /* times as many in the next run */
};

/* ---- segments ---------------------------------------------------------------------------------------- */

static const char *const ending_name[] = {"none",  "exit",     "fork",    "point", "assumption",
                                          "bound", "subsumed", "loop", "twin", "later", "error"};

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

static void on_bug(void *owner, struct exec *x) {
    struct interpolate *ip = owner;
    if (x->shadow) return;
    treelog_error(ip->log, vec_last(&ip->stack)->number, str_text(&x->bug.message));
    if (!errors_is_new(&ip->errors, x)) return;
    ip->result->bugs++;
    if (!ip->hooks->bug(ip->hooks->owner, x)) ip->done = ip->result->stopped = true;
}

static void on_refused(void *owner, struct exec *x, expr cond) {
    struct interpolate *ip = owner;
    treelog_infeasible(ip->log, vec_last(&ip->stack)->number, x, cond);
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
 * stack alone, so the fact of such a state, n's newest way, is that nothing is needed. */
static bool drop_hopeless(struct interpolate *ip, struct node *n, struct state *st) {
    if (!ip->hooks->hopeless || !ip->hooks->hopeless(ip->hooks->owner, st)) return false;
    ip->result->pruned++;
    treelog_end(ip->log, treelog_open(ip->log, n->number, st), "pruned", st);
    state_free(ip->x, st);
    vec_last(&n->ways).fact = fact_new();
    return true;
}

static void on_first(void *owner, const struct function *fn, uint32_t pc) {
    struct interpolate *ip = owner;
    covered_block(ip->covered, fn, pc);
}

/* A point that is passed unseen would be a state that its invariant does not know of. */
static uint32_t points_after_fork(const struct interpolate *ip) {
    return ip->hooks->invariants ? UINT32_MAX : POINTS_AFTER_FORK;
}

static void take_forks(struct interpolate *ip, struct node *n) {
    struct symbolic *sy = ip->x->sym;
    for (uint32_t i = 0; i < sy->forked.len; i++) {
        sy->forked.data[i]->points = points_after_fork(ip);
        sy->forked.data[i]->heads = HEADS_AFTER_FORK;
        vec_push(&n->kids, sy->forked.data[i]);
    }
    vec_clear(&sy->forked);
}

/* The executed state is a kid itself: it goes on behind the end of the segment. */
static void keep_run(struct interpolate *ip, struct node *n) {
    n->run->points = n->ending == END_FORK ? points_after_fork(ip) : n->run->points - !ip->hooks->invariants;
    if (n->ending == END_POINT) n->run->top->pc++;
    if (n->ending == END_FORK) n->run->heads = HEADS_AFTER_FORK;
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

/* Without a bound, depth first may never come back: this path goes on in the next run. */
static bool is_too_deep(const struct interpolate *ip, const struct entry *e) {
    return e && ip->most_rounds && e->open >= ip->most_rounds;
}

/* Asked about every state that may be kept (twins_keep). */
static bool is_twin(struct interpolate *ip, const struct state *st) {
    if (!twins_known(ip->twins, st->top->pc->aux ? st : NULL)) return false;
    ip->x->ctx->stats.twins++;
    return true;
}

static bool waits(const struct interpolate *ip, const struct state *st) {
    return ip->breadth && st->top->pc->aux && ip->later.len - ip->later_from < MOST_LATER;
}

static void put_off(struct interpolate *ip, struct node *n) {
    const struct insn *point = n->run->top->pc++;
    exec_switch(ip->x, NULL);
    vec_push(&ip->later, ((struct later){n->run, point, n->number}));
    n->run = NULL;
}

/* How the segment that has come to a point ends there, if no fact holds and nobody covers it. */
static enum ending ending_at_point(struct interpolate *ip, const struct entry *e) {
    if (is_twin(ip, ip->x->now)) return END_TWIN;
    if (is_too_deep(ip, e)) return END_BAD;
    return waits(ip, ip->x->now) ? END_LATER : END_POINT;
}

static void leave_to_fact(struct interpolate *ip, struct node *n, struct fact *f) {
    n->subsumer = fact_retain(f);
    ip->x->ctx->stats.subsumed++;
    n->work = f->work;
    thrift_gained(&ip->thrift, f->work);
    treelog_subsumed(ip->log, n->number, f);
    recheck_state(ip->recheck, n->run, f);
    drop_run(ip, n);
}

static void at_point(struct interpolate *ip, struct node *n) {
    struct exec *x = ip->x;
    struct entry *e = state_is_comparable(x->now) ? facttable_find(&ip->table, x->now) : NULL;
    struct fact *f = e ? entry_subsumer(e, x, &ip->places, x->now) : NULL;
    struct node *by = e && !f ? cover_find(ip, n, e) : NULL;
    end_segment(ip, n, f ? END_SUBSUMED : by ? END_COVERED : ending_at_point(ip, e));
    ip->was_cut |= n->ending == END_BAD;
    if (n->ending == END_POINT || n->ending == END_LATER) twins_keep(ip->twins);
    if (f)
        leave_to_fact(ip, n, f);
    else if (by)
        cover_begin(ip, n, by);
    else if (n->ending == END_LATER)
        put_off(ip, n);
    else if (n->ending == END_POINT)
        keep_run(ip, n);
    else
        drop_run(ip, n);
}

/* Where nothing is learned. False: the segment is over. */
static bool at_head(struct interpolate *ip, struct node *n) {
    struct state *st = ip->x->now;
    bool twin = is_twin(ip, st), later = !twin && waits(ip, st);
    st->heads--;
    if (twin || later) end_segment(ip, n, twin ? END_TWIN : END_LATER);
    if (!twin) twins_keep(ip->twins);
    if (twin)
        drop_run(ip, n);
    else if (later)
        put_off(ip, n);
    if (twin || later) return false;
    st->top->pc++;
    ip->x->stop = STOP_NONE;
    return true;
}

/* Questions about facts must not cost more than they are worth. False: no longer. */
static void ask_modestly(struct interpolate *ip, bool modestly) {
    struct solver *s = ip->x->sym->solver;
    solver_set_effort(s, modestly ? LEARNING_EFFORT : EFFORT_FULL);
    solver_limit_gates(s, modestly ? LEARNING_GATES : 0);
}

/* Comparing with facts and ancestors is learning's expense. */
static void learning_at_point(struct interpolate *ip, struct node *n) {
    uint64_t begun = thrift_begin(&ip->thrift);
    ask_modestly(ip, true);
    at_point(ip, n);
    ask_modestly(ip, false);
    thrift_end(&ip->thrift, begun);
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
        if (stop == STOP_SLICE || (stop == STOP_POINT && !n->snapshot && at_head(ip, n))) continue;
        if (stop == STOP_FORKED)
            at_fork(ip, n, branch);
        else if (stop == STOP_POINT && n->run)
            learning_at_point(ip, n);
        else if (stop != STOP_POINT)
            at_end(ip, n, stop);
        return true;
    }
}

/* ---- finished nodes ------------------------------------------------------------------------------------- */

static uint64_t added_work(uint64_t a, uint64_t b) { return a + b < MOST_WORK ? a + b : MOST_WORK; }

/* Hands a finished node's fact to its parent, or the node itself while that depends on
 * ancestors. */
static void hand_up(struct interpolate *ip, struct node *n, bool hold) {
    struct way *w = n->parent ? &n->parent->ways.data[n->index] : NULL;
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
    struct node *n = vec_last(&ip->stack);
    bool hold = cover_depends(n);
    struct node *open = hold ? NULL : cover_settle(ip, n);
    if (open) {
        cover_reopen(ip, open);
        exec_switch(ip->x, open->run);
        at_point(ip, open);
        return;
    }
    if (hold)
        cover_update(ip, n);
    else
        cover_publish(ip, n);
    node_pop(ip);
    hand_up(ip, n, hold);
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

/* The point at which a kid begins; NULL: at none. A select that forks is executed again: its
 * kids do not begin at the point before it. */
static const struct insn *point_of_kid(const struct node *n, const struct state *st) {
    bool point = n->ending == END_POINT || (st->top->pc != n->end_pc && st->top->pc[-1].op == IR_POINT);
    return point ? st->top->pc - 1 : NULL;
}

static void open_kid(struct interpolate *ip, struct node *n) {
    struct state *st = vec_pop(&n->kids);
    bool select = n->ending == END_FORK && n->end_pc->op == IR_SELECT;
    vec_push(&n->ways, (struct way){.start = st->top->pc, .side = select ? select_side(ip->x, st) : 0});
    if (drop_hopeless(ip, n, st)) return;
    uint64_t begun = thrift_begin(&ip->thrift);
    if (!ip->thrift.left) fix_registers(ip->x, st);
    node_push(ip, st, point_of_kid(n, st));
    thrift_end(&ip->thrift, begun);
}

/* Where learning does not pay and states are concrete, depth first goes round an endless
 * loop with ever new states. From now on states at heads of loops wait for those with fewer
 * rounds behind them; what is open on the stack waits, outermost first. */
static void turn_to_breadth(struct interpolate *ip) {
    if (ip->breadth || ip->stack.len < DEEP || !thrift_disappoints(&ip->thrift) || !twins_are_possible(ip->twins)) return;
    ip->breadth = true;
    for (uint32_t i = 0; i < ip->stack.len; i++) {
        struct node *n = ip->stack.data[i];
        while (n->kids.len) {
            struct state *st = vec_pop(&n->kids);
            vec_push(&n->ways, (struct way){.start = st->top->pc}); /* and no fact */
            vec_push(&ip->later, ((struct later){st, point_of_kid(n, st), n->number}));
        }
    }
}

static void scan(struct expr_pool *pool, void *owner) {
    struct interpolate *ip = owner;
    for (uint32_t i = 0; i < ip->stack.len; i++) node_mark(ip, ip->stack.data[i]);
    for (uint32_t i = ip->later_from; i < ip->later.len; i++) sym_mark_state(ip->x, ip->later.data[i].state);
    if (ip->start) sym_mark_state(ip->x, ip->start);
    facttable_mark(&ip->table, pool);
}

/* The state that has waited longest goes on, as the root of a tree of its own. False: none waits. */
static bool take_later(struct interpolate *ip) {
    if (ip->later_from == ip->later.len) return false;
    struct later next = ip->later.data[ip->later_from++];
    if (ip->later_from == ip->later.len) ip->later_from = ip->later.len = 0;
    ip->root_number = next.number;
    next.state->points = points_after_fork(ip);
    next.state->heads = HEADS_AFTER_FORK;
    node_push(ip, next.state, next.point);
    return true;
}

/* Explores from the state in execution. False: a limit is reached, or the engine stops. */
static bool explore_from_here(struct interpolate *ip) {
    struct exec *x = ip->x;
    node_push(ip, x->now, NULL);
    while (!ip->done && (ip->stack.len || take_later(ip))) {
        struct node *n = vec_last(&ip->stack);
        turn_to_breadth(ip);
        if (n->run) {
            if (!run_segment(ip, n)) return false;
        } else if (n->kids.len) {
            open_kid(ip, n);
        } else {
            uint64_t begun = thrift_begin(&ip->thrift);
            ask_modestly(ip, true);
            close_node(ip);
            ask_modestly(ip, false);
            thrift_end(&ip->thrift, begun);
            if (solver_should_collect(x->sym->solver)) solver_collect(x->sym->solver);
        }
        ip->result->open = ip->stack.len + ip->later.len - ip->later_from;
        if (ip->hooks->progress) ip->hooks->progress(ip->hooks->owner, x, ip->result);
    }
    return !ip->done;
}

/* Runs with more rounds of loops each, until none is cut; facts carry over. */
static void explore(struct interpolate *ip) {
    struct exec *x = ip->x;
    ip->most_rounds = x->ctx->opt.bound >= 0 ? 0 : FIRST_ROUNDS;
    x->now->points = points_after_fork(ip);
    x->now->heads = HEADS_AFTER_FORK;
    for (;;) {
        ip->was_cut = false;
        twins_clear(ip->twins);
        invariants_restart(ip->hooks->invariants);
        ip->start = state_fork(x, x->now);
        if (!explore_from_here(ip) || !ip->was_cut) return;
        exec_switch(x, ip->start);
        x->stop = STOP_NONE;
        ip->most_rounds *= MORE_ROUNDS;
        log_debug(&x->ctx->log, "loops up to %u rounds", ip->most_rounds);
    }
}

static void release(struct interpolate *ip) {
    while (ip->stack.len) node_free(ip, node_pop(ip));
    for (uint32_t i = ip->later_from; i < ip->later.len; i++) state_free(ip->x, ip->later.data[i].state);
    vec_release(&ip->later);
    state_free(ip->x, ip->start);
    vec_release(&ip->stack);
    facttable_release(&ip->table);
    twins_free(ip->twins);
    places_release(&ip->places);
    errors_release(&ip->errors);
}

bool interpolate_run(struct exec *x, const struct explore_hooks *hooks, struct covered *covered,
                     struct explore_result *result) {
    struct interpolate ip = {.x = x, .hooks = hooks, .result = result, .covered = covered};
    memset(result, 0, sizeof *result);
    errors_init(&ip.errors);
    places_init(&ip.places);
    facttable_init(&ip.table);
    thrift_init(&ip.thrift);
    ip.log = hooks->tree;
    treelog_places(ip.log, &ip.places);
    ip.recheck = recheck_new(x, &ip.places, hooks);
    result->counts = &covered->counts[0];
    x->sym->bug = on_bug;
    x->sym->target = hooks->target ? on_target : NULL;
    x->sym->refused = ip.log ? on_refused : NULL;
    x->sym->owner = &ip;
    expr_pool_add_scanner(x->sym->pool, scan, &ip);
    if (!hooks->invariants) ip.twins = twins_new(x); /* an equal state has no fact */
    exec_watch_blocks(x, on_first, &ip);
    explore(&ip);
    exec_unwatch_blocks(x);
    result->gaps = x->sym->gaps;
    result->counts = NULL;
    x->sym->refused = NULL;
    treelog_places(ip.log, NULL);
    recheck_free(ip.recheck);
    release(&ip);
    expr_pool_remove_scanner(x->sym->pool, scan, &ip);
    return true;
}
