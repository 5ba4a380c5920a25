// RUN: %safe --engine=concolic %s
// RUN: %unsafe --engine=concolic -DBUG %s | %check %s
// RUN: %unknown --engine=concolic --max-forks 3 %s
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), table[10] = {0}, *p = &n;
    __VERIFIER_assume(n < 10);
    for (unsigned i = 0; i < n; i++) table[i] = i * i;
    if (n % 3 == 1) p = &table[n - 1];
    switch (n) {
    case 3: table[0] = 9; break;
    case 7: assert(*p == 36); break;
    default: break;
    }
#ifdef BUG
    // CHECK: verify.c:[[#@LINE+1]]:{{.*}}assertion failed
    assert(*p != 36);
#endif
    return 100 / (int)(n + 1);
}
