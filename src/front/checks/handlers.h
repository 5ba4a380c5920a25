/* Bitcode that was built with -fsanitize=undefined calls a handler where it finds something
 * undefined. The call becomes one of __shrike_undefined(kind, text), a built-in of the engine and a
 * function of the replay library, which is an error of the kind that the handler stands for. */
#ifndef SHRIKE_FRONT_CHECKS_HANDLERS_H
#define SHRIKE_FRONT_CHECKS_HANDLERS_H

#include <llvm-c/Core.h>

void handlers_replace(LLVMModuleRef module);

#endif
