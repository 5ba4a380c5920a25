/* Building the native program. */
#ifndef SHRIKE_REPLAY_BUILD_H
#define SHRIKE_REPLAY_BUILD_H

#include <stdbool.h>

struct context;
struct front_input;
struct replay_library;
struct str;

enum build_variant {
    BUILD_ADDRESS,  /* ASan and UBSan */
    BUILD_MEMORY,   /* MSan, for uninitialised reads */
    BUILD_TRACE,    /* no sanitizer, blocks are noted */
    BUILD_ORDINARY, /* from here on those of replay/ordinary.h */
    BUILD_GCC = BUILD_ORDINARY,
    BUILD_CLANG,
    BUILD_GCC_PLAIN,
    BUILD_VARIANTS,
};

struct build {
    struct context *ctx;
    const struct front_input *input;
    const struct replay_library *library;
    const char *folder;
};

/* Makes folder/NAME, where NAME is build_name(v); functions (may be NULL) gets the
 * names that the program defines, each with a newline. False after adding a reason. */
bool build_program(const struct build *b, enum build_variant v, struct str *functions, struct str *error);
const char *build_name(enum build_variant v);

#endif
