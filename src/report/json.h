/* The result of a run for machines (--json FILE). */
#ifndef SHRIKE_REPORT_JSON_H
#define SHRIKE_REPORT_JSON_H

struct bug;
struct outcome;
struct program;
struct stats;
struct str;
struct test;

/* One JSON object: command, outcome, the program's exit status, bugs, statistics.
 * p and bug may be NULL. */
void report_json(const char *command, const char *outcome, int status, struct program *p,
                 const struct bug *bug, const struct stats *stats, struct str *out);
/* The same of a symbolic run: any number of bugs with their inputs, what a proof rests on, why it is
 * not complete; engine: who says so (NULL: not told). */
void report_json_outcome(const struct outcome *o, const char *engine, struct str *out);
/* One bug as a JSON object; "inputs" if test is not NULL. */
void report_bug_json(struct program *p, const struct bug *bug, const struct test *test, struct str *out);

#endif
