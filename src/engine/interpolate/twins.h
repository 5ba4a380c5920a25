/* States that are the same as an earlier one, bit for bit.
 *
 * A state without symbolic values, at the head of a loop, behaves as an earlier one that
 * stood there with the same call stack, registers that are still read and memory, if no
 * loop that is bounded has gone more rounds then: whatever is below it is found below
 * that one. No fact is needed for that. State machines whose states are concrete are
 * explored state by state in this way, not path by path, and endless loops over finitely
 * many states end.
 *
 * All functions accept NULL: nothing is known again then.
 */
#ifndef SHRIKE_ENGINE_INTERPOLATE_TWINS_H
#define SHRIKE_ENGINE_INTERPOLATE_TWINS_H

#include "exec/sym/sym.h"
#include "mem/digest.h"

struct twins;

/* For states that come from the one in execution; the program must not be patched
 * (exec/core/first.h) yet. NULL: they have symbolic values from the beginning, or standard
 * input (--sym-stdin). */
struct twins *twins_new(struct exec *x);
void twins_free(struct twins *t);
/* Forgets all states. */
void twins_clear(struct twins *t);
/* Is st a twin of a state that was kept? If not, it may be kept next. NULL: nothing is to
 * be kept. */
bool twins_known(struct twins *t, const struct state *st);
/* Do most states have no symbolic values? */
bool twins_are_possible(const struct twins *t);
/* The last state asked about, no twin, is going to be explored to the end. True: it is a new one in the list of those
 * kept. */
bool twins_keep(struct twins *t);
/* As if it had been asked about st, standing at `point`, but nothing is looked up. False: it is none of those that can
 * be known again. */
bool twins_look(struct twins *t, struct state *st, const struct insn *point);

/* ---- between processes (exchange.h) ---- */
struct twin {
    struct digest digest;
    const uint32_t *rounds;
    uint32_t nrounds;
};
uint32_t twins_count(const struct twins *t);
/* Number i of those kept; with fewer rounds, if such a one came later. */
struct twin twins_kept(const struct twins *t, uint32_t i);
/* The last state asked about. */
struct twin twins_now(const struct twins *t);
/* `by`, not 0, has explored such a state. */
void twins_hear(struct twins *t, const struct twin *twin, uint32_t by);
/* Which other run has explored a twin of the last state asked about? 0: none. */
uint32_t twins_elsewhere(const struct twins *t);

/* What all states come from: processes in which it differs have nothing to tell each other. */
void twins_origin(struct twins *t, struct digest *out);

#endif
