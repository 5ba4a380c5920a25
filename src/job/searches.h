/* shrike test --engine=auto: several searches as processes that share what they have covered.
 *
 * Each explores the whole program in an order of its own and writes its tests into the one folder. What all know is in
 * memory that they share: the code that is covered, so that the process that comes to new code first writes a test and
 * the others look elsewhere; the numbers of tests; the errors that were reported. The portfolio decides which process
 * runs when, and which one reports in the end. A process that dies takes nothing with it but the paths that it had
 * open.
 */
#ifndef SHRIKE_JOB_SEARCHES_H
#define SHRIKE_JOB_SEARCHES_H

#include "session/session.h"

struct searches;

/* NULL: there is no memory for it. */
struct searches *searches_new(void);
/* Accepts NULL. */
void searches_free(struct searches *f);

/* Is it of use with these options? What is to be the same each time, or is about one order of states, is not for
 * several. */
bool searches_suits(const struct context *ctx);

/* The order of states for one search alone where tests are to cover new code; NULL: that of the options. */
const char *searches_order(const struct context *ctx);
/* Runs `run` in each process, as auto_run does; returns the exit status. */
int searches_run(struct session *s, int (*run)(void *owner, int member, struct gate *gate), void *owner);
/* In such a process, before session_begin: it is that member. PORTFOLIO_TELLER: it explores nothing. */
void searches_enter(struct searches *f, struct session *s, int member, struct gate *gate);
/* ... and after it: its coverage is that of all. */
void searches_join(struct searches *f, struct session *s);

/* Has another member explored everything? Then this one is to come to its end: it may have met code first for which no
 * test is written yet. */
bool searches_ends(const struct searches *f);
/* This member has written all of its tests. If it has explored everything, this comes back when the others have as well
 * (or after some seconds). */
void searches_arrive(struct searches *f, bool complete);

/* How many paths this member has ended, and how many all have. */
struct searches_paths {
    uint64_t paths, partial;
};
void searches_count(struct searches *f, struct searches_paths so_far);
struct searches_paths searches_paths(const struct searches *f);

/* For the numbers of tests. */
_Atomic uint32_t *searches_numbers(struct searches *f);
/* Test `number` was written; error: error_key of the error that it shows, 0: none. */
void searches_wrote(struct searches *f, uint32_t number, uint64_t error);
/* What was written as test `number`, by any process? False: nothing. */
bool searches_has(const struct searches *f, uint32_t number, uint64_t *error);
/* Was a test for the error written, so that the parent has heard of it? (Two processes that find one error at the same
 * time both report it: if only the first did, it might be ended before it has.) */
bool searches_told(const struct searches *f, uint64_t error);

#endif
