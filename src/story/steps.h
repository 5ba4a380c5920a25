/* The way to an error as a user reads it: every assignment to a variable of the source,
 * with its line and value.
 *
 * The test is run once more, on one path (exec/decide/follow.h), in a program that was not
 * simplified: there every variable is in memory, under its name, and an assignment is a
 * store.
 */
#ifndef SHRIKE_STORY_STEPS_H
#define SHRIKE_STORY_STEPS_H

#include "story/rerun.h"

struct exec;
struct str;

/* An assignment to a variable of the source, while the run stands behind it. */
struct assigned {
    const char *name;     /* of the object */
    const char *function; /* that assigns */
    uint32_t pos;         /* in the program that runs */
    uint32_t declared;    /* where the object was made; 0: unknown */
    uint64_t offset;      /* into the object of `object_size` bytes */
    uint64_t object_size;
    uint64_t value; /* its first 8 bytes */
    uint32_t size;
};

/* Makes the run, in a program that is to be used for nothing else, and calls `each` for each assignment and for the
 * error at the end (a is NULL). False: the run did not end in r's error. */
bool steps_watch(const struct rerun *r, void (*each)(void *owner, struct exec *x, const struct assigned *a),
                 void *owner);
/* "a[3] = -1 (unsigned: ...)", to be called from `each`. */
void steps_say(struct exec *x, const struct assigned *a, struct str *out);
/* Makes the run, in a program that is to be used for nothing else; appends a line for each
 * assignment, and what ended it. False: it did not end in r's error. */
bool steps_tell(const struct rerun *r, struct str *out);

#endif
