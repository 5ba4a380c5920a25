#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), s = 0;
    if (n < 0 || n > 3) return 0;
    if (__VERIFIER_nondet_int()) s = 1;
    else s = 2;
    for (int i = 0; i < n; i++) s += 2;
#ifdef WRONG
    assert(s != 7);
#else
    assert(s < 100);
#endif
    return 0;
}
