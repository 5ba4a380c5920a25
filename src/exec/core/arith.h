/* Arithmetic over concrete values that is too long for the loop. */
#ifndef SHRIKE_EXEC_CORE_ARITH_H
#define SHRIKE_EXEC_CORE_ARITH_H

#include "exec/core/exec.h"

bool exec_wide(struct exec *x, const struct insn *in, uint64_t *regs);
void exec_wide_cast(const struct insn *in, uint64_t *regs);
/* The same for more than 128 bits (big.c). */
bool exec_big(struct exec *x, const struct insn *in, uint64_t *regs);
void exec_big_cast(const struct insn *in, uint64_t *regs);
void exec_float_op(const struct insn *in, uint64_t *regs);
/* False: stopped, because the value does not fit the integer type. */
bool exec_float_cast(struct exec *x, const struct insn *in, uint64_t *regs);
/* Is the value in one of LLVM's floating-point classes (bits of mask)? */
bool exec_float_class(enum ir_float kind, uint32_t mask, const uint64_t *a);
bool exec_float_compare(enum ir_float kind, uint32_t predicate, const uint64_t *a, const uint64_t *b);
uint64_t exec_bitop(enum ir_bitop op, uint32_t width, uint64_t a, uint64_t b, uint64_t c);
/* The result in *value; returns the overflow flag. */
bool exec_overflow(enum ir_overflow op, uint32_t width, uint64_t a, uint64_t b, uint64_t *value);

#endif
