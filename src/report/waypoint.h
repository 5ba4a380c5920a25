/* Values of calls as witnesses have them. */
#ifndef SHRIKE_REPORT_WAYPOINT_H
#define SHRIKE_REPORT_WAYPOINT_H

#include <stdbool.h>
#include <stdint.h>

struct outcome;
struct outcome_case;
struct str;
struct test_input;

/* The error that a witness is about: the first that was confirmed; NULL if there is none. */
const struct outcome_case *waypoint_case(const struct outcome *o);
/* Place of the call that returned this input, and its value in C. False: not known. */
struct waypoint {
    const char *file, *function; /* "" if unknown; of the call, the function called */
    uint32_t line, close;        /* column of its closing parenthesis */
};
bool waypoint_find(const struct outcome *o, const struct test_input *in, struct waypoint *w, struct str *value);

#endif
