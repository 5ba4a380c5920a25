// An excused error hides no other one, whoever looks for it.
// RUN: not %shrike verify --no-confirm --timeout 30 --engine=explore %s | grep '^UNSAFE$'
// RUN: not %shrike verify --no-confirm --timeout 30 --engine=interpolate %s | grep '^UNSAFE$'
// RUN: not %shrike verify --no-confirm --timeout 30 --engine=concolic %s | grep '^UNSAFE$'
// RUN: not %shrike verify --no-confirm --timeout 30 --engine=cdse %s | grep '^UNSAFE$'
// RUN: not %shrike verify --no-confirm --timeout 30 --engine=dash %s | grep '^UNSAFE$'
// RUN: not %shrike verify --no-confirm --timeout 30 --engine=bmc %s | grep '^UNSAFE$'
// RUN: not %shrike verify --no-confirm --timeout 30 --engine=auto %s | grep '^UNSAFE$'
// RUN: %shrike verify --no-confirm --timeout 30 -DFIXED %s | grep '^UNSAFE (known errors only)$'
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), n = 0;
    (void)y;
    // shrike:ignore[assert] known
    assert(x != 3);
    while (__VERIFIER_nondet_int() && n < 5) n++;
#ifndef FIXED
    if (y == 77 && n == 4) assert(x == 3);
#endif
    return 0;
}
