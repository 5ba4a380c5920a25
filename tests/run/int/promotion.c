// RUN: %same %s
#include <stdio.h>

int main(void) {
    volatile unsigned char uc = 255;
    volatile signed char sc = -1;
    volatile unsigned short us = 65535;
    volatile unsigned u = 1;
    volatile int i = -1;
    volatile long l = -1;
    printf("%d %d %d\n", uc + 1, sc + 1, (unsigned char)(uc + 1));
    printf("%d %d\n", us + 1, ~uc);
    printf("%d %d %d\n", i < u, l < u, sc < us);
    printf("%ld %lu\n", (long)(i * u), (unsigned long)i);
    printf("%d %d\n", uc << 4, sc >> 1);
    printf("%d\n", (int)sizeof(uc + us));
    uc += 10;
    us *= 3;
    sc -= 200;
    printf("%d %d %d\n", uc, us, sc);
    return 0;
}
