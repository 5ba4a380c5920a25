// RUN: not %shrike verify --no-stop-on-first --engine=explore %s 2>&1 | grep -o '^.*error: .*$' | sort > %t.alone
// RUN: not %shrike verify --no-stop-on-first %s 2>&1 | grep -o '^.*error: .*$' | sort > %t.together
// RUN: diff %t.alone %t.together
// RUN: grep -c . %t.together | %check %s
// CHECK: 3
// All errors are told once, as by one engine.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int a[4] = {1, 2, 3, 4}, i = __VERIFIER_nondet_int(), d = __VERIFIER_nondet_int();
    if (i < 0) i = 0;
    int x = a[i];
    int y = 100 / d;
    assert(x + y != 54);
    return 0;
}
