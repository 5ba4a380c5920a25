/* Questions that are hard are put off. A path that is not known to have inputs waits until all others have ended; a
 * single question of minutes thus costs no coverage, and nothing is given up that time allows to decide. */
#include <assert.h>

#include "engine/explore/inside.h"
#include "engine/explore/meeting.h"
#include "engine/treelog.h"
#include "exec/decide/fork.h"
#include "exec/sym/decider.h"
#include "expr/arith.h"
#include "solver/solver.h"

enum {
    LITTLE = 3000, /* conflicts */
    LITTLE_GATES = 100000,
    LEAST = 100,       /* where questions keep being hard */
    EASY_ROUNDS = 200, /* without a question put off: more effort again */
    MOST = 20000,      /* states that wait */
};

void hard_begin(struct explore *e) {
    if (!e->r->to->path) return;
    assert(e->x->decider == &path_decider);
    e->x->decider = &cover_decider;
    e->little = LITTLE;
    e->effort = solver_set_effort(e->x->sym->solver, e->little);
    e->gates = solver_limit_gates(e->x->sym->solver, LITTLE_GATES);
}

void hard_end(struct explore *e) {
    if (e->x->decider != &cover_decider) return;
    e->x->decider = &path_decider;
    solver_set_effort(e->x->sym->solver, e->effort);
    solver_limit_gates(e->x->sym->solver, e->gates);
}

/* The state waits; or is given up, where others wait for it or there are too many. */
static void take(struct explore *e, struct state *st) {
    struct state_info *parent = info_of(e->x->now);
    if (parent->meeting || hard_count(e) >= MOST) {
        sym_gap(e->x, GAP_SOLVER, NULL);
        e->r->counts.partial++;
        state_free(e->x, st);
        return;
    }
    struct state_info *info = mem_zalloc(sizeof *info);
    info->new_at = parent->new_at;
    info->claim = claim_share(parent->claim);
    info->number = treelog_open(e->r->tree, parent->number, st);
    st->owner = info;
    vec_push(&e->hard, st);
}

/* The effort goes down with each question that it does not answer: a program in which most of them are hard is covered
 * by those that are not. */
static void adapt(struct explore *e, bool hard) {
    uint64_t was = e->little;
    e->easy = hard ? 0 : e->easy + 1;
    if (hard && e->little / 2 >= LEAST) e->little /= 2;
    if (e->easy >= EASY_ROUNDS && e->little < LITTLE) {
        e->little *= 2;
        e->easy = 0;
    }
    if (e->little != was) solver_set_effort(e->x->sym->solver, e->little);
}

void hard_take(struct explore *e) {
    struct symbolic *sy = e->x->sym;
    if (e->x->decider == &cover_decider) adapt(e, sy->unproved.len);
    for (uint32_t i = 0; i < sy->unproved.len; i++) take(e, sy->unproved.data[i]);
    vec_clear(&sy->unproved);
}

static void drop(struct explore *e, struct state *st, const char *how) {
    treelog_end(e->r->tree, info_of(st)->number, how, st);
    if (st == e->x->now) exec_switch(e->x, NULL);
    claim_drop(info_of(st)->claim);
    mem_free(info_of(st));
    state_free(e->x, st);
}

static void go_on(struct explore *e, struct state *st) {
    merge_list one = {0};
    vec_push(&one, st);
    meeting_plant(e, &one);
    vec_release(&one);
    info_of(st)->item = search_add(e->search, st);
}

/* True: it goes on. */
static bool ask(struct explore *e, struct state *st) {
    struct symbolic *sy = e->x->sym;
    uint64_t was = solver_set_effort(sy->solver, EFFORT_FULL), gates = solver_limit_gates(sy->solver, 0);
    exec_switch(e->x, st); /* whose place a gap names */
    enum answer answer = solver_check(sy->solver, st->pc, expr_true(sy->pool), NULL, &st->model);
    solver_set_effort(sy->solver, was);
    solver_limit_gates(sy->solver, gates);
    if (answer == ANSWER_SAT) return go_on(e, st), true;
    if (answer == ANSWER_UNKNOWN) {
        sym_gap(e->x, GAP_SOLVER, NULL);
        e->r->counts.partial++;
    }
    drop(e, st, answer == ANSWER_UNSAT ? "infeasible" : "limit");
    return false;
}

bool hard_ask(struct explore *e) {
    assert(!search_count(e->search));
    while (hard_count(e) && !run_limit_now(e->r))
        if (ask(e, e->hard.data[e->hard_at++])) return true;
    return false;
}

void hard_mark(const struct explore *e) {
    for (uint32_t i = e->hard_at; i < e->hard.len; i++) sym_mark_state(e->x, e->hard.data[i]);
}

void hard_shed(struct explore *e) {
    e->r->counts.partial += hard_count(e);
    while (hard_count(e)) drop(e, e->hard.data[e->hard_at++], "limit");
}

void hard_release(struct explore *e) {
    while (hard_count(e)) drop(e, e->hard.data[e->hard_at++], "open");
    vec_release(&e->hard);
}
