/* An operator with its arguments, for the files that have tables of operators. */
#ifndef SHRIKE_SOLVER_SMTLIB_APPLY_H
#define SHRIKE_SOLVER_SMTLIB_APPLY_H

#include "solver/smtlib/script.h"

struct application {
    struct script *sc;
    const struct sexpr *head; /* the operator, for messages */
    const struct sexpr *index; /* first of its indexes, or NULL */
    const struct sorted_term *args;
    uint32_t n;
    struct sorted_term *result;
};

/* The result; always true. */
static inline bool application_give(struct application *c, expr e, struct sort sort) {
    *c->result = (struct sorted_term){e, sort};
    return true;
}
/* An error; always false. */
bool application_complain(struct application *c, const char *what);
/* Index number i of the operator. */
bool application_index(struct application *c, uint32_t i, uint32_t *value);

/* Operators of the theory of floating point (floats.c). */
bool script_apply_float(struct application *c, const struct sexpr *name);

#endif
