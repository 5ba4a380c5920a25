/* Operations that go wrong without an instruction that says so. */
#ifndef SHRIKE_FRONT_CHECKS_OPERATIONS_H
#define SHRIKE_FRONT_CHECKS_OPERATIONS_H

#include <llvm-c/Core.h>

/* Results that are infinite or a NaN although all operands are finite (--check=float): division by
 * zero, overflow, 0 / 0, the root of a negative number. Operations, conversions to smaller formats
 * and the functions of math.h that have a domain get a check behind them (__shrike_float, a built-in
 * of the engine and a function of the replay library), which gets what is wrong:
 *
 *     0 nothing   1 division by zero   2 a NaN   3 infinite
 */

void notfinite_mark(LLVMModuleRef module);

/* Counts of the leading or trailing zeros of 0, which are not defined: __builtin_clz and
 * similar ones. The call gets a check before it (__shrike_argument, a built-in of the engine and
 * a function of the replay library). */

void zeros_mark(LLVMModuleRef module);

/* Arrays of variable length whose length is not positive (C17 6.7.6.2). Their storage gets a check
 * before it (__shrike_length, a built-in of the engine and a function of the replay library). */

void lengths_mark(LLVMModuleRef module);

#endif
