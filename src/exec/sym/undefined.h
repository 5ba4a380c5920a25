/* Undefined values: what uninitialised storage holds, followed through the program
 * (--check=uninit).
 *
 * Copying, masking or passing on a value that was never set is fine; what counts is
 * whether anything that can be seen depends on it: which way a branch goes, an address,
 * a size, whether a division traps, what is written out. So uninitialised bytes are
 * inputs as they are without the check, but of a kind of their own: undefined symbols.
 * Where a value is used, the question is whether it could be another one with other
 * contents of that storage and everything else the same. Every undefined symbol has a
 * twin, its value in a second run beside the first, and e is undefined if
 *
 *     path condition and e != e[twins for undefined symbols]
 *
 * has a solution. That is exact for all that has expressions. A path goes on where both
 * runs agree, so the path condition always speaks about two runs that cannot be told
 * apart so far.
 *
 * In shadow runs (exec/decide/shadow.h) every location has a twin as well, which stands for what
 * the second run has there: facts then say which locations must be defined.
 */
#ifndef SHRIKE_EXEC_SYM_UNDEFINED_H
#define SHRIKE_EXEC_SYM_UNDEFINED_H

#include "exec/sym/sym.h"

/* Set in the number of an input whose bytes are undefined (input_part). */
enum { UNDEFINED_INPUT = INT32_MIN };

/* Are undefined values looked for? */
static inline bool undefined_tracked(const struct exec *x) { return x->sym && check_has(x->checks, CHECK_UNINIT); }
/* e, a symbol, is undefined from now on. */
void undefined_add(struct exec *x, expr e);
/* Does e mention an undefined symbol? */
bool undefined_in(struct exec *x, expr e);
/* Can e differ between the two runs? (Also true if it is not known.) */
bool undefined_maybe(struct exec *x, expr e);
/* e as the second run has it. */
expr undefined_twin(struct exec *x, expr e);
/* A new undefined value: the result of an operation without expressions. */
expr undefined_fresh(struct exec *x, uint32_t width);

/* The program is about to use e: reports an error if it may be undefined. `what` uses it, for
 * instance "a branch". Must come before any effect. False: stopped. */
bool undefined_use(struct exec *x, expr e, const char *what);
/* The same where a path with one value of e after the other would follow: an error ends it. */
bool undefined_pin(struct exec *x, expr e, const char *what);
/* A use, for deciders. */
struct undefined_use {
    expr e;
    const char *what;
    bool ends; /* an error ends the path */
    bool told; /* it was reported as an error */
};

/* e, simplified, is not what the second run has: when? False if nothing in it is undefined. */
expr undefined_differs(struct exec *x, struct undefined_use *u);
/* Reports a use (a sym_report_fn). */
void undefined_report(struct exec *x, void *use);
/* What a decider does that has nothing better: is the difference possible? */
bool undefined_check(struct exec *x, struct undefined_use *u);
/* As undefined_use for n bytes of memory, all accessible. */
bool undefined_use_bytes(struct exec *x, uint64_t addr, uint64_t n, const char *what);

#endif
