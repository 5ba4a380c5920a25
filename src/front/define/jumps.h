/* Local variables that changed between setjmp and longjmp have no certain value afterwards, unless they are volatile
 * (C17 7.13.2.1p3): compilers keep them in registers, which longjmp sets back, or in memory.
 *
 * Each store to a part of such a variable sets a flag, which is cleared before setjmp is called; behind the call a
 * function of the library (runtime/jump.c) takes the value of what was stored to. For variables whose address goes
 * anywhere it is not known which code stores: a proof says that it rests on their keeping what they got.
 *
 * Needs debug information in calls (LLVMSetIsNewDbgInfoFormat(module, 0)). */
#ifndef SHRIKE_FRONT_DEFINE_JUMPS_H
#define SHRIKE_FRONT_DEFINE_JUMPS_H

#include <llvm-c/Core.h>

void jumps_mark(LLVMModuleRef module);

#endif
