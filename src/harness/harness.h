/* A harness: C text that calls one function with arbitrary arguments. `shrike harness` writes it for
 * people, --entry compiles it, so that what is verified is what can be read.
 *
 * The text includes the file that defines the function, so static functions and its types are
 * known. Every restriction that it makes is in `assumptions`, and a comment on top of it. */
#ifndef SHRIKE_HARNESS_HARNESS_H
#define SHRIKE_HARNESS_HARNESS_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/vec.h"

struct options;
struct prototype;
struct str;

struct harness_input {
    const char *name, *type; /* C type of its bytes, such as "unsigned int" or "char[]" */
};

struct harness_assumption {
    const char *text;    /* completes "assuming that ..." */
    const char *narrows; /* the verdict's words for the inputs that it leaves; NULL: it leaves none out */
};

struct harness {
    struct arena arena;
    const char *entry; /* the function that it defines */
    VEC(struct harness_assumption) assumptions;
    VEC(struct harness_input) inputs;
};

struct harness_wish {
    const char *function;
    const char *include;       /* as the text names the file */
    const char *entry;         /* what its own function is to be called */
    const struct options *opt; /* --sym-size and its neighbours */
    bool is32;
};

/* Appends the text. False if the function cannot be called, with the reason in *error. Release the
 * harness in any case. */
bool harness_write(const struct harness_wish *wish, const struct prototype *of, struct harness *h, struct str *text,
                   struct str *error);
void harness_release(struct harness *h);

#endif
