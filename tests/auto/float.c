// RUN: not %shrike verify %s > %t
// RUN: %check %s < %t
// RUN: %shrike verify -DFIXED %s > %t.fixed
// RUN: %check %s --check-prefix FIXED < %t.fixed
// A number goes through floating point into text: each of its four values is tried.
// CHECK: UNSAFE
// FIXED: SAFE
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    char text[40];
    if (n < 700000 || n > 700003) return 0;
    snprintf(text, sizeof text, "%.1f", n * 0.5);
#ifdef FIXED
    if (!strcmp(text, "350002.0")) reach_error();
#else
    if (!strcmp(text, "350001.5")) reach_error();
#endif
    return 0;
}
