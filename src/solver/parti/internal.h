/* The solver itself: shared by the files of parti/. */
#ifndef SHRIKE_SOLVER_PARTI_INTERNAL_H
#define SHRIKE_SOLVER_PARTI_INTERNAL_H

#include "base/context.h"
#include "base/vec.h"
#include "expr/expr.h"
#include "solver/parti.h"
#include "solver/parti/domains.h"
#include "solver/parti/view.h"

struct parti;

/* Exact evaluation for many assignments at once: every node of an expression gets
 * a column with one value for each assignment.
 *
 * It serves two ends: trying out all members of small sets, and checking that a
 * witness really is one. Use: plan one expression, add others, room (for n
 * assignments), fill the variables' columns, run, look at columns.
 */

enum { COLUMN_NONE = UINT32_MAX };

struct column_node {
    uint16_t op;
    uint16_t width;
    uint32_t kids[3]; /* columns */
    uint32_t var;     /* of leaves */
    uint64_t aux;
    expr array; /* of a READ: its table */
};

struct column_var {
    uint32_t var;
    uint32_t column;
};

struct columns {
    struct parti *p;
    VEC(struct column_node) nodes;
    VEC(struct column_var) vars;
    VEC(uint32_t) stack;
    struct column_place {
        uint32_t stamp, column;
    } * places; /* by node id */
    uint32_t places_len;
    uint32_t stamp;
    uint32_t first; /* the expression planned first, if nothing was added after it */
    uint32_t epoch; /* of the pool, then */
    uint32_t len;   /* assignments */
    uint64_t *data;
    size_t data_len;
};

void columns_init(struct columns *c, struct parti *p);
void columns_release(struct columns *c);
/* Starts over with e. Free of charge if e was planned last and alone. */
uint32_t columns_plan(struct columns *c, expr e, uint32_t most);
/* Adds e to the plan and returns its column; COLUMN_NONE if it has operators that cannot be
 * evaluated this way (words over 64 bits, stores, guards, unknown indexes of
 * unknown arrays) or the plan would exceed `most` nodes. */
uint32_t columns_add(struct columns *c, expr e, uint32_t most);
void columns_room(struct columns *c, uint32_t n);
static inline uint64_t *columns_at(struct columns *c, uint32_t column) { return c->data + (size_t)column * c->len; }
void columns_run(struct columns *c);

/* Conditions over one variable of at most 8 bits: for which of its values they hold is
 * found once, by trying all, and kept. Then learning and deciding take no walk. */

enum { SMALL_WIDTH = 8, SMALL_WORDS = 4, SMALL_SLOTS = 1 << 10 };

struct small_cond {
    uint32_t id, epoch;        /* of the condition; id 0: empty */
    uint32_t var;              /* NO_VAR: it is none of these */
    uint64_t yes[SMALL_WORDS]; /* bit v: it holds for v */
};

struct small_conds {
    struct small_cond slots[SMALL_SLOTS]; /* by id; the newer displaces the older */
};

/* NULL if e is no such condition; valid until the next call. */
const struct small_cond *small_find(struct parti *p, expr e);
/* A member of set, which knows no bits, for which c is `truth`. */
bool small_member(const struct small_cond *c, bool truth, const struct mset *set, uint64_t *out);
/* The members of set, which knows no bits, for which c is `truth`. False if these are
 * too many intervals. */
bool small_narrow(const struct small_cond *c, bool truth, const struct mset *set, struct mset *out);

/* ---- the solver ---- */

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
    uint32_t work;                        /* steps left for the present question */
    vec_u32 touched;                      /* variables that learning changed, for refining */
    uint32_t most_assignments, most_work; /* limits, which tests lower */
    uint64_t effort;                      /* steps of all questions and lessons so far */
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
