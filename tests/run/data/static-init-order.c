// RUN: %same %s
// Constant expressions of every kind in static initialisers.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct s { int a; struct { short b[3]; } in; const void *self; };
static struct s one = {1, {{2, 3}}, &one};
static int *inner = (int *)&one.in.b[1];
static int (*printer)(const char *, ...) = printf;
static uintptr_t number = (uintptr_t)&one;
static const char *tail = &"abcdef"[3];
static int bits = sizeof(struct s) << 2 | ~0 & 3 ^ (5 > 3 ? 8 : 16);
static double quotient = 1.0 / 3;
static float converted = (float)(1 << 24) + 1;
static long long shifted = -1LL >> 3;
static unsigned char truncated = (unsigned char)0x1ff;
static struct s copies[2] = {{.self = &copies[1]}, {.self = copies}};
static ptrdiff_t apart = &copies[1] - &copies[0];

int main(void) {
    printer("%d %d %d %s\n", one.self == &one, *(short *)inner, number == (uintptr_t)one.self, tail);
    printer("%d %.17g %.9g %lld %d %td\n", bits, quotient, converted, shifted, truncated, apart);
    printer("%d\n", copies[0].self == copies + 1 && copies[1].self == &copies[0]);
    return 0;
}
