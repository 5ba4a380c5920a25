/* Symbolic execution after King and KLEE: every feasible path, one state each.
 *
 * The engine runs states, in the order that --search chooses, until none is left or
 * a limit ends it.
 */
#include <assert.h>
#include <string.h>

#include "base/str.h"
#include "engine/engine.h"
#include "engine/explore/inside.h"
#include "engine/explore/meeting.h"
#include "engine/settings.h"
#include "engine/treelog.h"
#include "exec/decide/fork.h"
#include "exec/decide/retrace.h"
#include "exec/sym/decider.h"
#include "exec/sym/pointee.h"
#include "ir/cfg.h"

/* ---- errors --------------------------------------------------------------------------------- */

static void on_bug(void *owner, struct exec *x) {
    struct explore *e = owner;
    treelog_error(e->r->tree, info_of(x->now)->number, str_text(&x->bug.message));
    run_tell(e->r);
}

static void on_refused(void *owner, struct exec *x, expr cond) {
    struct explore *e = owner;
    treelog_infeasible(e->r->tree, info_of(x->now)->number, x, cond);
}

/* ---- what searchers ask ------------------------------------------------------------------------- */

static uint64_t since_new(void *owner, const struct state *st) {
    assert(st->owner);
    struct explore *e = owner;
    uint64_t at = info_of(st)->new_at;
    return at == UINT64_MAX ? UINT64_MAX : e->x->instructions - at;
}

/* First asked before blocks are watched. */
static uint64_t settings(void *owner, const struct state *st) {
    struct explore *e = owner;
    if (!e->settings) e->settings = settings_new(e->x->p);
    return settings_of(e->settings, st);
}

/* A block that lies on an edge stands for a way of a branch, which is new as well. */
static void on_first(void *owner, const struct function *fn, uint32_t pc) {
    struct explore *e = owner;
    bool way = fn->blocks[cfg_block_at(fn, pc)].added && ir_is_users(fn);
    bool block = covered_block(e->r->covered, fn, pc);
    if (!block && !(way && covered_claim(e->r->covered, fn, pc))) return;
    struct state_info *info = info_of(e->x->now);
    if (!covered_is_elsewhere(e->r->covered, fn, pc)) info->new_at = e->x->instructions;
    claim_make(info); /* also if it is covered elsewhere: that process may never give a test */
}

static bool on_target(void *owner, struct exec *x, uint32_t id) {
    struct explore *e = owner;
    (void)x;
    run_reached(e->r, id);
    return true;
}

/* ---- states ------------------------------------------------------------------------------------ */

static void mark_open(struct exec *x, const struct tree_node *node) {
    if (tree_is_leaf(node)) sym_mark_state(x, node->state);
}

/* Marks the states of all leaves, without recursion. */
static void scan(struct expr_pool *pool, void *owner) {
    (void)pool;
    struct explore *e = owner;
    VEC(const struct tree_node *) todo = {0};
    if (e->tree.root) vec_push(&todo, e->tree.root);
    while (todo.len) {
        const struct tree_node *node = vec_pop(&todo);
        mark_open(e->x, node);
        for (uint32_t i = 0; i < node->nkids; i++) vec_push(&todo, tree_kids(node)[i]);
    }
    vec_release(&todo);
    meetings_mark(e);
    hard_mark(e);
}

static struct state_info *give_info(struct state *st, uint64_t new_at, struct code_claim *claim) {
    struct state_info *info = mem_zalloc(sizeof *info);
    info->new_at = new_at;
    info->claim = claim_share(claim);
    st->owner = info;
    return info;
}

void explore_drop(struct explore *e, struct state *st, const char *how) {
    assert(info_of(st)->item->state == st && info_of(st)->node->state == st);
    struct state_info *info = info_of(st);
    treelog_end(e->r->tree, info->number, how, st);
    search_remove(e->search, info->item);
    tree_finish(&e->tree, info->node);
    if (st == e->x->now) exec_switch(e->x, NULL);
    meeting_left(e, info->meeting);
    mem_free(info->retrace);
    claim_drop(info->claim);
    mem_free(info);
    state_free(e->x, st);
}

/* Each of the states, which were one, is a node of the log from now on. */
static void log_forks(struct explore *e, struct state *const *states, uint32_t n) {
    assert(n >= 2);
    struct treelog *log = e->r->tree;
    uint32_t parent = info_of(e->x->now)->number;
    treelog_end(log, parent, "fork", e->x->now);
    for (uint32_t i = 0; i < n; i++) info_of(states[i])->number = treelog_open(log, parent, states[i]);
}

/* A state that forks before the end of its way has gone another way; the other state goes on along it
 * (exec/decide/retrace.h). */
static void parts_move(struct state *now, struct state_info *to) {
    struct state_info *info = info_of(now);
    if (!info->retrace || !retrace_goes_on(info->retrace)) return;
    to->retrace = info->retrace;
    to->from = info->from;
    info->retrace = NULL;
}

/* The state in execution has forked: the tree branches, the searcher learns. */
static void take_forks(struct explore *e) {
    struct symbolic *sy = e->x->sym;
    struct state *now = e->x->now;
    if (!sy->forked.len) return;
    uint32_t n = sy->forked.len + 1;
    struct tree_node **kids = mem_alloc_array(n, sizeof *kids);
    vec_push(&sy->forked, now);
    tree_fork(&e->tree, info_of(now)->node, n, sy->forked.data, kids);
    for (uint32_t i = 0; i < n; i++) {
        struct state *st = sy->forked.data[i];
        struct state_info *info = st == now ? info_of(now) : give_info(st, info_of(now)->new_at, info_of(now)->claim);
        info->node = kids[i];
        if (st == now) continue;
        info->item = search_add(e->search, st);
        info->meeting = info_of(now)->meeting;
        meeting_joined(info->meeting);
        parts_move(now, info);
    }
    mem_free(kids);
    if (e->r->tree) log_forks(e, sy->forked.data, n);
    for (uint32_t i = 0; i + 1 < n; i++)
        if (run_is_hopeless(e->r, sy->forked.data[i])) explore_drop(e, sy->forked.data[i], "pruned");
    vec_clear(&sy->forked);
    if (e->tree.nleaves > e->r->counts.states) e->r->counts.states = e->tree.nleaves;
}

static const char *end_name(enum stop stop) {
    switch (stop) {
    case STOP_EXIT:
    case STOP_ABORT: return "exit";
    case STOP_BUG: return "error";
    case STOP_BOUND: return "bound";
    case STOP_ASSUME: return "assumption";
    default: return "limit";
    }
}

/* The state in execution has ended. */
static void finish(struct explore *e, enum stop stop) {
    assert(e->x->now && info_of(e->x->now));
    struct state *now = e->x->now;
    stop = run_ended(e->r, stop, claim_is_open(info_of(now)->claim));
    if (stop == STOP_EXIT || stop == STOP_ABORT) claim_settle(info_of(now)->claim);
    explore_drop(e, now, end_name(stop));
}

/* ---- limits --------------------------------------------------------------------------------------- */

static bool over(int64_t limit, uint64_t value) { return limit && value >= (uint64_t)limit; }

typedef VEC(struct tree_node *) node_list;

static void collect_leaves(const struct explore *e, node_list *leaves) {
    node_list todo = {0};
    if (e->tree.root) vec_push(&todo, e->tree.root);
    while (todo.len) {
        struct tree_node *node = vec_pop(&todo);
        if (tree_is_leaf(node)) vec_push(leaves, node);
        for (uint32_t i = 0; i < node->nkids; i++)
            if (tree_kids(node)[i]) vec_push(&todo, tree_kids(node)[i]);
    }
    vec_release(&todo);
}

/* What is left at a limit has covered code, too. */
static void leave(struct explore *e, struct state *st) {
    if (!claim_is_open(info_of(st)->claim)) return;
    exec_switch(e->x, st);
    run_left(e->r);
    claim_settle(info_of(st)->claim);
}

static void give_up(struct explore *e, struct state *st) {
    leave(e, st);
    e->r->counts.partial++;
    explore_drop(e, st, "limit");
}

/* Memory is short: every other state is given up, so that all parts of the tree keep some.
 * (Searchers that walk the tree do not let us take out those that matter most.) */
static void shed_states(struct explore *e) {
    sym_gap(e->x, GAP_LIMIT, "states were given up to stay within --max-memory");
    node_list leaves = {0};
    collect_leaves(e, &leaves);
    for (uint32_t i = 1; i < leaves.len; i += 2) give_up(e, leaves.data[i]->state);
    hard_shed(e);
    vec_release(&leaves);
}

static bool memory_short(const struct context *ctx) {
    return ctx->limits.max_bytes && mem_live_bytes() > ctx->limits.max_bytes / 10 * 9;
}

/* Limits that cost states but do not end the run. */
static void keep_limits(struct explore *e) {
    struct context *ctx = e->x->ctx;
    if (over(ctx->opt.max_states, e->tree.nleaves) || memory_short(ctx)) {
        if (e->tree.nleaves > 2) shed_states(e);
    }
}

/* Looked at before the state goes on: it would fork once more. */
static bool is_too_deep(struct explore *e) {
    if (!over(e->x->ctx->opt.max_forks, e->x->now->forks)) return false;
    sym_gap(e->x, GAP_DEPTH, "--max-forks");
    give_up(e, e->x->now);
    meetings_settle(e); /* others may have waited for it */
    return true;
}

static bool is_idle(const struct state *st) { return idle_at(st->top->fn, st->top->pc); }

/* Drops x->now, which is in a circle of jumps: nothing is left out without it. */
static void leave_idle(struct explore *e) {
    assert(is_idle(e->x->now));
    leave(e, e->x->now);
    e->r->counts.paths++;
    run_closes(e->r);
    explore_drop(e, e->x->now, "loop");
}

/* ---- running ---------------------------------------------------------------------------------------- */

static bool goes_on(enum stop stop) { return stop == STOP_FORKED || stop == STOP_SLICE; }

static void run_all(struct explore *e) {
    struct exec *x = e->x;
    while (!run_is_over(e->r) && (search_count(e->search) || hard_ask(e))) {
        assert(search_count(e->search) == e->tree.nleaves);
        exec_switch(x, search_select(e->search));
        if (is_too_deep(e)) continue;
        parts_before(e);
        enum stop stop = run_step(e->r);
        hard_take(e);
        take_forks(e);
        parts_after(e);
        if (stop == STOP_LIMIT) return;
        search_touched(e->search, info_of(x->now)->item);
        if (!goes_on(stop)) finish(e, stop);
        else if (run_is_hopeless(e->r, x->now)) explore_drop(e, x->now, "pruned");
        else if (is_idle(x->now)) leave_idle(e);
        else if (e->closes) meeting_wait(e);
        else keep_limits(e);
        e->closes = false;
        x->stop = STOP_NONE;
        meetings_settle(e);
        run_round(e->r, e->tree.nleaves + e->waiting + hard_count(e));
        if (e->r->share) parts_give(e);
    }
}

static const struct run_watch watch = {on_bug, on_target, on_refused, meeting_on_merge, on_first, scan};

static bool begin(struct explore *e) {
    static const struct search_hooks asked = {run_frames, since_new, settings};
    struct exec *x = e->x;
    tree_init(&e->tree, x->now, false);
    struct search_env env = {&asked, e, &e->tree, e->r->covered, x->p, (uint64_t)x->ctx->opt.seed};
    struct str error = {0};
    e->search = search_new(&env, e->r->search ? e->r->search : x->ctx->opt.search, &error);
    if (!e->search) {
        log_error(&x->ctx->log, "%s", str_text(&error));
        str_release(&error);
        tree_release(&e->tree);
        return false;
    }
    struct state_info *info = give_info(x->now, UINT64_MAX, NULL);
    claim_make(info);
    info->node = e->tree.root;
    info->number = treelog_open(e->r->tree, 0, x->now);
    info->item = search_add(e->search, x->now);
    meetings_init(e);
    run_watch(e->r, &watch, e);
    return true;
}

static void leave_all(struct explore *e) {
    node_list leaves = {0};
    collect_leaves(e, &leaves);
    for (uint32_t i = 0; i < leaves.len; i++) leave(e, leaves.data[i]->state);
    vec_release(&leaves);
}

/* The program's edges are split (ir/edit.h). RUN_FAILED if --search makes no sense. */
enum run_end explore_run(struct run *r) {
    struct explore e = {.r = r, .x = r->x};
    pointee_allow(r->x);
    if (!begin(&e)) return RUN_FAILED;
    assert(r->x->decider == &fork_decider);
    r->x->decider = &path_decider;
    hard_begin(&e);
    if (r->share) parts_begin(&e);
    run_all(&e);
    assert(search_count(e.search) || !e.waiting || run_is_over(r)); /* the last to come ends a meeting */
    enum run_end end = search_count(e.search) || e.waiting || hard_count(&e) ? RUN_STOPPED : run_end(r);
    r->counts.partial += e.tree.nleaves + e.waiting + hard_count(&e);
    if (r->limited) leave_all(&e);
    hard_end(&e);
    r->x->decider = &fork_decider;
    r->x->sym->hooks.refused = NULL;
    if (!run_unwatch(r, &watch, &e)) return end;
    while (search_count(e.search)) explore_drop(&e, search_select(e.search), "open");
    hard_release(&e);
    search_free(e.search);
    settings_free(e.settings);
    tree_release(&e.tree);
    meetings_release(&e);
    share_ways_release(&e.ways);
    return end;
}
