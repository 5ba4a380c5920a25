/* Where a compiler with the user's options may give the program another meaning than the one that is executed:
 *
 *  - options that are not obeyed (dialect.def: -ffast-math, -fopenmp, -Wl,--wrap), and bitcode that was made with
 *    -ffast-math;
 *  - products and sums that a compiler may round once, because the processor that it compiles for can (-mfma,
 *    -march=haswell, __attribute__((target("fma"))));
 *  - float and double in programs of 32 bits: gcc and clang compute in x87's registers, with more places and a
 *    larger range (FLT_EVAL_METHOD 2), unless -msse2 -mfpmath=sse say otherwise. We round each result.
 *
 * A proof names them, and the verdict says so: SAFE (-ffast-math not obeyed), SAFE (SSE arithmetic). */
#ifndef SHRIKE_FRONT_COMPILE_DIALECT_H
#define SHRIKE_FRONT_COMPILE_DIALECT_H

#include <llvm-c/Core.h>

struct front_input;
struct program;

struct dialect;
/* What the program rests on; before any pass. */
struct dialect *dialect_find(const struct front_input *input, LLVMModuleRef module);
void dialect_tell(const struct dialect *found, struct program *p);
void dialect_free(struct dialect *found);

#endif
