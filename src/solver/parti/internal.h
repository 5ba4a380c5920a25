/* The solver itself: shared by the files of parti/. */
#ifndef SHRIKE_SOLVER_PARTI_INTERNAL_H
#define SHRIKE_SOLVER_PARTI_INTERNAL_H

#include "base/context.h"
#include "solver/parti.h"
#include "solver/parti/columns.h"
#include "solver/parti/domains.h"
#include "solver/parti/view.h"

/* Nodes evaluated for one question at most: what keeps the worst case flat. */
enum { WORK_LIMIT = 2000, MOST_ASSIGNMENTS = 256 };

struct parti {
    struct context *ctx;
    struct expr_pool *pool;
    struct vars vars;
    uint64_t serials;
    struct pending *all_pending;
    struct view base;  /* domains as they are */
    struct view trial; /* with changes */
    struct columns columns;
    vec_u32 touched; /* variables that learning changed, for refining */
    uint32_t most_assignments; /* tried out one by one; tests lower it */
};

#endif
