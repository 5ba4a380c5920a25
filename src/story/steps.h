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

struct str;

/* Makes the run, in a program that is to be used for nothing else; appends a line for each
 * assignment, and what ended it. False: it did not end in r's error. */
bool steps_tell(const struct rerun *r, struct str *out);

#endif
