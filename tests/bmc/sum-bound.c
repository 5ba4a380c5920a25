// RUN: %verdict 'SAFE (bound 3)' --engine=bmc --bound 3 %s
// RUN: %safe --engine=bmc --bound 255 %s
// RUN: %safe --engine=bmc %s
// Example 2 of lecture IA159: with a sum that does not wrap there is no error, and the
// bound is reachable until the loop is unwound as often as n can tell.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    if (n == 0) return 0;
    unsigned char v = 0;
    unsigned int s = 0, i = 0;
    while (i < n) {
        v = __VERIFIER_nondet_uchar();
        s += v;
        ++i;
    }
    assert(s >= v);
}
