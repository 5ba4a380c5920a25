/* Results that are infinite or a NaN although all operands are finite (--check=float): division by
 * zero, overflow, 0 / 0, the root of a negative number. Operations, conversions to smaller formats
 * and the functions of math.h that have a domain get a check behind them (__shrike_float, a built-in
 * of the engine and a function of the replay library), which is told what is wrong:
 *
 *     0 nothing   1 division by zero   2 a NaN   3 infinite
 */
#ifndef SHRIKE_FRONT_NOTFINITE_H
#define SHRIKE_FRONT_NOTFINITE_H

#include <llvm-c/Core.h>

void notfinite_mark(LLVMModuleRef module);

#endif
