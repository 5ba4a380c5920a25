// RUN: %unsafe --engine=dash %s | %check %s
// A block that one side of a branch has freed.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int *p = malloc(sizeof *p), n = 0;
    if (!p) return 0;
    *p = 0;
    while (__VERIFIER_nondet_int() && n < 7) n++;
    if (n == 6 && __VERIFIER_nondet_int() == 1234567) free(p);
    *p = n; // CHECK: heap-wrong.c:[[@LINE]]
    free(p);
    return 0;
}
