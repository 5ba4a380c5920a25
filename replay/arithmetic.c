/* What UBSan checks in C, for bitcode. */
#include "replay_rt.h"

#include <limits.h>
#include <stdint.h>

enum { MOST_REMARKS = 50 };

/* kind: 0 a shift by too much, 1 a signed overflow. The program goes on. */
void __shrike_check(unsigned wrong, unsigned kind) {
    static uintptr_t said[MOST_REMARKS]; /* who */
    static unsigned nsaid;
    if (!wrong) return;
    uintptr_t caller = (uintptr_t)__builtin_return_address(0);
    for (unsigned i = 0; i < nsaid; i++)
        if (said[i] == caller) return;
    if (nsaid == MOST_REMARKS) return;
    said[nsaid++] = caller;
    remark(kind ? "signed-overflow" : "oversized-shift", kind ? "signed overflow" : "shift by too much");
}

void __shrike_unreachable(void) { stop("unreachable-reached", "an unreachable point is reached"); }

void __shrike_align(void *p, uintptr_t mask) {
    if ((uintptr_t)p & mask) stop("misaligned-access", "the address is not aligned");
}

void __shrike_bool(unsigned value) {
    if (value > 1) stop("invalid-bool", "a _Bool is neither 0 nor 1");
}

/* Before a computed goto. */
void __shrike_goto(unsigned wrong) {
    if (wrong) stop("unreachable-reached", "a computed goto leads to no label");
}

/* The library's own absolute values say nothing when they overflow. */
#define ABSOLUTE(TYPE, NAME, SMALLEST)                                                        \
    TYPE NAME(TYPE v) {                                                                       \
        if (v == (SMALLEST)) remark("signed-overflow", "absolute value of the smallest number"); \
        return v < 0 && v != (SMALLEST) ? -v : v;                                             \
    }
ABSOLUTE(int, __shrike_abs, INT_MIN)
ABSOLUTE(long, __shrike_labs, LONG_MIN)
ABSOLUTE(long long, __shrike_llabs, LLONG_MIN)
ABSOLUTE(intmax_t, __shrike_imaxabs, INTMAX_MIN)
