// RUN: %same -std=c2x %s
#include <stdio.h>

int main(void) {
    unsigned _BitInt(128) a = (unsigned _BitInt(128))0xfedcba9876543210u << 60;
    unsigned _BitInt(128) b = 987654321987654321u;
    printf("%lu %lu\n", (unsigned long)(a / b >> 3), (unsigned long)(a % b));
    _BitInt(100) c = -((_BitInt(100))1 << 90);
    printf("%ld %ld\n", (long)(c / 12345678901234567), (long)(c % 1000));
    printf("%d %d\n", c < 0, c > 5);
    return 0;
}
