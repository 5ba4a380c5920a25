// RUN: %same %s
// Unsigned arithmetic wraps; signed does too, unless somebody asks.
// RUN: %same --undefined -DSIGNED %s
#include <limits.h>
#include <stdio.h>

int main(void) {
    volatile unsigned u = UINT_MAX;
    volatile unsigned long ul = 0;
    printf("%u %lu\n", u + 1, ul - 1);
#ifdef SIGNED
    volatile int i = INT_MAX;
    volatile long l = LONG_MIN;
    printf("%d %ld %d\n", i + 1, l - 1, i + 1 > i);
#endif
    return 0;
}
