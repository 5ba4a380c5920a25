/* Where C leaves a function of the library several values, and this machine's library takes one of them.
 *
 * - strcmp, memcmp and similar functions promise the sign of what they return (bcmp: whether it is 0). Where the
 *   program looks at more, any value of that sign is tried: a choice, which is a value like those of uninitialised
 *   variables, but not undefined. INT_MIN is left out, and a premise says so.
 * - fmin and fmax of two zeros may give either of them.
 * - A weak compare-exchange may fail though the values are equal. As a loop around it would never end, a premise says
 *   that none does: x86's do not.
 *
 * What the native program shows is its own library's choice, so an error of another one is not confirmed there.
 */
#ifndef SHRIKE_FRONT_PREMISES_CHOICES_H
#define SHRIKE_FRONT_PREMISES_CHOICES_H

#include <llvm-c/Core.h>
#include <stdbool.h>

struct front_input;

/* Where input->open, all that is allowed is tried; else what is not is a premise. */
void choices_mark(const struct front_input *input, LLVMModuleRef module);

/* Which code looks at more of a value than C promises? */

/* What is promised. */
enum promised {
    PROMISED_SIGN,    /* of an int: its sign */
    PROMISED_NONZERO, /* whether it is 0 */
    PROMISED_VALUE,   /* of a float: all but the sign of a zero */
};

/* May the program see more than that of `value`? Followed through local variables, calls and results of functions. */
bool choice_seen(LLVMModuleRef module, LLVMValueRef value, enum promised promised);

#endif
