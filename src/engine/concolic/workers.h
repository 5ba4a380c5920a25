/* Generational search by several processes on one machine.
 *
 * The process that searches keeps the list of work and what is covered. Workers are
 * forks of it; each gets one piece of work at a time through a socket, expands it and
 * sends the expansion back. Nothing else is shared, and nothing is off the list for
 * good before its expansion is here: if a worker dies, its work is done again by
 * another one.
 */
#ifndef SHRIKE_ENGINE_CONCOLIC_WORKERS_H
#define SHRIKE_ENGINE_CONCOLIC_WORKERS_H

#include "engine/concolic/generations.h"

struct workers_counts {
    struct runner_counts sum; /* of all workers */
    uint64_t instructions;
    uint64_t died;
};

/* As generations_run, with n workers. False: they could not be started. */
bool workers_run(struct generations *g, uint32_t n, struct workers_counts *counts);

#endif
