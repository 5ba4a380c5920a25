// RUN: %safe --engine=cdse %s
// RUN: %shrike verify --engine=cdse --no-simplify --stats %s 2>&1 | %check %s
// RUN: %shrike verify --engine=cdse --decide=black-box --no-simplify --stats %s 2>&1 | %check %s
// RUN: %shrike verify --engine=cdse --decide=guide --no-simplify --stats %s 2>&1 | %check %s
// RUN: %shrike verify --engine=cdse --decide=learn --no-simplify --stats %s 2>&1 | %check %s
// Two to the 128 ways to an assertion that none of them has to do with: one path is enough.
#include <assert.h>
int __VERIFIER_nondet_int(void);
#define ONE if (__VERIFIER_nondet_int()) d += 3; else d ^= 5;
#define TWO ONE ONE
#define EIGHT TWO TWO TWO TWO
#define MANY EIGHT EIGHT EIGHT EIGHT
int main(void) {
    unsigned p = __VERIFIER_nondet_int() & 7, d = 0;
    MANY MANY MANY MANY
    // CHECK: SAFE
    // CHECK: cdse {{ +}}1  paths tried
    assert(p < 8);
    return d & 1;
}
