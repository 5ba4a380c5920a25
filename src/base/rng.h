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

/* A number that no other process or machine is likely to draw: for the names that they give, not for searches. */
uint64_t rng_unique(void);

#endif
