/* What the files of the bmc engine share. */
#ifndef SHRIKE_ENGINE_BMC_INSIDE_H
#define SHRIKE_ENGINE_BMC_INSIDE_H

#include "engine/bmc/queue.h"
#include "engine/run.h"
#include "exec/sym/merge.h"

struct hints;
struct inductive_step;
struct proofs;

/* Invariants: (1) between states x->now is NULL and nothing is in forked; (2) a state that waits stands at the limit of
 * a loop or recursion of ours; (3) a limit of ours is FIRST_ROUNDS times a power of two; (4) marks of states are
 * numbers of proofs. */
struct bmc {
    struct run *r;
    struct exec *x;
    struct bmc_program program;
    struct merger merger;
    struct bmc_queue queue;
    bmc_states leaving;          /* scratch: states that leave a place */
    bmc_states waiting;          /* at the limit of a loop that may be unwound further */
    struct bitset ours;          /* loops that may be; 0: recursion */
    uint32_t recursion;          /* its limit, if it is ours */
    uint32_t unwound;            /* most rounds that a limit of ours was raised to */
    struct inductive_step *step; /* not NULL: a step of an induction (induction.h) runs */
    struct proofs *proofs;
    struct hints *hints; /* of other engines; NULL: there are none (hints.h) */
    bool told;           /* an error since that was set to false */
};

/* ---- bmc.c */
/* Runs the states of the queue until there are none, or the run is stopped. False: a limit is
 * reached. */
bool bmc_drain(struct bmc *b);
/* Ends the state in execution. */
void bmc_drop(struct bmc *b);

/* ---- bounds.c */
/* The invariants above, where asserts are on. */
void bmc_check(const struct bmc *b);
/* Loops and recursion without a bound of the user's get a first limit of ours. */
void bmc_set_limits(struct bmc *b);
/* The state in execution has come to a bound: it waits there, or ends. */
void bmc_at_bound(struct bmc *b);
/* Are bounds of ours reachable? Then they are raised, and the states that wait there go on. */
void bmc_unwind_further(struct bmc *b);

/* ---- merge.c */
/* Merges what can be: the list gets shorter. */
void bmc_merge_list(struct bmc *b, bmc_states *list);
/* States that leave a place together are merged: the first is returned, the others go to
 * the queue. The list must not be empty. */
struct state *bmc_leave_together(struct bmc *b, bmc_states *list);

/* ---- errors.c */
/* sym.bug: an error in the state in execution. owner is a struct bmc. */
void bmc_on_bug(void *owner, struct exec *x);
/* Asks about all suspects, and reports those that are possible. None is left. */
void bmc_try_suspects(struct bmc *b);

/* ---- ask.c */
/* Is none of the suspects possible? One question. They stay. */
bool bmc_all_innocent(struct bmc *b);
/* Is this suspect? Then it has a model. */
bool bmc_suspect_is_possible(struct bmc *b, struct state *st);

#endif
