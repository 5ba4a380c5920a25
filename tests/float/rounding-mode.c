// Rounding modes are what the program has set, in every engine and for every operation.
// RUN: %safe --engine=explore %s
// RUN: %safe --engine=bmc %s
// RUN: %safe --engine=concolic -DKNOWN %s
// RUN: %unsafe --engine=explore -DWRONG %s
// RUN: %unsafe --engine=interpolate -DWRONG %s
// RUN: %safe --engine=explore -DANY_MODE %s
// RUN: %unsafe --engine=explore -DPOINTER %s
// Functions that we have to nearest only say so, as exceptions do.
// RUN: %unknown --engine=explore -DFUNCTION %s | %check %s
// RUN: %unsafe --engine=explore -DEXCEPTIONS %s
// REQUIRES: shrike
#include <assert.h>
#include <fenv.h>
#include <math.h>
#pragma STDC FENV_ACCESS ON
extern float __VERIFIER_nondet_float(void);
extern int __VERIFIER_nondet_int(void);

#ifdef POINTER // a function that is not called by its name rounds as well
static float (*root)(float) = sqrtf;
#endif

int main(void) {
    float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
#ifdef KNOWN
    x = 1.0f, y = 0x1.4p-24f;
#endif
    if (!(x >= 1.0f && x <= 0x1.0000fep0f) || !(y > 0x1p-25f && y < 0x1.8p-24f)) return 0;
#ifdef POINTER
    fesetround(FE_UPWARD);
    float above = root(2.0f);
    fesetround(FE_DOWNWARD);
    assert(above == root(2.0f));
    return 0;
#endif
#ifdef ANY_MODE
    int mode = __VERIFIER_nondet_int();
    if (fesetround(mode)) assert(fegetround() == FE_TONEAREST);
    else assert(fegetround() == mode);
    assert(x + y >= x && x + y <= x + 0x1p-23f);
    if (mode == FE_DOWNWARD) assert(x + y == x);
    return 0;
#endif
    assert(fesetround(FE_DOWNWARD) == 0 && fegetround() == FE_DOWNWARD);
    volatile float two = 2.0f;
    float down = x + y, sqrt_down = sqrtf(two);
    assert(down == x && lrintf(x) == 1 && rintf(-x) == -2.0f + (x == 1.0f));
    fesetround(FE_UPWARD);
    float up = x + y, sqrt_up = sqrtf(two);
    assert(up > x && lrintf(-x) == -1 && (int)(float)16777217 == 16777218);
    assert(sqrt_down < sqrt_up);
    fenv_t kept;
    fegetenv(&kept);
    fesetround(FE_TOWARDZERO);
    assert(-x - y == -x && (float)((double)x + (double)y) == x);
    fesetenv(&kept);
    assert(fegetround() == FE_UPWARD);
    fesetround(FE_TONEAREST);
#ifdef WRONG
    assert(x + y == x);
#elif defined FUNCTION
    fesetround(FE_UPWARD);
    assert(exp(0.0) == 1.0);
#elif defined EXCEPTIONS
    assert(!fetestexcept(FE_INEXACT));
#endif
    assert(fesetround(12345) != 0);
    return 0;
}
// CHECK: this function with rounding other than to nearest
