// Text of floats that are inputs, in fixed notation: a path for each number of digits.
// RUN: %safe --engine=explore %s | %check %s
// RUN: %safe --engine=explore -DLONG %s
// RUN: %unsafe --engine=explore -DWRONG=1 %s
// RUN: %unsafe --engine=explore -DWRONG=2 %s
// REQUIRES: shrike
// CHECK: ({{[0-9]|1[0-9]}} paths)
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
extern float __VERIFIER_nondet_float(void);

int main(void) {
    float x = __VERIFIER_nondet_float();
    char text[64];
#ifdef LONG
    if (!(x >= 1 && x < 100)) return 0;
    int n = snprintf(text, sizeof text, "%+07.1Lf", (long double)x);
    assert(n == 7 && text[0] == '+' && text[5] == '.');
#elif !defined WRONG
    if (!(fabsf(x) < 16) && !isinf(x)) return 0;
    int n = snprintf(text, sizeof text, "%.1f", x);
    assert(n == 4 + !!signbit(x) - (fabsf(x) < 9.95) - !!isinf(x)); // 9.95 is no float
    if (x == 0.25f) assert(strcmp(text, "0.2") == 0);             // half to even
    if (x == 0.75f) assert(strcmp(text, "0.8") == 0);
    if (isinf(x)) assert(strcmp(text, x > 0 ? "inf" : "-inf") == 0);
#else
    if (!(fabsf(x) < 100)) return 0;
    snprintf(text, sizeof text, "%6.2f", x);
    if (WRONG == 1) assert(strcmp(text, " 42.13") != 0);
    if (WRONG == 2) assert(strcmp(text, " -0.00") != 0);
#endif
    return 0;
}
