// A function of math.h stands for one value: the search goes on and does not claim more.
// REQUIRES: shrike
// RUN: rm -rf %t && mkdir %t
// RUN: not %shrike fuzz --stop-on-first --output %t/out %s > %t/log 2>&1
// RUN: %check %s < %t/log
// RUN: not %shrike verify --engine=concolic -DFINE %s > %t/log 2>&1
// RUN: %check %s --check-prefix=FINE < %t/log
#include <assert.h>
#include <math.h>
extern int lct_get_int(void);

int main(void) {
    int a = lct_get_int(), b = lct_get_int();
    double d = lgamma(a + 1.5);
    if (d > 0.99) return 1;
#ifdef FINE
    assert(a <= 2000001 || b == b);
#else
    // CHECK: diverge.c:[[#@LINE+1]]:{{.*}}assertion failed
    assert(b != 123456);
#endif
    return 0;
}
// CHECK: lct_get_int = 123456
// CHECK: 1 errors (1 confirmed)
// FINE: one value only
// FINE: UNKNOWN
