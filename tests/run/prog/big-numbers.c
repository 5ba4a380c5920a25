// RUN: %same %s
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { LIMBS = 20 };
typedef struct { uint32_t limb[LIMBS]; } big;

static big multiply(big a, uint32_t by) {
    uint64_t carry = 0;
    for (int i = 0; i < LIMBS; i++) {
        carry += (uint64_t)a.limb[i] * by;
        a.limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    return a;
}

static uint32_t divide(big *a, uint32_t by) {
    uint64_t rest = 0;
    for (int i = LIMBS - 1; i >= 0; i--) {
        rest = rest << 32 | a->limb[i];
        a->limb[i] = (uint32_t)(rest / by);
        rest %= by;
    }
    return (uint32_t)rest;
}

static int is_zero(const big *a) {
    static const big zero;
    return memcmp(a, &zero, sizeof zero) == 0;
}

int main(void) {
    big f = {{1}};
    for (uint32_t i = 2; i <= 100; i++) f = multiply(f, i);
    char digits[LIMBS * 10 + 1], *p = digits + sizeof digits;
    *--p = '\0';
    do *--p = (char)('0' + divide(&f, 10));
    while (!is_zero(&f));
    puts(p);
    return 0;
}
