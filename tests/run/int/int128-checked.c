// RUN: %same %s
#include <stdio.h>

int main(void) {
    __int128 max = (__int128)(((unsigned __int128)1 << 127) - 1), r;
    printf("%d ", __builtin_add_overflow(max, 1, &r));
    printf("%d\n", (int)(r < 0));
    printf("%d ", __builtin_mul_overflow((__int128)1 << 64, (__int128)1 << 62, &r));
    printf("%lx\n", (unsigned long)(r >> 64));
    switch ((unsigned __int128)7 << 70) {
    case (unsigned __int128)7 << 70: puts("big case"); break;
    default: puts("default");
    }
    return 0;
}
