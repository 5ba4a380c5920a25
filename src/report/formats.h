/* What a run is written as; each format is a file of its own. */
#ifndef SHRIKE_REPORT_FORMATS_H
#define SHRIKE_REPORT_FORMATS_H

#include <stdbool.h>
#include <stdint.h>

struct bug;
struct coverage;
struct outcome;
struct program;
struct source;
struct stats;
struct story;
struct str;
struct test;

/* ---- for people (text.c) ---- */

/* "file:line:column: error: ... [kind]", the source line with a marker (after `before`
 * lines in front of it), and the call stack. src: where texts come from; NULL: from the files. */
void report_bug(struct program *p, struct source *src, const struct bug *bug, uint32_t before, bool colour,
                struct str *out);
/* The same, "possible error: ...", for an error that was not seen to happen. */
void report_possible_bug(struct program *p, struct source *src, const struct bug *bug, uint32_t before, bool colour,
                         struct str *out);

/* "  how it got there" and a line for each step worth showing; nothing if story is NULL. */
void report_story(const struct story *story, struct str *out);

/* ---- JSON (--json) (json.c) ---- */

/* One JSON object: command, outcome, the program's exit status, bugs, statistics.
 * p and bug may be NULL. */
void report_json(const char *command, const char *outcome, int status, struct program *p, const struct bug *bug,
                 const struct stats *stats, struct str *out);
/* The same of a symbolic run: any number of bugs with their inputs, what a proof rests on, why it is
 * not complete; engine: which one says so (NULL: left out). */
void report_json_outcome(const struct outcome *o, const char *engine, struct str *out);
/* One bug as a JSON object; "inputs" if test is not NULL. */
void report_bug_json(struct program *p, const struct bug *bug, const struct test *test, struct str *out);

/* ---- JUnit (junit.c) ---- */

void junit_write(const struct outcome *o, struct str *out);

/* ---- lcov (lcov.c) ---- */

/* Adds a record for each source file of the user's code, by name: functions (FN,
 * FNDA), branches (BRDA), lines (DA) and their sums. A branch is numbered within
 * its line, "-" says that it was never reached. */
void lcov_write(const struct coverage *cov, struct str *out);

/* ---- SARIF (sarif.c) ---- */

void sarif_write(const struct outcome *o, struct str *out);

/* ---- a proof in words (proof.c) ---- */

/* Of a SAFE outcome. */
void proof_write(const struct outcome *o, struct str *out);
/* One line for each thing that a proof takes for granted because of what the program is; what the
 * run took for granted (exec/sym/premise.h) comes besides. o->assumptions is not looked at. */
void proof_find_assumptions(const struct outcome *o, struct str *out);
/* "  assuming that ..." for each of o->assumptions. */
void proof_add_assumptions(const struct outcome *o, struct str *out);

/* ---- witnesses of SV-COMP (witness.c) ---- */

/* Can there be one? UNSAFE with a confirmed error, or SAFE without a bound. If not, says why. */
bool witness_possible(const struct outcome *o, struct str *why);
void witness_yaml(const struct outcome *o, struct str *out);
void witness_graphml(const struct outcome *o, struct str *out);

#endif
