/* Small pieces of code that passes put into a module. */
#ifndef SHRIKE_FRONT_LLVM_EMIT_H
#define SHRIKE_FRONT_LLVM_EMIT_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/vec.h"

struct front_input;

typedef VEC(LLVMValueRef) value_list;

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
/* A path that gets to the instruction rests on this ("assuming that ..."), at its place. */
void emit_suppose(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef before, const char *what);
/* The same where the builder is, with its position. */
void emit_suppose_here(LLVMModuleRef module, LLVMBuilderRef builder, const char *what);
/* A proof about the program rests on this from the start. */
void emit_suppose_at_entry(const struct front_input *input, LLVMModuleRef module, const char *what);
/* Calls `mark` for all instructions that are `wanted`, once they are all found: it may add code around them. */
void emit_mark_all(LLVMModuleRef module, bool (*wanted)(LLVMValueRef inst),
                   void (*mark)(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef inst));
/* f, d or l: float, double, long double of x87. 0: another type. */
char format_letter(LLVMTypeRef type);
/* Does the name stand in the list, by itself or with f or l behind it? */
bool format_lists(const char *const *names, size_t n, const char *name);
#define FORMAT_LISTS(names, name) format_lists(names, sizeof(names) / sizeof *(names), name)

#endif
