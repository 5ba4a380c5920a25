/* Constant folding of floats (expr/float_apply.c) against the processor's own instructions: SSE for
 * float and double, x87 for long double, F16C for half, in the four rounding modes that they have.
 * Results are bit-equal, but for which NaN it is. FLOAT_HARDWARE=N tries each kind N times. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above first */
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "expr/bv.h"
#include "expr/float.h"
#include "expr/float_value.h"

/* ---- the processor ------------------------------------------------------------------------------ */

enum { NEAREST = 0, DOWN = 1, UP = 2, ZERO = 3 }; /* as both units number them */

static const int unit_mode[FLOAT_ROUNDS] = {NEAREST, -1, UP, DOWN, ZERO};

static void set_mode(int mode) {
    uint32_t sse = 0x1f80u | (uint32_t)mode << 13;
    uint16_t x87 = (uint16_t)(0x037f | mode << 10);
    __asm__ volatile("ldmxcsr %0\n\tfldcw %1" : : "m"(sse), "m"(x87));
}

typedef void (*unit_fn)(const uint64_t k[3][2], uint64_t *out);

#define SSE2(name, type, instruction)                                    \
    static void name(const uint64_t k[3][2], uint64_t *out) {            \
        type a, b;                                                       \
        memcpy(&a, k[0], sizeof a);                                      \
        memcpy(&b, k[1], sizeof b);                                      \
        __asm__ volatile(instruction " %1, %0" : "+x"(a) : "x"(b));      \
        memcpy(out, &a, sizeof a);                                       \
    }
#define SSE1(name, from, to, instruction)                                \
    static void name(const uint64_t k[3][2], uint64_t *out) {            \
        from a;                                                          \
        to r;                                                            \
        memcpy(&a, k[0], sizeof a);                                      \
        __asm__ volatile(instruction " %1, %0" : "=x"(r) : "x"(a));      \
        memcpy(out, &r, sizeof r);                                       \
    }
SSE2(sse_add32, float, "addss") SSE2(sse_add64, double, "addsd")
SSE2(sse_mul32, float, "mulss") SSE2(sse_mul64, double, "mulsd")
SSE2(sse_div32, float, "divss") SSE2(sse_div64, double, "divsd")
SSE1(sse_sqrt32, float, float, "sqrtss") SSE1(sse_sqrt64, double, double, "sqrtsd")
SSE1(sse_rint32, float, float, "roundss $4,") SSE1(sse_rint64, double, double, "roundsd $4,")
SSE1(sse_narrow, double, float, "cvtsd2ss") SSE1(sse_widen, float, double, "cvtss2sd")
SSE1(half_widen, float, float, "vcvtph2ps") SSE1(half_narrow, float, float, "vcvtps2ph $4,")

#define FMA3(name, type, instruction)                                            \
    static void name(const uint64_t k[3][2], uint64_t *out) {                    \
        type a, b, c;                                                            \
        memcpy(&a, k[0], sizeof a);                                              \
        memcpy(&b, k[1], sizeof b);                                              \
        memcpy(&c, k[2], sizeof c);                                              \
        __asm__ volatile(instruction " %2, %1, %0" : "+x"(a) : "x"(b), "x"(c));  \
        memcpy(out, &a, sizeof a);                                               \
    }
FMA3(fma_32, float, "vfmadd213ss") FMA3(fma_64, double, "vfmadd213sd")

/* The result is in the first bytes; out has been cleared. */
#define X87(name, text)                                                                       \
    static void name(const uint64_t k[3][2], uint64_t *out) {                                 \
        __asm__ volatile(text : : "r"(k[0]), "r"(k[1]), "r"(out) : "memory", "ax", "cc", "st", "st(1)"); \
    }
X87(x87_add, "fldt (%0)\n\tfldt (%1)\n\tfaddp\n\tfstpt (%2)")
X87(x87_mul, "fldt (%0)\n\tfldt (%1)\n\tfmulp\n\tfstpt (%2)")
X87(x87_div, "fldt (%1)\n\tfldt (%0)\n\tfdivp %%st, %%st(1)\n\tfstpt (%2)")
X87(x87_sqrt, "fldt (%0)\n\tfsqrt\n\tfstpt (%2)")
X87(x87_rint, "fldt (%0)\n\tfrndint\n\tfstpt (%2)")
X87(x87_to32, "fldt (%0)\n\tfstps (%2)")
X87(x87_to64, "fldt (%0)\n\tfstpl (%2)")
X87(x87_from32, "flds (%0)\n\tfstpt (%2)")
X87(x87_from64, "fldl (%0)\n\tfstpt (%2)")
X87(x87_int80, "fildll (%0)\n\tfstpt (%2)")
X87(x87_int64, "fildll (%0)\n\tfstpl (%2)")
X87(x87_int32, "fildll (%0)\n\tfstps (%2)")
X87(x87_whole, "fldt (%0)\n\tfisttpll (%2)")
#define PREM "1:\tfprem\n\tfnstsw %%ax\n\ttestw $0x400, %%ax\n\tjnz 1b\n\tfstp %%st(1)\n\t"
X87(x87_rem80, "fldt (%1)\n\tfldt (%0)\n" PREM "fstpt (%2)")
X87(x87_rem64, "fldl (%1)\n\tfldl (%0)\n" PREM "fstpl (%2)")
X87(x87_rem32, "flds (%1)\n\tflds (%0)\n" PREM "fstps (%2)")
/* b is on top, a below it */
#define COMPARE(load, set) load " (%0)\n\t" load " (%1)\n\tfucomip %%st(1), %%st\n\tfstp %%st(0)\n\t" set
X87(x87_less80, COMPARE("fldt", "seta (%2)"))
X87(x87_most80, COMPARE("fldt", "setae (%2)"))
X87(x87_equal80, COMPARE("fldt", "sete (%2)\n\tsetnp %%al\n\tandb %%al, (%2)"))
X87(x87_less64, COMPARE("fldl", "seta (%2)"))
X87(x87_most64, COMPARE("fldl", "setae (%2)"))
X87(x87_equal64, COMPARE("fldl", "sete (%2)\n\tsetnp %%al\n\tandb %%al, (%2)"))
X87(x87_less32, COMPARE("flds", "seta (%2)"))
X87(x87_most32, COMPARE("flds", "setae (%2)"))
X87(x87_equal32, COMPARE("flds", "sete (%2)\n\tsetnp %%al\n\tandb %%al, (%2)"))
X87(x87_nan80, "fldt (%0)\n\tfucomip %%st(0), %%st\n\tsetp (%2)")
X87(x87_nan64, "fldl (%0)\n\tfucomip %%st(0), %%st\n\tsetp (%2)")
X87(x87_nan32, "flds (%0)\n\tfucomip %%st(0), %%st\n\tsetp (%2)")

#define WHOLE(name, type, instruction)                                     \
    static void name(const uint64_t k[3][2], uint64_t *out) {              \
        type a;                                                            \
        memcpy(&a, k[0], sizeof a);                                        \
        __asm__ volatile(instruction " %1, %0" : "=r"(out[0]) : "x"(a));   \
    }
WHOLE(sse_whole32, float, "cvttss2siq") WHOLE(sse_whole64, double, "cvttsd2siq")
#define FROM(name, type, instruction)                                      \
    static void name(const uint64_t k[3][2], uint64_t *out) {              \
        type r = 0;                                                        \
        __asm__ volatile(instruction " %1, %0" : "+x"(r) : "r"(k[0][0]));  \
        memcpy(out, &r, sizeof r);                                         \
    }
FROM(sse_int32, float, "cvtsi2ssq") FROM(sse_int64, double, "cvtsi2sdq")

/* ---- kinds --------------------------------------------------------------------------------------- */

enum { SIGNED = 8, ANY, FUSED, HALF }; /* what it needs */

static const struct kind {
    enum expr_op op;
    uint32_t from, to;
    unit_fn unit;
    int needs;
} kinds[] = {
    {EXPR_FADD, 32, 32, sse_add32, ANY},   {EXPR_FADD, 64, 64, sse_add64, ANY},   {EXPR_FADD, 80, 80, x87_add, ANY},
    {EXPR_FMUL, 32, 32, sse_mul32, ANY},   {EXPR_FMUL, 64, 64, sse_mul64, ANY},   {EXPR_FMUL, 80, 80, x87_mul, ANY},
    {EXPR_FDIV, 32, 32, sse_div32, ANY},   {EXPR_FDIV, 64, 64, sse_div64, ANY},   {EXPR_FDIV, 80, 80, x87_div, ANY},
    {EXPR_FSQRT, 32, 32, sse_sqrt32, ANY}, {EXPR_FSQRT, 64, 64, sse_sqrt64, ANY}, {EXPR_FSQRT, 80, 80, x87_sqrt, ANY},
    {EXPR_FRINT, 32, 32, sse_rint32, ANY}, {EXPR_FRINT, 64, 64, sse_rint64, ANY}, {EXPR_FRINT, 80, 80, x87_rint, ANY},
    {EXPR_FREM, 32, 32, x87_rem32, ANY},   {EXPR_FREM, 64, 64, x87_rem64, ANY},   {EXPR_FREM, 80, 80, x87_rem80, ANY},
    {EXPR_FMA, 32, 32, fma_32, FUSED},     {EXPR_FMA, 64, 64, fma_64, FUSED},
    {EXPR_FCVT, 64, 32, sse_narrow, ANY},  {EXPR_FCVT, 32, 64, sse_widen, ANY},   {EXPR_FCVT, 80, 32, x87_to32, ANY},
    {EXPR_FCVT, 80, 64, x87_to64, ANY},    {EXPR_FCVT, 32, 80, x87_from32, ANY},  {EXPR_FCVT, 64, 80, x87_from64, ANY},
    {EXPR_FCVT, 16, 32, half_widen, HALF}, {EXPR_FCVT, 32, 16, half_narrow, HALF},
    {EXPR_FROMI, 64, 32, sse_int32, ANY},  {EXPR_FROMI, 64, 64, sse_int64, ANY},  {EXPR_FROMI, 64, 80, x87_int80, ANY},
    {EXPR_FROMI, 64, 64, x87_int64, ANY},  {EXPR_FROMI, 64, 32, x87_int32, ANY},
    {EXPR_FTOI, 32, 64, sse_whole32, ANY}, {EXPR_FTOI, 64, 64, sse_whole64, ANY}, {EXPR_FTOI, 80, 64, x87_whole, ANY},
    {EXPR_FEQ, 32, 1, x87_equal32, ANY},   {EXPR_FEQ, 64, 1, x87_equal64, ANY},   {EXPR_FEQ, 80, 1, x87_equal80, ANY},
    {EXPR_FLT, 32, 1, x87_less32, ANY},    {EXPR_FLT, 64, 1, x87_less64, ANY},    {EXPR_FLT, 80, 1, x87_less80, ANY},
    {EXPR_FLE, 32, 1, x87_most32, ANY},    {EXPR_FLE, 64, 1, x87_most64, ANY},    {EXPR_FLE, 80, 1, x87_most80, ANY},
    {EXPR_FNAN, 32, 1, x87_nan32, ANY},    {EXPR_FNAN, 64, 1, x87_nan64, ANY},    {EXPR_FNAN, 80, 1, x87_nan80, ANY},
};

/* ---- operands -------------------------------------------------------------------------------------- */

static uint64_t seed = 3;
static uint64_t draw(void) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    return seed ^= seed << 17;
}

/* Exponents at the ends and around 1, fractions with few bits and all of them. */
static void draw_float(uint32_t width, uint64_t *out) {
    struct float_format f = {0};
    float_format_of(width, &f);
    uint32_t fb = f.precision - 1;
    uint64_t mask = bv_mask(f.exponent_bits), exponent, fraction = draw() & bv_mask(fb), how = draw(), sign = how >> 60 & 1;
    switch (how % 8) {
    case 0: exponent = 0; break;
    case 1: exponent = mask; break;
    case 2: exponent = how >> 8 & 3; break;
    case 3: exponent = mask - (how >> 8 & 3); break;
    case 4: exponent = how >> 8 & mask; break;
    default: exponent = (mask / 2 + (how >> 8) % (2 * f.precision) - f.precision) & mask; break;
    }
    switch (how >> 32 & 7) {
    case 0: fraction = 0; break;
    case 1: fraction = bv_mask(fb); break;
    case 2: fraction &= draw() & draw(); break;
    case 3: fraction = fraction >> (how >> 36) % fb << (how >> 44) % fb & bv_mask(fb); break;
    default: break;
    }
    out[0] = fraction | exponent << fb | sign << (width - 1) % 64;
    out[1] = 0;
    if (width != 80) return;
    bool odd = (how >> 52 & 15) == 0; /* unnormals, pseudo-denormals, pseudo-infinities */
    out[0] = fraction | (uint64_t)((exponent != 0) != odd) << 63;
    out[1] = exponent | sign << 15;
}

static void draw_operands(const struct kind *t, uint64_t k[3][2]) {
    for (int i = 0; i < expr_arity(t->op); i++) {
        k[i][0] = draw() >> draw() % 64;
        k[i][1] = 0;
        if (t->op == EXPR_FROMI && draw() % 2) k[i][0] = -k[i][0];
        if (t->op != EXPR_FROMI) draw_float(t->from, k[i]);
    }
    if (t->op == EXPR_FROMI || draw() % 4) return;
    k[1][0] = k[0][0] ^ draw() % 4; /* close to each other */
    k[1][1] = k[0][1];
    if (draw() % 2) k[1][(t->from - 1) / 64] ^= (uint64_t)1 << (t->from - 1) % 64;
}

/* ---- comparing ---------------------------------------------------------------------------------------- */

static bool is_nan(uint32_t width, const uint64_t *v) {
    struct float_format f = {0};
    float_format_of(width, &f);
    uint32_t fb = f.precision - 1;
    uint64_t exponent = (f.leading_stored ? v[1] : v[0] >> fb) & bv_mask(f.exponent_bits);
    return exponent == bv_mask(f.exponent_bits) && v[0] & bv_mask(fb);
}

/* The unit marks what does not fit by the smallest number. */
static void settle(const struct kind *t, const uint64_t *want, uint64_t *got) {
    bool unfit = t->op == EXPR_FTOI && got[0] == UINT64_C(1) << 63 && !want[0];
    bool nan = t->to > 1 && t->op != EXPR_FTOI && is_nan(t->to, got) && is_nan(t->to, want);
    if (unfit || nan) memcpy(got, want, 16);
}

static bool have(int needs) {
    if (needs == FUSED) return __builtin_cpu_supports("fma");
    return needs != HALF || __builtin_cpu_supports("avx2"); /* whatever has that has F16C */
}

static void try_one(const struct kind *t, enum float_round mode) {
    uint64_t k[3][2] = {{0}}, want[2] = {0}, got[2] = {0};
    const uint64_t *kids[3] = {k[0], k[1], k[2]};
    uint32_t widths[3] = {t->from, t->from, t->from};
    uint64_t aux = t->op == EXPR_FTOI ? ROUND_ZERO | SIGNED : t->op == EXPR_FROMI ? mode | SIGNED : (uint64_t)mode;
    draw_operands(t, k);
    assert_true(float_apply(t->op, aux, t->to, widths, kids, want));
    set_mode(unit_mode[mode]);
    t->unit(k, got);
    set_mode(NEAREST);
    settle(t, want, got);
    if (memcmp(want, got, 16) == 0) return;
    fail_msg("op %d, %u to %u, mode %d of %llx.%llx, %llx.%llx, %llx.%llx: %llx.%llx, the processor says %llx.%llx", (int)t->op, t->from,
             t->to, (int)mode, (unsigned long long)k[0][1], (unsigned long long)k[0][0], (unsigned long long)k[1][1],
             (unsigned long long)k[1][0], (unsigned long long)k[2][1], (unsigned long long)k[2][0], (unsigned long long)want[1],
             (unsigned long long)want[0], (unsigned long long)got[1], (unsigned long long)got[0]);
}

static void test_units(void **state) {
    (void)state;
    const char *more = getenv("FLOAT_HARDWARE");
    unsigned long n = more ? strtoul(more, NULL, 10) : 1000, all = 0;
    clock_t start = clock();
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (!have(kinds[i].needs)) continue;
        for (unsigned long k = 0; k < n; k++, all++) {
            enum float_round mode = (enum float_round)(k % FLOAT_ROUNDS);
            try_one(&kinds[i], mode == ROUND_AWAY ? ROUND_EVEN : mode);
        }
    }
    if (more) printf("%lu operations of %zu kinds, %.1f s\n", all, sizeof kinds / sizeof *kinds, (double)(clock() - start) / CLOCKS_PER_SEC);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_units)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
