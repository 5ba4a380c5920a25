/* Search for witnesses: values for variables with which conditions have wanted
 * truths. It narrows, fixes one variable after the other, and never goes back;
 * what it finds is checked by evaluation. */
#ifndef SHRIKE_SOLVER_PARTI_WITNESS_H
#define SHRIKE_SOLVER_PARTI_WITNESS_H

#include "solver/parti/search.h"

enum { MOST_GOALS = 16 };

struct goals {
    uint32_t n;
    struct {
        expr e;
        bool truth;
    } at[MOST_GOALS];
};

enum witness {
    WITNESS_NONE, /* there is none in the sets, for certain */
    WITNESS_FOUND,
    WITNESS_FAILED,
};

/* Looks for members of the sets in d of all variables of the goals. With `hint`,
 * variables that do not occur in the first goal keep their value in it. */
enum witness find_witness(struct parti *p, struct domains *d, const struct goals *goals,
                          struct model *hint, struct assignment *out);

/* Adds to goals, which has one, the constraints not captured that share symbols with
 * it; `closed`: and those that share symbols with these, and so on. False if they
 * are too many. */
bool gather_goals(struct parti *p, struct domains *d, struct goals *goals, bool closed);

#endif
