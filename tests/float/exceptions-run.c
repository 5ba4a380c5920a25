// Flags of exceptions are the processor's: operations on chosen and on random values, in all modes.
// RUN: %same %s
#include <fenv.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#ifndef ROUNDS
#define ROUNDS 4800
#endif
#pragma STDC FENV_ACCESS ON

static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
static unsigned long long seen[16]; /* sets of flags that came of an operation */
static unsigned long sum;
static void note(int op, unsigned flags) {
    seen[op] |= 1ull << flags;
    sum = (sum * 31 + flags) ^ (sum >> 40);
}

static uint64_t state = 12345;
static uint64_t next(void) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return state >> 20 ^ state << 30;
}
static double as_double(uint64_t u) {
    double d;
    memcpy(&d, &u, 8);
    return d;
}
static float as_float(uint32_t u) {
    float f;
    memcpy(&f, &u, 4);
    return f;
}

/* Many are near the ends of the format. */
static double some_double(void) {
    static const uint64_t ends[] = {0, 1, 0x000fffffffffffff, 0x0010000000000000, 0x0010000000000001, 0x3ff0000000000000, 0x3fefffffffffffff,
                                    0x3ff0000000000001, 0x7fefffffffffffff, 0x7fe0000000000000, 0x7ff0000000000000, 0x7ff0000000000001,
                                    0x7ff8000000000000, 0x4000000000000000, 0x0020000000000000, 0x3fe0000000000000, 0x3ca0000000000000};
    uint64_t r = next();
    if (r % 4) return as_double(ends[(r >> 8) % (sizeof ends / sizeof *ends)] | (r >> 3 & 1) << 63);
    return as_double(next());
}
static float some_float(void) {
    static const uint32_t ends[] = {0, 1, 0x007fffff, 0x00800000, 0x00800001, 0x3f800000, 0x3f7fffff, 0x3f800001, 0x7f7fffff, 0x7f000000,
                                    0x7f800000, 0x7f800001, 0x7fc00000, 0x40000000, 0x01000000, 0x3f000000, 0x33800000};
    uint64_t r = next();
    if (r % 4) return as_float(ends[(r >> 8) % (sizeof ends / sizeof *ends)] | (uint32_t)(r >> 3 & 1) << 31);
    return as_float((uint32_t)next());
}
static long double some_long(void) {
    long double l = some_double();
    uint64_t r = next();
    if (r % 2) return l;
    struct { uint64_t m; uint16_t se; } p = {next() | UINT64_C(1) << 63, (uint16_t)(r >> 16)};
    if (r % 8 == 1) p.se &= 0x8000, p.m >>= r >> 8 & 63;
    if (r % 8 == 3) p.se |= 0x7ffe, p.se -= r >> 10 & 1, p.m |= r & 16 ? ~UINT64_C(0) : 0;
    memcpy(&l, &p, 10);
    return l;
}

#define OPERATIONS(T, any, root)                                                         \
    {                                                                                    \
        volatile T a = any(), b = any(), r;                                              \
        volatile int c;                                                                  \
        feclearexcept(FE_ALL_EXCEPT);                                                    \
        switch (op) {                                                                    \
        case 0: r = a + b; break;                                                        \
        case 1: r = a - b; break;                                                        \
        case 2: r = a * b; break;                                                        \
        case 3: r = a / b; break;                                                        \
        case 4: r = root(a); break;                                                      \
        case 5: c = a < b; break;                                                        \
        case 6: c = a == b; break;                                                       \
        case 7: c = isgreaterequal(a, b); break;                                         \
        default: r = a; break;                                                           \
        }                                                                                \
        note(op, (unsigned)fetestexcept(FE_ALL_EXCEPT));                                 \
        (void)r, (void)c;                                                                \
    }

static void conversions(int op) {
    volatile double d = some_double(), in = d > -2e9 && d < 2e9 ? d : 0.5;
    volatile long double l = some_long();
    volatile long n = (long)next() >> (next() & 63);
    volatile unsigned long u = next();
    volatile float f = some_float();
    feclearexcept(FE_ALL_EXCEPT);
    switch (op) {
    case 8: f = (float)d; break;
    case 9: f = (float)l; break;
    case 10: d = (double)l; break;
    case 11: f = (float)n; break;
    case 12: d = (double)u; break;
    case 13: d = f; break;
    case 14: n = (int)in; break;
    default: d = rint(d); break;
    }
    note(op, (unsigned)fetestexcept(FE_ALL_EXCEPT));
}

int main(void) {
    for (int i = 0; i < ROUNDS; i++) {
        int op = i % 16, type = i / 16 % 3;
        fesetround(modes[i / 48 % 4]);
        if (op >= 8) conversions(op);
        else if (type == 0) OPERATIONS(float, some_float, sqrtf)
        else if (type == 1) OPERATIONS(double, some_double, sqrt)
        else OPERATIONS(long double, some_long, sqrtl)
#ifdef EACH
        printf("%d %lu\n", i, sum);
#endif
    }
    for (int i = 0; i < 16; i++) printf("%d: %llx\n", i, seen[i]);
    printf("%lx\n", sum);
    return 0;
}
