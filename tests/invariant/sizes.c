// RUN: %safe --engine=invariant --stack-size 0 --check=memory,leak %s
// RUN: %safe --once --engine=invariant --stack-size 0 --check=memory,leak -m32 %s
// RUN: %verdict UNKNOWN --once --engine=invariant --no-confirm --stack-size 0 -DMORE=1 %s
// RUN: %verdict UNKNOWN --once --engine=invariant --no-confirm --stack-size 0 -DWRAPS -m32 %s
// RUN: %verdict UNKNOWN --once --engine=invariant --no-confirm --stack-size 0 -DDEAD %s
// RUN: %verdict UNKNOWN --once --engine=invariant --no-confirm --stack-size 0 -DMIDDLE %s
// RUN: %verdict UNKNOWN --once --engine=invariant --no-confirm --stack-size 0 --check=memory,leak -DLOST %s
// RUN: %verdict UNKNOWN --once --engine=invariant --no-confirm --stack-size 0 -DFILL=1 %s
// RUN: %unsafe --once --engine=explore -DMORE=1 %s
// RUN: %unsafe --once --engine=explore -DWRAPS -m32 %s
// Blocks of any size: what an index, and a pointer that goes round a loop, may be. Sums of both sizes are above what a
// 32-bit address space holds.
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);

#ifndef MORE
#define MORE 0
#endif
#ifndef FILL
#define FILL 0
#endif

int main(void) {
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
    if (n < 1 || m < 1) return 0;
#ifndef WRAPS
    if (n > 500000000) return 0; /* 4 * n does not wrap around */
#endif
    int *a = malloc(n * sizeof *a);
    char *b = __builtin_alloca(m);
    if (!a) return 0;
    for (int i = 0; i < n; i++) a[i] = i;
    memset(b, 0, m + FILL);
    for (char *p = b; p != b + m; p++) *p = 1;
    for (int i = n - 1 + MORE; i >= 0; i--) a[i]++;
#ifdef DEAD
    free(a);
#endif
    a[n / 2] = b[m - 1];
#ifdef MIDDLE
    a += m > 1000000;
#endif
#ifdef LOST
    if (m < 1000000)
#endif
#ifndef DEAD
    free(a);
#endif
}
