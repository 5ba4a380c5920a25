/* The C files of an input as bitcode. */
#ifndef SHRIKE_FRONT_COMPILE_H
#define SHRIKE_FRONT_COMPILE_H

#include "front/cache.h"
#include "front/front.h"

/* Compiles what is not kept, as many files at a time as there are processors. */
struct compiler {
    struct context *ctx;
    const struct front_input *input;
    struct front_kept *kept; /* the bitcode, by number of the file */
    struct bitcode_cache cache;
    struct str folder;  /* for temporary files */
    VEC(bool) fresh;    /* by number: made by clang just now, and not yet in the cache */
};

/* All files that are C. False after a message; compiler_end is to be called either way. */
bool compiler_begin(struct compiler *c, struct context *ctx, const struct front_input *input, struct front_kept *kept);
/* Compiles a file again, this text being in front of it; nothing is said if it does not compile. */
bool compiler_again(struct compiler *c, int number, const struct str *prelude);
/* Its bitcode will not change any more. */
void compiler_settle(struct compiler *c, int number);
void compiler_end(struct compiler *c);

#endif
