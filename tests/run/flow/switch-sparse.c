// RUN: %same %s
#include <limits.h>
#include <stdio.h>

static const char *kind(long x) {
    switch (x) {
    case 0: return "zero";
    case -1: return "minus one";
    case 1000000: return "million";
    case LONG_MAX: return "max";
    case LONG_MIN: return "min";
    case 'a' ... 'z': return "lower";
    case 0x100000000: return "2^32";
    default: return "other";
    }
}

static int by_char(unsigned char c) {
    switch (c) {
    case 0 ... 31: return 0;
    case ' ': return 1;
    case '0' ... '9': return 2;
    case 128 ... 255: return 3;
    }
    return 4;
}

int main(void) {
    long v[] = {0, -1, 1000000, LONG_MAX, LONG_MIN, 'a', 'm', 'z', '{', 1L << 32, 7};
    for (unsigned i = 0; i < sizeof v / sizeof *v; i++) puts(kind(v[i]));
    int n[5] = {0};
    for (int c = 0; c < 256; c++) n[by_char((unsigned char)c)]++;
    for (int i = 0; i < 5; i++) printf("%d ", n[i]);
    printf("\n");
    return 0;
}
