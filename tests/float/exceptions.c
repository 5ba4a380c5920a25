// Flags of exceptions, as functions of inputs. exceptions-run.c compares them with the processor's.
// RUN: %safe --engine=explore %s
// RUN: %safe --engine=bmc -DDIVISION %s
// RUN: %unsafe --engine=explore -DWRONG %s
// RUN: %unsafe --engine=interpolate -DWRONG %s
// RUN: %unsafe --engine=explore -DCONVERSION %s
// What nobody has written down is not answered, and only where somebody asks.
// RUN: %unknown --engine=explore -DOPEN=0 %s | %check --check-prefix=OPEN %s
// RUN: %unknown --engine=explore -DOPEN=1 %s | %check --check-prefix=OPEN %s
// RUN: %unknown --engine=explore -DOPEN=2 %s | %check --check-prefix=OPEN %s
// RUN: %safe --engine=explore -DOPEN=3 %s
// RUN: %unknown --engine=explore -DOPEN=4 %s | %check --check-prefix=TRAP %s
// Text is rounded, too, and FLT_ROUNDS says how.
// RUN: %unknown --engine=explore -DTEXT=0 %s
// RUN: %unknown --engine=explore -DTEXT=1 %s
// RUN: %safe --engine=explore -DTEXT=2 %s
// Each thread has its own.
// RUN: %unknown -DTHREAD %s | %check --check-prefix=THREAD %s
// REQUIRES: shrike
// OPEN: floating-point exceptions that a function or conversion may or may not raise
// THREAD: threads in a program that looks at rounding modes
// TRAP: floating-point exceptions that are signalled
#include <assert.h>
#include <fenv.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#ifndef OPEN
#pragma STDC FENV_ACCESS ON
#endif
extern float __VERIFIER_nondet_float(void);
int feenableexcept(int);
#ifdef THREAD
#include <pthread.h>
static void *other(void *p) { return p; }
#endif

int main(void) {
    float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();
    feclearexcept(FE_ALL_EXCEPT);
#ifdef THREAD
    pthread_t thread;
    fesetround(FE_UPWARD);
    pthread_create(&thread, 0, other, 0);
    pthread_join(thread, 0);
#elif defined WRONG
    if (!(x >= 1 && x < 2)) return 0;
    float r = x * 3;
    assert(!fetestexcept(FE_INEXACT));
#elif defined CONVERSION
    if (!(x >= 1 && x < 2)) return 0;
    int n = (int)x;
    assert(!fetestexcept(FE_INEXACT));
#elif defined OPEN
    float r = x;
    volatile int c = 0;
    if (OPEN == 0) r = sinf(x);
    if (OPEN == 1) c = (int)(unsigned long)(x > 0 && x < 9 ? x : 1);
    if (OPEN == 2) c = x < y; // compilers differ about a NaN
    if (OPEN == 3) {
        r = sinf(x);
        feclearexcept(FE_ALL_EXCEPT);
        if (!(x >= 1 && x <= 2)) return 0;
        c = x < 3;
    }
    if (OPEN == 4) feenableexcept(FE_DIVBYZERO);
    assert(!fetestexcept(FE_INVALID) || r != r);
#elif defined TEXT
    char text[9];
    float half = 0;
    fesetround(FE_UPWARD);
    if (TEXT == 0) snprintf(text, sizeof text, "%.1f", 0.25);
    if (TEXT == 1) sscanf("0.1", "%f", &half);
    assert(FLT_ROUNDS == 2);
    fesetround(FE_TOWARDZERO);
    assert(FLT_ROUNDS == 0 && half == 0);
#else
    float q = x / y;
    int divides = fetestexcept(FE_DIVBYZERO), invalid = fetestexcept(FE_INVALID);
    assert(!divides || (isinf(q) && y == 0 && x != 0));
    if (y == 0 && isgreater(x, 0) && !isinf(x)) assert(divides == FE_DIVBYZERO); // `>` of a NaN is invalid
    if (x == x && y == y) assert(!invalid == (q == q));
#ifdef DIVISION
    return 0;
#endif
    fexcept_t kept;
    fegetexceptflag(&kept, FE_ALL_EXCEPT);
    fenv_t env;
    feholdexcept(&env);
    assert(!fetestexcept(FE_ALL_EXCEPT));
    feraiseexcept(FE_OVERFLOW);
    feupdateenv(&env);
    assert(fetestexcept(FE_OVERFLOW) && fetestexcept(FE_DIVBYZERO | FE_INVALID) == (divides | invalid));
    feclearexcept(FE_ALL_EXCEPT);
    fesetexceptflag(&kept, FE_DIVBYZERO);
    assert(fetestexcept(FE_ALL_EXCEPT) == divides);
#endif
    return 0;
}
