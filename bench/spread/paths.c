/* 2^N paths over independent inputs. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = 0;
    for (int i = 0; i < N; i++)
        if (__VERIFIER_nondet_int() > 7) n++;
    assert(n <= N);
    return n > 3;
}
