// Functions of math.h without circuit: ranges are proved, values are the library's own, and an error is real.
// RUN: %safe --engine=explore -DFIXED %s | %check %s
// RUN: %safe --engine=bmc -DFIXED %s
// RUN: %safe --engine=explore -DFIXED --solver=bitblast %s
// RUN: %unsafe --engine=explore %s
// RUN: %unsafe --engine=explore -DABOVE %s
// RUN: %unsafe --engine=explore -DNOT_A_NUMBER %s
// RUN: %unsafe --engine=explore -DONE_OF_NAN %s
// RUN: %unsafe --engine=bmc -DVALUE %s
// REQUIRES: shrike
// CHECK: assuming that functions of math.h return what they return on this machine
#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
#if defined FIXED
    double s = sin(x);
    assert(isnan(s) ? isnan(x) || isinf(x) : s >= -1 && s <= 1);
    assert(isnan(x) || sin(x) == s || isinf(x));
    if (x >= 0 && x <= 10) assert(exp(x) >= 1 && exp(x) < 22027 && log(exp(x)) >= 0);
    if (x > 0) assert(pow(x, 0.5) >= 0 && !isnan(log(x)));
    assert(!(hypot(x, 3) < 2.99));
#elif defined ABOVE
    assert(!(sin(x) > 0.9999999)); // where it is largest
#elif defined NOT_A_NUMBER
    assert(!isnan(log(x)));
#elif defined ONE_OF_NAN
    assert(!isnan(x) || isnan(pow(x, __VERIFIER_nondet_double()))); // not for the power 0
#elif defined VALUE
    float f = __VERIFIER_nondet_float();
    if (f >= 1 && f <= 2) assert(logf(f) != 0.40546510f); // of 1.5
#else
    if (x >= 0 && x <= 10) assert(exp(x) + pow(x, 2) < 22126);
#endif
    return 0;
}
