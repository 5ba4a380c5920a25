#include "story/rerun.h"

#include <assert.h>
#include <string.h>

#include "base/str.h"
#include "exec/core/first.h"
#include "exec/decide/fork.h"
#include "exec/run/loop.h"
#include "exec/run/program.h"
#include "exec/sym/pointee.h"
#include "expr/keep.h"
#include "ir/cfg.h"
#include "solver/solver.h"
#include "story/record.h"
#include "text/source.h"

enum {
    MOST_INSTRUCTIONS = 30000000,
    MOST_DECISIONS = 1 << 20,
    MOST_CONFLICTS = 3000,
    MOST_GATES = 100000, /* of a question: no story is worth minutes, and Z3 cannot always be interrupted */
};
#define MOST_NS UINT64_C(5000000000) /* users wait no longer for a story */

/* ---- running ----------------------------------------------------------------------------------------- */

static void on_block(void *owner, const struct function *fn, uint32_t pc) { record_block(owner, fn, pc); }

/* Errors are looked at when the run has ended. */
static void on_bug(void *owner, struct exec *x) {
    (void)owner;
    (void)x;
}

enum stop rerun_run(struct rerunning *now) {
    struct exec *x = &now->x;
    uint64_t start = clock_ns();
    enum stop stop;
    do stop = exec_loop(x);
    while (stop == STOP_SLICE && x->instructions < MOST_INSTRUCTIONS && clock_ns() - start < MOST_NS &&
           !limits_hit(&x->ctx->limits));
    if ((stop == STOP_EXIT || stop == STOP_ABORT) && check_has(x->checks, CHECK_LEAK)) {
        exec_check_leaks(x);
        stop = x->stop;
    }
    return stop;
}

static bool same_place(const struct program *p, uint32_t pos, const struct program *other, uint32_t other_pos) {
    struct position a = p->positions.data[pos], b = other->positions.data[other_pos];
    return a.line == b.line && !strcmp(a.file ? p->files.data[a.file] : "", b.file ? other->files.data[b.file] : "");
}

bool rerun_found(const struct rerun *r, const struct rerunning *now, enum stop stop) {
    const struct bug *bug = &now->x.bug;
    return stop == STOP_BUG && !now->feed.wrong && bug->kind == r->bug->kind &&
           same_place(r->p, bug->pos, r->bug_program, r->bug->pos);
}

static void scan(struct expr_pool *pool, void *owner) {
    struct exec *x = owner;
    if (x->now) sym_mark_state(x, x->now);
    concolic_mark(x->sym->concolic, pool);
}

void rerun_begin(const struct rerun *r, struct rerunning *now) {
    struct exec *x = &now->x;
    exec_init(x, r->ctx, r->p, r->checks, &fork_decider);
    x->wanted = r->wanted;
    sym_init(x, on_bug, NULL);
    solver_set_effort(x->sym->solver, MOST_CONFLICTS);
    solver_limit_gates(x->sym->solver, MOST_GATES);
    concolic_init(&now->record, feed_byte, &now->feed);
    now->record.most = MOST_DECISIONS;
    now->record.decider.props.decides_places = now->record.decider.props.decides_few =
        now->record.decider.props.decides_found = true; /* the story is of one execution */
    exec_begin(x, r->argc, r->argv);
    feed_start(&now->feed, x, r->test, r->stdin_size);
    concolic_begin(x, &now->record);
    pointee_allow(x);
    expr_pool_add_scanner(x->sym->pool, scan, x);
}

void rerun_end(struct rerunning *now) {
    struct exec *x = &now->x;
    expr_pool_remove_scanner(x->sym->pool, scan, x);
    concolic_end(x);
    concolic_release(&now->record);
    feed_release(&now->feed);
    struct state *st = x->now;
    exec_switch(x, NULL);
    state_free(x, st);
    sym_release(x);
    exec_release(x);
}

bool rerun_watch(const struct rerun *r, void (*block)(void *owner, const struct function *fn, uint32_t pc),
                 void *owner) {
    struct rerunning now;
    rerun_begin(r, &now);
    exec_watch_blocks(&now.x, block, owner);
    enum stop stop = rerun_run(&now);
    exec_unwatch_blocks(&now.x);
    bool ok = stop != STOP_SLICE && !now.feed.wrong;
    rerun_end(&now);
    return ok;
}

/* The story of a program with threads: what they did to memory that others see. */
static struct story *threads_story(const struct rerun *r) {
    struct rerunning now;
    rerun_begin(r, &now);
    struct turn_log *log = turn_log_new(&now.x);
    enum stop stop = rerun_run(&now);
    struct story *story = rerun_found(r, &now, stop) ? turn_log_tell(log) : NULL;
    turn_log_free(log);
    rerun_end(&now);
    return story;
}

struct story *rerun_story(const struct rerun *r, struct source *src) {
    if (r->p->threads) return threads_story(r);
    struct rerunning now;
    rerun_begin(r, &now);
    struct record *rec = record_new(&now.x, src, r->lines);
    exec_watch_blocks(&now.x, on_block, rec);
    enum stop stop = rerun_run(&now);
    exec_unwatch_blocks(&now.x);
    struct story *story = rerun_found(r, &now, stop) ? record_tell(rec) : NULL;
    record_free(rec);
    rerun_end(&now);
    return story;
}
