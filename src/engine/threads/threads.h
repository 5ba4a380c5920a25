/* Programs with threads: every schedule that matters.
 *
 * A node is a state at which the threads stand before operations that others may see (exec/core/threads.h). Its
 * steps are one for each thread that can go on: the operation, and what the thread does by itself until its next one,
 * with a child for each way in which inputs decide. There are two searches, which take turns until one of them has seen
 * everything: one execution for each trace (dpor.h), which knows no states, and one over states, which this is about.
 * The first is quick where threads hardly meet, the second where many traces lead to few states, or to the same one for
 * ever. For races, store buffers, wake-ups without a signal and --preemptions there is the second only. Two things keep
 * its schedules apart from those that differ in nothing:
 *
 *   sleep sets   What a step has read and written is known when it was executed. If steps of t and u from a node touch
 *                different things, u after t leads where t after u leads: below the later of the two, the other one
 *                sleeps until something is executed that does not commute with it.
 *   known nodes  A state that looks the same as an earlier one, bit for bit and expression for expression, is not
 *                explored again, but for threads that slept there and are awake here.
 *
 * Sleep sets leave out steps, never states; together with known nodes, which are explored again for threads that slept,
 * every state that some schedule reaches is visited (docs/THREADS.md argues why). So a spinning loop ends where a state
 * repeats, and races are looked for by comparing what threads are about to do.
 *
 * Nodes with few preemptions come first. With --preemptions N those with more are cut, nothing sleeps, and states are
 * known only with the thread that ran last.
 */
#ifndef SHRIKE_ENGINE_THREADS_THREADS_H
#define SHRIKE_ENGINE_THREADS_THREADS_H

#include "engine/run.h"

enum run_end threads_run(struct run *r);
/* Why it cannot run the program: it creates no threads. */
const char *threads_unfit(const struct exec *x);

#endif
