/* The solver itself: shared by the files of parti/. */
#ifndef SHRIKE_SOLVER_PARTI_INTERNAL_H
#define SHRIKE_SOLVER_PARTI_INTERNAL_H

#include "base/context.h"
#include "solver/parti.h"
#include "solver/parti/columns.h"
#include "solver/parti/domains.h"
#include "solver/parti/small.h"
#include "solver/parti/view.h"

enum {
    WORK_LIMIT = 20000,     /* steps that one question may take: what keeps the worst case flat */
    MOST_NODES = 4000,      /* of one expression */
    MOST_ASSIGNMENTS = 256, /* tried out one by one */
};

struct parti {
    struct context *ctx;
    struct expr_pool *pool;
    struct vars vars;
    uint64_t serials;
    struct pending *all_pending;
    struct view base;  /* domains as they are */
    struct view trial; /* with changes */
    struct columns columns;
    struct small_conds small;
    uint32_t work;   /* steps left for the present question */
    vec_u32 touched; /* variables that learning changed, for refining */
    uint32_t most_assignments, most_work; /* limits, which tests lower */
    uint64_t effort; /* steps of all questions and lessons so far */
};

/* Of a lesson or question. */
static inline void begin_work(struct parti *p) { p->work = p->most_work; }
static inline void end_work(struct parti *p) { p->effort++; }

static inline void spend(struct parti *p, uint32_t steps) {
    p->effort += steps;
    p->work = p->work > steps ? p->work - steps : 0;
}

/* Can so much still be done? If not, nothing more is. */
static inline bool can_spend(struct parti *p, uint32_t steps) {
    if (steps <= p->work) return true;
    p->work = 0;
    return false;
}

#endif
