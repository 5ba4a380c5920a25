/* May anything keep the address of a local variable beyond the variable's block? */
#ifndef SHRIKE_FRONT_KEPT_H
#define SHRIKE_FRONT_KEPT_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <stdbool.h>

#include "front/variable.h"

/* False only if every copy of the address lies in a variable of the block `scope` (or one
 * in it) or of a function that is called from there, and is gone when that is left. */
bool kept_address(LLVMTargetDataRef layout, const value_list *declares, LLVMValueRef alloca_inst, LLVMMetadataRef scope);

#endif
