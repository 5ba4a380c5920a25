// RUN: %same %s
#include <limits.h>
#include <stdio.h>

int main(void) {
    int as[] = {7, -7, INT_MAX, INT_MIN, 0, 1};
    int bs[] = {2, -2, 3, INT_MIN, 7};
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 5; j++) printf("%d %d | ", as[i] / bs[j], as[i] % bs[j]);
    printf("\n");
    volatile unsigned long big = ULONG_MAX, small = 3;
    printf("%lu %lu\n", big / small, big % small);
    volatile long lo = LONG_MIN;
    printf("%ld %ld\n", lo / 10, lo % 10);
    return 0;
}
