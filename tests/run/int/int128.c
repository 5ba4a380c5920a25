// RUN: %same %s
#include <stdio.h>

typedef __int128 i128;
typedef unsigned __int128 u128;

static void print_hex(u128 x) {
    printf("%016lx%016lx\n", (unsigned long)(x >> 64), (unsigned long)x);
}

static void print_dec(u128 x) {
    char digits[48];
    int n = 48;
    digits[--n] = '\0';
    do digits[--n] = (char)('0' + (int)(x % 10));
    while (x /= 10);
    puts(digits + n);
}

struct pair {
    i128 a;
    char tag;
};

static i128 mul_add(i128 a, i128 b, i128 c) { return a * b + c; }

int main(void) {
    u128 f = 1;
    for (int i = 2; i <= 34; i++) f *= (unsigned)i;
    print_dec(f);
    print_hex(f);
    print_hex(f << 3 | f >> 100);
    print_hex((u128)((i128)-1 >> 4));
    i128 neg = -(i128)f;
    print_hex((u128)(neg / 12345));
    print_hex((u128)(neg % 12345));
    print_hex((u128)(neg >> 65));
    printf("%d %d %d\n", neg < 0, (u128)neg > f, neg == -(i128)f);
    print_hex((u128)mul_add(neg, 3, 5));
    struct pair p = {neg, 'x'};
    struct pair q = p;
    print_hex((u128)q.a);
    printf("%d %d %c\n", (int)sizeof q, (int)_Alignof(i128), q.tag);
    printf("%.3f %ld\n", (double)f, (long)(i128)1e15);
    return 0;
}
