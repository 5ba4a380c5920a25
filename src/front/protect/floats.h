/* What LLVM would decide about floating point, and must not.
 *
 * Passes fold operations into constants and take them apart by rules of LLVM: x * 1.0 is x, a
 * product that is added is rounded once, 0.0 / 0.0 is the NaN that LLVM likes best. No processor
 * has to agree: which NaN an operation gives is open (expr/float.h), and a rounding mode that the
 * program sets is not known to passes at all. So
 *  - a NaN constant that an instruction uses goes through a call of shrike.nan.TYPE, which in
 *    symbolic runs may be any NaN: what clang has folded into one looks the same as NAN;
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
#ifndef SHRIKE_FRONT_PROTECT_FLOATS_H
#define SHRIKE_FRONT_PROTECT_FLOATS_H

#include <llvm-c/Core.h>
#include <stdbool.h>

struct front_input;

/* Where input->simplify, LLVM's passes will run, so operations are hidden as well. */
void floats_hide(const struct front_input *input, LLVMModuleRef module);
/* Is there a NaN constant whose bits are those that clang gave it? */
bool floats_have_fixed_nans(LLVMModuleRef module);

/* Exceptions of floating point, in programs that look at them.
 *
 * Behind what may raise a flag goes a call of the library (runtime/exceptions.c) that sees operands, result, and the
 * result rounded up and down, and sets flags that are data: they are exact for inputs, too. What C or compilers leave
 * open (comparisons without #pragma STDC FENV_ACCESS, conversions to unsigned words) and functions of the library whose
 * flags are written down nowhere make a flag open; fetestexcept stops with "not supported" if it is asked about one.
 */

bool flags_are_looked_at(LLVMModuleRef module);

/* What an instruction has come to; the builder is behind it. up, down: its result in these modes, where it rounds. */
struct flags_of {
    LLVMValueRef args[3], result, up, down;
};
/* op as floats.c names it (fadd, fptrunc, sqrt). */
void flags_operation(LLVMModuleRef module, LLVMBuilderRef builder, const char *op, const struct flags_of *of);
/* lrint: a, rounded to r, becomes an integer of the type. */
void flags_whole(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef a, LLVMValueRef r, LLVMTypeRef type);
/* A call of the library's function `name`. */
void flags_library_call(LLVMModuleRef module, LLVMBuilderRef builder, const char *name, LLVMValueRef call);
/* strict: FENV_ACCESS is on, and the comparison signals or not, as it says; else compilers differ. */
void flags_compare(LLVMModuleRef module, LLVMBuilderRef b, LLVMRealPredicate predicate, LLVMValueRef x, LLVMValueRef y,
                   bool strict, bool signals);

#endif
