/* Exact evaluation for many assignments at once: every node of an expression gets
 * a column with one value for each assignment.
 *
 * It serves two ends: trying out all members of small sets, and checking that a
 * witness really is one. Use: plan one expression, add others, room (for n
 * assignments), fill the variables' columns, run, look at columns.
 */
#ifndef SHRIKE_SOLVER_PARTI_COLUMNS_H
#define SHRIKE_SOLVER_PARTI_COLUMNS_H

#include "base/vec.h"
#include "expr/expr.h"

struct parti;

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
    } *places; /* by node id */
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
static inline uint64_t *columns_at(struct columns *c, uint32_t column) {
    return c->data + (size_t)column * c->len;
}
void columns_run(struct columns *c);

#endif
