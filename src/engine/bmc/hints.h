/* Notes of other engines on loops (engine/loopnotes.h) as lemmas of an induction (induction.h).
 *
 * The conditions of a note are tried at the limit of their loop. A condition is *inductive* if
 *   (1) the state at the limit satisfies it, for all inputs;
 *   (2) after a round without an error from the head, which stands for all rounds and of which all inductive
 *       conditions are assumed, every state that comes back satisfies it; and
 *   (3) what it speaks of is, at the head, either free (a symbol of the head's own) or, in every state that comes back,
 * what it was at the head. Conditions that fail (2) or (3) are dropped, and the round is run again without them, until
 * none fails. Then each state at the loop from the limit on, as long as there was no error, is one that the head stands
 * for with the conditions assumed: by (1) the first, and if one is, so is the next by (2), where (3) says that the head
 * can have the same values in what the conditions speak of. (Without (3) a register that is not read any more, and
 * that is therefore not free, would tie what is assumed of the head to its first value.) Nothing in a note is believed,
 * so a wrong one costs time only.
 */
#ifndef SHRIKE_ENGINE_BMC_HINTS_H
#define SHRIKE_ENGINE_BMC_HINTS_H

#include "cond/conds.h"
#include "engine/bmc/inside.h"

struct hints;

/* NULL: no other engine sends any. */
struct hints *hints_new(struct run *r);
void hints_free(struct hints *h); /* accepts NULL, as do all below */
void hints_mark(const struct hints *h);
/* Takes up what has come. */
void hints_hear(struct hints *h);
/* Conditions for the loop of st, which is at its limit, that st satisfies (1). */
void hints_begin(struct hints *h, struct state *st, uint32_t loop, cond_list *conds);
/* Are there notes on the loop? */
bool hints_are_there(const struct hints *h, uint32_t loop);
/* A state that is at the head is assumed to satisfy them. */
void hints_assume(struct hints *h, const cond_list *conds, struct state *st);
/* is_free: is this register (a number of a symbol), or byte of memory, free at the head? */
struct hints_head {
    struct state *head;
    bool (*free_register)(void *owner, uint32_t any);
    bool (*free_byte)(void *owner, uint64_t addr);
    void *owner;
};
/* Drops those that fail (2) or (3) at a state that came back. True: some did. */
bool hints_drop(struct hints *h, const struct hints_head *at, struct state *back, cond_list *conds);

#endif
