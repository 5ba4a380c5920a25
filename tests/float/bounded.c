// Guards and bounded sums of floats are answered by ranges, without a circuit and without Z3.
// RUN: %shrike verify --engine=explore --stats -DFIXED %s > %t 2>&1 && FileCheck --check-prefix RANGES %s < %t
// RUN: %safe --engine=bmc -DFIXED %s
// RUN: %unsafe --engine=explore %s
// RUN: %unsafe --engine=explore -DSQUARE %s | %check %s
// RANGES-NOT: answered by the bit-blaster
// RANGES: answered by ranges of floats
// RANGES-NOT: answered by the bit-blaster
// REQUIRES: shrike
#include <assert.h>
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);

#ifdef SQUARE
// A square whose range overflows at one end is zero in between.
int main(void) {
    float a = __VERIFIER_nondet_float();
    if (a < 0 || a > 2e30f || a != a) return 0;
    float d = a - 1e30f;
    // CHECK: bounded.c:[[#@LINE+1]]:{{.*}}assertion
    assert(d * d >= 1);
    return 0;
}
#else
enum { MANY = 6 };
int main(void) {
    double sum = 0;
    for (int i = 0; i < MANY; i++) {
        double x = __VERIFIER_nondet_double();
        if (!(x >= 0.0 && x < 1.0)) return 0;
        sum += x;
    }
    assert(sum >= 0);
#ifdef FIXED
    assert(sum <= MANY);
#else
    assert(sum < MANY - 1);
#endif
    return 0;
}
#endif
