// RUN: %unsafe --engine=explore %s | %check %s
// RUN: %unsafe --once --engine=bmc --no-confirm -DCOUNT=__builtin_ctzll %s
// RUN: %safe --engine=explore -DFIXED %s
// RUN: %safe --once --engine=dash -DFIXED %s
// The zeros of 0 are not defined, except where the function says so.
extern int __VERIFIER_nondet_int(void);
#ifndef COUNT
#define COUNT __builtin_clz
#endif
int main(void) {
    int x = __VERIFIER_nondet_int(), n = __builtin_ffs(x) + __builtin_popcount((unsigned)x);
#ifdef FIXED
    if (!x) return n;
#endif
    // CHECK: zeros.c:[[@LINE+1]]:12: error: the leading or trailing zeros of 0 are counted, which is not defined [invalid-argument]
    return COUNT((unsigned)x) + n < 0;
}
