/* Promises of a declaration that are not looked after: that a local object declared const is
 * not written to, and that what a restrict pointer leads to is accessed through it alone. Memory
 * does not know of them. So a proof says that it rests on them, where the program may break them:
 * a call of __shrike_suppose behind the declaration. */
#ifndef SHRIKE_FRONT_PROMISES_H
#define SHRIKE_FRONT_PROMISES_H

#include <llvm-c/Core.h>

struct front_input;

/* Needs debug information in calls (LLVMSetIsNewDbgInfoFormat(module, 0)). */
void promises_mark(LLVMModuleRef module);
/* A proof about the program rests on this from the start ("assuming that ..."). */
void promises_at_entry(const struct front_input *input, LLVMModuleRef module, const char *what);
/* NaNs whose bits nobody specifies, and that are fixed all the same. */
void promises_of_nans(const struct front_input *input, LLVMModuleRef module);
/* Addresses that are numbers in a union (front/punned.h). */
void promises_of_unions(const struct front_input *input, LLVMModuleRef module);
/* Variables that end with a thread. */
void promises_of_threads(const struct front_input *input, LLVMModuleRef module);
/* Accesses that clang takes to be unaligned on purpose. */
void promises_of_alignment(const struct front_input *input, LLVMModuleRef module);
/* Integers of vectors and complex numbers, which no check of overflow looks at. */
void promises_of_parts(const struct front_input *input, LLVMModuleRef module);
/* What no check looks for in files that were compiled elsewhere. */
void promises_of_bitcode(const struct front_input *input, LLVMModuleRef module);

#endif
