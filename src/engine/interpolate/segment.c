#include "engine/interpolate/segment.h"

#include <assert.h>

#include "base/provoke.h"
#include "engine/interpolate/cover.h"
#include "engine/interpolate/exchange.h"
#include "engine/interpolate/later.h"
#include "ir/operands.h"

enum {
    POINTS_AFTER_FORK = PROVOKED(16, 1),   /* points at which a state stops after a fork */
    HEADS_AFTER_FORK = PROVOKED(4, 1),     /* ... heads of loops, where nothing is learned */
    LEARNING_EFFORT = PROVOKED(500, 2),    /* conflicts that a question about facts may take ... */
    LEARNING_GATES = PROVOKED(50000, 200), /* ... and its size */
};

/* ---- what the executor tells ------------------------------------------------------------------------- */

static void on_bug(void *owner, struct exec *x) {
    struct interpolate *ip = owner;
    if (x->shadow) return;
    treelog_error(ip->log, vec_last(&ip->stack)->number, str_text(&x->bug.message));
    run_tell(ip->r);
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
    run_reached(ip->r, id);
    return ip->r->stopped;
}

static void on_first(void *owner, const struct function *fn, uint32_t pc) {
    struct interpolate *ip = owner;
    covered_block(ip->r->covered, fn, pc);
}

void segment_listen(struct interpolate *ip, struct run_watch *watch) {
    *watch = (struct run_watch){
        .bug = on_bug, .target = on_target, .refused = on_refused, .first = on_first, .mark = watch->mark};
    run_watch(ip->r, watch, ip);
}

/* ---- what learning may cost -------------------------------------------------------------------------- */

/* A point that is passed unseen would be a state that its invariant does not know of. */
void segment_allow_points(const struct interpolate *ip, struct state *st) {
    assert(st->top);
    st->points = ip->r->invariants ? UINT32_MAX : POINTS_AFTER_FORK;
    st->heads = HEADS_AFTER_FORK;
}

static void limit_questions(struct interpolate *ip, bool modest) {
    struct solver *s = ip->x->sym->solver;
    solver_set_effort(s, modest ? LEARNING_EFFORT : EFFORT_FULL);
    solver_limit_gates(s, modest ? LEARNING_GATES : 0);
}

uint64_t segment_learn(struct interpolate *ip) {
    limit_questions(ip, true);
    return sym_ticks(ip->x);
}

void segment_learned(struct interpolate *ip, uint64_t begun) {
    limit_questions(ip, false);
    thrift_learned(&ip->thrift, begun, sym_ticks(ip->x));
}

/* ---- how segments end -------------------------------------------------------------------------------- */

static const char *const ending_name[] = {"none",     "exit", "fork", "point", "assumption", "bound",
                                          "subsumed", "loop", "twin", "later", "error"};

static void end_segment(struct interpolate *ip, struct node *n, enum ending ending) {
    assert(n->ending == END_NONE && !n->end_model && ending != END_NONE);
    struct state *st = ip->x->now;
    n->ending = ending;
    if (st->top) n->end_pc = st->top->pc;
    n->end_depth = st->depth;
    n->end_model = model_retain(st->model);
    treelog_end(ip->log, n->number, ending_name[ending], st);
}

/* The state that executed the segment is not needed any more. */
static void drop_run(struct interpolate *ip, struct node *n) {
    assert(n->run == ip->x->now && n->ending != END_NONE);
    exec_switch(ip->x, NULL);
    state_free(ip->x, n->run);
    n->run = NULL;
}

static void take_forks(struct interpolate *ip, struct node *n) {
    struct symbolic *sy = ip->x->sym;
    for (uint32_t i = 0; i < sy->forked.len; i++) {
        segment_allow_points(ip, sy->forked.data[i]);
        vec_push(&n->kids, sy->forked.data[i]);
    }
    vec_clear(&sy->forked);
}

/* The executed state is a kid itself: it goes on behind the end of the segment. */
static void keep_run(struct interpolate *ip, struct node *n) {
    assert(n->ending == END_FORK || n->ending == END_POINT);
    if (n->ending == END_FORK) segment_allow_points(ip, n->run);
    else n->run->points -= !ip->r->invariants;
    if (n->ending == END_POINT) n->run->top->pc++;
    vec_push(&n->kids, n->run);
    exec_switch(ip->x, NULL);
    n->run = NULL;
}

/* A fork ends the segment before the instruction that forked: all kids that a branch
 * leads to are behind it, but the end is at the branch itself. */
static void at_fork(struct interpolate *ip, struct node *n, const struct insn *branch) {
    assert(ip->x->sym->forked.len && branch);
    end_segment(ip, n, END_FORK);
    n->end_pc = branch;
    n->length -= ir_branch_counts(branch);
    take_forks(ip, n);
    keep_run(ip, n);
    n->tells = exchange_can_tell(n);
}

/* Without a bound, depth first may never come back: this path goes on in the next run. */
static bool is_too_deep(struct interpolate *ip, const struct fact_entry *e) {
    if (e && e->open > ip->deepest) ip->deepest = e->open;
    return e && ip->most_rounds && e->open >= ip->most_rounds;
}

/* Asked about every state that may be kept (twins_keep). */
static bool is_twin(struct interpolate *ip, const struct state *st) {
    bool known = twins_known(ip->twins, st->top->pc->aux ? st : NULL);
    ip->x->ctx->stats.twins += known;
    if (!known && !exchange_twin(ip)) return false;
    run_closes(ip->r);
    return true;
}

static void keep_twin(struct interpolate *ip, struct node *n) {
    if (twins_keep(ip->twins)) n->twin = twins_count(ip->twins);
}

/* How the segment that has come to a point ends there, if no fact holds and no node covers it. */
static enum ending ending_at_point(struct interpolate *ip, const struct fact_entry *e) {
    if (is_twin(ip, ip->x->now)) return END_TWIN;
    if (is_too_deep(ip, e)) return END_BAD;
    return later_waits(ip, ip->x->now) ? END_LATER : END_POINT;
}

static void leave_to_fact(struct interpolate *ip, struct node *n, struct fact *f) {
    assert(n->ending == END_SUBSUMED && f->refs);
    n->subsumer = fact_retain(f);
    ip->x->ctx->stats.subsumed++;
    n->work = f->work;
    if (!f->foreign)
        thrift_gained(&ip->thrift, f->work); /* what others found says nothing of what learning is worth here */
    treelog_subsumed(ip->log, n->number, f);
    struct recheck *check = ip->recheck ? ip->recheck : f->foreign && exchange_doubts(ip) ? ip->doubt : NULL;
    if (check) {
        limit_questions(ip, false); /* it explores: questions may cost what they cost */
        recheck_state(check, n->run, f);
        limit_questions(ip, true);
    }
    drop_run(ip, n);
}

void segment_at_point(struct interpolate *ip, struct node *n) {
    assert(n->run == ip->x->now && ip->x->now->top->pc->op == IR_POINT);
    struct exec *x = ip->x;
    struct fact_entry *e = state_is_comparable(x->now) ? facttable_find(&ip->table, x->now) : NULL;
    struct fact *f = e ? entry_subsumer(e, x, &ip->places, x->now) : NULL;
    struct node *by = e && !f ? cover_find(ip, n, e) : NULL;
    end_segment(ip, n, f ? END_SUBSUMED : by ? END_COVERED : ending_at_point(ip, e));
    ip->was_cut |= n->ending == END_BAD;
    if (n->ending == END_POINT || n->ending == END_LATER) keep_twin(ip, n);
    if (f) leave_to_fact(ip, n, f);
    else if (by) cover_begin(ip, n, by);
    else if (n->ending == END_LATER) later_put_off(ip, n);
    else if (n->ending == END_POINT) keep_run(ip, n);
    else drop_run(ip, n);
}

/* Where nothing is learned. False: the segment is over. */
static bool at_head(struct interpolate *ip, struct node *n) {
    assert(!n->snapshot && ip->x->now->top->pc->op == IR_POINT);
    struct state *st = ip->x->now;
    bool twin = is_twin(ip, st), later = !twin && later_waits(ip, st);
    st->heads--;
    if (twin || later) end_segment(ip, n, twin ? END_TWIN : END_LATER);
    if (!twin) keep_twin(ip, n);
    if (twin) drop_run(ip, n);
    else if (later) later_put_off(ip, n);
    if (twin || later) return false;
    st->top->pc++;
    ip->x->stop = STOP_NONE;
    return true;
}

/* Comparing with facts and ancestors is learning's expense. */
static void learning_at_point(struct interpolate *ip, struct node *n) {
    uint64_t begun = segment_learn(ip);
    segment_at_point(ip, n);
    segment_learned(ip, begun);
}

static enum ending ending_of(enum stop stop) {
    switch (stop) {
    case STOP_EXIT:
    case STOP_ABORT: return END_EXIT;
    case STOP_ASSUME: return END_ASSUME;
    case STOP_BOUND: return END_BOUND;
    default: return END_BAD;
    }
}

static void at_end(struct interpolate *ip, struct node *n, enum stop stop) {
    assert(stop != STOP_LIMIT && stop != STOP_POINT && stop != STOP_FORKED);
    enum ending ending = ending_of(run_ended(ip->r, stop, false));
    end_segment(ip, n, ip->x->sym->forked.len ? END_BAD : ending);
    take_forks(ip, n); /* an instruction may fork and then end the path */
    drop_run(ip, n);
}

bool segment_run(struct interpolate *ip, struct node *n) {
    assert(n->run && n->ending == END_NONE);
    struct exec *x = ip->x;
    run_take(ip->r, n->run);
    for (;;) {
        uint64_t before = x->instructions;
        enum stop stop = run_step(ip->r);
        n->length += x->instructions - before;
        const struct insn *branch = x->sym->fork_pc;
        if (stop == STOP_LIMIT) return false;
        if (ip->r->stopped) return true;
        if (stop == STOP_SLICE || (stop == STOP_POINT && !n->snapshot && at_head(ip, n))) continue;
        if (stop == STOP_FORKED) at_fork(ip, n, branch);
        else if (stop == STOP_POINT && n->run) learning_at_point(ip, n);
        else if (stop != STOP_POINT) at_end(ip, n, stop);
        return true;
    }
}
