#include "engine/interpolate/cover.h"

#include <assert.h>

#include "base/log.h"
#include "base/provoke.h"
#include "cond/demand.h"
#include "cond/step.h"
#include "exec/sym/step.h"
#include "exec/sym/undefined.h"
#include "expr/arith.h"

enum { SHADOW_MOST = PROVOKED(1 << 20, 400) /* instructions that a shadow run follows */ };

static expr value_at_end(void *owner, const struct place *place) { return step_value(owner, place); }

/* Is this how the step must end, for a node that ended so? */
static bool ends_as(enum ending ending, enum step_end end) {
    switch (ending) {
    case END_EXIT: return end == STEP_OVER;
    case END_ASSUME: return end == STEP_ASSUME;
    case END_BOUND: return end == STEP_BOUND;
    case END_FORK:
    case END_POINT:
    case END_COVERED:
    case END_SUBSUMED: return end == STEP_THERE;
    case END_NONE:
    case END_TWIN:
    case END_LATER:
    case END_BAD: break;
    }
    return false;
}

/* Follows the segment once more. True: it came to the same end. */
static bool follow(struct interpolate *ip, struct node *n, struct step *step) {
    assert(n->snapshot->model && state_is_comparable(n->snapshot));
    struct step_until until = {.most = SHADOW_MOST};
    if (ends_as(n->ending, STEP_THERE)) {
        until.pc = n->end_pc;
        until.instructions = n->length;
        until.depth = n->end_depth;
    }
    step_open(ip->x, &ip->places, n->snapshot, n->end_model, &until, step);
    return ends_as(n->ending, step->end);
}

/* Objects needed below that were there at the start. */
static void demand_needs(struct demand *d, const struct fact *f) {
    for (uint32_t i = 0; i < f->needs.len; i++) {
        const struct mem_object *obj = space_find(&d->x->now->space, f->needs.data[i].base);
        if (obj && map_find(&d->x->shadow->born, obj->number)) continue;
        demand_need(d, &f->needs.data[i]);
    }
}

/* The fact of a kid, on its side of the fork. */
static bool demand_kid(struct step *step, struct demand *d, const struct fact *f, expr guard) {
    assert(f);
    uint32_t before = d->guards.len;
    if (expr_is(guard)) vec_push(&d->guards, guard);
    bool ok = demand_fact(d, f, value_at_end, step);
    d->guards.len = before;
    if (ok) demand_needs(d, f);
    return ok;
}

/* When does execution at the end of the segment go to kid i? None: not known. */
static expr guard_of(struct exec *x, const struct node *n, uint32_t i) {
    assert(n->ending == END_FORK && i < n->ways.len);
    const struct insn *in = n->end_pc, *start = n->ways.data[i].start;
    if (in->op == IR_SELECT && start == in) {
        expr cond = sym_slot(x, in->a, 1);
        return n->ways.data[i].side ? cond : expr_not(x->sym->pool, cond);
    }
    uint64_t target = (uint64_t)(start - x->now->top->fn->code);
    return target < x->now->top->fn->ncode ? sym_way(x, (uint32_t)target) : EXPR_NONE;
}

static bool demand_kids(struct step *step, struct node *n, struct demand *d, const struct fact *hypothesis) {
    assert(ends_as(n->ending, step->end));
    struct exec *x = step->x;
    if (n->ending == END_SUBSUMED) return demand_kid(step, d, n->subsumer, EXPR_NONE);
    if (n->ending == END_COVERED) return demand_kid(step, d, hypothesis, EXPR_NONE);
    if (n->ending == END_POINT) return demand_kid(step, d, way_fact(&n->ways.data[0]), EXPR_NONE);
    if (n->ending != END_FORK) return true;
    expr any = expr_false(x->sym->pool);
    for (uint32_t i = 0; i < n->ways.len; i++) {
        expr guard = guard_of(x, n, i);
        if (!expr_is(guard) || !demand_kid(step, d, way_fact(&n->ways.data[i]), guard)) return false;
        any = expr_or(x->sym->pool, any, guard);
    }
    return demand_cond(d, any); /* there is no other way */
}

/* The branch at the end of the segment, which the shadow run did not execute, is a use. */
static bool use_guards(struct exec *x, const struct node *n) {
    x->stop = STOP_NONE;
    for (uint32_t i = 0; n->ending == END_FORK && i < n->ways.len; i++) {
        expr guard = guard_of(x, n, i);
        if (expr_is(guard) && !undefined_use(x, guard, "a branch")) return false;
    }
    return true;
}

/* Demands while the shadow run is at its end; reading memory there may add needs. */
static bool demand_all(struct step *step, struct node *n, struct demand *d, const struct fact *hypothesis) {
    const struct shadow *sh = &step->shadow;
    if (undefined_tracked(step->x) && !use_guards(step->x, n)) return false;
    if (!demand_duties(d, step) || !demand_kids(step, n, d, hypothesis)) return false;
    for (uint32_t i = 0; i < sh->needs.len; i++) demand_need(d, &sh->needs.data[i]);
    for (uint32_t i = 0; i < sh->leads.len; i++)
        if (!demand_lead(d, &sh->leads.data[i])) return false;
    return true;
}

struct fact *pull_back(struct interpolate *ip, struct node *n, const struct fact *hypothesis, const struct fact *old) {
    assert(n->snapshot && n->end_model && !n->run);
    assert(n->ending != END_COVERED || hypothesis);
    struct exec *x = ip->x;
    if (limits_hit(&x->ctx->limits)) return NULL;
    struct step step;
    struct demand d;
    demand_init(&d, x, &ip->places, n->snapshot);
    bool followed = follow(ip, n, &step);
    bool ok = followed && demand_all(&step, n, &d, hypothesis) && (!old || demand_same(&d, old));
    if (!ok)
        log_debug(&x->ctx->log, "no fact: %s at %s", followed ? "condition not expressible" : "path not followed",
                  x->now->top ? program_where(x->p, x->now->top->pc->pos) : "the end");
    step_close(&step);
    x->ctx->stats.facts_failed += !ok;
    thrift_paid(&ip->thrift, sym_ticks(x));
    return demand_finish(&d, ok);
}

/* ---- implication ------------------------------------------------------------------------------------- */

static bool has_need(const struct fact *f, const struct need *need) {
    for (uint32_t i = 0; i < f->needs.len; i++) {
        const struct need *own = &f->needs.data[i];
        if (own->base == need->base && own->size >= need->size && (own->write || !need->write)) return true;
    }
    return false;
}

static bool has_lead(const struct fact *f, const struct lead *lead) {
    for (uint32_t i = 0; i < f->leads.len; i++)
        if (expr_same(f->leads.data[i].pointer, lead->pointer) && f->leads.data[i].addr == lead->addr) return true;
    return false;
}

/* What b says and a does not, literally. */
static expr not_said(struct expr_pool *pool, const cond_list *a, const cond_list *b) {
    expr missing = expr_true(pool);
    for (uint32_t i = 0; i < b->len; i++)
        if (!conds_have(a, b->data[i])) missing = expr_and(pool, missing, b->data[i]);
    return missing;
}

static bool conds_imply(struct interpolate *ip, cond_list *a, expr missing) {
    struct expr_pool *pool = ip->x->sym->pool;
    if (expr_is_true(pool, missing)) return true;
    vec_push(a, expr_not(pool, missing));
    return solver_check_all(ip->x->sym->solver, a->data, a->len, NULL, NULL) == ANSWER_UNSAT;
}

bool fact_implies(struct interpolate *ip, const struct fact *a, const struct fact *b) {
    struct expr_pool *pool = ip->x->sym->pool;
    for (uint32_t i = 0; i < b->needs.len; i++)
        if (!has_need(a, &b->needs.data[i])) return false;
    for (uint32_t i = 0; i < b->leads.len; i++)
        if (!has_lead(a, &b->leads.data[i])) return false;
    cond_list known = {0}, wanted = {0};
    fact_list(pool, a, &known);
    fact_list(pool, b, &wanted);
    bool ok = conds_imply(ip, &known, not_said(pool, &known, &wanted));
    vec_release(&known);
    vec_release(&wanted);
    return ok;
}
