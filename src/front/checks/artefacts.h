/* What clang writes for itself, and the program does not mean. */
#ifndef SHRIKE_FRONT_CHECKS_ARTEFACTS_H
#define SHRIKE_FRONT_CHECKS_ARTEFACTS_H

#include <llvm-c/Core.h>

/* __builtin_constant_p does not evaluate its operand, but clang writes the evaluation in front of
 * llvm.is.constant, for an optimiser to delete. What nothing else needs would be an error that no
 * compiled program has. */

/* Answers every llvm.is.constant whose operand is computed, with no, and removes the computation. */
void unevaluated_remove(LLVMModuleRef module);

/* Computed gotos. All of a function share one instruction, which clang gives no position. */

/* It gets the position of the first of them, so that engine and native program name the same one. */
void gotos_place(LLVMModuleRef module);

#endif
