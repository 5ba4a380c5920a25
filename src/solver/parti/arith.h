/* Operators on sets: images and, where learning needs them, preimages.
 *
 * All results contain the exact image; their `exact` says whether they are it
 * (see interval.h). Preimage functions give, for a set `want` of wanted results,
 * all operand values within `have` that can give one. `out` is none of the
 * operands. Sets are not empty.
 */
#ifndef SHRIKE_SOLVER_PARTI_ARITH_H
#define SHRIKE_SOLVER_PARTI_ARITH_H

#include "expr/expr.h"
#include "solver/parti/interval.h"

/* ---- images, one operand and constants (arith.c) -------------------------------- */

void mset_not(const struct mset *a, struct mset *out);
void mset_neg(const struct mset *a, struct mset *out);
void mset_add_const(const struct mset *a, uint64_t c, struct mset *out);
void mset_mul_const(const struct mset *a, uint64_t c, struct mset *out);
/* Unsigned, c > 0. */
void mset_div_const(const struct mset *a, uint64_t c, struct mset *out);
void mset_rem_const(const struct mset *a, uint64_t c, struct mset *out);
/* The low `width` bits. */
void mset_truncate(const struct mset *a, uint32_t width, struct mset *out);
void mset_zext(const struct mset *a, uint32_t width, struct mset *out);
void mset_sext(const struct mset *a, uint32_t width, struct mset *out);
void mset_extract(const struct mset *a, uint32_t low, uint32_t width, struct mset *out);

/* ---- images of binary operators (binary.c) --------------------------------------- */

void mset_add(const struct mset *a, const struct mset *b, struct mset *out);
/* op: any of ADD .. ASHR in ops.def. */
void mset_binary(enum expr_op op, const struct mset *a, const struct mset *b, struct mset *out);
/* op: EQ, ULT, ULE, SLT, SLE. */
void mset_compare(enum expr_op op, const struct mset *a, const struct mset *b, struct mset *out);
void mset_concat(const struct mset *high, const struct mset *low, struct mset *out);
/* a op c for all operators of mset_binary. */
void mset_binary_const(enum expr_op op, const struct mset *a, uint64_t c, struct mset *out);

/* ---- preimages (inverse.c) ---------------------------------------------------------- */

/* Values of operand 0 (of `have`) for which some value of `other` as operand 1
 * gives a member of `want`; and the other way round. */
void mset_inverse_left(enum expr_op op, const struct mset *have, const struct mset *other, const struct mset *want,
                       struct mset *out);
void mset_inverse_right(enum expr_op op, const struct mset *other, const struct mset *have, const struct mset *want,
                        struct mset *out);
/* Of extraction of want->width bits from bit `low`. */
void mset_inverse_extract(const struct mset *have, uint32_t low, const struct mset *want, struct mset *out);
void mset_inverse_sext(const struct mset *have, const struct mset *want, struct mset *out);

/* ---- concrete values (concrete.c) ---------------------------------------------------- */

/* Binary operators ADD .. SLE of ops.def on values of `width` bits. */
uint64_t concrete_binary(enum expr_op op, uint32_t width, uint64_t a, uint64_t b);

#endif
