/* What clang's warnings tell and its code does not: constants that overflow where it emits none, expressions
 * that change a variable twice, or change and read it, without an order between (i = i++), pointers that are compared
 * with string literals, which clang may fold, and variables that are read before they have a value. The function that such an expression lies in begins with a premise; about
 * constants:
 *
 * The initialiser of a local array or struct that is constant as a whole becomes data, and what
 * overflowed on the way, which UBSan's instrumentation would tell anywhere else (front/sanitize.h), is
 * gone. clang warns about it. So the warnings are read; where no check of the module has their place, the
 * function that they lie in begins with a call of shrike.unsupported.TEXT, which lowering makes an
 * instruction that is not supported. The call is part of the bitcode, and goes wherever that goes.
 *
 * Not warned about, and so not seen: a cast that is written down, as in (int)1e30, or INT_MIN / -1 in such an initialiser;
 * whatever a #pragma or a system header silences. Behind the last line that a function executes lies what is outside of
 * functions, and computed by nobody. A constant in code that clang leaves out is laid to its function: not supported without
 * need.
 */
#ifndef SHRIKE_FRONT_FOLDED_H
#define SHRIKE_FRONT_FOLDED_H

#include <stdbool.h>

#include "base/str.h"
#include "front/front.h"

/* Names of the functions that stand for what cannot be executed begin so, behind PROTECT_PREFIX. */
#define FOLDED_NAME "unsupported."

/* clang's options for the warnings that tell; no others, and none is an error. */
#define FOLDED_WARNINGS \
    "-Wno-everything", "-Wno-error", "-Winteger-overflow", "-Wno-error=integer-overflow", "-Wshift-count-overflow", \
    "-Wno-error=shift-count-overflow", "-Wshift-count-negative", "-Wno-error=shift-count-negative", "-Wshift-overflow", \
    "-Wno-error=shift-overflow", "-Wshift-sign-overflow", "-Wno-error=shift-sign-overflow", "-Wliteral-conversion", \
    "-Wno-error=literal-conversion", "-Wunsequenced", "-Wno-error=unsequenced", "-Wstring-compare", "-Wno-error=string-compare", \
    "-Wuninitialized", "-Wno-error=uninitialized", "-Wsometimes-uninitialized", "-Wno-error=sometimes-uninitialized", \
    "-Wconditional-uninitialized", "-Wno-error=conditional-uninitialized"

/* Marks the functions of a module, as clang made it, that clang's warnings are about; most often there is none,
 * and nothing changes. False: the bitcode cannot be read. */
bool folded_mark(const char *said, const struct front_checks *checks, struct str *bitcode);

#endif
