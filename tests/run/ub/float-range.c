// RUN: %agree %s
// Out of range conversions: any value, but one and the same.
// REQUIRES: shrike
#include <stdio.h>

int main(void) {
    volatile double big = 1e30;
    int i = (int)big;
    int j = i;
    printf("%d\n", i == j);
    volatile unsigned z = 0;
    int c = __builtin_clz(z);
    printf("%d\n", c == c);
    return 0;
}
