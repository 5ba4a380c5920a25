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
#include "engine/concolic/runner.h"

struct workers_counts {
    struct runner_counts sum; /* of all workers */
    uint64_t instructions;
    uint64_t died;
};

/* As generations_run, with n workers. False: they could not be started. */
bool workers_run(struct generations *g, uint32_t n, struct workers_counts *counts);

/* What a worker sends back, as bytes. */

struct answer_counts {
    uint64_t gaps, instructions; /* instructions: since its last answer */
    struct runner_counts runs;   /* the same */
};

void expansion_write(vec_u8 *out, const struct expansion *e, const struct answer_counts *counts);
/* False: not whole; then e is empty. */
bool expansion_read(const uint8_t *p, const uint8_t *end, struct expansion *e, struct answer_counts *counts);

#endif
