/* Paths proposed by a SAT solver, as in Kite.
 *
 * The flow graph is a formula (rules of section 3.2.1 of the thesis): the first node is
 * true; an option implies its node and its target; a node implies one of its options,
 * errors among them; what cannot precede a property is no option. That is enough for a
 * path from the start to an error to be read off a model, so the rules about ways into a
 * node are left out. An option beyond a bound is false while the bound is assumed: the
 * refutation says which bounds it needs. A learned clause is added as it is.
 *
 * CaDiCaL's C interface knows no preferred decisions. To stay close to the last path its
 * options are assumed up to the conflict; where that is refuted, up to the last option
 * that the refutation needs.
 *
 * Executed steps are kept in a tree, so that a path that comes back executes nothing again.
 */
#include <assert.h>

#include "base/provoke.h"
#include "engine/cdse/sat.h"
#include "engine/cdse/sharing.h"
#include "ir/graph.h"
#include "solver/bitblast/sat.h"

enum { MOST_VARIABLES = 20000000, MOST_KEPT = PROVOKED(100000, 10) };

struct cut_option {
    uint32_t node, option;
};

struct chooser {
    struct sat sat;
    VEC(lit) variables; /* by literal of the graph; 0: none yet */
    lit bounds[64];     /* assumed: the bound of this bit holds; 0: nothing is cut by it */
    VEC(struct cut_option) cuts;
    uint32_t nodes;   /* that have their clauses */
    uint32_t nogoods; /* that are clauses */
    uint64_t told;    /* errors and gaps when options were last looked through */
    bool guide;
};

struct chooser *chooser_new(struct cdse *cd) {
    struct chooser *c = MEM_NEW(struct chooser);
    sat_init(&c->sat, SAT_SPARSE, &cd->x->ctx->limits, MOST_VARIABLES);
    return c;
}

void chooser_free(struct chooser *c) {
    if (!c) return;
    sat_release(&c->sat);
    vec_release(&c->variables);
    vec_release(&c->cuts);
    mem_free(c);
}

static lit variable(struct chooser *c, uint32_t literal) {
    if (literal >= c->variables.len) vec_resize(&c->variables, literal + literal / 2 + 64);
    if (!c->variables.data[literal]) c->variables.data[literal] = sat_new_var(&c->sat);
    return c->variables.data[literal];
}

/* ---- the formula ------------------------------------------------------------------------------------- */

static uint32_t bit_number(uint64_t bit) { return (uint32_t)__builtin_ctzll(bit); }

/* That the bound of this bit holds. */
static lit bound_variable(struct chooser *c, uint32_t bit) {
    if (!c->bounds[bit]) c->bounds[bit] = sat_new_var(&c->sat);
    return c->bounds[bit];
}

static void add_cut(struct chooser *c, const struct option *o) {
    assert(o->cut && !(o->cut & (o->cut - 1)));
    lit bound = bound_variable(c, bit_number(o->cut));
    SAT_ADD(&c->sat, -bound, -variable(c, o->literal));
}

static void add_way(struct cdse *cd, uint32_t node, uint32_t i) {
    struct chooser *c = cd->chooser;
    uint32_t target = fcfg_target(&cd->g, node, i);
    lit o = variable(c, fcfg_node(&cd->g, node)->options[i].literal);
    if (target != NO_NODE) SAT_ADD(&c->sat, -o, variable(c, fcfg_node(&cd->g, target)->literal));
}

static void add_node(struct cdse *cd, uint32_t node) {
    struct chooser *c = cd->chooser;
    fcfg_expand(&cd->g, node);
    sharing_expanded(cd, node);
    struct fnode n = *fcfg_node(&cd->g, node);
    VEC(lit) some = {0};
    lit here = variable(c, n.literal);
    vec_push(&some, -here);
    for (uint32_t i = 0; i < n.noptions; i++) {
        lit o = variable(c, n.options[i].literal);
        SAT_ADD(&c->sat, -o, here);
        if (n.options[i].dead) SAT_ADD(&c->sat, -o);
        vec_push(&some, o);
        if (n.options[i].cut) {
            add_cut(c, &n.options[i]);
            vec_push(&c->cuts, (struct cut_option){node, i});
        } else {
            add_way(cd, node, i);
        }
    }
    sat_add(&c->sat, some.data, some.len);
    vec_release(&some);
}

/* Forbids options whose errors were reported meanwhile. */
static void add_told(struct cdse *cd) {
    struct chooser *c = cd->chooser;
    if (c->told == cd->r->counts.bugs + cd->x->sym->gaps.seen) return;
    c->told = cd->r->counts.bugs + cd->x->sym->gaps.seen;
    for (uint32_t i = 0; i < c->nodes; i++) {
        const struct fnode *n = fcfg_node(&cd->g, i);
        for (uint32_t k = 0; k < n->noptions; k++)
            if (n->options[k].dead) SAT_ADD(&c->sat, -variable(c, n->options[k].literal));
    }
}

/* (Those of others may need bounds: they hold as long as these are assumed.) */
static void add_learned(struct cdse *cd) {
    struct chooser *c = cd->chooser;
    for (; c->nogoods < cd->db.all.len; c->nogoods++) {
        const struct nogood *g = cd->db.all.data[c->nogoods];
        VEC(lit) clause = {0};
        for (uint32_t i = 0; i < g->n; i++) vec_push(&clause, -variable(c, g->literals[i]));
        for (uint32_t b = 0; b < 64; b++)
            if (g->bounds >> b & 1) vec_push(&clause, -bound_variable(c, b));
        sat_add(&c->sat, clause.data, clause.len);
        vec_release(&clause);
    }
}

static void complete(struct cdse *cd) {
    struct chooser *c = cd->chooser;
    if (!c->nodes) SAT_ADD(&c->sat, variable(c, fcfg_node(&cd->g, 0)->literal));
    for (; c->nodes < cd->g.nodes.len && !c->sat.broken; c->nodes++) add_node(cd, c->nodes);
    add_told(cd);
    add_learned(cd);
}

void chooser_raised(struct cdse *cd, uint64_t bounds) {
    struct chooser *c = cd->chooser;
    assert(bounds && !(bounds & FCFG_FINAL) &&
           c->nogoods == cd->db.all.len); /* those with the old bounds are clauses */
    for (uint32_t b = 0; b < 62; b++)
        if (bounds >> b & 1) c->bounds[b] = 0; /* no longer assumed */
    uint32_t to = 0;
    for (uint32_t i = 0; i < c->cuts.len; i++) {
        struct cut_option cut = c->cuts.data[i];
        const struct option *o = &fcfg_node(&cd->g, cut.node)->options[cut.option];
        if (!o->cut) {
            add_way(cd, cut.node, cut.option);
            continue;
        }
        add_cut(c, o);
        c->cuts.data[to++] = cut;
    }
    c->cuts.len = to;
}

void chooser_learned(struct cdse *cd, uint32_t i, uint32_t n) {
    assert(n && cd->levels.data[i].option != NO_OPTION);
    struct chooser *c = cd->chooser;
    const struct level *l = &cd->levels.data[i];
    const struct option *o = &fcfg_node(&cd->g, l->node)->options[l->option];
    if (o->dead) SAT_ADD(&c->sat, -variable(c, o->literal));
    uint32_t branches = 0;
    for (uint32_t k = 0; k <= i; k++) branches += fcfg_node(&cd->g, cd->levels.data[k].node)->noptions > 1;
    c->guide = 100 * (uint64_t)n <= (uint64_t)cd->x->ctx->opt.decide_percent * branches;
}

/* ---- asking ------------------------------------------------------------------------------------------ */

/* Solves with the first `prefix` options of the path assumed. */
static enum answer solve(struct cdse *cd, uint32_t prefix) {
    assert(prefix <= cd->levels.len);
    struct chooser *c = cd->chooser;
    VEC(lit) assumed = {0};
    for (uint32_t b = 0; b < 64; b++)
        if (c->bounds[b]) vec_push(&assumed, c->bounds[b]);
    for (uint32_t i = 0; i < prefix; i++) {
        const struct level *l = &cd->levels.data[i];
        vec_push(&assumed, variable(c, fcfg_node(&cd->g, l->node)->options[l->option].literal));
    }
    enum answer answer = sat_solve(&c->sat, assumed.data, assumed.len, 0);
    vec_release(&assumed);
    cd->x->ctx->stats.sat_decisions++;
    return answer;
}

static enum answer solve_guided(struct cdse *cd) {
    struct chooser *c = cd->chooser;
    uint32_t prefix = cd->levels.len ? cd->levels.len - 1 : 0;
    for (;;) {
        enum answer answer = solve(cd, prefix);
        if (answer != ANSWER_UNSAT || !prefix) return answer;
        uint32_t last = 0;
        for (uint32_t i = 0; i < prefix; i++) {
            const struct level *l = &cd->levels.data[i];
            if (sat_failed(&c->sat, variable(c, fcfg_node(&cd->g, l->node)->options[l->option].literal))) last = i;
        }
        prefix = last;
    }
}

static bool is_taken(struct cdse *cd, const struct option *o) {
    return sat_value(&cd->chooser->sat, variable(cd->chooser, o->literal));
}

/* An option of the node that the model takes, the present one if it is among them. */
static uint32_t find_taken(struct cdse *cd, const struct level *l) {
    const struct fnode *n = fcfg_node(&cd->g, l->node);
    if (l->option != NO_OPTION && is_taken(cd, &n->options[l->option])) return l->option;
    for (uint32_t o = 0; o < n->noptions; o++)
        if (is_taken(cd, &n->options[o])) return o;
    assert(false);
    return 0;
}

/* Takes the option at level i, the last one; a step that was executed before is taken up. */
static void extend(struct cdse *cd, uint32_t i, uint32_t option) {
    assert(i + 1 == cd->levels.len);
    cd->levels.data[i].option = option;
    uint32_t target = fcfg_target(&cd->g, cd->levels.data[i].node, option);
    cdse_push_level(cd, target);
    const struct stage *s = cd->levels.data[i].step;
    for (uint32_t k = 0; s && k < s->kids.len; k++)
        if (s->kids.data[k]->via == option) {
            cd->levels.data[i + 1].step = s->kids.data[k];
            cd->executed = i + 2;
        }
}

/* The path of the model. */
static void read_path(struct cdse *cd) {
    for (uint32_t i = 0;; i++) {
        uint32_t option = find_taken(cd, &cd->levels.data[i]);
        enum option_kind kind = fcfg_node(&cd->g, cd->levels.data[i].node)->options[option].kind;
        bool goal = kind == OPTION_CHECK || kind == OPTION_EXIT;
        if (option != cd->levels.data[i].option || goal)
            while (cd->levels.len > i + 1) cdse_pop_level(cd);
        if (goal) {
            cd->levels.data[i].option = option;
            return;
        }
        if (cd->levels.len == i + 1) extend(cd, i, option);
    }
}

bool chooser_decide(struct cdse *cd, uint64_t *bounds) {
    assert(cd->levels.len);
    struct chooser *c = cd->chooser;
    complete(cd);
    if (cd->kept > MOST_KEPT) cdse_forget_stages(cd);
    bool guide = cd->decide == DECIDE_GUIDE || (cd->decide == DECIDE_LEARN && c->guide);
    enum answer answer = c->sat.broken ? ANSWER_UNKNOWN : guide ? solve_guided(cd) : solve(cd, 0);
    if (answer == ANSWER_SAT) {
        read_path(cd);
        return true;
    }
    *bounds = 0;
    if (answer == ANSWER_UNKNOWN) {
        bool limit = limits_hit(&cd->x->ctx->limits);
        sym_gap(cd->x, GAP_LIMIT,
                limit ? limit_name(cd->x->ctx->limits.hit) : "the flow graph is too large for the SAT solver");
        return false;
    }
    for (uint32_t b = 0; b < 64; b++)
        if (c->bounds[b] && sat_failed(&c->sat, c->bounds[b])) *bounds |= UINT64_C(1) << b;
    return false;
}

void cdse_forget_stages(struct cdse *cd) {
    for (uint32_t i = 0; i < cd->executed; i++) {
        struct stage *s = cd->levels.data[i].step, *next = i + 1 < cd->executed ? cd->levels.data[i + 1].step : NULL;
        for (uint32_t k = 0; k < s->kids.len; k++)
            if (s->kids.data[k] != next) cdse_free_stage(cd, s->kids.data[k]);
        vec_clear(&s->kids);
        if (next) vec_push(&s->kids, next);
    }
    cd->kept = cd->executed;
}
