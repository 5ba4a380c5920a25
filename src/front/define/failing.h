/* --fail: calls of the library fail, as inputs decide; --short-io: they transfer less than asked for.
 *
 * Every call of a function of failing.def whose result the program looks at becomes a call of a function of
 * ours, which asks __shrike_fails before the real one is called (runtime/failing.c in engines, replay/failing.c
 * in native runs, which are built in the same way, so that both count the same calls). If the answer is
 * yes, errno is set and the result is that of a failure. A call whose result is ignored is left alone: what an
 * error of output leaves behind is the stream's error bit, and ferror may fail by itself.
 *
 * A pointer to such a function points to ours; one to a function with variable arguments is left alone.
 */
#ifndef SHRIKE_FRONT_DEFINE_FAILING_H
#define SHRIKE_FRONT_DEFINE_FAILING_H

#include <llvm-c/Core.h>

struct front_input;

/* As input->fail and input->short_io say. */
void failing_define(const struct front_input *input, LLVMModuleRef module);

#endif
