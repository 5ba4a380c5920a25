/* The way to an error as a user reads it: every assignment to a variable of the source,
 * with its line and value.
 *
 * The test is run once more, on one path (exec/concolic.h), in a program that was not
 * simplified: there every variable is in memory, under its name, and an assignment is a
 * store.
 */
#ifndef SHRIKE_REPORT_STEPS_H
#define SHRIKE_REPORT_STEPS_H

#include "exec/check.h"
#include "report/test.h"

struct context;
struct program;
struct str;

/* Runs the test in p, which is not simplified and to be used for nothing else, with these
 * arguments in front; appends a line for each assignment, and what ended the run. */
void steps_tell(struct context *ctx, struct program *p, check_set checks, const struct test *t, int argc,
                const char *const *argv, struct str *out);

#endif
