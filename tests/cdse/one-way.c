// RUN: %unsafe --engine=cdse --no-simplify %s | %check %s
// The only way from main's start is refuted, with its assumption, but just because the
// inner loop was not unrolled far enough: that must not be forgotten.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
static unsigned wait(int x) {
    for (int i = 0; i < (int)((7 + (unsigned)x) % 5u); i++)
        for (int k = 8; k > 0;) k--;
    return 0;
}
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n >= 4294967280u);
    wait((int)n);
    long t[7] = {1};
    // CHECK: one-way.c:[[#@LINE+1]]:17: error: out-of-bounds read
    return (int)t[n & 7];
}
