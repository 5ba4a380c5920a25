// RUN: %same %s
#include <stdint.h>
#include <stdio.h>

static uint32_t rol(uint32_t x, unsigned n) { return x << (n & 31) | x >> (-n & 31); }
static uint64_t ror(uint64_t x, unsigned n) { return x >> (n & 63) | x << (-n & 63); }

int main(void) {
    for (unsigned n = 0; n < 70; n += 9) printf("%08x %016lx\n", rol(0xdeadbeef, n), ror(0x0123456789abcdef, n));
    return 0;
}
