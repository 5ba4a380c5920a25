// Text of floats that are inputs, for each of their values.
// RUN: %safe --engine=explore %s
// RUN: %unsafe --engine=explore -DWRONG %s
// RUN: %unsafe --engine=concolic -DWRONG %s
// REQUIRES: shrike
#include <assert.h>
#include <stdio.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    double x = (__VERIFIER_nondet_uchar() & 7) / 4.0 - 0.5;
    char text[32], again[32];
    int n = snprintf(text, sizeof text, "%.1f", x);
    snprintf(again, sizeof again, "%g %a", x, x);
    assert(n == (int)strlen(text) && n == 3 + (x < 0 || (x == 0 && text[0] == '-')));
    if (x == 0.75) assert(strcmp(again, "0.75 0x1.8p-1") == 0);
#ifdef WRONG
    assert(strcmp(text, "0.2") != 0); // 0.25, to even
#endif
    return 0;
}
