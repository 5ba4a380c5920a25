#include "base/rng.h"

#include <assert.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "base/hash.h"

/* splitmix64 spreads one seed over the state, which must not be all zero. */
void rng_init(struct rng *rng, uint64_t seed) {
    for (int i = 0; i < 4; i++) {
        uint64_t z = seed += 0x9e3779b97f4a7c15u;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        z = (z ^ z >> 27) * 0x94d049bb133111ebu;
        rng->s[i] = z ^ z >> 31;
    }
}

static uint64_t rotl(uint64_t x, int k) { return x << k | x >> (64 - k); }

uint64_t rng_next(struct rng *rng) {
    uint64_t *s = rng->s;
    uint64_t result = rotl(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotl(s[3], 45);
    return result;
}

uint64_t rng_below(struct rng *rng, uint64_t bound) {
    assert(bound > 0);
    uint64_t reject = -bound % bound; /* values below this would bias the result */
    uint64_t x;
    do x = rng_next(rng);
    while (x < reject);
    return x % bound;
}

uint64_t rng_unique(void) {
    uint64_t v = 0;
    struct timespec t;
    if (getrandom(&v, sizeof v, 0) == (ssize_t)sizeof v && v) return v;
    clock_gettime(CLOCK_REALTIME, &t);
    return hash_mix((uint64_t)t.tv_sec << 30 | (uint64_t)t.tv_nsec, (uint64_t)getpid()) | 1;
}
