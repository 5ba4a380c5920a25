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
 * With store buffers (tso, runtime/buffers.c) the models learn what may be held back: a load reads where
 * __shrike_load says, a store stands between __shrike_store and __shrike_stored; both are points. Atomic operations of
 * more than one access, those that are sequentially consistent and write, and fences of that kind wait until the
 * thread's stores are in memory; so do functions of the library that get pointers (said in a premise). Variables whose
 * life ends, and blocks that are freed, take what is held back for them along.
 *
 * Programs that create no thread are left as they are.
 */
#ifndef SHRIKE_FRONT_DEFINE_THREADS_H
#define SHRIKE_FRONT_DEFINE_THREADS_H

#include <llvm-c/Core.h>

struct front_input;

/* Before anything else is done with the module. */
void threads_define(const struct front_input *input, LLVMModuleRef module);

#endif
