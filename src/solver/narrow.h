/* Ranges of floats made narrower, forward through operators and back from what is asked.
 *
 * Every node of a question has a set of words it may be (solver/halves.h). Operators are applied
 * to the sets of their operands, and undone from the set of their result, until nothing changes
 * or it has been tried often enough. If a set becomes empty, the question has no answer; if an
 * end or the middle of all inputs' sets answers it, that is a model. No search; any number of
 * inputs. What remains are sets that a search may start from.
 */
#ifndef SHRIKE_SOLVER_NARROW_H
#define SHRIKE_SOLVER_NARROW_H

#include "base/vec.h"
#include "solver/halves.h"
#include "solver/solver.h"

struct narrow;

struct narrow *narrow_new(struct expr_pool *pool);
void narrow_free(struct narrow *n);

/* ANSWER_UNKNOWN where ranges do not decide, or there is no float in it. model may be NULL; core, if
 * there is one, gets the indices of constraints that are no answer together. */
enum answer narrow_check(struct narrow *n, const expr *constraints, uint32_t count, struct model **model,
                         vec_u32 *core);
/* After ANSWER_UNKNOWN: has the symbol a set? */
bool narrow_knows(const struct narrow *n, expr sym);
/* A set that holds the values of the symbol, which has at most 64 bits, as bits. */
struct halves narrow_symbol(const struct narrow *n, expr sym);
/* Nodes looked at since the beginning: effort. */
uint64_t narrow_work(const struct narrow *n);

/* Constraints that bound one node by constants, whatever they are made of.
 *
 * A comparison of an input with a constant is a choice among ranges of bits (expr/build_float.c):
 * positive numbers up to it, or negative ones. Looked at part by part such a choice says nothing;
 * as a whole it is a range on each side.
 */

struct narrow_bound {
    expr of;           /* the node, of at most 64 bits */
    struct halves set; /* its values, as bits: the least set of this form */
};

/* False: it is about more than one node, or in another way. */
bool narrow_bound(struct expr_pool *pool, expr e, struct narrow_bound *out);

#endif
