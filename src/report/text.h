/* Reports for people, as compilers write them. */
#ifndef SHRIKE_REPORT_TEXT_H
#define SHRIKE_REPORT_TEXT_H

#include <stdbool.h>

struct bug;
struct program;
struct str;

/* "file:line:column: error: ... [kind]", the source line with a marker, and the
 * call stack. */
void report_bug(struct program *p, const struct bug *bug, bool colour, struct str *out);

#endif
