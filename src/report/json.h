/* The result of a run for machines (--json FILE). */
#ifndef SHRIKE_REPORT_JSON_H
#define SHRIKE_REPORT_JSON_H

struct bug;
struct program;
struct stats;
struct str;

/* One JSON object: command, outcome, the program's exit status, bugs, statistics.
 * p and bug may be NULL. */
void report_json(const char *command, const char *outcome, int status, struct program *p,
                 const struct bug *bug, const struct stats *stats, struct str *out);

#endif
