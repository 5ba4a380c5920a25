/* Number theory that strided intervals need, on 64-bit words. */
#ifndef SHRIKE_SOLVER_PARTI_NUMBER_H
#define SHRIKE_SOLVER_PARTI_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

typedef unsigned __int128 u128;

static inline bool is_power_of_two(uint64_t v) { return v && !(v & (v - 1)); }

static inline uint64_t gcd(uint64_t a, uint64_t b) {
    if (a == 1 || b == 1) return 1;
    while (b) {
        uint64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

/* To a multiple of m. */
static inline uint64_t round_down(uint64_t v, uint64_t m) { return m == 1 ? v : v - v % m; }

/* The first of lo, lo + m, ..., hi that is at least `from`, if there is one. */
static inline bool first_from(uint64_t lo, uint64_t m, uint64_t hi, uint64_t from, uint64_t *out) {
    if (from > hi) return false;
    if (from < lo) from = lo;
    uint64_t past = m == 1 ? 0 : (from - lo) % m, more = past ? m - past : 0;
    if (more > hi - from) return false;
    *out = from + more;
    return true;
}

/* The inverse of odd a modulo 2^64. */
static inline uint64_t inverse_odd(uint64_t a) {
    uint64_t x = a; /* right in 3 bits; each round doubles them */
    for (int i = 0; i < 5; i++) x *= 2 - a * x;
    return x;
}

/* Smallest v >= from with v = a modulo m and v = b modulo n; a, b <= from need not
 * hold. False if there is none. */
bool first_common(uint64_t a, uint64_t m, uint64_t b, uint64_t n, uint64_t from, u128 *out);

void sort_u64(uint64_t *v, uint32_t n);

#endif
