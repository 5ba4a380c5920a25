// The functions of math.h whose results are exact.
// RUN: %safe --engine=explore %s
// RUN: %unsafe --engine=explore -DROUND_IS_FLOOR %s
// RUN: %unsafe --engine=explore -DROOT_IS_EXACT %s
// REQUIRES: shrike
#include <assert.h>
#include <math.h>
extern float __VERIFIER_nondet_float(void);

int main(void) {
    float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
#ifdef ROUND_IS_FLOOR
    if (x >= 0 && x < 100) assert(roundf(x) == floorf(x + 0.5f)); // not for the last number below 0.5
#elif defined ROOT_IS_EXACT
    if (x >= 1 && x <= 4) assert(sqrtf(x) * sqrtf(x) == x);
#else
    if (isnan(x) || isnan(y)) return 0;
    assert(floorf(x) <= x && x <= ceilf(x));
    assert(truncf(x) == (x < 0 ? ceilf(x) : floorf(x)));
    assert(fabsf(rintf(x) - x) <= 0.5f || isinf(x));
    assert(fminf(x, y) <= fmaxf(x, y));
    assert(fdimf(x, y) >= 0 || isinf(x));
    assert(fabsf(copysignf(x, y)) == fabsf(x));
    if (x >= 1 && x <= 4) assert(sqrtf(x) >= 1 && sqrtf(x) <= 2);
#endif
    return 0;
}
