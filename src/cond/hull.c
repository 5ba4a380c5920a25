#include "cond/hull.h"

#include <assert.h>

static uint64_t mask_of(const struct hull *h) { return h->width == 64 ? UINT64_MAX : (UINT64_C(1) << h->width) - 1; }

/* The exponent of the highest power of two that divides v; of 0, the width. */
static uint32_t valuation(const struct hull *h, uint64_t v) {
    v &= mask_of(h);
    return v ? (uint32_t)__builtin_ctzll(v) : h->width;
}

/* The inverse of an odd number modulo 2^64: each step doubles the bits that are right. */
static uint64_t inverse(uint64_t odd) {
    assert(odd & 1);
    uint64_t r = odd;
    for (int i = 0; i < 5; i++) r *= 2 - odd * r;
    assert(r * odd == 1);
    return r;
}

static uint64_t product(const struct hull *h, const struct hull_vector *v, const uint64_t *point) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < h->n; i++) sum += v->c[i] * point[i];
    return sum & mask_of(h);
}

/* to += factor * from */
static void add_multiple(const struct hull *h, struct hull_vector *to, const struct hull_vector *from,
                         uint64_t factor) {
    for (uint32_t i = 0; i < h->n; i++) to->c[i] = (to->c[i] + factor * from->c[i]) & mask_of(h);
}

void hull_init(struct hull *h, uint32_t n, uint32_t width) {
    assert(n <= HULL_MOST && width && width <= 64);
    *h = (struct hull){.n = n, .width = width};
    for (uint32_t i = 0; i < n; i++) {
        struct hull_vector unit = {{0}};
        unit.c[i] = 1;
        vec_push(&h->kernel, unit);
    }
}

void hull_release(struct hull *h) { vec_release(&h->kernel); }

/* The generator whose product with d has the fewest factors two; UINT32_MAX if all are 0. Of equals the last:
 * the words that come first stay in the equations. */
static uint32_t choose_pivot(const struct hull *h, const uint64_t *d, uint32_t *least) {
    uint32_t best = UINT32_MAX;
    *least = h->width;
    for (uint32_t i = 0; i < h->kernel.len; i++) {
        uint32_t v = valuation(h, product(h, &h->kernel.data[i], d));
        if (v >= h->width || v > *least) continue;
        *least = v;
        best = i;
    }
    return best;
}

static void drop_zeros(struct hull *h) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < h->kernel.len; i++)
        if (hull_shift(h, &h->kernel.data[i]) < h->width) h->kernel.data[n++] = h->kernel.data[i];
    h->kernel.len = n;
}

/* Leaves those combinations whose product with d is 0. */
static bool narrow(struct hull *h, const uint64_t *d) {
    uint32_t least, at = choose_pivot(h, d, &least);
    if (at == UINT32_MAX) return false;
    struct hull_vector pivot = h->kernel.data[at];
    uint64_t one = inverse(product(h, &pivot, d) >> least);
    for (uint32_t i = 0; i < h->kernel.len; i++) {
        if (i == at) continue;
        uint64_t times = (product(h, &h->kernel.data[i], d) >> least) * one;
        add_multiple(h, &h->kernel.data[i], &pivot, -times);
    }
    struct hull_vector rest = {{0}}; /* what of the pivot is 0, too */
    if (least) add_multiple(h, &rest, &pivot, UINT64_C(1) << (h->width - least));
    h->kernel.data[at] = rest;
    drop_zeros(h);
    return true;
}

bool hull_add(struct hull *h, const uint64_t *point) {
    uint64_t d[HULL_MOST];
    if (!h->any) {
        h->any = true;
        for (uint32_t i = 0; i < h->n; i++) h->origin[i] = point[i] & mask_of(h);
        return true;
    }
    for (uint32_t i = 0; i < h->n; i++) d[i] = (point[i] - h->origin[i]) & mask_of(h);
    return narrow(h, d);
}

uint64_t hull_constant(const struct hull *h, const struct hull_vector *v) {
    assert(h->any);
    return product(h, v, h->origin);
}

uint32_t hull_shift(const struct hull *h, const struct hull_vector *v) {
    uint32_t least = h->width;
    for (uint32_t i = 0; i < h->n; i++) {
        uint32_t k = valuation(h, v->c[i]);
        if (k < least) least = k;
    }
    return least;
}
