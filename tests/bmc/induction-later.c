// RUN: %unsafe --engine=bmc -DX=10 -DJ=40 %s
// RUN: %unsafe --engine=bmc -DX=19 -DJ=9 %s
// RUN: %unsafe --engine=bmc -DX=5 -DJ=4 %s
// RUN: %safe --engine=bmc -DX=21 -DJ=40 %s
// What an induction proves of the second loop holds for the states that are at its limit
// then, not for those that come when the first loop has been unwound further.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), x = 0, sink = 0;
    while (x < n && x < 20) {
        x++;
        sink = sink * 3 + x;
    }
    for (unsigned j = 0; __VERIFIER_nondet_uint() & 1; j++) {
        sink ^= j;
        assert(!(x == X && j == J));
    }
    return (int)(sink & 1);
}
