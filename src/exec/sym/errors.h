/* Which errors an engine reports, and what the others mean for the verdict. */
#ifndef SHRIKE_EXEC_SYM_ERRORS_H
#define SHRIKE_EXEC_SYM_ERRORS_H

#include "exec/sym/sym.h"

/* Does this error surely end the compiled program, too? Only then nothing is lost when
 * a path ends with it. (Running out of stack does not: where that happens is our limit.) */
bool error_ends_run(enum bug_kind kind);
/* Did the user ask for x->bug? If not, it is a gap, unless it ends the real program. */
bool error_is_wanted(struct exec *x);
/* What tells errors apart: kind and place; never 0. */
uint64_t error_key(const struct bug *bug);

struct errors {
    struct map reported; /* by key */
};

void errors_init(struct errors *e);
void errors_release(struct errors *e);
/* Is x->bug wanted, and was none with its key found before? */
bool errors_is_new(struct errors *e, struct exec *x);

#endif
