/* Small searches: all members of small sets, and witnesses. */
#ifndef SHRIKE_SOLVER_PARTI_SEARCH_H
#define SHRIKE_SOLVER_PARTI_SEARCH_H

#include "solver/parti/internal.h"

enum { MOST_COLUMNS = 256, MOST_ASSIGNED = 16 };

/* Values of some variables. */
struct assignment {
    uint32_t n;
    struct {
        uint32_t var;
        uint64_t value;
    } at[MOST_ASSIGNED];
};

/* What trying out all assignments showed: can e be false (0), true (1), and one
 * assignment for each. */
struct trial_result {
    bool may[2];
    struct assignment witness[2];
    bool exact; /* every variable of e is exact */
};
/* All assignments to the variables of e from their sets in d. False if there are
 * too many, or e cannot be evaluated this way. */
bool search_all(struct parti *p, struct domains *d, expr e, struct trial_result *out);
/* For e over one variable with few members: those for which e is `truth`. False as
 * above, or if there are several variables. */
bool search_members(struct parti *p, struct domains *d, expr e, bool truth, uint32_t *var, struct mset *out);
/* Smallest and largest value of e over all assignments, if they are few. */
bool search_range(struct parti *p, struct domains *d, expr e, uint64_t *min, uint64_t *max, bool *exact);

/* The variables of e, in order of appearance; false if they could not be listed
 * completely (see columns_add). */
bool list_variables(struct parti *p, expr e, vec_u32 *vars);
/* The one variable of e if that is a word, else NO_VAR. */
uint32_t only_variable(struct parti *p, expr e);
/* Are all variables of e exact in d? False also if they cannot be listed. */
bool all_exact(struct parti *p, struct domains *d, expr e);

/* Search for witnesses: values for variables with which conditions have wanted
 * truths. It narrows, fixes one variable after the other, and never goes back;
 * what it finds is checked by evaluation. */

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
enum witness find_witness(struct parti *p, struct domains *d, const struct goals *goals, struct model *hint,
                          struct assignment *out);

/* Adds to goals, which has one, the constraints not captured that share symbols with
 * it; `closed`: and those that share symbols with these, and so on. False if they
 * are too many. */
bool gather_goals(struct parti *p, struct domains *d, struct goals *goals, bool closed);

#endif
