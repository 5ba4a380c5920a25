// --check=float: results that are not finite although the operands are. It is off unless asked for.
// RUN: %unsafe --check=float --engine=explore %s | %check %s
// RUN: %unsafe --check=float --engine=bmc %s
// RUN: %unsafe --check=float --engine=dash %s
// RUN: %unsafe --check=float --engine=concolic -DSUM %s | %check --check-prefix=SUM %s
// RUN: %unsafe --check=float --engine=cdse -DROOT %s | %check --check-prefix=ROOT %s
// RUN: %safe --check=float --engine=explore -DFIXED %s
// RUN: %safe --check=float --engine=bmc -DFIXED %s
// RUN: %safe --engine=explore -DQUIET %s
// REQUIRES: shrike
#include <math.h>
extern float __VERIFIER_nondet_float(void);

int main(void) {
    float x = __VERIFIER_nondet_float(), y = 1;
#if defined FIXED || defined QUIET
    if (!(x >= 2 && x <= 1000) && !isinf(x)) return 0;
#else
    if (!(x >= 0 && x <= 0x1p127f)) return 0;
#endif
#ifdef SUM
    // SUM: check-float.c:[[#@LINE+1]]:{{.*}}the result is infinite, the operands are finite [float-not-finite]
    y = x + x;
#elif defined ROOT
    // ROOT: check-float.c:[[#@LINE+1]]:{{.*}}the result is a NaN, although no operand is [float-not-finite]
    y = sqrtf(1 - x);
#elif defined QUIET
    y = x / (x - 2) - 0x1p127f * 4;
#else
    // CHECK: check-float.c:[[#@LINE+1]]:{{.*}}a floating-point number is divided by zero [float-not-finite]
    y = 1 / x + sqrtf(x); // infinite operands may give anything
#endif
    return y == 5;
}
