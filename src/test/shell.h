/* A test as a script for sh, for a project's own tests: no tool of ours is needed to run it.
 *
 *   sh test000001.sh PROGRAM           runs it; compares with what was recorded, if anything was
 *   RECORD=1 sh test000001.sh PROGRAM  records: standard output and status, in test000001.out and test000001.status
 *
 * The program runs in a fresh folder that has the test's files, with its arguments, standard input and
 * environment (and PATH), for at most ten seconds where there is timeout(1). The script ends with 0 if output and
 * status are as recorded (or nothing was), with 1 if they are not, and with 77, as automake has it for tests that are
 * left out, if the test has inputs that no shell can give: results of nondeterministic functions, failing calls. What
 * clocks show is as it is.
 */
#ifndef SHRIKE_TEST_SHELL_H
#define SHRIKE_TEST_SHELL_H

#include <stdbool.h>

struct str;
struct test;

/* Arguments are among the inputs, all of them. piped: standard input is a pipe, not a file. */
void shell_write(const struct test *t, bool piped, struct str *out);
/* A script that runs all the others in its folder and counts. */
void shell_write_all(struct str *out);

#endif
