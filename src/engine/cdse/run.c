/* Execution along the path: one node at a time. */
#include <assert.h>

#include "engine/cdse/inside.h"
#include "exec/decide/shadow.h"
#include "expr/arith.h"
#include "expr/relate.h"
#include "ir/operands.h"
#include "solver/path.h"

/* ---- states that end --------------------------------------------------------------------------------- */

static expr assumed(struct cdse *cd) {
    struct exec *x = cd->x;
    const struct insn *in = &x->now->top->fn->code[cd->last];
    if (in->op != IR_CALL || fcfg_callee(&cd->g, in->a) != CALLEE_ASSUME) return EXPR_NONE;
    const struct ir_call *call = ir_call_of(x->now->top->fn, in);
    uint32_t sym = call->nargs ? frame_sym(x->now->top, call->args[0].slot) : 0;
    return sym ? expr_ne(x->sym->pool, (expr){sym}, expr_const(x->sym->pool, expr_width(x->sym->pool, (expr){sym}), 0))
               : EXPR_NONE;
}

static void note_end(struct cdse *cd, enum stop stop) {
    assert(cd->step && cd->x->now);
    struct stage *s = cd->step;
    struct exec *x = cd->x;
    if (s->multi) return;
    s->ended_at = cd->last;
    if (stop == STOP_ASSUME && x->now->depth == cd->depth) s->ended_unless = assumed(cd);
    if (x->now->pc) s->ended_pc = pathcond_retain(x->now->pc);
}

static void end_state(struct cdse *cd, enum stop stop) {
    assert(stop != STOP_LIMIT && stop != STOP_FORKED && stop != STOP_SLICE && stop != STOP_POINT);
    struct exec *x = cd->x;
    struct state *st = x->now;
    run_ended(cd->r, stop, false);
    note_end(cd, stop);
    exec_switch(x, NULL);
    state_free(x, st);
}

/* ---- running ----------------------------------------------------------------------------------------- */

static void take_forks(struct cdse *cd, state_list *todo) {
    struct symbolic *sy = cd->x->sym;
    if (sy->forked.len && cd->step) cd->step->multi = true;
    vec_append(todo, sy->forked.data, sy->forked.len);
    vec_clear(&sy->forked);
}

/* Runs all of todo; those that come to the end of the node go to `out`. */
static bool run_states(struct cdse *cd, state_list *todo, state_list *out, bool skip) {
    struct exec *x = cd->x;
    uint32_t fresh = todo->len; /* these have to leave the node before */
    while (todo->len) {
        cd->skip = skip && todo->len <= fresh;
        if (todo->len <= fresh) fresh = todo->len - 1;
        struct state *st = vec_pop(todo);
        run_take(cd->r, st);
        for (;;) {
            enum stop stop = run_step(cd->r);
            take_forks(cd, todo);
            if (stop == STOP_LIMIT) {
                vec_push(out, st);
                exec_switch(x, NULL);
                return false;
            }
            if (stop == STOP_SLICE || stop == STOP_FORKED) continue;
            if (stop == STOP_POINT) {
                vec_push(out, st);
                exec_switch(x, NULL);
            } else {
                end_state(cd, stop);
            }
            break;
        }
    }
    return true;
}

bool cdse_begin(struct cdse *cd) {
    state_list todo = {0};
    vec_push(&todo, cd->x->now);
    exec_switch(cd->x, NULL);
    cdse_trace(cd);
    struct stage before = {.multi = true, .ended_at = NO_CODE};
    cd->step = &before;
    bool fine = run_states(cd, &todo, &cd->roots, false);
    vec_append(&cd->roots, todo.data, todo.len);
    vec_release(&todo);
    cd->step = NULL;
    cd->started = true;
    return fine;
}

/* ---- nodes ------------------------------------------------------------------------------------------- */

/* Does more happen on the way out of level i than the graph shows? */
static bool unclear(const struct cdse *cd, uint32_t i) {
    const struct level *l = &cd->levels.data[i];
    const struct fnode *n = fcfg_node(&cd->g, l->node);
    enum option_kind kind = n->options[l->option].kind;
    const struct function *f = cdse_function(cd, i);
    return kind == OPTION_OTHER || (kind == OPTION_CALL && fcfg_copies(&cd->g, f, &f->code[n->last]));
}

/* States at the start of level i's node, and its step. */
static enum outcome arrive(struct cdse *cd, uint32_t i, state_list *todo, bool *skip) {
    assert(i == 0 || cd->levels.data[i - 1].step);
    struct exec *x = cd->x;
    if (i == 0) {
        for (uint32_t k = 0; k < cd->roots.len; k++) vec_push(todo, state_fork(x, cd->roots.data[k]));
        cd->levels.data[0].step =
            cdse_new_stage(cd, cd->roots.len > 1, todo->len ? pathcond_len(todo->data[0]->pc) : 0);
        *skip = false;
        return OUT_FINE;
    }
    const struct stage *before = cd->levels.data[i - 1].step;
    bool multi = before->multi || unclear(cd, i - 1);
    uint32_t had = before->states.len ? pathcond_len(before->states.data[0]->pc) : 0;
    *skip = cdse_follow(cd, i, todo);
    if (!todo->len) return OUT_CONFLICT;
    struct stage *s = cdse_new_stage(cd, multi, had);
    cd->levels.data[i].step = s;
    if (!cd->chooser) return OUT_FINE;
    s->via = cd->levels.data[i - 1].option;
    vec_push(&cd->levels.data[i - 1].step->kids, s);
    cd->kept++;
    return OUT_FINE;
}

static void cover(struct cdse *cd, uint32_t i, const struct fnode *n) {
    const struct function *f = cdse_function(cd, i);
    if (f->blocks[n->block].first == n->first) covered_block(cd->r->covered, f, n->first);
}

/* Runs todo on from the last instruction of level i, to see what happens. */
static enum outcome run_on(struct cdse *cd, uint32_t i, state_list *todo, enum probe probe) {
    assert(i < cd->executed && !cd->step);
    state_list none = {0};
    struct stage over = {.multi = true, .ended_at = NO_CODE};
    const struct fnode *n = fcfg_node(&cd->g, cd->levels.data[i].node);
    cd->step = &over;
    cd->blamed = i;
    cd->last = n->last;
    cd->depth = cd->g.frames.data[n->frame].depth;
    cd->probe = probe;
    bool fine = run_states(cd, todo, &none, true);
    cd->probe = PROBE_NONE;
    cd->step = NULL;
    for (uint32_t k = 0; k < todo->len; k++) state_free(cd->x, todo->data[k]);
    for (uint32_t k = 0; k < none.len; k++) state_free(cd->x, none.data[k]);
    vec_release(todo);
    vec_release(&none);
    return fine ? OUT_CONFLICT : OUT_LIMIT;
}

/* Copies of the states at level i; with `elsewhere` those whose call goes elsewhere. */
static void copy_states(struct cdse *cd, uint32_t i, bool elsewhere, state_list *to) {
    const struct stage *s = cd->levels.data[i].step;
    for (uint32_t k = 0; k < s->states.len; k++) {
        struct state *st = state_fork(cd->x, s->states.data[k]);
        exec_switch(cd->x, st);
        bool can = !elsewhere || cdse_narrow(cd, cdse_elsewhere(cd));
        exec_switch(cd->x, NULL);
        if (can) vec_push(to, st);
        else state_free(cd->x, st);
    }
}

enum outcome cdse_exit(struct cdse *cd, uint32_t i) {
    assert(i + 1 == cd->executed && i + 1 == cd->levels.len);
    state_list todo = {0};
    copy_states(cd, i, false, &todo);
    return run_on(cd, i, &todo, PROBE_NONE);
}

enum outcome cdse_try_call(struct cdse *cd, uint32_t i) {
    state_list todo = {0};
    const struct function *f = cdse_function(cd, i);
    const struct insn *in = &f->code[fcfg_node(&cd->g, cd->levels.data[i].node)->last];
    bool pointer = in->op == IR_CALLI;
    if (pointer) {
        copy_states(cd, i, true, &todo);
        if (run_on(cd, i, &todo, PROBE_RETURN) == OUT_LIMIT) return OUT_LIMIT;
    }
    if (!fcfg_copies(&cd->g, f, in) && !fcfg_is_deep(&cd->g, fcfg_node(&cd->g, cd->levels.data[i].node)))
        return OUT_CONFLICT;
    copy_states(cd, i, false, &todo);
    return run_on(cd, i, &todo, PROBE_ENTER);
}

enum outcome cdse_execute(struct cdse *cd, uint32_t i) {
    assert(i == cd->executed && !cd->levels.data[i].step);
    state_list *todo = &cd->todo;
    bool skip = false;
    vec_clear(todo);
    enum outcome out = arrive(cd, i, todo, &skip);
    if (out == OUT_FINE) {
        const struct fnode *n = fcfg_node(&cd->g, cd->levels.data[i].node);
        struct stage *s = cd->levels.data[i].step;
        cd->step = s;
        cd->depth = cd->g.frames.data[n->frame].depth;
        cd->end = n->last;
        cd->last = NO_CODE;
        cd->blamed = i;
        cd->seen = s->constraints;
        cover(cd, i, n);
        if (!run_states(cd, todo, &s->states, skip)) out = OUT_LIMIT;
        vec_append(&s->states, todo->data, todo->len);
        assert(cd->step == s && !cd->x->now);
        cd->step = NULL;
        cd->executed++;
    }
    return out;
}
