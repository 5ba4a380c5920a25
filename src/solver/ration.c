/* What PARTI may spend.
 *
 * It lives on rations: a small share of the work that the back ends do, and what they
 * would have done where it answered in their stead. So it may search a lot where that
 * pays, and costs next to nothing where it does not. All is counted in steps, not in
 * seconds, so that a run can be repeated.
 */
#include "solver/chain.h"
#include "solver/parti.h"

enum {
    FIRST_STEPS = 100,      /* before anything was earned */
    FIRST_QUERY_COST = 100, /* steps that a query of a back end takes, before any was asked */
    SHARE = 40,             /* one part in so many of the back ends' work is for PARTI */
    DOUBT_FREE = 3,         /* doubts without consequences */
    DOUBT_MOST = 12,
};

void ration_init(struct ration *r) { *r = (struct ration){.steps = FIRST_STEPS, .query_cost = FIRST_QUERY_COST}; }

void ration_earn(struct ration *r, uint64_t steps) {
    r->steps += (int64_t)(steps < RATION_MOST ? steps : RATION_MOST);
    if (r->steps > RATION_MOST) r->steps = RATION_MOST;
}

void ration_earn_share(struct solver *s) {
    struct ration *r = &s->ration;
    uint64_t effort = (s->bitblast ? s->bitblast->effort : 0) + (s->z3 ? s->z3->effort : 0);
    uint64_t steps = (effort - r->effort) / (PARTI_STEP_NS / EFFORT_NS);
    if (!steps) return;
    r->effort = effort;
    r->query_cost += steps / 8;
    r->query_cost -= r->query_cost / 8;
    ration_earn(r, steps / SHARE);
}

uint64_t ration_open(struct solver *s, int64_t most) {
    int64_t steps = s->ration.steps < most ? s->ration.steps : most;
    parti_limit(s->parti, steps > 0 ? (uint32_t)steps : 0);
    return parti_effort(s->parti);
}

void ration_pay(struct solver *s, uint64_t before) { s->ration.steps -= (int64_t)(parti_effort(s->parti) - before); }

/* ---- doubt ---------------------------------------------------------------------- */

struct doubt *ration_doubt(struct solver *s, expr cond, bool quick) {
    uint32_t n = expr_symbols(s->pool, cond)->len;
    uint32_t size = n < 4 ? n : n < 8 ? 4 : n < 16 ? 5 : n < 32 ? 6 : 7;
    return &s->ration.doubts[quick][expr_op(s->pool, cond) % 4 * 8 + size];
}

bool doubt_passes(struct doubt *d) {
    if (!d->wait) return true;
    d->wait--;
    return false;
}

void doubt_learn(struct doubt *d, bool answered) {
    if (answered) d->level /= 2;
    else if (d->level < DOUBT_MOST) d->level++;
    d->wait = d->level > DOUBT_FREE ? 1u << (d->level - DOUBT_FREE) : 0;
}
