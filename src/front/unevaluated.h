/* __builtin_constant_p does not evaluate its operand, but clang writes the evaluation in front of
 * llvm.is.constant, for an optimiser to delete. What nothing else needs would be an error that no
 * compiled program has. */
#ifndef SHRIKE_FRONT_UNEVALUATED_H
#define SHRIKE_FRONT_UNEVALUATED_H

#include <llvm-c/Core.h>

/* Answers every llvm.is.constant whose operand is computed, with no, and removes the computation. */
void unevaluated_remove(LLVMModuleRef module);

#endif
