/* Expressions as Z3 terms.
 *
 * Expressions of width 1 are Z3's Bool, wider ones bit vectors, arrays arrays (of
 * bit vectors, also for elements of one bit). guard(d, e) is a new constant f
 * with the axiom d => f = e.
 *
 * All terms made are kept, by a reference each, until z3_terms_clear.
 */
#ifndef SHRIKE_SOLVER_Z3_TERMS_H
#define SHRIKE_SOLVER_Z3_TERMS_H

#include <z3.h>

#include "base/map.h"
#include "base/vec.h"
#include "expr/expr.h"

struct z3_terms {
    Z3_context z3;
    struct expr_pool *pool;
    struct map terms; /* id -> Z3_ast */
    VEC(Z3_ast) kept;
    VEC(Z3_ast) axioms; /* of guards; also in kept */
    vec_u32 stack;
    bool failed; /* Z3 reported an error; terms made since are meaningless */
};

void z3_terms_init(struct z3_terms *t, Z3_context z3, struct expr_pool *pool);
void z3_terms_release(struct z3_terms *t);
/* Forgets all terms and axioms. */
void z3_terms_clear(struct z3_terms *t);
/* The term of any expression. Look at t->failed afterwards. */
Z3_ast z3_terms_of(struct z3_terms *t, expr e);
/* The same for scalars, as a bit vector also if it has one bit. */
Z3_ast z3_terms_vector(struct z3_terms *t, expr e);
/* Takes a reference until z3_terms_clear; NULL (an error) sets t->failed. */
Z3_ast z3_terms_keep(struct z3_terms *t, Z3_ast ast);

/* ---- shared with z3_floats.c ------------------------------------------------------------- */

/* The term of an expression that has one; that of an operand, as a bit vector. */
Z3_ast z3_terms_found(const struct z3_terms *t, expr e);
Z3_ast z3_terms_vector_of_kid(struct z3_terms *t, expr e, int i);
/* Is the operator's term that of its circuit? Else it is z3_floats_term's, whose operands have
 * terms. */
bool z3_floats_by_circuit(const struct z3_terms *t, expr e);
Z3_ast z3_floats_term(struct z3_terms *t, expr e);

#endif
