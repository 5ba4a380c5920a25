/* Floating point to decimal digits without a branch on the value: integers that stay expressions.
 *
 * What is behind the point is scaled by 2^64, twice; both are exact, so high and low are its first 128 bits. Times
 * 10^places these are the digits and the rest that decides about rounding. Bits below the 128 are there only in
 * numbers below 2^-65, which are nothing but zeros in 19 places, however they go on. */
#include "fixed.h"

#include <math.h>

static uint64_t power_of_ten(int n) {
    uint64_t power = 1;
    for (int i = 0; i < n; i++) power *= 10;
    return power;
}

/* 128 bits, for processors of 32 as well. */
static uint64_t product(uint64_t a, uint64_t b, uint64_t *high) {
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32), other = a0 * b1 + (uint32_t)middle;
    *high = a1 * b1 + (middle >> 32) + (other >> 32);
    return other << 32 | (uint32_t)low;
}

static struct rt_fixed rounded(uint64_t whole, uint64_t high, uint64_t low, int places) {
    const uint64_t power = power_of_ten(places), half = (uint64_t)1 << 63;
    uint64_t carried, digits, below = product(low, power, &carried), rest = product(high, power, &digits) + carried;
    digits += rest < carried;
    uint64_t odd = (places ? digits : whole) & 1;
    digits += (rest > half) | ((rest == half) & ((below != 0) | (odd != 0)));
    bool full = digits == power;
    return (struct rt_fixed){whole + full, full ? 0 : digits};
}

#define FIXED(T, s, size)                                                                                    \
    bool rt_is_fixed##s(T v) { return size(v) < (T)0x1p63; }                                                 \
    struct rt_fixed rt_fixed##s(T v, int places) {                                                           \
        T a = size(v);                                                                                       \
        uint64_t whole = (uint64_t)(int64_t)a;                                                               \
        T first = (a - (T)(int64_t)whole) * (T)0x1p64;                                                       \
        uint64_t high = (uint64_t)first;                                                                     \
        return rounded(whole, high, (uint64_t)((first - (T)high) * (T)0x1p64), places);                      \
    }
FIXED(double, _d, __builtin_fabs)
FIXED(long double, _l, __builtin_fabsl)
