// RUN: %safe --engine=bmc %s
// RUN: %unsafe --engine=bmc -DWRONG=3 %s
// Nested loops and recursion without a bound: each is unwound as far as it needs.
extern void __VERIFIER_error(void);
unsigned __VERIFIER_nondet_uint(void);

static unsigned depth(unsigned n) { return n == 0 ? 0 : 1 + depth(n - 1); }

int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 7, m = __VERIFIER_nondet_uint() % 6, count = 0;
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = i; j < m; j++) count++;
    if (depth(n) != n) __VERIFIER_error();
    if (count > 15) __VERIFIER_error();
#ifdef WRONG
    if (count == 15 - WRONG) __VERIFIER_error();
#endif
}
