/* Hash functions for tables. Not for anything hostile. */
#ifndef SHRIKE_BASE_HASH_H
#define SHRIKE_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

static inline uint64_t hash_u64(uint64_t x) {
    x ^= x >> 32;
    x *= 0x9e3779b97f4a7c15u;
    x ^= x >> 29;
    x *= 0xbf58476d1ce4e5b9u;
    return x ^ x >> 32;
}

/* Folds x into an earlier hash value. */
static inline uint64_t hash_mix(uint64_t seed, uint64_t x) {
    return hash_u64(seed ^ (x + 0x9e3779b97f4a7c15u + (seed << 6) + (seed >> 2)));
}

uint64_t hash_bytes(const void *data, size_t len);
uint64_t hash_str(const char *text);

#endif
