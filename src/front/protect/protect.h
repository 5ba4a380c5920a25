/* Makes a module safe for LLVM's passes (decision: no optimisation may exploit
 * undefined behaviour).
 *
 * Whatever could be an error at run time is turned into something that no pass
 * deletes, moves or reasons about:
 *  - loads and stores through anything but a plain local variable are volatile;
 *  - divisions and shifts that may be wrong become calls of shrike.OP.TYPE, which
 *    lowering turns back into instructions;
 *  - with overflow checking, so does signed arithmetic; else it wraps;
 *  - so do conversions of floating-point numbers to integers;
 *  - uninitialised local variables start with the value of a call of
 *    shrike.undef.TYPE(site), so that no undef ever arises from them; passes do not
 *    move these calls, so that they are executed as often as the variable is created;
 *  - the address of any other local variable comes from a call of shrike.expose, and
 *    constants are variables with a mark, because passes take an access for one that
 *    is in bounds;
 *  - where the life of such a variable begins and ends, and where room on the stack is taken and given back, stand
 *    calls of shrike.life.*, as passes drop markers with no access between them;
 *  - unreachable is preceded by a call of shrike.unreachable;
 *  - flags, attributes and metadata that promise the absence of errors go.
 */
#ifndef SHRIKE_FRONT_PROTECT_PROTECT_H
#define SHRIKE_FRONT_PROTECT_PROTECT_H

#include <llvm-c/Core.h>
#include <stdbool.h>

struct front_input;

void protect_module(const struct front_input *input, LLVMModuleRef module);
/* Runs the passes that are sound on a protected module; keep_branches: without if-conversion. NULL, or a message
 * to be freed by LLVMDisposeErrorMessage. */
char *simplify_module(LLVMModuleRef module, bool keep_branches);

/* Calls that do not fit their function, kept from LLVM's passes.
 *
 * Where a pass sees which function a pointer leads to, it makes the call fit: missing
 * arguments become zeros, what cannot be made to fit is deleted, being undefined. */

/* Makes such calls go through a volatile variable. For a module whose variables are values
 * already, so that what may be called is a constant, or a choice of some. */
void callee_hide(LLVMModuleRef module);

#endif
