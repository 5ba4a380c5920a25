/* From C files to a program: clang, LLVM, lowering.
 * The only folder that sees LLVM; nothing of it shows in this header. */
#ifndef SHRIKE_FRONT_FRONT_H
#define SHRIKE_FRONT_FRONT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/option.h"
#include "base/str.h"
#include "base/vec.h"

struct context;
struct program;

/* One of our library models, as bitcode. */
struct front_module {
    const char *name;
    const unsigned char *data, *end;
    const char *symbols; /* names that it defines, each followed by a newline */
};

/* What clang made of the C files of an input, by number of the file: a second load of the same
 * input does without clang. Zero: nothing yet. */
struct front_kept {
    VEC(struct str) bitcode; /* empty: none */
};
void front_kept_release(struct front_kept *kept);

/* Errors that need more than the plain code of clang and of the passes. */
struct front_checks {
    bool overflow, index, align; /* instructions of their own */
    bool div, shift, cast;       /* where clang folds constants */
    bool call;                   /* functions without a value (front/flowoff.h) */
};

/* What a call of a function does that nobody defines (front/external.h). */
enum front_external {
    FRONT_EXTERNAL_NONE,  /* the executor decides */
    FRONT_EXTERNAL_PURE,  /* it returns an input */
    FRONT_EXTERNAL_HAVOC, /* ... and writes inputs where its arguments point */
};

struct front_input {
    const char *const *files; /* .c .i .ll .bc, at least one */
    int nfiles;
    const char *const *stubs; /* files like those; what the others define as well does not count */
    int nstubs;
    const char *const *clang_args; /* -I, -D, ... */
    int nclang_args;
    const char *include_dir; /* our own headers; NULL: none */
    bool is32;
    bool simplify;
    struct front_checks checks;
    const char *entry; /* function to start in; NULL: none is needed */
    /* Places that execution is to announce by a call of the built-in
     * __shrike_target(index): FILE:LINE, FILE:FUNCTION, FILE:LABEL, or a name alone. */
    const char *const *targets;
    int ntargets;
    /* Number of the engine built-in with this name, or -1. */
    int (*builtin)(const char *name);
    /* Is a call of this function an error whatever its body does? */
    bool (*is_error)(const char *name);
    enum front_external external;
    bool may_fail; /* allocations (front/mayfail.h) */
    const struct front_module *library64; /* models for LP64 ... */
    int nlibrary64;
    const struct front_module *library32; /* ... and for ILP32 */
    int nlibrary32;
    struct front_kept *kept; /* NULL: clang is run, and nothing kept */
};

/* Compiles, links and lowers. On failure says why on standard error (clang's own
 * diagnostics for C) and returns NULL. */
struct program *front_load(struct context *ctx, const struct front_input *input);

/* Is this a target? Then *file_len characters of it are its file (0: none given). */
bool front_is_target(const char *text, size_t *file_len);

#endif
