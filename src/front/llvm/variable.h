/* The source variable behind an alloca, as debug information tells. Needs debug
 * information in calls (LLVMSetIsNewDbgInfoFormat(module, 0)). */
#ifndef SHRIKE_FRONT_LLVM_VARIABLE_H
#define SHRIKE_FRONT_LLVM_VARIABLE_H

#include <llvm-c/Core.h>
#include <stdbool.h>

#include "front/llvm/emit.h"

struct str;

/* Appends the function's calls of llvm.dbg.declare. */
void variable_declares(LLVMValueRef fn, value_list *declares);
/* Appends the variable's name, or what else the storage is called; returns the line
 * of its declaration, 0 if there is none. Native replay and engine must agree. */
unsigned variable_describe(const value_list *declares, LLVMValueRef alloca_inst, struct str *name);
/* What a llvm.dbg.declare describes; NULL if it is gone. */
LLVMValueRef variable_declared(LLVMValueRef declare);
/* Operand `i` of a node of debug information, or NULL. */
LLVMMetadataRef variable_operand(LLVMValueRef node, unsigned i);
/* The block (or function) in which the alloca's variable is declared; NULL: it has no declaration. */
LLVMMetadataRef variable_scope(const value_list *declares, LLVMValueRef alloca_inst);
/* The scope around a block; NULL around a function. */
LLVMMetadataRef variable_outer_scope(LLVMContextRef llvm, LLVMMetadataRef scope);
/* Is it `outer`, or in it? */
bool variable_scope_is_in(LLVMContextRef llvm, LLVMMetadataRef scope, LLVMMetadataRef outer);
/* Appends the markers at which the life of the alloca begins. */
void variable_starts(LLVMValueRef alloca_inst, value_list *starts);

#endif
