/* What LLVM would decide about floating point, and must not.
 *
 * Passes fold operations into constants and take them apart by rules of LLVM: x * 1.0 is x, a
 * product that is added is rounded once, 0.0 / 0.0 is the NaN that LLVM likes best. No processor
 * has to agree: which NaN an operation gives is open (expr/float.h), and a rounding mode that the
 * program sets is not known to passes at all. So
 *  - a NaN constant that an instruction uses goes through a call of shrike.nan.TYPE, which in
 *    symbolic runs may be any NaN; nobody can tell NAN from what clang has folded into it;
 *  - operations, conversions between formats and LLVM's floating-point intrinsics become calls of
 *    shrike.OP.TYPE and shrike.llvm.NAME, which lowering turns back. Passes may still merge, move
 *    and delete these calls, unless the program looks at rounding modes or exceptions.
 * Where rounding modes are set, an operation is chosen by the mode, which is a variable of the
 * library (runtime/fenv.c): a select among the same operation in all modes. Functions whose result
 * is rounded and that have no such form stop with "not supported" in another mode than to nearest.
 * What only changes bits (negation, absolute value, sign) and comparisons are left alone. A NaN in
 * the initialiser of a global, and in a vector that is a constant, has the bits that clang gave it, which
 * proofs list as an assumption.
 */
#ifndef SHRIKE_FRONT_FLOATS_H
#define SHRIKE_FRONT_FLOATS_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* operations: passes will run, so these are hidden as well. */
void floats_hide(LLVMModuleRef module, bool operations);
/* Is there a NaN constant whose bits are those that clang gave it? */
bool floats_have_fixed_nans(LLVMModuleRef module);

#endif
