// Conversions of inputs: formats, integers, what does not fit.
// RUN: %safe --engine=explore -DFIXED %s
// RUN: %safe --engine=bmc -DFIXED %s
// RUN: %unsafe --engine=explore %s | %check %s
// RUN: %unsafe --engine=interpolate %s
// RUN: %unsafe --engine=cdse %s
// RUN: %unsafe --engine=bmc %s
// RUN: %unsafe --engine=concolic %s
// REQUIRES: shrike
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern double __VERIFIER_nondet_double(void);

int main(void) {
    int i = __VERIFIER_nondet_int();
    assert((int)(double)i == i);
    long double l = i;
    assert((int)(l * 0.5L) == i / 2);
    if (i > -(1 << 24) && i < 1 << 24) assert((int)(float)i == i);
    double d = __VERIFIER_nondet_double();
#ifdef FIXED
    if (d > -2147483649.0 && d < 2147483648.0)
#else
    if (d >= -2147483649.0 && d < 2147483648.0)
#endif
        // CHECK: convert.c:[[#@LINE+1]]:{{.*}}-2147483649 does not fit a signed integer of 32 bits
        return (int)d == 5;
    return 0;
}
