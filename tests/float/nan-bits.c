// Which NaN an operation gives is specified by nobody: a proof does not rest on its sign.
// RUN: %unknown --engine=explore %s | %check %s
// RUN: %unknown --engine=interpolate %s
// RUN: %unknown --engine=cdse %s
// RUN: %unknown --engine=dash %s
// RUN: %unknown --engine=bmc %s
// RUN: %unknown --engine=concolic %s
// That it is one can be seen in the bits of all of them, and an input's NaN is what it is.
// RUN: %safe --engine=explore -DFIXED %s
// RUN: %safe --engine=interpolate -DFIXED %s
// RUN: %safe --engine=bmc -DFIXED %s
// RUN: %safe --engine=explore -DINPUT %s
// REQUIRES: shrike
#include <assert.h>
#include <stdint.h>
#include <string.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
#ifdef INPUT
    double y = -x;
#else
    double y = x / x;
#endif
    uint64_t bits, before;
    memcpy(&bits, &y, 8);
    memcpy(&before, &x, 8);
#ifdef INPUT
    assert(bits >> 63 != before >> 63);
#elif defined FIXED
    int nan = (bits & ~0ull >> 1) > 0x7ffull << 52;
    assert(nan == (y != y));
#else
    assert(bits >> 63 == 0);
#endif
    return 0;
}
// CHECK: a decision depends on which NaN a floating-point operation gives
