// RUN: %bug --unseen -DN=0 %s | %check %s
// RUN: %same -DN=1 %s
// RUN: %unsafe -DN=2 %s
// RUN: %unsafe -DN=2 --engine=dash %s
// RUN: %unsafe -DN=2 --engine=bmc -m32 %s
// RUN: %safe -DN=3 %s
// REQUIRES: shrike
// An array of variable length has at least one element; what alloca() makes may have none.
#ifndef N
#define N 0
#endif
int __VERIFIER_nondet_int(void);

static int fill(int n) {
    // CHECK: vla-empty.c:[[#@LINE + 1]]:{{[0-9]+}}: error: the length of an array is not positive [invalid-argument]
    char a[n], *p = __builtin_alloca((unsigned)n - (unsigned)n);
    for (int i = 0; i < n; i++) a[i] = (char)i;
    return n > 2 ? a[2] : !p;
}

int main(void) {
#if N == 2
    int n = __VERIFIER_nondet_int();
    return n >= 0 && n < 5 ? fill(n) & 0 : 0;
#elif N == 3
    int n = __VERIFIER_nondet_int();
    return n > 0 && n < 5 ? fill(n) & 0 : 0;
#else
    return fill(N) & 0;
#endif
}
