// Nor does it rest on the NaN that a function of math.h gives for known operands, on what becomes
// of a NaN in another format, or on what a compiler folds.
// RUN: %unknown --engine=explore %s | %check %s
// RUN: %unknown --engine=bmc -DDOMAIN_ERROR %s
// RUN: %unknown --engine=concolic -DFORMAT %s
// RUN: %unknown --engine=explore -DFOLDED %s
// RUN: %unknown --engine=explore -DLEAST %s
// RUN: %unknown --engine=explore -DSIGNALLING %s
// That it is a NaN is certain.
// RUN: %safe --engine=explore -DFIXED %s
// RUN: %safe --engine=explore -DFIXED -DDOMAIN_ERROR %s
// RUN: %safe --engine=bmc -DFIXED -DFORMAT %s
// RUN: %safe --engine=explore -DFIXED -DFOLDED %s
// RUN: %safe --engine=explore -DFIXED -DLEAST %s
// REQUIRES: shrike
#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <string.h>
extern double __VERIFIER_nondet_double(void);

static uint64_t bits(double d) {
    uint64_t all;
    memcpy(&all, &d, 8);
    return all;
}

int main(void) {
    volatile double minus = -1.0;
#ifdef DOMAIN_ERROR
    double y = log(minus);
    int sign = 1;
#elif defined FORMAT
    volatile float narrow = (float)sqrt(minus);
    double y = narrow;
    int sign = 1;
#elif defined FOLDED
    double zero = 0.0; // LLVM makes another NaN of it than the processor
    double y = zero / zero;
    int sign = 0;
#elif defined LEAST
    double a = __VERIFIER_nondet_double(), b = __VERIFIER_nondet_double();
    if (!isnan(a) || !isnan(b) || signbit(a) || signbit(b)) return 0;
    double y = fmin(a, b);
    int sign = 0;
#elif defined SIGNALLING
    double a = __VERIFIER_nondet_double();
    if (!isnan(a) || bits(a) >> 51 & 1) return 0;
    double y = fmin(a, 1.0); // some libraries give 1, others a NaN
    int sign = isnan(y) ? 2 : 0;
#else
    double y = sqrt(minus);
    int sign = 1;
#endif
#ifdef FIXED
    assert(y != y);
    assert((bits(y) & ~0ull >> 1) > 0x7ffull << 52);
#else
    assert((int)(bits(y) >> 63) == sign);
#endif
    return 0;
}
// CHECK: a decision depends on which NaN a floating-point operation gives
