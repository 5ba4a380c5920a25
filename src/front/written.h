/* Global variables that no instruction of the program writes to. */
#ifndef SHRIKE_FRONT_WRITTEN_H
#define SHRIKE_FRONT_WRITTEN_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* May the module of this global variable write to it? False only if all that is done
 * with its address is to add to it, to compare it and to read there. */
bool global_may_be_written(LLVMValueRef global);

#endif
