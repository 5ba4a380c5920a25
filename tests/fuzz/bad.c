// The lecture's example. The simplified program has one condition over all characters, so that
// 'bad!' is a child of 'good'. With a branch for each character, each generation gets one right.
// REQUIRES: shrike
// RUN: rm -rf %t && mkdir %t && printf good > %t/seed
// RUN: not %shrike fuzz --seeds %t/seed --output %t/out --stop-on-first %s > %t/log 2>&1
// RUN: %check %s --check-prefixes=CHECK,ONE < %t/log
// RUN: not %shrike fuzz -DSPLIT --seeds %t/seed --corpus %t/corpus --output %t/out %s > %t/log 2>&1
// RUN: %check %s --check-prefixes=CHECK,SPLIT < %t/log
// RUN: grep -q 'bad!' %t/out/crash-*
// RUN: test -f %t/out/test000001.ktest && test -f %t/out/test000001.assertion-failure.err
#include <assert.h>
#include <unistd.h>

int main(void) {
    char s[4];
#ifdef SPLIT
    volatile int n = 0;
#else
    int n = 0;
#endif
    if (read(0, s, 4) < 4) return 0;
    if (s[0] == 'b') n++;
    if (s[1] == 'a') n++;
    if (s[2] == 'd') n++;
    if (s[3] == '!') n++;
    // CHECK: bad.c:[[#@LINE+1]]:{{.*}}assertion failed
    assert(n < 4);
    return 0;
}
// CHECK: stdin = "bad!
// ONE: 1 generations, 0 diverged
// SPLIT: 0 diverged
// CHECK: 1 errors (1 confirmed)
// SPLIT: COMPLETE
