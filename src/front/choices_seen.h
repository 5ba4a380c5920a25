/* Who looks at more of a value than C promises? */
#ifndef SHRIKE_FRONT_CHOICES_SEEN_H
#define SHRIKE_FRONT_CHOICES_SEEN_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* What is promised. */
enum promised {
    PROMISED_SIGN,    /* of an int: its sign */
    PROMISED_NONZERO, /* whether it is 0 */
    PROMISED_VALUE,   /* of a float: all but the sign of a zero */
};

/* May anybody see more than that of `value`? Followed through local variables, calls and results of functions. */
bool choice_seen(LLVMModuleRef module, LLVMValueRef value, enum promised promised);

#endif
