// RUN: %same %s
#include <stdio.h>

typedef int v4 __attribute__((vector_size(16)));
typedef unsigned char b16 __attribute__((vector_size(16)));
typedef long v2l __attribute__((vector_size(16)));

static v4 scale(v4 a, int k) { return a * k + (v4){1, 1, 1, 1}; }
static void show(v4 a) { printf("%d %d %d %d\n", a[0], a[1], a[2], a[3]); }

int main(void) {
    v4 a = {1, -2, 3, -4}, b = {10, 20, 30, 40};
    show(a + b);
    show(a * b - (b >> 2));
    show(b / (a * a));
    show(b % 7);
    show(a < b & b);
    show(a == (v4){1, 2, 3, 4});
    show(-a ^ ~b);
    show(scale(a, 3));
    show(__builtin_shufflevector(a, b, 0, 4, 3, 7));
    show((a > 0 & a) | (a <= 0 & b));
    a[2] = 99;
    for (int i = 0; i < 4; i++) a[i] += i;
    show(a);
    b16 bytes = (b16)a;
    printf("%d %d\n", bytes[8], (int)sizeof bytes);
    bytes += 200;
    printf("%d\n", bytes[0]);
    v2l w = __builtin_convertvector((int __attribute__((vector_size(8)))){-5, 6}, v2l);
    printf("%ld %ld\n", w[0], w[1]);
    v4 mem[2] = {a, b}, *p = mem + 1;
    show(*p << (v4){1, 2, 3, 4});
    return 0;
}
