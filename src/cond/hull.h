/* Affine hull modulo 2^w: every equation between words that a set of points satisfies.
 *
 * An equation is c[0] * x[0] + ... + c[n-1] * x[n-1] == k (mod 2^w). The vectors c that are the same
 * for all points are a module over the integers modulo 2^w; the hull keeps generators of it, and
 * each point that it did not know makes it smaller. With no point, or one, they are the unit
 * vectors. Numbers wrap around as the machine's do, so nothing is left out, and equations that
 * hold in the lower bits only (x is even) are among them: as multiples of a power of two.
 *
 * A chain of hulls, each smaller than the one before, has at most n * w members.
 */
#ifndef SHRIKE_COND_HULL_H
#define SHRIKE_COND_HULL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

enum { HULL_MOST = 12 /* words */ };

struct hull_vector {
    uint64_t c[HULL_MOST];
};

struct hull {
    uint32_t n, width;
    bool any;                   /* there is a point */
    uint64_t origin[HULL_MOST]; /* the first */
    VEC(struct hull_vector) kernel;
};

void hull_init(struct hull *h, uint32_t n, uint32_t width);
void hull_release(struct hull *h);
/* True: it has changed. */
bool hull_add(struct hull *h, const uint64_t *point);
/* Right side of an equation. */
uint64_t hull_constant(const struct hull *h, const struct hull_vector *v);
/* The power of two that all coefficients are multiples of; width for none. */
uint32_t hull_shift(const struct hull *h, const struct hull_vector *v);

#endif
