/* Ordinary builds: the user's files as gcc and clang compile them with the user's own options, without sanitizers.
 * They show what a build for sanitizers hides, because it does not optimise and keeps to what the engine executes: a
 * variable that longjmp leaves without a value, what options allow (-ffast-math) or compilers choose. */
#ifndef SHRIKE_REPLAY_ORDINARY_H
#define SHRIKE_REPLAY_ORDINARY_H

#include <stdbool.h>

#include "replay/build.h"

/* "gcc -O2" */
const char *ordinary_words(enum build_variant v);
/* Makes `program` out of the sources and the replay library. False after adding a reason: not all files are C, a
 * function is to be replaced, or the compiler refuses. */
bool ordinary_build(const struct build *b, enum build_variant v, const char *library, const char *program,
                    struct str *error);

#endif
