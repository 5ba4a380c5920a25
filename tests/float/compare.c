// Comparisons, classes and signs of inputs.
// RUN: %safe --engine=explore %s
// RUN: %unsafe --engine=explore -DNAN_IS_EQUAL %s
// RUN: %unsafe --engine=explore -DZERO_HAS_ONE_SIGN %s
// REQUIRES: shrike
#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
#ifdef NAN_IS_EQUAL
    assert(x == x);
#elif defined ZERO_HAS_ONE_SIGN
    if (x == 0.0) assert(1.0 / x > 0.0);
#else
    assert((x < y) + (x > y) + (x == y) + (isnan(x) || isnan(y)) == 1);
    assert((x <= y) == (x < y || x == y));
    assert(!(x != y) == (x == y));
    if (isinf(x)) assert(x - x != x - x);
    if (x < y) assert(y > x && fabs(x) >= 0);
    if (isnormal(x) && signbit(x)) assert(x < 0 && fpclassify(x) == FP_NORMAL);
#endif
    return 0;
}
