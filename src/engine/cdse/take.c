/* Options: when they are possible, and states that take them. */
#include <assert.h>

#include "engine/cdse/inside.h"
#include "exec/sym/step.h"
#include "expr/arith.h"
#include "expr/relate.h"
#include "ir/operands.h"

expr cdse_elsewhere(struct cdse *cd) {
    assert(cd->x->now->top->pc->op == IR_CALLI);
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

bool cdse_narrow(struct cdse *cd, expr cond) {
    assert(cd->x->now && cd->x->now->model);
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

/* The state in execution takes the option. True: the executor still has to execute the
 * instruction that it stands at. */
static bool take(struct cdse *cd, const struct option *o) {
    assert(o->kind != OPTION_CHECK && o->kind != OPTION_EXIT); /* goals are no steps */
    struct exec *x = cd->x;
    struct frame *top = x->now->top;
    const struct insn *in = top->pc;
    if (o->kind == OPTION_EDGE) {
        x->instructions += in->op == IR_JMP ? in->aux : ir_branch_counts(in);
        top->pc = top->fn->code + o->code;
        return false;
    }
    if (o->kind == OPTION_CALL && in->op == IR_CALLI) frame_set(top, in->a, x->p->functions.data[o->code]->address, 0);
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

bool cdse_follow(struct cdse *cd, uint32_t i, state_list *todo) {
    assert(i && cd->levels.data[i - 1].step && !todo->len);
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
        bool can = cdse_narrow(cd, cond);
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
    assert(i + 1 == cd->executed);
    const struct level *l = &cd->levels.data[i];
    const struct option *o = &fcfg_node(&cd->g, l->node)->options[option];
    if (o->kind != OPTION_EDGE || l->step->multi || l->step->states.len != 1) return false;
    const struct state *st = l->step->states.data[0];
    const struct insn *in = st->top->pc;
    bool fused = ir_is_fused_branch(in->op);
    if (in->op == IR_JMP || frame_sym(st->top, in->a)) return false;
    if (fused && ir_fused_branch_reads_b(in->op) && frame_sym(st->top, in->b)) return false;
    exec_switch(cd->x, l->step->states.data[0]);
    expr cond = cdse_condition(cd, o);
    exec_switch(cd->x, NULL);
    return expr_is(cond) && expr_is_false(cd->x->sym->pool, cond);
}
