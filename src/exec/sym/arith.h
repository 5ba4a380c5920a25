/* Expressions for the results of integer instructions, of any width. */
#ifndef SHRIKE_EXEC_SYM_ARITH_H
#define SHRIKE_EXEC_SYM_ARITH_H

#include "exec/sym/sym.h"

/* The integer operators in the order of ir/ops.def (OP_INT). */
enum int_op {
    INT_ADD,
    INT_SUB,
    INT_MUL,
    INT_AND,
    INT_OR,
    INT_XOR,
    INT_SHL,
    INT_LSHR,
    INT_ASHR,
    INT_UDIV,
    INT_SDIV,
    INT_UREM,
    INT_SREM,
    INT_EQ,
    INT_NE,
    INT_ULT,
    INT_ULE,
    INT_UGT,
    INT_UGE,
    INT_SLT,
    INT_SLE,
    INT_SGT,
    INT_SGE,
    INT_CADD,
    INT_CSUB,
    INT_CMUL,
    INT_CSHL,
    INT_CINDEX,
    INT_CBOOL,
    INT_CALIGN
};

/* Result of an operator that cannot fail (comparisons have width 1). */
expr arith_apply(struct expr_pool *pool, enum int_op op, expr a, expr b);
/* With the checks of divisions, shifts and CADD...; false: stopped. */
bool arith_checked(struct exec *x, enum int_op op, expr a, expr b, expr *result);
/* Does a + b, a - b or a * b overflow? */
expr arith_overflow(struct expr_pool *pool, enum ir_overflow op, expr a, expr b);
/* Bit counting, saturation and so on; all of one width. */
expr arith_bitop(struct expr_pool *pool, enum ir_bitop op, expr a, expr b, expr c);

/* ---- wide.c ---- */

/* IR_WIDE and IR_WIDECAST; concrete operands are fine, too. False: stopped. Do not
 * move pc on. */
bool sym_wide(struct exec *x, const struct insn *in);
bool sym_wide_cast(struct exec *x, const struct insn *in);

#endif
