/* An operator with its arguments, for the files that have tables of operators. */
#ifndef SHRIKE_SOLVER_SMTLIB_APPLY_H
#define SHRIKE_SOLVER_SMTLIB_APPLY_H

#include "solver/smtlib/script.h"

struct application {
    struct script *sc;
    const struct sexpr *head;  /* the operator, for messages */
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

/* Does the symbol belong to the theory of floating point? */
bool script_is_float(const struct sexpr *e);
/* A sort of it, by a name or as (_ FloatingPoint e p). */
bool script_float_sort(struct script *sc, const struct sexpr *e, struct sort *sort);
/* A constant: a rounding mode's name, (_ NaN e p) and the like, or a real number, which is kept rounded to odd. */
bool script_float_literal(struct script *sc, const struct sexpr *e, struct sorted_term *term);
/* One float, with one NaN. */
expr script_float_same(struct expr_pool *pool, expr a, expr b);
/* What a declared name of the sort stands for: there are five rounding modes. */
expr script_declared(struct script *sc, struct sort sort, expr unknown);
/* The value in words: a float, a rounding mode. */
void script_print_float(struct sort sort, const uint64_t *words, struct str *out);
void script_print_float_sort(struct sort sort, struct str *out);

#endif
