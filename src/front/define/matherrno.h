/* errno behind functions of math.h, in a program that looks at errno.
 *
 * Behind each call of a function that may set it stands a call of __shrike_math_errno_T (runtime/matherrno.c), which
 * sees result and arguments: so every engine has it as a variable of the library, like rounding modes. Functions
 * that are called through pointers are called by a function of ours.
 */
#ifndef SHRIKE_FRONT_DEFINE_MATHERRNO_H
#define SHRIKE_FRONT_DEFINE_MATHERRNO_H

#include <llvm-c/Core.h>

void matherrno_mark(LLVMModuleRef module);

#endif
