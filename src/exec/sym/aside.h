/* Executing something that is to leave no trace in the run: shadow runs, tests that only look,
 * rechecks, steps of an induction.
 *
 * What happens aside is no part of the exploration: the gaps that it meets are none of the
 * verdict's (but for those that are about the whole run: sym_forget_gaps), and the executor stands
 * afterwards as before.
 */
#ifndef SHRIKE_EXEC_SYM_ASIDE_H
#define SHRIKE_EXEC_SYM_ASIDE_H

#include "exec/sym/sym.h"

struct aside {
    uint64_t instructions;
    uint32_t gaps;
    enum stop stop;
};

/* From here on, until aside_end with the same aside. They may be nested. */
void aside_begin(struct exec *x, struct aside *a);
/* Did what was executed aside meet a gap that was not there before? */
bool aside_has_gap(const struct exec *x, const struct aside *a);
/* counts: the instructions executed aside count as the run's (--max-instructions). */
void aside_end(struct exec *x, const struct aside *a, bool counts);

#endif
