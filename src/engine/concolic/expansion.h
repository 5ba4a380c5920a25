/* What a worker sends back, as bytes. */
#ifndef SHRIKE_ENGINE_CONCOLIC_EXPANSION_H
#define SHRIKE_ENGINE_CONCOLIC_EXPANSION_H

#include "engine/concolic/runner.h"

struct answer_counts {
    uint64_t gaps, instructions; /* instructions: since its last answer */
    struct runner_counts runs;   /* the same */
};

void expansion_write(vec_u8 *out, const struct expansion *e, const struct answer_counts *counts);
/* False: not whole; then e is empty. */
bool expansion_read(const uint8_t *p, const uint8_t *end, struct expansion *e, struct answer_counts *counts);

#endif
