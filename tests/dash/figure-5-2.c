// RUN: %safe --engine=dash %s
// RUN: %shrike verify --engine=dash --stats %s 2>&1 | %check %s
// RUN: %shrike verify --engine=dash --no-simplify --stats %s 2>&1 | %check %s
// Diamonds that do not matter: at most six iterations, plain DASH needs 132.
// CHECK: SAFE
// CHECK-NOT: dash {{ +([7-9]|[0-9]{2,}) +}}paths to an error examined
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int lock = 1, x = 0, y = 0;
    int *p = &y;
    if (__VERIFIER_nondet_int()) x = x + 1;
    else *p = *p + 1;
    if (__VERIFIER_nondet_int()) x = x + 1;
    else *p = *p + 1;
    if (__VERIFIER_nondet_int()) x = x + 1;
    else *p = *p + 1;
    if (__VERIFIER_nondet_int()) x = x + 1;
    else *p = *p + 1;
    if (__VERIFIER_nondet_int()) x = x + 1;
    else *p = *p + 1;
    assert(lock == 1);
    return 0;
}
