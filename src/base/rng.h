/* Deterministic random numbers (xoshiro256**), seeded from one number. */
#ifndef SHRIKE_BASE_RNG_H
#define SHRIKE_BASE_RNG_H

#include <stdint.h>

struct rng {
    uint64_t s[4];
};

void rng_init(struct rng *rng, uint64_t seed);
uint64_t rng_next(struct rng *rng);
/* Uniform in 0 .. bound-1; bound > 0. */
uint64_t rng_below(struct rng *rng, uint64_t bound);

/* A number that nobody else has, as far as can be: for names that processes and machines give, not for searches. */
uint64_t rng_unique(void);

#endif
