/* A loop, from the state that enters it to those that leave it. */
#include <assert.h>

#include "engine/invariant/call.h"
#include "engine/invariant/inside.h"
#include "engine/invariant/note.h"
#include "exec/sym/aside.h"

enum {
    MOST_LEVELS = 24,
    MOST_ROUNDS = 400,              /* executions of one cut, until its guesses hold */
    MOST_MAKINGS = 4,               /* times that guesses are made for it */
    STRAIGHT_INSTRUCTIONS = 300000, /* of a loop that is executed as it is */
    STRAIGHT_DEPTH = 500            /* of recursion that is */
};

/* ---- as it is ---------------------------------------------------------------------------------------- */

/* Has it parted where all have left the loop? Then these go on by themselves. */
static bool parted_outside(struct invariant *e, struct loop_level *loop, struct loop_level *lv, struct state *st) {
    struct symbolic *sy = e->x->sym;
    bool outside = level_left(e, loop, st);
    for (uint32_t i = 0; i < sy->forked.len; i++) outside &= level_left(e, loop, sy->forked.data[i]);
    run_take(e->r, NULL);
    if (!outside) return false;
    vec_push(&lv->todo, st);
    while (sy->forked.len) vec_push(&lv->todo, vec_pop(&sy->forked));
    return true;
}

static void end_here(struct invariant *e, enum stop stop, struct state *st) {
    run_ended(e->r, stop, false);
    run_take(e->r, NULL);
    state_free(e->x, st);
}

/* Executes the state, which stands at a head, until it has left the loop or ended; true then, and it belongs to lv. In
 * the loop it may not fork, and nothing may go wrong that is not sure to happen. */
static bool go_straight(struct invariant *e, struct loop_level *loop, struct loop_level *lv, struct state *st) {
    struct exec *x = e->x;
    uint64_t end = x->instructions + STRAIGHT_INSTRUCTIONS, errors = e->errors;
    enum stop stop;
    do {
        note_passed(e, st);
        state_pass(e, st);
        run_take(e->r, st);
        do stop = run_step(e->r);
        while (stop == STOP_SLICE && !x->sym->forked.len && x->instructions < end);
        if (stop == STOP_FORKED || x->sym->forked.len) return parted_outside(e, loop, lv, st);
        if (stop == STOP_LIMIT || stop == STOP_SLICE || x->instructions >= end || (st->mark && e->errors > errors))
            return false;
        if (stop != STOP_POINT) {
            end_here(e, stop, st);
            return true;
        }
        run_take(e->r, NULL);
        if (st->depth > loop->depth + STRAIGHT_DEPTH) return false;
    } while (!level_left(e, loop, st));
    level_place(e, lv, st);
    return true;
}

/* A loop whose every decision is forced is executed round by round. False: it is not, and nothing has happened. */
static bool take_straight(struct invariant *e, struct loop_level *lv, struct state *st) {
    struct loop_level loop;
    struct aside aside;
    uint64_t errors = e->errors;
    uint32_t notes = e->notes.len;
    struct state *now = state_fork(e->x, st);
    now->points = 0;
    now->heads = 1;
    level_begin(e, &loop, st);
    aside_begin(e->x, &aside);
    bool ok = go_straight(e, &loop, lv, now);
    run_take(e->r, NULL);
    while (e->x->sym->forked.len) state_free(e->x, vec_pop(&e->x->sym->forked));
    level_end(e, &loop);
    if (!ok) {
        aside_end(e->x, &aside, true);
        e->errors = errors;
        notes_cut_back(e, notes);
        state_free(e->x, now);
    }
    return ok;
}

/* ---- cut --------------------------------------------------------------------------------------------- */

/* One execution of the round: its ends and exits are in `loop`. */
static bool run_round_of(struct invariant *e, struct loop_level *loop, struct head_record *rec, struct state *st,
                         uint32_t passage) {
    struct state *head = blur_head(&rec->blur, st);
    forall_list *cells = &e->passages.data[passage - 1].cells;
    guesses_assume(&rec->guesses, head);
    vec_clear(cells);
    guesses_of_cells(&rec->guesses, cells);
    head->mark = passage;
    level_begin(e, loop, head);
    loop->record = rec;
    loop->call = rec->call != NULL;
    loop->entry = st;
    loop->from = head;
    struct state *first = state_fork(e->x, head);
    state_pass(e, first);
    vec_push(&loop->todo, first);
    return level_run(e, loop);
}

static void end_round(struct invariant *e, struct loop_level *loop) {
    state_free(e->x, loop->from);
    loop->from = NULL;
    level_end(e, loop);
}

enum verdict { AGAIN, HOLDS, IMPOSSIBLE };

/* What a body leaves behind, without its frame; the same for the parts of the cut there. */
static bool compare_exits(struct invariant *e, struct loop_level *body, struct head_record *rec, bool *grown) {
    bool ok = true;
    for (uint32_t i = 0; ok && i < body->exits.len; i++) {
        struct state *exit = call_exit(e, body->entry, body->exits.data[i]);
        state_free(e->x, body->exits.data[i]);
        body->exits.data[i] = exit;
        struct state *before = call_unchanged(e, body->entry, body->from);
        ok = call_compare(e, rec, body->entry, before, exit, grown);
        state_free(e->x, before);
    }
    return ok;
}

/* Are the parts of the cut all that a round changes? */
static enum verdict compare_ends(struct invariant *e, struct loop_level *loop, struct head_record *rec) {
    bool grown = false;
    for (uint32_t i = 0; i < loop->ends.len; i++)
        if (!blur_compare(&rec->blur, loop->entry, loop->from, loop->ends.data[i], &grown)) return IMPOSSIBLE;
    if (rec->call && !compare_exits(e, loop, rec, &grown)) return IMPOSSIBLE;
    if (!grown) return blur_is_free(&rec->blur, loop->from) ? HOLDS : IMPOSSIBLE;
    record_symbols(e, rec);
    rec->ready = false;
    return AGAIN;
}

static bool meet_all(struct guesses *g, const struct blur *c, const state_list *list) {
    bool changed = false;
    for (uint32_t i = 0; i < list->len; i++) guesses_look(g, c, list->data[i]);
    for (uint32_t i = 0; i < list->len; i++) changed |= guesses_meet(g, c, list->data[i]);
    return changed;
}

/* Do the guesses hold at the ends? */
static enum verdict meet_ends(struct loop_level *loop, struct head_record *rec) {
    bool changed = meet_all(&rec->guesses, &rec->blur, &loop->ends);
    if (rec->call) changed |= meet_all(&rec->call->after, &rec->call->out, &loop->exits);
    return changed ? AGAIN : HOLDS;
}

static uint32_t count_asked(const struct head_record *rec) {
    return rec->guesses.conditions.len + rec->guesses.shapes.len + (rec->call ? rec->call->after.conditions.len : 0);
}

static void make_guesses(struct head_record *rec) {
    guesses_make(&rec->guesses);
    if (rec->call) guesses_make(&rec->call->after);
}

/* What the program asks has become more: so do the guesses. */
static bool make_more(struct head_record *rec, uint32_t *asked) {
    if (count_asked(rec) == *asked || rec->makings >= MOST_MAKINGS) return false;
    *asked = count_asked(rec);
    rec->makings++;
    make_guesses(rec);
    return true;
}

static uint32_t makings_around(const struct loop_level *lv) {
    uint32_t n = 0;
    for (; lv; lv = lv->up) n += lv->record ? lv->record->makings : 0;
    return n;
}

/* Guesses for the state that enters; those that were weakened under weaker assumptions are made again. */
static void prepare(struct invariant *e, struct loop_level *lv, struct head_record *rec, struct state *st) {
    if (!rec->ready) {
        if (rec->call) call_sample(e, rec, st);
        else loop_sample(e, rec, st);
    } else if (rec->around != makings_around(lv)) {
        guesses_forget(&rec->guesses);
        if (rec->call) guesses_forget(&rec->call->after);
        make_guesses(rec);
    }
    rec->around = makings_around(lv);
    guesses_keep_known(&rec->guesses);
    if (rec->call) guesses_keep_known(&rec->call->after);
    guesses_meet(&rec->guesses, &rec->blur, st);
}

/* What has left the loop goes on in the level around it; behind a call that is what is known of its end. */
static void hand_over(struct invariant *e, struct loop_level *loop, struct loop_level *lv) {
    if (loop->call) {
        struct state *behind = call_leave_out(e, loop->record, loop->entry, state_fork(e->x, loop->entry));
        if (behind) vec_push(&lv->todo, behind);
        return;
    }
    while (loop->exits.len) level_place(e, lv, vec_pop(&loop->exits));
}

static void log_round(const struct head_record *rec, bool done) {
    guesses_log(&rec->guesses, done ? "proved" : "guessed");
    if (rec->call) guesses_log(&rec->call->after, done ? "proved after the call" : "guessed after the call");
}

static void count_proved(struct invariant *e, const struct guesses *g) {
    struct stats *stats = &e->x->ctx->stats;
    stats->invariant_proved += g->list.len;
    for (uint32_t i = 0; i < g->list.len; i++) {
        stats->invariant_bounds += g->list.data[i].kind == GUESS_BOUND;
        stats->invariant_equations += g->list.data[i].kind == GUESS_EQUATION;
        stats->invariant_cells += g->list.data[i].kind == GUESS_CELL;
    }
}

static void own_guesses(struct head_record *rec, struct known_at *known) {
    rec->guesses.owner = known;
    if (rec->call) rec->call->after.owner = known;
}

/* Entries of calls that were met in a round that does not count. */
struct ends_before {
    uint32_t len[MOST_LEVELS + 2];
};

static void ends_note(const struct invariant *e, struct ends_before *b) {
    uint32_t i = 0;
    for (const struct loop_level *lv = e->level; lv; lv = lv->up) b->len[i++] = lv->ends.len;
}

static void ends_cut_back(struct invariant *e, const struct ends_before *b) {
    uint32_t i = 0;
    for (struct loop_level *lv = e->level; lv; lv = lv->up, i++)
        while (lv->ends.len > b->len[i]) state_free(e->x, vec_pop(&lv->ends));
}

/* False: a round leaves more than values, and nothing has happened. */
static bool take_cut(struct invariant *e, struct loop_level *lv, struct state *st) {
    struct head_record *rec = record_of(e, st);
    struct known_at known = {e, st, NULL};
    if (is_entry(st)) {
        call_prepare(e, rec);
        known.also = rec;
    }
    e->x->ctx->stats.invariant_cuts++;
    uint32_t passage = passage_add(e, st, rec), asked = count_asked(rec);
    bool done = false;
    own_guesses(rec, &known);
    rec->stuck = false;
    for (uint32_t round = 0; !done && !rec->stuck && round < MOST_ROUNDS && !is_over(e); round++) {
        struct loop_level loop;
        struct aside aside;
        uint64_t errors = e->errors;
        uint32_t notes = e->notes.len;
        struct ends_before before;
        prepare(e, lv, rec, st);
        if (rec->stuck) break;
        ends_note(e, &before);
        aside_begin(e->x, &aside);
        bool ok = run_round_of(e, &loop, rec, st, passage);
        enum verdict v = ok ? compare_ends(e, &loop, rec) : IMPOSSIBLE;
        rec->stuck = ok && v == IMPOSSIBLE;
        if (v == HOLDS) v = meet_ends(&loop, rec);
        own_guesses(rec, &known);
        if (v == HOLDS && make_more(rec, &asked)) v = AGAIN;
        done = v == HOLDS && !is_over(e);
        e->x->ctx->stats.invariant_rounds++;
        log_round(rec, done);
        if (done) {
            count_proved(e, &rec->guesses);
            if (rec->call) count_proved(e, &rec->call->after);
            note_cut(e, rec, loop.from);
            note_tell(e, rec, loop.from);
            if (rec->call) call_note(e, rec);
            hand_over(e, &loop, lv);
        } else {
            notes_cut_back(e, notes);
            e->errors = errors;
            aside_end(e->x, &aside, true);
        }
        end_round(e, &loop);
        if (!done) ends_cut_back(e, &before);
    }
    own_guesses(rec, NULL);
    if (rec->stuck) rec->ready = false;
    else if (!done) e->failed = true;
    return !rec->stuck;
}

/* ---- either ------------------------------------------------------------------------------------------ */

/* How a loop is gone into: rounds that are executed exactly, and whether one more may be if it cannot be cut. */
struct loop_way {
    uint32_t peel;
    bool retries;
};

static void take(struct invariant *e, struct loop_level *lv, struct state *st, struct loop_way way);

/* The last one with all that it can be merged with: those that came through the same cuts. */
static struct state *pop_merged(struct invariant *e, state_list *list) {
    struct state *st = vec_pop(list);
    for (uint32_t i = list->len; i-- > 0;) {
        if (st->mark != list->data[i]->mark || !merge_states(&e->merger, st, list->data[i])) continue;
        list->data[i] = vec_last(list);
        list->len--;
    }
    return st;
}

/* One round exactly; what comes back goes in again. (A variable of the body has another address from the second
 * round on.) */
static void take_peeled(struct invariant *e, struct loop_level *lv, struct state *st, struct loop_way way) {
    struct loop_level loop;
    level_begin(e, &loop, st);
    struct state *first = state_fork(e->x, st);
    state_pass(e, first);
    vec_push(&loop.todo, first);
    loop.entry = st;
    if (level_run(e, &loop)) hand_over(e, &loop, lv);
    while (loop.ends.len && !is_over(e)) take(e, lv, pop_merged(e, &loop.ends), way);
    level_end(e, &loop);
    if (!e->failed) note_before(e, record_of(e, st), st);
}

/* A function's entry: recursion that nothing but constants decides is executed, other is cut. */
static void take_call(struct invariant *e, struct loop_level *lv, struct state *st) {
    if (!take_straight(e, lv, st) && !take_cut(e, lv, st)) e->failed = true;
    state_free(e->x, st);
}

static void take(struct invariant *e, struct loop_level *lv, struct state *st, struct loop_way way) {
    if (e->cut_all || !take_straight(e, lv, st)) {
        if (way.peel) take_peeled(e, lv, st, (struct loop_way){way.peel - 1, way.retries});
        else if (!take_cut(e, lv, st)) {
            if (way.retries) take_peeled(e, lv, st, (struct loop_way){0, false});
            else e->failed = true;
        }
    }
    state_free(e->x, st);
}

void loop_take(struct invariant *e, struct loop_level *lv, struct state *st) {
    uint32_t depth = 0;
    for (const struct loop_level *at = lv; at; at = at->up) depth++;
    if (depth > MOST_LEVELS) {
        e->failed = true;
        state_free(e->x, st);
        return;
    }
    if (is_entry(st)) take_call(e, lv, st);
    else take(e, lv, st, (struct loop_way){e->peel, true});
    if (!lv->up && e->errors) e->failed = true; /* nothing makes it go away */
}
