#include "engine/search/sumtree.h"

#include <assert.h>
#include <math.h>

void sumtree_init(struct sumtree *t) { memset(t, 0, sizeof *t); }

void sumtree_release(struct sumtree *t) {
    mem_free(t->sums);
    vec_release(&t->free);
    memset(t, 0, sizeof *t);
}

static void grow(struct sumtree *t) {
    uint32_t cap = t->cap ? 2 * t->cap : 16;
    double *sums = mem_zalloc(2 * (size_t)cap * sizeof *sums);
    for (uint32_t i = 0; i < t->cap; i++) sums[cap + i] = t->sums[t->cap + i];
    for (uint32_t i = cap - 1; i > 0; i--) sums[i] = sums[2 * i] + sums[2 * i + 1];
    mem_free(t->sums);
    t->sums = sums;
    t->cap = cap;
}

static void put(struct sumtree *t, uint32_t handle, double weight) {
    uint32_t i = t->cap + handle;
    t->sums[i] = weight;
    for (i /= 2; i > 0; i /= 2) t->sums[i] = t->sums[2 * i] + t->sums[2 * i + 1];
}

uint32_t sumtree_add(struct sumtree *t, double weight) {
    assert(weight > 0 && isfinite(weight));
    if (!t->free.len && t->next == t->cap) grow(t);
    uint32_t handle = t->free.len ? vec_pop(&t->free) : t->next++;
    t->len++;
    put(t, handle, weight);
    return handle;
}

double sumtree_weight(const struct sumtree *t, uint32_t handle) {
    assert(handle < t->next);
    return t->sums[t->cap + handle];
}

void sumtree_remove(struct sumtree *t, uint32_t handle) {
    assert(sumtree_weight(t, handle) > 0 && t->len > 0);
    t->len--;
    put(t, handle, 0);
    vec_push(&t->free, handle);
}

void sumtree_set(struct sumtree *t, uint32_t handle, double weight) {
    assert(weight > 0 && isfinite(weight));
    assert(sumtree_weight(t, handle) > 0);
    put(t, handle, weight);
}

/* In [0, 1), 53 bits. */
static double fraction(struct rng *rng) { return (double)(rng_next(rng) >> 11) * 0x1p-53; }

uint32_t sumtree_draw(const struct sumtree *t, struct rng *rng) {
    assert(t->len > 0);
    double left = fraction(rng) * t->sums[1];
    uint32_t i = 1;
    while (i < t->cap) {
        i *= 2;
        /* Rounding must never lead to where nothing is. */
        if (t->sums[i] == 0 || (left >= t->sums[i] && t->sums[i + 1] > 0)) {
            left -= t->sums[i];
            i++;
        }
    }
    assert(t->sums[i] > 0);
    return i - t->cap;
}
