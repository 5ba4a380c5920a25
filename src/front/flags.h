/* Exceptions of floating point, in programs that look at them.
 *
 * Behind what may raise a flag goes a call of the library (runtime/exceptions.c) that sees operands, result, and the
 * result rounded up and down, and sets flags that are data: they are exact for inputs, too. What C or compilers leave
 * open (comparisons without #pragma STDC FENV_ACCESS, conversions to unsigned words) and functions of the library whose
 * flags nobody has written down make a flag open; fetestexcept stops with "not supported" if it is asked about one.
 */
#ifndef SHRIKE_FRONT_FLAGS_H
#define SHRIKE_FRONT_FLAGS_H

#include <llvm-c/Core.h>
#include <stdbool.h>

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
