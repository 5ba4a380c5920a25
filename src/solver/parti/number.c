#include "solver/parti/number.h"

#include <stdlib.h>

/* The inverse of a modulo m, which have no common divisor. */
static uint64_t inverse_mod(uint64_t a, uint64_t m) {
    __int128 t = 0, next_t = 1;
    uint64_t r = m, next_r = a % m;
    while (next_r) {
        uint64_t q = r / next_r;
        __int128 swap_t = t - (__int128)q * next_t;
        t = next_t;
        next_t = swap_t;
        uint64_t swap_r = r - q * next_r;
        r = next_r;
        next_r = swap_r;
    }
    return (uint64_t)(t < 0 ? t + m : t);
}

/* Smallest v >= from with v = a modulo m. */
static u128 first_in_class(u128 a, u128 m, u128 from) {
    if (from <= a) return a - (a - from) / m * m;
    return a + (from - a + m - 1) / m * m;
}

bool first_common(uint64_t a, uint64_t m, uint64_t b, uint64_t n, uint64_t from, u128 *out) {
    if (m == 1 || n == 1 || m == n) {
        if (m == n && m != 1 && (a > b ? a - b : b - a) % m) return false;
        *out = n == 1 ? first_in_class(a, m, from) : first_in_class(b, n, from);
        return true;
    }
    uint64_t g = gcd(m, n), ng = n / g;
    uint64_t diff = b >= a ? (b - a) % n : (n - (a - b) % n) % n;
    if (diff % g) return false;
    uint64_t t = ng == 1 ? 0 : (uint64_t)((u128)(diff / g) % ng * inverse_mod(m / g % ng, ng) % ng);
    *out = first_in_class((u128)a + (u128)m * t, (u128)m * ng, from);
    return true;
}

static int compare_u64(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

void sort_u64(uint64_t *v, uint32_t n) {
    bool sorted = true;
    for (uint32_t i = 1; i < n && sorted; i++) sorted = v[i - 1] <= v[i];
    if (!sorted) qsort(v, n, sizeof *v, compare_u64);
}
