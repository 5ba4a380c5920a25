/* Why does an option lead nowhere? */
#include <assert.h>

#include "engine/cdse_in.h"
#include "ir/operands.h"

struct reason {
    struct cdse *cd;
    uint32_t level; /* whose option it is */
    vec_u32 literals;
    roots roots;
    bool whole;
};

static uint32_t node_literal(const struct cdse *cd, uint32_t level) {
    return fcfg_node(&cd->g, cd->levels.data[level].node)->literal;
}

static void need_path(struct reason *r) {
    if (r->whole) return;
    r->whole = true;
    cdse_whole_path(r->cd, r->level, &r->literals);
}

static void add_root(struct reason *r, uint32_t level, uint32_t code, bool access) {
    vec_push(&r->roots, (struct root){level, code, access});
}

/* Constraint number `index` of the path condition. */
static void add_constraint(struct reason *r, uint32_t index) {
    const struct cdse *cd = r->cd;
    for (uint32_t j = r->level + 1; j-- > 0;) {
        const struct step *s = cd->levels.data[j].step;
        if (index < s->constraints) continue;
        if (s->multi) {
            need_path(r);
            return;
        }
        for (uint32_t k = 0; k < s->causes.len; k++) {
            if (s->causes.data[k].index != index) continue;
            if (s->causes.data[k].code != NO_CODE) {
                vec_push(&r->literals, node_literal(cd, j));
                add_root(r, j, s->causes.data[k].code, false);
            } else {
                const struct level *from = &cd->levels.data[j - 1];
                const struct fnode *n = fcfg_node(&cd->g, from->node);
                vec_push(&r->literals, n->options[from->option].literal);
                add_root(r, j - 1, n->last, false);
            }
            return;
        }
        need_path(r); /* from an instruction that the tracer did not see */
        return;
    }
}

/* The constraints that contradict cond. */
static void add_core(struct reason *r, struct pathcond *pc, expr cond) {
    vec_u32 core = {0};
    if (solver_core(r->cd->x->sym->solver, pc, cond, true, &core) == ANSWER_UNSAT)
        for (uint32_t i = 0; i < core.len; i++) add_constraint(r, core.data[i]);
    else
        need_path(r);
    vec_release(&core);
}

/* ---- what may be asked about ------------------------------------------------------------------------------- */

/* The state ended in this node. */
static void explain_end(struct reason *r, const struct step *s) {
    const struct function *f = cdse_function(r->cd, r->level);
    const struct insn *in = &f->code[s->ended_at];
    if (in->op == IR_UNREACHABLE || in->op == IR_UNSUPPORTED || in->op == IR_POISON) return;
    if (in->op == IR_CALL) {
        enum callee kind = fcfg_callee(&r->cd->g, in->a);
        if (kind == CALLEE_ERROR || kind == CALLEE_END) return;
        if (kind != CALLEE_ASSUME) {
            need_path(r);
            return;
        }
    }
    if (expr_is(s->ended_unless)) add_core(r, s->ended_pc, s->ended_unless);
    for (uint32_t i = 0; i < s->checks.len; i++)
        if (s->checks.data[i].code == s->ended_at)
            add_core(r, s->checks.data[i].before, expr_not(r->cd->x->sym->pool, s->checks.data[i].bad));
    add_root(r, r->level, s->ended_at, true);
}

/* An instruction was executed without its error. */
static void explain_check(struct reason *r, const struct step *s, uint32_t code) {
    const struct insn *in = &cdse_function(r->cd, r->level)->code[code];
    if (s->ended_at != NO_CODE && code > s->ended_at) {
        explain_end(r, s);
        return;
    }
    if (memuse_is_load(in->op) && check_has(r->cd->x->checks, CHECK_UNINIT)) need_path(r);
    for (uint32_t i = 0; i < s->checks.len; i++)
        if (s->checks.data[i].code == code) add_core(r, s->checks.data[i].before, s->checks.data[i].bad);
    add_root(r, r->level, code, true);
}

/* The only state cannot go that way. */
static void explain_way(struct reason *r, const struct step *s, const struct option *o) {
    struct cdse *cd = r->cd;
    if (!s->states.len) {
        explain_end(r, s);
        return;
    }
    exec_switch(cd->x, s->states.data[0]);
    expr cond = cdse_condition(cd, o);
    exec_switch(cd->x, NULL);
    assert(expr_is(cond));
    if (!expr_is_false(cd->x->sym->pool, cond)) add_core(r, s->states.data[0]->pc, cond);
    add_root(r, r->level, fcfg_node(&cd->g, cd->levels.data[r->level].node)->last, false);
}

static void explain(struct reason *r, const struct option *o) {
    const struct step *s = r->cd->levels.data[r->level].step;
    if (s->multi || o->kind == OPTION_EXIT)
        need_path(r);
    else if (o->kind == OPTION_CHECK)
        explain_check(r, s, o->code);
    else
        explain_way(r, s, o);
    if (!r->whole) cdse_slice(r->cd, &r->roots, &r->literals);
}

struct nogood *cdse_learn(struct cdse *cd, uint32_t i) {
    const struct level *l = &cd->levels.data[i];
    struct option *o = &fcfg_node(&cd->g, l->node)->options[l->option];
    struct reason r = {.cd = cd, .level = i};
    explain(&r, o);
    uint32_t node = node_literal(cd, i), to = 0;
    r.literals.len = nogood_tidy(r.literals.data, r.literals.len);
    /* An option stands for its node. */
    for (uint32_t k = 0; k < r.literals.len; k++)
        if (r.literals.data[k] != node && r.literals.data[k] != o->literal) r.literals.data[to++] = r.literals.data[k];
    r.literals.len = to++;
    vec_push(&r.literals, o->literal);
    struct stats *stats = &cd->x->ctx->stats;
    stats->conflicts++;
    stats->clause_literals += to;
    struct nogood *c = cd->unit;
    if (to == 1)
        o->dead = true;
    else
        c = nogoods_add(&cd->db, r.literals.data, to, 0);
    cdse_tell_clause(cd, i, r.literals.data, to);
    vec_release(&r.literals);
    vec_release(&r.roots);
    return c;
}
