// RUN: %same %s
#include <stdint.h>
#include <stdio.h>

int main(void) {
    volatile unsigned v[] = {1, 2, 0x80000000u, 0xffffffffu, 0x00f0f000u, 12345};
    for (int i = 0; i < 6; i++) {
        unsigned x = v[i];
        unsigned long y = (unsigned long)x << 17 | 4;
        printf("%d %d %d %d %d | ", __builtin_clz(x), __builtin_ctz(x), __builtin_popcount(x), __builtin_parity(x),
               __builtin_ffs((int)x));
        printf("%d %d %d %d %d | ", __builtin_clzl(y), __builtin_ctzl(y), __builtin_popcountl(y),
               __builtin_parityl(y), __builtin_ffsl((long)y));
        printf("%x %lx %x %x\n", __builtin_bswap32(x), __builtin_bswap64(y), __builtin_bswap16((uint16_t)x),
               __builtin_bitreverse32(x));
        printf("%x %lx %x %x\n", __builtin_rotateleft32(x, 5), __builtin_rotateright64(y, 9),
               __builtin_bitreverse8((uint8_t)x), __builtin_rotateleft8((uint8_t)x, 3));
    }
    printf("%d %d %d\n", __builtin_ffs(0), __builtin_popcountll(-1LL), __builtin_clrsb(-8));
    return 0;
}
