/* Small pieces of code that passes put into a module. */
#ifndef SHRIKE_FRONT_EMIT_H
#define SHRIKE_FRONT_EMIT_H

#include <llvm-c/Core.h>
#include <stdbool.h>

enum { EMIT_ARGS = 8 }; /* at most, of a call */

/* The function of that name, declared if there is none. */
LLVMValueRef emit_function(LLVMModuleRef module, const char *name, LLVMTypeRef type);
/* A call of it, where the builder is; the arguments say what it takes. */
LLVMValueRef emit_call(LLVMModuleRef module, LLVMBuilderRef builder, const char *name, LLVMTypeRef result,
                       LLVMValueRef *args, unsigned n);
/* A pass of this name goes through a module once, though bitcode that was made of it may be loaded again
 * (--trace-paths): true the first time. */
bool emit_first_time(LLVMModuleRef module, const char *pass);
/* The address of a constant string. */
LLVMValueRef emit_text(LLVMModuleRef module, const char *text);
/* Who gets to the instruction rests on this ("assuming that ..."), at its place. */
void emit_suppose(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef before, const char *what);
/* Calls `mark` for all instructions that are `wanted`, once they are all found: it may add code around them. */
void emit_mark_all(LLVMModuleRef module, bool (*wanted)(LLVMValueRef inst),
                   void (*mark)(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef inst));

#endif
