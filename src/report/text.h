/* Reports for people, as compilers write them. */
#ifndef SHRIKE_REPORT_TEXT_H
#define SHRIKE_REPORT_TEXT_H

#include <stdbool.h>
#include <stdint.h>

struct bug;
struct program;
struct source;
struct story;
struct str;

/* "file:line:column: error: ... [kind]", the source line with a marker (after `before`
 * lines in front of it), and the call stack. src: where texts come from; NULL: from the files. */
void report_bug(struct program *p, struct source *src, const struct bug *bug, uint32_t before, bool colour, struct str *out);
/* The same, "possible error: ...", for one that nobody has seen happen. */
void report_possible_bug(struct program *p, struct source *src, const struct bug *bug, uint32_t before, bool colour, struct str *out);

/* "  how it got there" and a line for each step worth showing; nothing if story is NULL. */
void report_story(const struct story *story, struct str *out);

#endif
