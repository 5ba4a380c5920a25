// RUN: %unsafe --engine=dash %s | %check %s
// RUN: %unsafe --engine=interpolate %s | %check %s
// A block whose length an input decides: what was checked bounds it, and nothing else.
#include <assert.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char to[4] = {0}, from[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
    if (n > 4 || m > 8) return 0;
    memcpy(to, from, n);
    if (m == 3) to[0]++;
    if (n == 4) to[3]++;
    // CHECK: error: assertion failed: to[3] != 5 || to[0] != 2
    assert(to[3] != 5 || to[0] != 2);
    return 0;
}
