// RUN: %same %s
#include <stdint.h>
#include <stdio.h>

int main(void) {
    volatile double v[] = {0.0, -0.9, 1.5, -1.5, 255.99, 65535.5, 2147483647.0, -2147483648.0, 1e15, 4294967295.0};
    for (int i = 0; i < 10; i++) {
        double d = v[i];
        printf("%ld %d", (long)d, (int)(float)(d / 1e6));
        if (d > -1) printf(" %lu", (unsigned long)d);
        if (d > -1 && d < 5e9) printf(" %u", (unsigned)d);
        if (d >= -1 && d < 256) printf(" %d", (uint8_t)d);
        printf(" %.9g\n", (float)d);
    }
    volatile uint64_t big = 0xfffffffffffff7ffu;
    volatile int64_t neg = -9007199254740993;
    printf("%.17g %.9g %.17g %.9g\n", (double)big, (float)big, (double)neg, (float)neg);
    volatile unsigned char c = 200;
    volatile short s = -200;
    printf("%g %g %g %g\n", (float)c, (double)s, (double)(_Bool)c, c / 3.0f);
    printf("%g\n", (double)(1ULL << 63) + (double)(int)3.99);
    return 0;
}
