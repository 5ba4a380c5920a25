/* Loop invariants as the source has them: where the loop's keyword is, and C that may be
 * written there. What the source does not show clearly is left out. */
#ifndef SHRIKE_REPORT_INVARIANT_H
#define SHRIKE_REPORT_INVARIANT_H

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct loop_head;
struct program;
struct source;

/* Holds each time that the loop's condition is about to be evaluated. */
struct loop_invariant {
    const char *file, *function;
    uint32_t line, column; /* of `while` or `for` */
    const char *text;
};

/* Of the calls of a recursive function that begin at one place. */
struct function_summary {
    const char *function;
    const char *file;
    uint32_t line;              /* of the call from outside */
    const char *before, *after; /* what each call gets, and leaves; may be empty */
};

/* The invariant of a head, in the arena; false if there is none, or the loop or one of the
 * variables is not where the text could be written. */
bool invariant_of(const struct program *p, struct source *src, const struct loop_head *head, struct arena *arena,
                  struct loop_invariant *found);

#endif
