/* Execution along the path: one node at a time. */
#include <assert.h>

#include "base/str.h"
#include "engine/cdse_in.h"
#include "exec/shadow.h"
#include "ir/cfg.h"
#include "ir/operands.h"

/* ---- what the tracer sees ----------------------------------------------------------------------------- */

static bool is_symbolic(const struct exec *x, uint32_t slot) { return frame_sym(x->now->top, slot) != 0; }

static bool reads_symbolic(const struct exec *x, const struct insn *in) {
    struct slot_range reads[IR_MAX_READS];
    uint32_t n = x->now->top->symbolic ? ir_read(x->now->top->fn, in, reads) : 0;
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t s = 0; s < reads[k].count; s++)
            if (is_symbolic(x, reads[k].first + s)) return true;
    return false;
}

static bool arguments_symbolic(const struct exec *x, const struct insn *in) {
    const struct ir_call *call = ir_call_of(x->now->top->fn, in);
    for (uint32_t i = 0; x->now->top->symbolic && i < call->nargs; i++)
        for (uint32_t s = 0; s < call->args[i].nslots; s++)
            if (is_symbolic(x, call->args[i].slot + s)) return true;
    return false;
}

static bool is_indexed(enum ir_op op) {
    return (op >= IR_LOAD8X && op <= IR_LOAD64X) || (op >= IR_STORE8X && op <= IR_STORE64X);
}

static uint64_t address(const struct exec *x, const struct insn *in) {
    const uint64_t *r = x->now->top->regs;
    uint64_t mask = x->p->is32 ? UINT32_MAX : UINT64_MAX;
    if (is_indexed(in->op)) return (r[in->a] + r[in->b] * in->aux + (uint64_t)(int64_t)(int32_t)in->c) & mask;
    return (r[in->a] + (uint64_t)(int64_t)(int32_t)in->b) & mask;
}

static void note_object(const struct exec *x, struct touch *t) {
    const struct mem_object *obj = space_find(&x->now->space, t->addr);
    if (!obj) return;
    t->base = obj->base;
    if (!t->size) t->size = obj->size;
    t->constant = obj->readonly;
    t->global = obj->kind == OBJECT_GLOBAL;
    t->opaque |= obj->size_sym != 0;
}

static void touch_access(struct cdse *cd, struct exec *x, const struct insn *in, uint32_t code) {
    bool symbolic = is_symbolic(x, in->a) || (is_indexed(in->op) && is_symbolic(x, in->b));
    struct touch t = {.code = code, .opaque = symbolic, .size = memuse_bytes(in)};
    if (!symbolic) {
        t.addr = address(x, in);
        note_object(x, &t);
    }
    vec_push(&cd->step->touches, t);
}

static void touch_block(struct cdse *cd, struct exec *x, const struct insn *in, uint32_t code) {
    const uint64_t *r = x->now->top->regs;
    bool symbolic = is_symbolic(x, in->a) || is_symbolic(x, in->c) || (in->op != IR_MEMSET && is_symbolic(x, in->b));
    struct touch t = {.code = code, .opaque = symbolic, .addr = r[in->a], .from = r[in->b], .size = r[in->c]};
    note_object(x, &t);
    vec_push(&cd->step->touches, t);
}

static void touch_call(struct cdse *cd, struct exec *x, const struct insn *in, uint32_t code) {
    enum callee kind = fcfg_callee(&cd->g, in->a);
    if (kind == CALLEE_INPUT || kind == CALLEE_ASSUME || kind == CALLEE_ERROR || kind == CALLEE_END) return;
    struct touch t = {.code = code, .opaque = kind == CALLEE_OPAQUE || arguments_symbolic(x, in)};
    t.late = kind == CALLEE_ALLOC;
    vec_push(&cd->step->touches, t);
}

/* Instructions that pin or settle symbolic operands. */
static bool wants_concrete(const struct insn *in) {
    if (in->op >= IR_FADD32 && in->op <= IR_FCAST) return true;
    switch (in->op) {
    case IR_SELECT: return in->aux != 0;
    case IR_ALLOCAV: case IR_LIFE_START: case IR_LIFE_END: case IR_STACKRESTORE: case IR_VASTART: case IR_VACOPY:
        return true;
    default: return false;
    }
}

static void touch_other(struct cdse *cd, struct exec *x, const struct insn *in, uint32_t code) {
    struct touch t = {.code = code, .opaque = wants_concrete(in) && reads_symbolic(x, in)};
    switch (in->op) {
    case IR_ALLOCA: t.late = true; break;
    case IR_LIFE_START:
    case IR_LIFE_END:
        t.addr = x->now->top->regs[in->a];
        note_object(x, &t);
        break;
    case IR_ALLOCAV: case IR_STACKSAVE: case IR_STACKRESTORE: case IR_VASTART: case IR_VACOPY: t.opaque = true; break;
    default:
        if (!t.opaque) return;
    }
    vec_push(&cd->step->touches, t);
}

static void touch(struct cdse *cd, struct exec *x, const struct insn *in, uint32_t code) {
    if (memuse_is_load(in->op) || memuse_is_store(in->op))
        touch_access(cd, x, in, code);
    else if (in->op == IR_MEMCPY || in->op == IR_MEMMOVE || in->op == IR_MEMSET)
        touch_block(cd, x, in, code);
    else if (in->op == IR_CALL)
        touch_call(cd, x, in, code);
    else
        touch_other(cd, x, in, code);
}

/* What the last instruction has left behind. */
static void settle_last(struct cdse *cd, struct exec *x) {
    struct step *s = cd->step;
    uint32_t now = pathcond_len(x->now->pc);
    for (; cd->seen < now; cd->seen++) vec_push(&s->causes, (struct cause){cd->seen, cd->last});
    if (!s->touches.len || !vec_last(&s->touches).late || !x->now->top) return;
    struct touch *t = &vec_last(&s->touches);
    t->late = false;
    if (x->now->depth != cd->depth) return;
    t->addr = x->now->top->regs[x->now->top->fn->code[t->code].d];
    note_object(x, t);
}

static bool stops_by_itself(const struct insn *in) {
    return in->op == IR_UNREACHABLE || in->op == IR_UNSUPPORTED || in->op == IR_CALL;
}

/* Has a call that is tried not been done yet? With a symbolic pointer the executor looks at
 * it more than once. */
static bool goes_on(const struct cdse *cd, const struct exec *x, const struct insn *in) {
    if (x->now->depth > cd->depth) return cd->probe == PROBE_RETURN;
    return x->now->depth == cd->depth && in == &x->now->top->fn->code[cd->last];
}

static bool on_step(struct tracer *tracer, struct exec *x, const struct insn *in) {
    struct cdse *cd = (struct cdse *)tracer;
    if (cd->skip) {
        cd->skip = false;
        return true;
    }
    if (cd->probe) return goes_on(cd, x, in);
    if (!cd->started) return !(x->now->phase == PHASE_MAIN && x->now->depth == 1);
    if (x->now->depth > cd->depth || x->now->phase != PHASE_MAIN) return true;
    assert(x->now->depth == cd->depth);
    uint32_t code = (uint32_t)(in - x->now->top->fn->code);
    if (!cd->step->multi) settle_last(cd, x);
    cd->last = code;
    if (code == cd->end) {
        const struct insn *last = in;
        if (!stops_by_itself(last) || (last->op == IR_CALL && fcfg_callee(&cd->g, last->a) == CALLEE_FOLLOWED)) {
            return false;
        }
    }
    if (!cd->step->multi) touch(cd, x, in, code);
    return true;
}

static void on_check(struct tracer *tracer, struct exec *x, expr bad) {
    struct cdse *cd = (struct cdse *)tracer;
    if (!cd->started || cd->step->multi || x->now->depth != cd->depth) return;
    vec_push(&cd->step->checks, (struct checked){cd->last, bad, pathcond_retain(x->now->pc)});
}

/* ---- states that end ------------------------------------------------------------------------------------ */

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
    struct step *s = cd->step;
    struct exec *x = cd->x;
    if (s->multi) return;
    s->ended_at = cd->last;
    if (stop == STOP_ASSUME && x->now->depth == cd->depth) s->ended_unless = assumed(cd);
    if (x->now->pc) s->ended_pc = pathcond_retain(x->now->pc);
}

static void end_state(struct cdse *cd, enum stop stop) {
    struct exec *x = cd->x;
    struct state *st = x->now;
    if ((stop == STOP_EXIT || stop == STOP_ABORT) && check_has(x->checks, CHECK_LEAK)) exec_check_leaks(x);
    note_end(cd, stop);
    if (x->stop == STOP_BUG) {
        cd->result->partial++;
        x->sym->bug(cd, x);
    } else if (stop == STOP_EXIT || stop == STOP_ABORT) {
        cd->result->paths++;
    } else if (stop == STOP_BOUND) {
        sym_gap(x, GAP_BOUND, NULL);
    }
    exec_switch(x, NULL);
    state_free(x, st);
}

/* ---- running ----------------------------------------------------------------------------------------------- */

static bool over_limit(struct cdse *cd, enum stop stop) {
    struct exec *x = cd->x;
    const char *what = NULL;
    int64_t most = x->ctx->opt.max_instructions;
    if (stop == STOP_LIMIT || limits_hit(&x->ctx->limits)) what = limit_name(x->ctx->limits.hit);
    else if (most && x->instructions >= (uint64_t)most) what = "--max-instructions";
    if (what) sym_gap(x, GAP_LIMIT, what);
    return what != NULL;
}

static void take_forks(struct cdse *cd, state_list *todo) {
    struct symbolic *sy = cd->x->sym;
    if (sy->forked.len && cd->step) cd->step->multi = true;
    for (uint32_t i = 0; i < sy->forked.len; i++) vec_push(todo, sy->forked.data[i]);
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
        exec_switch(x, st);
        x->stop = STOP_NONE;
        for (;;) {
            enum stop stop = exec_loop(x);
            take_forks(cd, todo);
            if (over_limit(cd, stop)) {
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
    cd->tracer.step = on_step;
    cd->tracer.check = on_check;
    vec_push(&todo, cd->x->now);
    exec_switch(cd->x, NULL);
    cd->x->tracer = &cd->tracer;
    struct step before = {.multi = true, .ended_at = NO_CODE};
    cd->step = &before;
    bool fine = run_states(cd, &todo, &cd->roots, false);
    for (uint32_t i = 0; i < todo.len; i++) vec_push(&cd->roots, todo.data[i]);
    vec_release(&todo);
    cd->step = NULL;
    cd->started = true;
    return fine;
}

/* ---- taking an option ------------------------------------------------------------------------------------ */

expr cdse_elsewhere(struct cdse *cd) {
    struct exec *x = cd->x;
    struct expr_pool *pool = x->sym->pool;
    uint32_t w = 8 * x->p->ptr_bytes;
    expr a = sym_slot(x, x->now->top->pc->a, w), other = expr_true(pool);
    for (uint32_t i = 0; i < cd->g.pointed.len; i++) {
        uint64_t address = x->p->functions.data[cd->g.pointed.data[i]]->address;
        other = expr_and(pool, other, expr_ne(pool, a, expr_const(pool, w, address)));
    }
    return other;
}

expr cdse_condition(struct cdse *cd, const struct option *o) {
    struct exec *x = cd->x;
    const struct insn *in = x->now->top->pc;
    if (o->kind == OPTION_EDGE) return sym_way(x, o->code);
    if (in->op != IR_CALLI) return EXPR_NONE;
    struct expr_pool *pool = x->sym->pool;
    uint32_t w = 8 * x->p->ptr_bytes;
    expr a = sym_slot(x, in->a, w);
    if (o->kind == OPTION_CALL) return expr_eq(pool, a, expr_const(pool, w, x->p->functions.data[o->code]->address));
    return cdse_elsewhere(cd);
}

/* Narrows the state in execution to cond. */
static bool narrow(struct cdse *cd, expr cond) {
    struct exec *x = cd->x;
    struct expr_pool *pool = x->sym->pool;
    if (!expr_is(cond) || expr_is_true(pool, cond)) return true;
    if (expr_is_false(pool, cond)) return false;
    if (!model_holds(x->now->model, pool, cond)) {
        struct model *m = NULL;
        enum answer answer = solver_check(x->sym->solver, x->now->pc, cond, x->now->model, &m);
        if (answer == ANSWER_UNKNOWN) sym_gap(x, GAP_SOLVER, NULL);
        if (answer != ANSWER_SAT) return false;
        model_release(x->now->model);
        x->now->model = m;
    }
    sym_constrain(x, cond);
    return true;
}

/* Instructions that executing a branch adds to the count. */
static uint32_t counted_by(const struct insn *in) {
    if (in->op == IR_BR || in->op == IR_SWITCH) return in->aux;
    return in->op >= IR_BEQ32 && in->op <= IR_BSGENI ? in->aux & 255 : 0;
}

/* The state in execution takes the option. True: the executor still has to execute the
 * instruction that it stands at. */
static bool take(struct cdse *cd, const struct option *o) {
    struct exec *x = cd->x;
    struct frame *top = x->now->top;
    const struct insn *in = top->pc;
    if (o->kind == OPTION_EDGE) {
        x->instructions += in->op == IR_JMP ? in->aux : counted_by(in);
        top->pc = top->fn->code + o->code;
        return false;
    }
    if (o->kind == OPTION_CALL && in->op == IR_CALLI)
        frame_set(top, in->a, x->p->functions.data[o->code]->address, 0);
    return true;
}

/* Is there another option that could still be taken from this level? */
static bool only_way(const struct cdse *cd, uint32_t i) {
    const struct level *l = &cd->levels.data[i];
    const struct fnode *n = fcfg_node(&cd->g, l->node);
    for (uint32_t o = 0; o < n->noptions; o++)
        if (o != l->option && n->options[o].kind != OPTION_CHECK && !n->options[o].dead) return false;
    return true;
}

/* The states of level i - 1 that can take its option, having taken it. */
static bool follow(struct cdse *cd, uint32_t i, state_list *todo) {
    struct exec *x = cd->x;
    struct level *from = &cd->levels.data[i - 1];
    const struct option *o = &fcfg_node(&cd->g, from->node)->options[from->option];
    bool move = only_way(cd, i - 1), moved = false, skip = false;
    for (uint32_t k = 0; k < from->step->states.len; k++) {
        struct state *st = from->step->states.data[k];
        exec_switch(x, st);
        expr cond = cdse_condition(cd, o);
        moved = move && !expr_is(cond);
        struct state *next = moved ? st : state_fork(x, st);
        exec_switch(x, next);
        bool can = narrow(cd, cond);
        if (can) {
            skip = take(cd, o);
            vec_push(todo, next);
        }
        exec_switch(x, NULL);
        if (!can) state_free(x, next);
    }
    if (moved) vec_clear(&from->step->states);
    return skip;
}

bool cdse_plainly_impossible(struct cdse *cd, uint32_t i, uint32_t option) {
    const struct level *l = &cd->levels.data[i];
    const struct option *o = &fcfg_node(&cd->g, l->node)->options[option];
    if (o->kind != OPTION_EDGE || l->step->multi || l->step->states.len != 1) return false;
    const struct state *st = l->step->states.data[0];
    const struct insn *in = st->top->pc;
    bool fused = in->op >= IR_BEQ32 && in->op <= IR_BSGENI;
    if (in->op == IR_JMP || frame_sym(st->top, in->a)) return false;
    if (fused && (in->op - IR_BEQ32) % 6 < 3 && frame_sym(st->top, in->b)) return false;
    exec_switch(cd->x, l->step->states.data[0]);
    expr cond = cdse_condition(cd, o);
    exec_switch(cd->x, NULL);
    return expr_is(cond) && expr_is_false(cd->x->sym->pool, cond);
}

static struct step *new_step(struct cdse *cd, bool multi, uint32_t constraints) {
    struct step *s = cd->spare.len ? vec_pop(&cd->spare) : MEM_NEW(struct step);
    s->multi = multi;
    s->constraints = constraints;
    s->ended_at = NO_CODE;
    s->ended_unless = EXPR_NONE;
    s->ended_pc = NULL;
    return s;
}

/* Its vectors keep their room for the next one. */
void cdse_free_step(struct cdse *cd, struct step *s) {
    if (!s) return;
    for (uint32_t i = 0; i < s->kids.len; i++) cdse_free_step(cd, s->kids.data[i]);
    for (uint32_t i = 0; i < s->states.len; i++) state_free(cd->x, s->states.data[i]);
    for (uint32_t i = 0; i < s->checks.len; i++) pathcond_release(s->checks.data[i].before);
    pathcond_release(s->ended_pc);
    vec_clear(&s->kids);
    vec_clear(&s->states);
    vec_clear(&s->touches);
    vec_clear(&s->causes);
    vec_clear(&s->checks);
    memo_clear(s);
    vec_push(&cd->spare, s);
}

void cdse_free_spare(struct cdse *cd) {
    for (uint32_t i = 0; i < cd->spare.len; i++) {
        struct step *s = cd->spare.data[i];
        vec_release(&s->kids);
        vec_release(&s->states);
        vec_release(&s->touches);
        vec_release(&s->causes);
        vec_release(&s->checks);
        memo_release(s);
        mem_free(s);
    }
    vec_release(&cd->spare);
}

/* Does more happen on the way out of level i than the graph shows? */
static bool unclear(const struct cdse *cd, uint32_t i) {
    const struct level *l = &cd->levels.data[i];
    const struct fnode *n = fcfg_node(&cd->g, l->node);
    enum option_kind kind = n->options[l->option].kind;
    const struct function *f = cdse_function(cd, i);
    return kind == OPTION_OTHER || (kind == OPTION_CALL && fcfg_copies(f, &f->code[n->last]));
}

/* States at the start of level i's node, and its step. */
static enum outcome arrive(struct cdse *cd, uint32_t i, state_list *todo, bool *skip) {
    struct exec *x = cd->x;
    if (i == 0) {
        for (uint32_t k = 0; k < cd->roots.len; k++) vec_push(todo, state_fork(x, cd->roots.data[k]));
        cd->levels.data[0].step = new_step(cd, cd->roots.len > 1, todo->len ? pathcond_len(todo->data[0]->pc) : 0);
        *skip = false;
        return OUT_FINE;
    }
    const struct step *before = cd->levels.data[i - 1].step;
    bool multi = before->multi || unclear(cd, i - 1);
    uint32_t had = before->states.len ? pathcond_len(before->states.data[0]->pc) : 0;
    *skip = follow(cd, i, todo);
    if (!todo->len) return OUT_CONFLICT;
    struct step *s = new_step(cd, multi, had);
    cd->levels.data[i].step = s;
    if (!cd->chooser) return OUT_FINE;
    s->via = cd->levels.data[i - 1].option;
    vec_push(&cd->levels.data[i - 1].step->kids, s);
    cd->kept++;
    return OUT_FINE;
}

static void cover(struct cdse *cd, uint32_t i, const struct fnode *n) {
    const struct function *f = cdse_function(cd, i);
    if (f->blocks[n->block].first == n->first) covered_block(cd->covered, f, n->first);
}

/* Runs todo on from the last instruction of level i, to see what happens. */
static enum outcome run_on(struct cdse *cd, uint32_t i, state_list *todo, enum probe probe) {
    state_list none = {0};
    struct step over = {.multi = true, .ended_at = NO_CODE};
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
    const struct step *s = cd->levels.data[i].step;
    for (uint32_t k = 0; k < s->states.len; k++) {
        struct state *st = state_fork(cd->x, s->states.data[k]);
        exec_switch(cd->x, st);
        bool can = !elsewhere || narrow(cd, cdse_elsewhere(cd));
        exec_switch(cd->x, NULL);
        if (can)
            vec_push(to, st);
        else
            state_free(cd->x, st);
    }
}

enum outcome cdse_exit(struct cdse *cd, uint32_t i) {
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
    if (!fcfg_copies(f, in)) return OUT_CONFLICT;
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
        struct step *s = cd->levels.data[i].step;
        cd->step = s;
        cd->depth = cd->g.frames.data[n->frame].depth;
        cd->end = n->last;
        cd->last = NO_CODE;
        cd->blamed = i;
        cd->seen = s->constraints;
        cover(cd, i, n);
        if (!run_states(cd, todo, &s->states, skip)) out = OUT_LIMIT;
        for (uint32_t k = 0; k < todo->len; k++) vec_push(&s->states, todo->data[k]);
        cd->step = NULL;
        cd->executed++;
    }
    return out;
}

static void mark_step(struct cdse *cd, const struct step *s) {
    for (uint32_t k = 0; k < s->kids.len; k++) mark_step(cd, s->kids.data[k]);
    for (uint32_t k = 0; k < s->states.len; k++) sym_mark_state(cd->x, s->states.data[k]);
    for (uint32_t k = 0; k < s->checks.len; k++) expr_mark(cd->x->sym->pool, s->checks.data[k].bad);
    if (expr_is(s->ended_unless)) expr_mark(cd->x->sym->pool, s->ended_unless);
}

void cdse_scan(struct expr_pool *pool, void *owner) {
    struct cdse *cd = owner;
    for (uint32_t w = 0; w <= 64; w++)
        for (uint32_t k = 0; k < cd->stand_ins[w].list.len; k++) expr_mark(pool, cd->stand_ins[w].list.data[k]);
    for (uint32_t k = 0; k < cd->roots.len; k++) sym_mark_state(cd->x, cd->roots.data[k]);
    for (uint32_t i = 0; i < cd->levels.len; i++)
        if (cd->levels.data[i].step && (i == 0 || !cd->chooser)) mark_step(cd, cd->levels.data[i].step);
}
