/* Runs clang on C files, several at a time. */
#ifndef SHRIKE_FRONT_CLANG_H
#define SHRIKE_FRONT_CLANG_H

#include <sys/types.h>

#include "base/vec.h"
#include "front/front.h"

/* One file being compiled. The texts are the caller's. */
struct clang_job {
    int number;           /* of the input's file */
    const char *prelude;  /* a header to be read first, and then nothing is said; NULL: none */
    const char *output;   /* bitcode */
    const char *errors;   /* what clang says */
    const char *depends;  /* files that were read, as make wants them; NULL: not wanted */
    pid_t pid;
    VEC(char *) unknown;  /* arguments that clang turned out not to know: left out */
};

enum clang_result { CLANG_DONE, CLANG_FAILED, CLANG_AGAIN };

/* Starts clang. False after a message. */
bool clang_start(struct context *ctx, const struct front_input *input, struct clang_job *job);
/* After the process has ended with this status: clang's diagnostics go to standard error (warnings
 * only at log level info). AGAIN: it is to be started once more, without arguments of gcc's that
 * clang does not know. */
enum clang_result clang_end(struct context *ctx, const struct front_input *input, struct clang_job *job, int status);
void clang_job_release(struct clang_job *job);
/* Adds all that decides what clang makes of a file's content: folder and arguments. */
void clang_describe(struct context *ctx, const struct front_input *input, int number, struct str *out);

#endif
