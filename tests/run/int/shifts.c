// RUN: %same %s
#include <stdio.h>

int main(void) {
    for (volatile int n = 0; n < 64; n += 7) {
        unsigned long u = 0x8123456789abcdefUL;
        long s = (long)u;
        printf("%d: %lx %lx %lx", n, u << n, u >> n, s >> n);
        if (n < 32) printf(" %x %x %x", (unsigned)u << n, (unsigned)u >> n, (int)u >> n);
        printf("\n");
    }
    volatile unsigned char c = 0x81;
    c <<= 1;
    printf("%x\n", c);
    return 0;
}
