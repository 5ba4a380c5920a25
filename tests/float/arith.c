// Operations on inputs are exact, in every engine.
// RUN: %unsafe --engine=explore %s | %check %s
// RUN: %unsafe --engine=interpolate %s
// RUN: %unsafe --engine=cdse %s
// RUN: %unsafe --engine=dash %s
// RUN: %unsafe --engine=bmc %s
// RUN: %unsafe --engine=concolic %s
// RUN: %safe --engine=explore -DFIXED %s
// RUN: %safe --engine=interpolate -DFIXED %s
// RUN: %safe --engine=cdse -DFIXED %s
// RUN: %safe --engine=bmc -DFIXED %s
// RUN: %safe --engine=concolic -DFIXED %s
// REQUIRES: shrike
#include <assert.h>
extern float __VERIFIER_nondet_float(void);

int main(void) {
    float x = __VERIFIER_nondet_float();
    if (!(x >= 16777215.0f && x <= 16777217.0f)) return 0;
    float y = x + 1.0f; // 2^24 + 1 is none of them
#ifdef FIXED
    assert(y >= x);
#else
    // CHECK: arith.c:[[#@LINE+1]]:{{.*}}assertion failed: y > x
    assert(y > x);
#endif
    return 0;
}
