/* Does the address of a local variable get away from direct accesses? */
#ifndef SHRIKE_FRONT_LLVM_ESCAPE_H
#define SHRIKE_FRONT_LLVM_ESCAPE_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <stdbool.h>
#include <stdint.h>

/* True unless every use of the alloca is a load or store of it, or of a part at
 * a constant offset within it, a memory intrinsic of constant length within it,
 * or a lifetime marker. */
bool alloca_escapes(LLVMTargetDataRef layout, LLVMValueRef alloca_inst);
/* The alloca that `pointer` is a constant in-bounds part of, or NULL. */
LLVMValueRef direct_alloca(LLVMTargetDataRef layout, LLVMValueRef pointer);
/* The same with the part's offset in bytes. */
LLVMValueRef direct_alloca_at(LLVMTargetDataRef layout, LLVMValueRef pointer, int64_t *offset);
/* Is it made where execution comes to it, and ends where the stack is set back: an array of variable length (whose
 * length may be a constant), or alloca()? clang's variables are all at the beginning. */
bool alloca_is_dynamic(LLVMValueRef alloca_inst);
/* Is this a call of an intrinsic whose name starts so? */
bool is_intrinsic(LLVMValueRef inst, const char *prefix);

#endif
