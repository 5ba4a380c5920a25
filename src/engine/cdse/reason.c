/* Why does an option lead nowhere? */
#include <assert.h>

#include "base/provoke.h"
#include "engine/cdse/learn.h"
#include "engine/cdse/sat.h"
#include "engine/cdse/sharing.h"
#include "exec/sym/ticks.h"
#include "expr/arith.h"
#include "ir/operands.h"
#include "solver/path.h"

struct reason {
    struct cdse *cd;
    uint32_t level; /* whose option it is */
    struct reasons *to;
    bool whole;
    bool asked;   /* the solver found a contradiction */
    bool unknown; /* ... with a condition that is not in the list */
};

static uint32_t node_literal(const struct cdse *cd, uint32_t level) {
    return fcfg_node(&cd->g, cd->levels.data[level].node)->literal;
}

static void need_path(struct reason *r) {
    if (r->whole) return;
    r->whole = true;
    cdse_whole_path(r->cd, r->level, &r->to->literals);
}

static void add_root(struct reason *r, uint32_t level, uint32_t code, bool access) {
    vec_push(&r->to->roots, (struct root){level, code, access});
}

/* One of the conditions that contradict one another. */
static void add_condition(struct reason *r, uint32_t level, uint32_t code, uint32_t option, uint32_t literal) {
    assert(level <= r->level &&
           (option == NO_OPTION || option < fcfg_node(&r->cd->g, r->cd->levels.data[level].node)->noptions));
    const struct insn *in = &cdse_function(r->cd, level)->code[code];
    bool assumed = in->op == IR_CALL && fcfg_callee(&r->cd->g, in->a) == CALLEE_ASSUME;
    r->unknown |= option == NO_OPTION && !assumed;
    vec_push(&r->to->conditions, (struct conflicting){level, code, option, literal});
    add_root(r, level, code, false);
}

/* Constraint number `index` of the path condition. */
static void add_constraint(struct reason *r, uint32_t index) {
    assert(r->level < r->cd->executed);
    const struct cdse *cd = r->cd;
    for (uint32_t j = r->level + 1; j-- > 0;) {
        const struct stage *s = cd->levels.data[j].step;
        if (index < s->constraints) continue;
        if (s->multi) {
            need_path(r);
            return;
        }
        for (uint32_t k = 0; k < s->causes.len; k++) {
            if (s->causes.data[k].index != index) continue;
            if (s->causes.data[k].code != NO_CODE) {
                add_condition(r, j, s->causes.data[k].code, NO_OPTION, node_literal(cd, j));
            } else {
                const struct level *from = &cd->levels.data[j - 1];
                const struct fnode *n = fcfg_node(&cd->g, from->node);
                add_condition(r, j - 1, n->last, from->option, n->options[from->option].literal);
            }
            return;
        }
        need_path(r); /* from an instruction that the tracer did not see */
        return;
    }
}

/* Cores and replays are worth a share of the work, not all of it: a query that intervals
 * answer at once may be hard for a back end. */
enum { FREE_TICKS = PROVOKED(10000000, 100), CORE_SHARE = 4, MINIMAL_SHARE = 16 };

static bool may_spend(const struct cdse *cd, uint32_t share) {
    uint64_t all = sym_ticks(cd->x) - cd->begun;
    assert(cd->spent <= all);
    return cd->spent < FREE_TICKS + all / share;
}

static bool shares(const struct symbol_set *symbols, const struct map *known) {
    for (uint32_t i = 0; i < symbols->len; i++)
        if (map_find(known, symbols->ids[i])) return true;
    return false;
}

static void know(const struct symbol_set *symbols, struct map *known) {
    for (uint32_t i = 0; i < symbols->len; i++) map_put(known, symbols->ids[i], 1);
}

/* The constraints that have to do with cond at all. The others are satisfiable by
 * themselves, so these contradict it. */
static void add_related(struct reason *r, struct pathcond *pc, expr cond) {
    struct expr_pool *pool = r->cd->x->sym->pool;
    struct bitset taken = {0};
    struct map known;
    map_init(&known);
    know(expr_symbols(pool, cond), &known);
    uint32_t n = pathcond_len(pc);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < n; i++) {
            const struct symbol_set *symbols = expr_symbols(pool, pathcond_at(pc, i));
            if (bitset_has(&taken, i) || !shares(symbols, &known)) continue;
            know(symbols, &known);
            changed = bitset_add(&taken, i);
        }
    }
    for (uint32_t i = 0; i < n; i++)
        if (bitset_has(&taken, i)) add_constraint(r, i);
    bitset_release(&taken);
    map_release(&known);
}

/* The constraints that contradict cond. */
static void add_core(struct reason *r, struct pathcond *pc, expr cond) {
    struct cdse *cd = r->cd;
    vec_u32 core = {0};
    r->asked = true;
    if (!may_spend(cd, CORE_SHARE)) {
        add_related(r, pc, cond);
        return;
    }
    uint64_t from = sym_ticks(cd->x);
    enum answer answer = solver_core(cd->x->sym->solver, pc, cond, may_spend(cd, MINIMAL_SHARE), &core);
    cd->spent += sym_ticks(cd->x) - from;
    if (answer == ANSWER_UNSAT)
        for (uint32_t i = 0; i < core.len; i++) add_constraint(r, core.data[i]);
    else add_related(r, pc, cond);
    vec_release(&core);
}

/* ---- what may be asked about ------------------------------------------------------------------------- */

/* The state ended in this node. */
static void explain_end(struct reason *r, const struct stage *s) {
    assert(s->ended_at != NO_CODE && !s->multi);
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
    if (expr_is(s->ended_unless)) {
        add_core(r, s->ended_pc, s->ended_unless);
        add_condition(r, r->level, s->ended_at, NO_OPTION, 0);
        return;
    }
    r->unknown = true;
    for (uint32_t i = 0; i < s->checks.len; i++)
        if (s->checks.data[i].code == s->ended_at)
            add_core(r, s->checks.data[i].before, expr_not(r->cd->x->sym->pool, s->checks.data[i].bad));
    add_root(r, r->level, s->ended_at, true);
}

/* A call through a pointer went nowhere but to the user's functions, or to no error. */
static void explain_call(struct reason *r, const struct stage *s) {
    struct cdse *cd = r->cd;
    exec_switch(cd->x, s->states.data[0]);
    expr elsewhere = cdse_elsewhere(cd);
    exec_switch(cd->x, NULL);
    if (expr_is_false(cd->x->sym->pool, elsewhere))
        add_root(r, r->level, fcfg_node(&cd->g, cd->levels.data[r->level].node)->last, false);
    else need_path(r);
}

/* An instruction was executed without its error. */
static void explain_check(struct reason *r, const struct stage *s, uint32_t code) {
    assert(!s->multi);
    const struct insn *in = &cdse_function(r->cd, r->level)->code[code];
    if (s->ended_at != NO_CODE && code > s->ended_at) {
        explain_end(r, s);
        return;
    }
    if (in->op == IR_CALLI && !fcfg_copies(&r->cd->g, cdse_function(r->cd, r->level), in) && s->states.len) {
        explain_call(r, s);
        return;
    }
    bool followed = in->op == IR_CALL && fcfg_callee(&r->cd->g, in->a) == CALLEE_FOLLOWED;
    if (followed || in->op == IR_CALLI) {
        need_path(r);
        return;
    }
    r->unknown = true;
    for (uint32_t i = 0; i < s->checks.len; i++)
        if (s->checks.data[i].code == code) add_core(r, s->checks.data[i].before, s->checks.data[i].bad);
    add_root(r, r->level, code, true);
}

/* The only state cannot go that way. */
static void explain_way(struct reason *r, const struct stage *s, const struct option *o) {
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
    const struct level *l = &cd->levels.data[r->level];
    add_condition(r, r->level, fcfg_node(&cd->g, l->node)->last, l->option, 0);
}

/* ---- guards ------------------------------------------------------------------------------------------ */

enum { HOPE_MOST = 64, HOPE_GAIN = 4, TRY_EVERY = 32, FREE_OPS = 2000, QUERY_OPS = 64, INSTRUCTIONS_PER_OP = 16 };

static uint32_t count_guards(const script_ops *script) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < script->len; i++)
        n += script->data[i].kind == SCRIPT_GUARD_SLOT || script->data[i].kind == SCRIPT_GUARD_BYTES;
    return n;
}

/* A replay costs a query, about as much as executing a node for each of its steps. Where
 * they show nothing, they become rare. */
static bool worth_a_replay(const struct reason *r) {
    struct cdse *cd = r->cd;
    if (!r->asked || r->unknown || r->whole || !may_spend(cd, MINIMAL_SHARE)) return false;
    if (cd->replayed > FREE_OPS + cd->x->instructions / INSTRUCTIONS_PER_OP) return false;
    return cd->hope > 0 || ++cd->skipped % TRY_EVERY == 0;
}

/* Conditions and guards that the conflict needs; all of them if nothing better is known. */
static void add_needed(struct reason *r, const script_ops *script) {
    assert(!r->whole);
    struct cdse *cd = r->cd;
    vec_u32 *all = &r->to->all, *few = &r->to->few;
    vec_clear(all);
    vec_clear(few);
    cdse_all_guards(script, all);
    for (uint32_t i = 0; i < r->to->conditions.len; i++)
        if (r->to->conditions.data[i].literal) vec_push(all, r->to->conditions.data[i].literal);
    all->len = nogoods_tidy(&cd->db, all->data, all->len);
    const vec_u32 *best = all;
    if (count_guards(script)) {
        cd->x->ctx->stats.replays++;
        cd->replayed += script->len + QUERY_OPS;
        uint64_t from = sym_ticks(cd->x);
        bool found = cdse_replay(cd, script, &r->to->conditions, few);
        cd->spent += sym_ticks(cd->x) - from;
        few->len = nogoods_tidy(&cd->db, few->data, few->len);
        bool better = found && few->len < all->len;
        if (better) best = few;
        cd->x->ctx->stats.guards_dropped += all->len - best->len;
        cd->hope += better ? HOPE_GAIN : -1;
        if (cd->hope > HOPE_MOST) cd->hope = HOPE_MOST;
    }
    vec_append(&r->to->literals, best->data, best->len);
}

static void explain(struct reason *r, const struct option *o) {
    const struct stage *s = r->cd->levels.data[r->level].step;
    if (s->multi || o->kind == OPTION_EXIT) need_path(r);
    else if (o->kind == OPTION_CHECK) explain_check(r, s, o->code);
    else explain_way(r, s, o);
    if (r->whole) return;
    cdse_slice(r->cd, &r->to->roots, &r->to->literals, worth_a_replay(r) ? &r->to->script : NULL);
    add_needed(r, &r->to->script);
}

static void clear(struct reasons *to) {
    vec_clear(&to->roots);
    vec_clear(&to->conditions);
    vec_clear(&to->script);
    vec_clear(&to->literals);
}

void cdse_free_reasons(struct cdse *cd) {
    vec_release(&cd->reasons.roots);
    vec_release(&cd->reasons.conditions);
    vec_release(&cd->reasons.script);
    vec_release(&cd->reasons.literals);
    vec_release(&cd->reasons.all);
    vec_release(&cd->reasons.few);
}

/* The clause: what was found, and the option, which stands for its node. */
static void finish_clause(struct cdse *cd, vec_u32 *literals, uint32_t node, uint32_t option) {
    assert(node != option);
    uint32_t to = 0;
    literals->len = nogoods_tidy(&cd->db, literals->data, literals->len);
    for (uint32_t k = 0; k < literals->len; k++)
        if (literals->data[k] != node && literals->data[k] != option) literals->data[to++] = literals->data[k];
    literals->len = to;
    vec_push(literals, option);
}

struct nogood *cdse_learn(struct cdse *cd, uint32_t i) {
    assert(i < cd->executed && cd->levels.data[i].option != NO_OPTION);
    const struct level *l = &cd->levels.data[i];
    struct option *o = &fcfg_node(&cd->g, l->node)->options[l->option];
    struct reason r = {.cd = cd, .level = i, .to = &cd->reasons};
    vec_u32 *literals = &cd->reasons.literals;
    clear(&cd->reasons);
    explain(&r, o);
    finish_clause(cd, literals, node_literal(cd, i), o->literal);
    struct stats *stats = &cd->x->ctx->stats;
    stats->conflicts++;
    stats->clause_literals += literals->len;
    assert(literals->len && vec_last(literals) == o->literal);
    struct nogood *c = cd->unit;
    if (literals->len == 1) o->dead = true;
    else c = nogoods_add(&cd->db, literals->data, literals->len, 0);
    if (cd->chooser) chooser_learned(cd, i, literals->len);
    sharing_learned(cd, literals->data, literals->len, 0, o->kind != OPTION_CHECK && o->kind != OPTION_EXIT);
    cdse_tell_clause(cd, i, literals->data, literals->len);
    return c;
}
