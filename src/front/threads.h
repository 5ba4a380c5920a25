/* Programs with threads: where another thread may come in between.
 *
 * In a program that creates threads, every operation that others may see is preceded by a call of
 *
 *     __shrike_point(address, size, kind)
 *
 * loads, stores and atomic operations of anything but local variables whose address stays in their function, copies,
 * and calls of library functions, which are one step and may touch anything. Nothing else is a place where threads
 * take turns. Engines and native runs have the calls in the same places, since both come from this module, and count
 * them: a schedule is a list of such numbers (exec/core/threads.h). Functions of threads.def get their other models.
 *
 * __VERIFIER_atomic_begin and _end, and the bodies of functions whose name begins with __VERIFIER_atomic_, become
 * __shrike_atomic_begin and _end.
 *
 * Programs that create no thread are left as they are.
 */
#ifndef SHRIKE_FRONT_THREADS_H
#define SHRIKE_FRONT_THREADS_H

#include <llvm-c/Core.h>

/* Before anything else is done with the module. */
void threads_define(LLVMModuleRef module);

#endif
