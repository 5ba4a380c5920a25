// RUN: %same %s
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

#define TRY(type, fmt, op, a, b)                                     \
    do {                                                             \
        type r;                                                      \
        int o = __builtin_##op##_overflow((type)(a), (type)(b), &r); \
        printf(#type " " #op " %d " fmt "\n", o, r);                 \
    } while (0)

int main(void) {
    TRY(int, "%d", add, INT_MAX, 1);
    TRY(int, "%d", add, INT_MAX, 0);
    TRY(int, "%d", sub, INT_MIN, 1);
    TRY(int, "%d", mul, 65536, 32768);
    TRY(int, "%d", mul, -65536, 32768);
    TRY(unsigned, "%u", add, UINT_MAX, 1);
    TRY(unsigned, "%u", sub, 0, 1);
    TRY(unsigned, "%u", mul, 65536, 65536);
    TRY(long, "%ld", mul, LONG_MIN, -1);
    TRY(long, "%ld", add, LONG_MAX, LONG_MIN);
    TRY(unsigned long, "%lu", mul, ULONG_MAX, 2);
    TRY(int8_t, "%d", add, 100, 27);
    TRY(int8_t, "%d", add, 100, 28);
    TRY(uint16_t, "%u", mul, 256, 256);
    short mixed;
    printf("%d ", __builtin_add_overflow(40000L, -10000, &mixed));
    printf("%d\n", mixed);
    unsigned m;
    printf("%d ", __builtin_sub_overflow(-1, 2u, &m));
    printf("%u\n", m);
    int r;
    printf("%d %d\n", __builtin_sadd_overflow(1, 2, &r), r);
    return 0;
}
