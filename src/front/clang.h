/* Runs clang on C files. */
#ifndef SHRIKE_FRONT_CLANG_H
#define SHRIKE_FRONT_CLANG_H

#include "front/front.h"

/* Compiles `file` to bitcode in `output`. clang's diagnostics go to standard
 * error; warnings only at log level info. False if it failed.
 * prelude: a header to be read first, and then nothing is said; may be NULL. */
bool clang_compile(struct context *ctx, const struct front_input *input, const char *file,
                   const char *prelude, const char *output);

#endif
