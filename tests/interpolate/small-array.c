// RUN: %unsafe --engine=interpolate %s
// RUN: %unsafe --engine=dash %s
// RUN: %unsafe --engine=explore %s
// A shadow run, which says itself what memory holds, must not look at the array that the object has become.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
static unsigned char a[40];
int main(void) {
    unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint(), c = __VERIFIER_nondet_uint();
    __VERIFIER_assume(i < 40);
    __VERIFIER_assume(j < 40);
    if (c & 1) {
        a[i] = 0;
    } else {
        a[i] = 0;
        if (c & 2) a[j] = 7;
    }
    unsigned k = __VERIFIER_nondet_uint();
    __VERIFIER_assume(k < 40);
    assert(a[k] != 7);
    return 0;
}
