/* Inline functions. */
#ifndef SHRIKE_FRONT_INLINE_H
#define SHRIKE_FRONT_INLINE_H

#include <llvm-c/Core.h>

#include "front/front.h"

/* Bodies of functions that C says are only there to be inlined (C99's `inline`, GNU's `extern
 * inline`) become definitions that give way to any other one; not those of functions that we
 * implement ourselves. */
void inline_keep(LLVMModuleRef module, const struct front_input *input);
/* Of a module that clang made: removes what it tells optimisers about values, having been told that
 * there are some so that it keeps bodies. */
void inline_remove_claims(LLVMModuleRef module);

#endif
