/* The result of a run for machines (--json FILE). */
#ifndef SHRIKE_REPORT_JSON_H
#define SHRIKE_REPORT_JSON_H

#include <stdint.h>

struct bug;
struct program;
struct stats;
struct str;
struct test;

/* A bug and the inputs that lead to it (NULL: none known). */
struct bug_case {
    const struct bug *bug;
    const struct test *test;
};

/* One JSON object: command, outcome, the program's exit status, bugs, statistics.
 * p and bug may be NULL. */
void report_json(const char *command, const char *outcome, int status, struct program *p,
                 const struct bug *bug, const struct stats *stats, struct str *out);
/* The same for any number of bugs with their inputs; engine: who says so (NULL: not told). */
void report_json_cases(const char *command, const char *engine, const char *outcome, int status, struct program *p,
                       const struct bug_case *cases, uint32_t ncases, const struct stats *stats,
                       struct str *out);
/* One bug as a JSON object; "inputs" if test is not NULL. */
void report_bug_json(struct program *p, const struct bug *bug, const struct test *test, struct str *out);

#endif
