/* States on their way to the next heads. */
#include <assert.h>

#include "engine/invariant/call.h"
#include "engine/invariant/inside.h"
#include "ir/cfg.h"
#include "solver/path.h"

enum { MOST_STATES = 4000 /* of one level */ };

void states_free(struct exec *x, state_list *list) {
    for (uint32_t i = 0; i < list->len; i++) state_free(x, list->data[i]);
    vec_clear(list);
}

static uint32_t loop_at(const struct invariant *e, const struct frame *f) {
    const struct loops *loops = e->loops[f->fn->id];
    uint32_t block = cfg_block_at(f->fn, (uint32_t)(f->pc - f->fn->code));
    uint32_t loop = loops ? loops->innermost[block] : 0;
    return loop && loops->loops[loop].header == block ? loop : 0;
}

void level_begin(struct invariant *e, struct loop_level *lv, const struct state *st) {
    *lv = (struct loop_level){.up = e->level};
    if (st) {
        lv->head = st->top->pc;
        lv->serial = st->top->serial;
        lv->depth = st->depth;
        lv->loop = loop_at(e, st->top);
        lv->constraints = pathcond_len(st->pc);
    }
    e->level = lv;
}

void level_end(struct invariant *e, struct loop_level *lv) {
    assert(e->level == lv);
    state_list *const lists[] = {&lv->todo, &lv->waiting, &lv->ends, &lv->exits};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        states_free(e->x, lists[i]);
        vec_release(lists[i]);
    }
    e->level = lv->up;
}

bool is_over(struct invariant *e) {
    if (e->failed || run_is_over(e->r) || run_limit(e->r)) return true;
    if (solver_work(e->x->sym->solver) + e->x->instructions / 16 > e->work_end) e->failed = true;
    return e->failed;
}

void state_pass(struct invariant *e, struct state *st) {
    assert(st->top->pc->op == IR_POINT);
    state_own_top(e->x, st);
    st->top->pc++;
}

/* ---- where states belong ----------------------------------------------------------------------------- */

bool level_is_end(const struct loop_level *lv, const struct state *st) {
    return lv->head && st->top->pc == lv->head && st->top->serial == lv->serial;
}

bool level_left(const struct invariant *e, const struct loop_level *lv, const struct state *st) {
    if (!lv->head) return false;
    if (st->depth < lv->depth) return true;
    const struct frame *f = st->top;
    for (uint32_t i = st->depth; i > lv->depth; i--) f = f->caller;
    if (f->serial != lv->serial) return true;
    uint32_t block = cfg_block_at(f->fn, (uint32_t)(f->pc - f->fn->code));
    return lv->loop && !loops_contains(e->loops[f->fn->id], lv->loop, block);
}

/* Is it where the level's body returns? */
static bool is_body_end(const struct loop_level *lv, const struct state *st) {
    return lv->call && is_return(st) && st->top->serial == lv->serial;
}

void level_place(struct invariant *e, struct loop_level *lv, struct state *st) {
    struct loop_level *body = is_entry(st) ? call_level(lv, st) : NULL;
    if (level_is_end(lv, st)) {
        vec_push(&lv->ends, st);
    } else if (is_body_end(lv, st) || level_left(e, lv, st)) {
        vec_push(&lv->exits, st);
    } else if (body) {
        call_meet(e, lv, body, st);
    } else if (is_return(st) || (is_entry(st) && !call_is_cut(e, lv, st))) {
        state_pass(e, st);
        vec_push(&lv->todo, st);
    } else {
        vec_push(&lv->waiting, st);
    }
}

void note_conditions(struct invariant *e, const struct state *st) {
    const struct loop_level *outermost = NULL;
    for (const struct loop_level *lv = e->level; lv && !e->sampling; outermost = lv, lv = lv->up)
        for (uint32_t i = lv->constraints; lv->record && i < pathcond_len(st->pc); i++) {
            expr cond = pathcond_at(st->pc, i);
            if (map_find(&e->assumed, cond.id)) continue;
            guesses_condition(&lv->record->guesses, cond);
            if (lv->record->call) guesses_condition(&lv->record->call->after, cond);
        }
    if (outermost) calls_asked(e, st, outermost->constraints);
}

/* ---- executing --------------------------------------------------------------------------------------- */

static void take_forks(struct invariant *e, struct loop_level *lv) {
    struct symbolic *sy = e->x->sym;
    vec_append(&lv->todo, sy->forked.data, sy->forked.len);
    vec_clear(&sy->forked);
    if (lv->todo.len > MOST_STATES) e->failed = true;
}

/* The state goes on to the next head, or to its end. */
static void run_state(struct invariant *e, struct loop_level *lv, struct state *st) {
    enum stop stop;
    st->points = 0;
    st->heads = 1;
    run_take(e->r, st);
    do {
        stop = run_step(e->r);
        take_forks(e, lv);
    } while ((stop == STOP_FORKED || stop == STOP_SLICE) && !is_over(e));
    note_conditions(e, st);
    if (stop == STOP_POINT) {
        run_take(e->r, NULL);
        level_place(e, lv, st);
        return;
    }
    if (stop == STOP_LIMIT || stop == STOP_FORKED || stop == STOP_SLICE) e->failed = true;
    else run_ended(e->r, stop, false);
    run_take(e->r, NULL);
    state_free(e->x, st);
}

static bool same_place(const struct state *a, const struct state *b) {
    if (a->depth != b->depth || a->mark != b->mark) return false;
    const struct frame *f = a->top, *g = b->top;
    for (; f && g && f != g; f = f->caller, g = g->caller)
        if (f->fn != g->fn || f->pc != g->pc) return false;
    return f == g;
}

/* Takes out the waiting state that goes in next: inner calls first. */
static struct state *choose(struct loop_level *lv) {
    uint32_t best = 0;
    for (uint32_t i = 1; i < lv->waiting.len; i++)
        if (lv->waiting.data[i]->depth > lv->waiting.data[best]->depth) best = i;
    struct state *st = lv->waiting.data[best];
    lv->waiting.data[best] = vec_last(&lv->waiting);
    lv->waiting.len--;
    return st;
}

/* All that wait at the same head become one, where they can. */
static struct state *choose_merged(struct invariant *e, struct loop_level *lv) {
    struct state *st = choose(lv);
    for (uint32_t i = lv->waiting.len; i-- > 0;) {
        struct state *other = lv->waiting.data[i];
        if (!same_place(st, other) || !merge_states(&e->merger, st, other)) continue;
        lv->waiting.data[i] = vec_last(&lv->waiting);
        lv->waiting.len--;
    }
    return st;
}

bool level_run(struct invariant *e, struct loop_level *lv) {
    assert(e->level == lv && !e->x->now);
    while ((lv->todo.len || lv->waiting.len) && !is_over(e)) {
        if (lv->todo.len) run_state(e, lv, vec_pop(&lv->todo));
        else loop_take(e, lv, choose_merged(e, lv));
        run_round(e->r, lv->todo.len + lv->waiting.len);
    }
    return !is_over(e);
}
