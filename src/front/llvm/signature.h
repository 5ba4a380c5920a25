/* Signatures (ir/signature.h) of functions and calls. */
#ifndef SHRIKE_FRONT_LLVM_SIGNATURE_H
#define SHRIKE_FRONT_LLVM_SIGNATURE_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <stdbool.h>

struct str;

void signature_of_function(LLVMTargetDataRef layout, LLVMValueRef fn, struct str *out);
/* Would the call do harm, as far as the two show it? */
bool signature_call_misfits(LLVMTargetDataRef layout, LLVMValueRef call, LLVMValueRef fn, bool ignored);
void signature_of_call(LLVMTargetDataRef layout, LLVMValueRef call, struct str *out);

#endif
