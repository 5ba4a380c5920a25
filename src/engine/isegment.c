#include "engine/isegment.h"

#include "engine/cover.h"
#include "engine/ilater.h"

enum {
    POINTS_AFTER_FORK = 16, /* points at which a state stops after a fork */
    HEADS_AFTER_FORK = 4,   /* ... heads of loops, where nothing is learned */
    LEARNING_EFFORT = 500,  /* conflicts that a question about facts may take ... */
    LEARNING_GATES = 50000, /* ... and its size */
};

/* ---- what the executor tells ------------------------------------------------------------------------- */

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

static void on_first(void *owner, const struct function *fn, uint32_t pc) {
    struct interpolate *ip = owner;
    covered_block(ip->covered, fn, pc);
}

void segment_listen(struct interpolate *ip) {
    struct exec *x = ip->x;
    x->sym->bug = on_bug;
    x->sym->target = ip->hooks->target ? on_target : NULL;
    x->sym->refused = ip->log ? on_refused : NULL;
    x->sym->owner = ip;
    exec_watch_blocks(x, on_first, ip);
}

void segment_unlisten(struct interpolate *ip) {
    exec_unwatch_blocks(ip->x);
    ip->x->sym->refused = NULL;
}

/* ---- what learning may cost ----------------------------------------------------------------------------- */

/* A point that is passed unseen would be a state that its invariant does not know of. */
void segment_allow_points(const struct interpolate *ip, struct state *st) {
    st->points = ip->hooks->invariants ? UINT32_MAX : POINTS_AFTER_FORK;
    st->heads = HEADS_AFTER_FORK;
}

uint64_t segment_learn(struct interpolate *ip) {
    struct solver *s = ip->x->sym->solver;
    solver_set_effort(s, LEARNING_EFFORT);
    solver_limit_gates(s, LEARNING_GATES);
    return thrift_begin(&ip->thrift);
}

void segment_learned(struct interpolate *ip, uint64_t begun) {
    struct solver *s = ip->x->sym->solver;
    solver_set_effort(s, EFFORT_FULL);
    solver_limit_gates(s, 0);
    thrift_end(&ip->thrift, begun);
}

/* ---- how segments end ------------------------------------------------------------------------------------ */

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
    if (n->ending == END_FORK)
        segment_allow_points(ip, n->run);
    else
        n->run->points -= !ip->hooks->invariants;
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

/* How the segment that has come to a point ends there, if no fact holds and nobody covers it. */
static enum ending ending_at_point(struct interpolate *ip, const struct entry *e) {
    if (is_twin(ip, ip->x->now)) return END_TWIN;
    if (is_too_deep(ip, e)) return END_BAD;
    return later_waits(ip, ip->x->now) ? END_LATER : END_POINT;
}

static void leave_to_fact(struct interpolate *ip, struct node *n, struct fact *f) {
    n->subsumer = fact_retain(f);
    ip->x->ctx->stats.subsumed++;
    n->work = f->work;
    thrift_gained(&ip->thrift, f->work);
    treelog_subsumed(ip->log, n->number, f);
    if (ip->recheck) {
        segment_learned(ip, 0); /* it explores: questions may cost what they cost */
        recheck_state(ip->recheck, n->run, f);
        segment_learn(ip);
    }
    drop_run(ip, n);
}

void segment_at_point(struct interpolate *ip, struct node *n) {
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
        later_put_off(ip, n);
    else if (n->ending == END_POINT)
        keep_run(ip, n);
    else
        drop_run(ip, n);
}

/* Where nothing is learned. False: the segment is over. */
static bool at_head(struct interpolate *ip, struct node *n) {
    struct state *st = ip->x->now;
    bool twin = is_twin(ip, st), later = !twin && later_waits(ip, st);
    st->heads--;
    if (twin || later) end_segment(ip, n, twin ? END_TWIN : END_LATER);
    if (!twin) twins_keep(ip->twins);
    if (twin)
        drop_run(ip, n);
    else if (later)
        later_put_off(ip, n);
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

bool segment_run(struct interpolate *ip, struct node *n) {
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
        if (ip->done) return take_forks(ip, n), true; /* the instruction that ended all may have forked */
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
