// Functions of math.h over bits: exact on inputs.
// RUN: %safe --engine=explore %s
// RUN: %safe --engine=bmc -DPARTS %s
// RUN: %unsafe --engine=explore -DWRONG %s | %check %s
// RUN: %unsafe --engine=concolic -DWRONG %s
// REQUIRES: shrike
#include <assert.h>
#include <math.h>
extern float __VERIFIER_nondet_float(void);

int main(void) {
    float x = __VERIFIER_nondet_float();
    int e = 0;
#ifdef PARTS
    if (!isfinite(x) || x == 0) return 0;
    float m = frexpf(x, &e);
    assert(fabsf(m) >= 0.5f && fabsf(m) < 1 && e >= -148 && e <= 128);
    assert(ilogbf(x) == e - 1 && logbf(x) == (float)(e - 1));
#elif defined WRONG
    float next = nextafterf(x, INFINITY);
    // CHECK: exact-library.c:[[#@LINE+1]]:{{.*}}assertion failed
    if (isfinite(x)) assert(next - x <= 1.0f || x > 1e9f || x < -16777218.0f);
#else
    if (!isfinite(x)) return 0;
    float whole, rest = modff(x, &whole), next = nextafterf(x, INFINITY);
    if (x == 2.75f || x == -3.0f) assert(whole + rest == x && (rest == 0.75f || signbit(rest)));
    assert(next > x && nextafterf(x, x) == x);
    if (fabsf(x) < 1e6f) assert(ldexpf(x, 3) == 8 * x);
    if (x > -100 && x < 100) assert(lrintf(x) == (long)rintf(x));
    if (x == 2.5f) assert(lroundf(x) == 3 && lrintf(x) == 2);
    if (x == 5.0f || x == 6.0f || x == 14.0f) assert(fabsf(remainderf(x, 4.0f)) == (x == 5.0f ? 1.0f : 2.0f));
#endif
    return 0;
}
