/* The output folder of a run: numbered tests, bug reports, statistics.
 *
 *   test000001.ktest                     a test (testcase-000001.xml in Test-Comp's format, test000001.sh as a script)
 *   test000001.out-of-bounds.err, .json  the bug that it leads to, for people and machines
 *   info, run.stats, coverage.info, ...  whatever folder_write is given
 *   .shrike                              says that the folder is ours
 *
 * Every file is written under a temporary name (".tmp-...") and renamed, so that
 * there are only complete ones, whenever the run is killed. A test is there before
 * the report that speaks of it. The folder is locked while it is open.
 */
#ifndef SHRIKE_REPORT_FOLDER_H
#define SHRIKE_REPORT_FOLDER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct bug;
struct context;
struct folder;
struct program;
struct str;
struct test;

enum test_format { FORMAT_KTEST, FORMAT_TESTCOMP, FORMAT_SHELL }; /* as --format has them */

/* Makes shrike-out-N in the current folder, N the first free number, and lets the
 * link shrike-last point to it. With a name: that folder, which is made, or is
 * empty, or is of an earlier run, whose results are removed (files that are not ours
 * stay). NULL after a message if
 * that cannot be done or the folder is not ours. */
struct folder *folder_open(struct context *ctx, const char *name);
/* Accepts NULL. The files stay. */
void folder_close(struct folder *f);
/* As the user may name it. */
const char *folder_name(const struct folder *f);
/* The command line for test files, program first; kept by pointer. */
void folder_set_arguments(struct folder *f, const char *const *args, uint32_t nargs);

/* Several processes write into the folder from here on: numbers come from this counter, which they share. */
void folder_share(struct folder *f, _Atomic uint32_t *numbers);

/* What the test of that number, or the next one, is called, without suffix. */
enum { FOLDER_STEM = 32 };
void folder_stem_of(uint32_t number, enum test_format format, char stem[FOLDER_STEM]);
void folder_stem(struct folder *f, enum test_format format, char stem[FOLDER_STEM]);
/* Writes the next test and, if bug is not NULL, its reports (p is needed then); report: the
 * one for people (NULL: a short one is made). Returns its number, from 1 on, or 0 after a
 * message. */
uint32_t folder_add_test(struct folder *f, const struct test *t, enum test_format format, const struct bug *bug,
                         struct program *p, const char *report);
/* Removes a test by its number. False after a message. */
bool folder_remove_test(struct folder *f, enum test_format format, uint32_t number);
/* Numbers given to tests so far. */
uint32_t folder_tests(const struct folder *f);
/* Writes or replaces a file; name has no slash and does not start with a dot. False
 * after a message. */
bool folder_write(struct folder *f, const char *name, const struct str *text);

#endif
