/* Where the values of a failing condition came from: from the line of the error back to the
 * assignments that its variables had in the failing run, and from these to the ones before.
 *
 * Which variables a statement reads is read off the source, from the column of the assignment
 * on; which assignment a variable had last, with its value, is what the run did (story/steps.h).
 */
#ifndef SHRIKE_STORY_FLOW_H
#define SHRIKE_STORY_FLOW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"

struct rerun;
struct source;

/* The value that line `use` reads is the one that line `def` gave it. */
struct flow_arrow {
    const char *use_file, *def_file;
    uint32_t use_line, def_line;
    const char *name, *value; /* "high", "high = -1 (unsigned: 4294967295)" */
};

struct flow {
    struct arena arena;
    VEC(struct flow_arrow) arrows; /* those of the error first */
};

/* Makes the run, in a program that is to be used for nothing else. NULL: it does not end in r's error. */
struct flow *flow_find(const struct rerun *r, struct source *src);
void flow_free(struct flow *f); /* NULL is fine */

#endif
