/* Set of small numbers, one bit each; grows as members are added. */
#ifndef SHRIKE_BASE_BITSET_H
#define SHRIKE_BASE_BITSET_H

#include <stdbool.h>
#include <stdint.h>

struct bitset {
    uint64_t *words;
    uint32_t len; /* words */
};

void bitset_init(struct bitset *set);
void bitset_release(struct bitset *set);
void bitset_clear(struct bitset *set);
/* Returns true if i was not a member before. */
bool bitset_add(struct bitset *set, uint32_t i);
void bitset_remove(struct bitset *set, uint32_t i);
/* to |= from; returns true if `to` changed. */
bool bitset_union(struct bitset *to, const struct bitset *from);
void bitset_copy(struct bitset *to, const struct bitset *from);
uint32_t bitset_count(const struct bitset *set);
bool bitset_equal(const struct bitset *a, const struct bitset *b);
/* Smallest member >= from, or -1. */
int64_t bitset_next(const struct bitset *set, uint32_t from);

static inline bool bitset_has(const struct bitset *set, uint32_t i) {
    return i / 64 < set->len && (set->words[i / 64] >> (i % 64) & 1);
}

#endif
