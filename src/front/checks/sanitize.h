/* What clang knows and its code no longer says: which left shifts are signed, which indexes
 * belong to a declared array, which constants it has folded away. UBSan's instrumentation
 * says it; here it becomes checks of our own.
 *
 * clang writes `if (!fine) __ubsan_handle_X(...)`, which would be a branch, a block and a call
 * to every pass that looks at the program. All that goes: the module is again what clang makes
 * without sanitizers, except for
 *  - signed left shifts, which become calls of shrike.cshl.TYPE (--check=overflow);
 *  - calls of shrike.index.TYPE(index, bound) before indexes of declared arrays, unless the
 *    array is a whole object, which every access is held to anyway (--check=index);
 *  - calls of shrike.OP.TYPE with constant operands where clang has folded an error;
 *  - calls of shrike.align.TYPE(address, mask) before accesses (--check=align), which need no
 *    sanitizer: a load or store says how its address is aligned.
 * `front/lower/intrinsic.c` turns these calls into instructions.
 */
#ifndef SHRIKE_FRONT_CHECKS_SANITIZE_H
#define SHRIKE_FRONT_CHECKS_SANITIZE_H

#include <llvm-c/Core.h>

#include "front/front.h"

/* Adds clang's option for the checks, or nothing. */
void sanitize_option(const struct front_checks *checks, struct str *out);
/* Turns the instrumentation of a module that was compiled so into checks. */
void sanitize_module(const struct front_input *input, LLVMModuleRef module);

#endif
