// Other rounding modes and exceptions are not supported: nothing is claimed behind them.
// RUN: %unknown --engine=explore %s | %check %s
// RUN: %unknown --engine=explore -DEXCEPTIONS %s
// RUN: %safe --engine=explore -DFIXED %s
// REQUIRES: shrike
#include <assert.h>
#include <fenv.h>
int main(void) {
    volatile double one = 1.0, three = 3.0;
    double nearest = one / three;
#ifdef FIXED
    assert(fesetround(FE_TONEAREST) == 0 && fegetround() == FE_TONEAREST);
#elif defined EXCEPTIONS
    assert(!fetestexcept(FE_INEXACT));
#else
    fesetround(FE_UPWARD);
#endif
    assert(one / three == nearest);
    return 0;
}
// CHECK: rounding other than to nearest
