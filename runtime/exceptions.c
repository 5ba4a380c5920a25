/* Exceptions of floating point: what an operation raises, called behind it (src/front/protect/floats.h). Flags are data, so
 * nothing here may branch on operands.
 *
 * `up` and `down` are the result in these modes: an exact result lies between them, so it is one of theirs only if
 * they are the same. Overflow and underflow are about the result that an unbounded exponent would give (tiny is what
 * is tiny after rounding, as x86 has it). If the result itself does not tell, as it is the largest or the smallest
 * normal number, the operation is done again with operands scaled by a power of two, which is exact there. */
#include <fenv.h>
#include <float.h>
#include <math.h>

#include "rt.h"
#include "rt_fenv.h"

int rt_raised, rt_undecided;

static void rt_flags(bool invalid, bool divides, bool overflow, bool underflow, bool inexact) {
    rt_raised |= invalid * FE_INVALID | divides * FE_DIVBYZERO | overflow * FE_OVERFLOW | underflow * FE_UNDERFLOW | inexact * FE_INEXACT;
}

/* Nobody knows what it raised. */
void __shrike_raises_anything(void) { rt_undecided = FE_ALL_EXCEPT; }

/* Operators of the engine in all modes (src/front/lower/float.c), and in the one that is set. */
#define OPERATOR(T, s, name, op)                                                                             \
    T rt_##op##s(T, T) __asm__("shrike." #op "." name);                                                      \
    T rt_##op##_up##s(T, T) __asm__("shrike." #op "@2." name);                                               \
    T rt_##op##_down##s(T, T) __asm__("shrike." #op "@3." name);                                             \
    T rt_##op##_zero##s(T, T) __asm__("shrike." #op "@4." name);                                             \
    static T rt_##op##_now##s(T a, T b) {                                                                    \
        T value = rt_##op##s(a, b);                                                                          \
        value = __shrike_rounding == FE_UPWARD ? rt_##op##_up##s(a, b) : value;                              \
        value = __shrike_rounding == FE_DOWNWARD ? rt_##op##_down##s(a, b) : value;                          \
        return __shrike_rounding == FE_TOWARDZERO ? rt_##op##_zero##s(a, b) : value;                         \
    }
#define CAST(T, t, S, s, types)                                                                              \
    T rt_cast_##s##t(S) __asm__("shrike.fptrunc." types);                                                    \
    T rt_cast_up_##s##t(S) __asm__("shrike.fptrunc@2." types);                                               \
    T rt_cast_down_##s##t(S) __asm__("shrike.fptrunc@3." types);                                             \
    T rt_cast_zero_##s##t(S) __asm__("shrike.fptrunc@4." types);                                             \
    static T rt_cast_now_##s##t(S a) {                                                                       \
        T value = rt_cast_##s##t(a);                                                                         \
        value = __shrike_rounding == FE_UPWARD ? rt_cast_up_##s##t(a) : value;                               \
        value = __shrike_rounding == FE_DOWNWARD ? rt_cast_down_##s##t(a) : value;                           \
        return __shrike_rounding == FE_TOWARDZERO ? rt_cast_zero_##s##t(a) : value;                          \
    }
#define OPERATORS(T, s, name)                                                                                \
    OPERATOR(T, s, name, fmul) OPERATOR(T, s, name, fdiv)                                                    \
    T rt_fadd_zero##s(T, T) __asm__("shrike.fadd@4." name);                                                  \
    T rt_whole##s(T) __asm__("shrike.rint@4." name);
OPERATORS(float, _f, "float")
OPERATORS(double, _d, "double")
OPERATORS(long double, _l, "x86_fp80")
CAST(float, f, double, d, "double.float")
CAST(float, f, long double, l, "x86_fp80.float")
CAST(double, d, long double, l, "x86_fp80.double")

/* ---- classes ---- */

enum { SIGNALLING = 1 };
union x87 { long double v; struct { uint64_t m; uint16_t se; } p; };
static bool signals_f(float x) { return __builtin_isfpclass(x, SIGNALLING); }
static bool signals_d(double x) { return __builtin_isfpclass(x, SIGNALLING); }
/* So does what is no encoding. */
static bool signals_l(long double x) {
    union x87 b = {x};
    return __builtin_isfpclass(x, SIGNALLING) | (((b.p.se & 0x7fff) != 0) & !(b.p.m >> 63));
}
static float size_f(float x) { return __builtin_fabsf(x); }
static double size_d(double x) { return __builtin_fabs(x); }
static long double size_l(long double x) { return __builtin_fabsl(x); }

#define MOST_f FLT_MAX
#define LEAST_f FLT_MIN
#define HALF_RANGE_f 0x1p127f /* 2^128, which is no float, divided by 2 */
#define MOST_d DBL_MAX
#define LEAST_d DBL_MIN
#define HALF_RANGE_d 0x1p1023
#define MOST_l LDBL_MAX
#define LEAST_l LDBL_MIN
#define HALF_RANGE_l 0x1p16383L
#define LARGE ((float)0x1p64)

#define EXACT(T, s)                                                                                          \
    void __shrike_raises_exact##s(T a);                                                                      \
    void __shrike_raises_exact##s(T a) { rt_flags(signals##s(a), false, false, false, false); }

/* ---- operations ---- */

/* A sum that is tiny is exact. */
#define SUM(T, s)                                                                                            \
    void __shrike_raises_sum##s(T a, T b, T r, T up, T down);                                                \
    void __shrike_raises_sum##s(T a, T b, T r, T up, T down) {                                               \
        bool invalid = signals##s(a) | signals##s(b) | ((r != r) & (a == a) & (b == b)), inexact = down < up; \
        T quarter = rt_fadd_zero##s(rt_fmul##s(a, (T)0.25), rt_fmul##s(b, (T)0.25));                         \
        bool beyond = (size##s(r) > MOST##s) | ((size##s(r) == MOST##s) & (size##s(quarter) >= HALF_RANGE##s / 2)); \
        rt_flags(invalid, false, inexact & beyond, false, inexact);                                          \
    }

#define PRODUCT(T, s)                                                                                        \
    void __shrike_raises_product##s(T a, T b, T r, T up, T down);                                            \
    void __shrike_raises_product##s(T a, T b, T r, T up, T down) {                                           \
        bool invalid = signals##s(a) | signals##s(b) | ((r != r) & (a == a) & (b == b)), inexact = down < up; \
        bool swap = size##s(a) < size##s(b);                                                                 \
        T large = swap ? b : a, small = swap ? a : b;                                                        \
        T quarter = rt_fmul_zero##s(rt_fmul##s(large, (T)0.25), small);                                      \
        T scaled = rt_fmul_now##s(rt_fmul##s(small, LARGE), large);                                          \
        bool beyond = (size##s(r) > MOST##s) | ((size##s(r) == MOST##s) & (size##s(quarter) >= HALF_RANGE##s / 2)); \
        bool tiny = (size##s(r) < LEAST##s) | ((size##s(r) == LEAST##s) & (size##s(scaled) < LEAST##s * LARGE)); \
        rt_flags(invalid, false, inexact & beyond, inexact & tiny, inexact);                                 \
    }

/* Where it is largest the divisor is below 2; where it is smallest the dividend is small or the divisor large. */
#define QUOTIENT(T, s)                                                                                       \
    void __shrike_raises_quotient##s(T a, T b, T r, T up, T down);                                           \
    void __shrike_raises_quotient##s(T a, T b, T r, T up, T down) {                                          \
        bool invalid = signals##s(a) | signals##s(b) | ((r != r) & (a == a) & (b == b)), inexact = down < up; \
        bool divides = (b == 0) & (a != 0) & (size##s(a) <= MOST##s), small = size##s(a) < 1;                \
        T quarter = rt_fdiv_zero##s(a, rt_fmul##s(b, (T)4));                                                 \
        T scaled = rt_fdiv_now##s(small ? rt_fmul##s(a, LARGE) : a, small ? b : rt_fmul##s(b, 1 / LARGE));    \
        bool beyond = (size##s(r) > MOST##s) | ((size##s(r) == MOST##s) & (size##s(quarter) >= HALF_RANGE##s / 2)); \
        bool tiny = (size##s(r) < LEAST##s) | ((size##s(r) == LEAST##s) & (size##s(scaled) < LEAST##s * LARGE)); \
        rt_flags(invalid, divides, inexact & beyond, inexact & tiny, inexact);                               \
    }

#define ROOT(T, s)                                                                                           \
    void __shrike_raises_root##s(T a, T r, T up, T down);                                                    \
    void __shrike_raises_root##s(T a, T r, T up, T down) {                                                   \
        rt_flags(signals##s(a) | ((r != r) & (a == a)), false, false, false, down < up);                     \
    }

#define NARROW(T, t, S, s)                                                                                   \
    void __shrike_raises_narrow_##s##t(S a, T r);                                                            \
    void __shrike_raises_narrow_##s##t(S a, T r) {                                                           \
        bool inexact = (a == a) & ((S)r != a);                                                               \
        bool beyond = (size_##t(r) > MOST_##t) | (size_##s(a) >= 2 * (S)HALF_RANGE_##t);                     \
        T scaled = rt_cast_now_##s##t(rt_fmul_##s(a, (S)LARGE));                                             \
        bool tiny = (size_##t(r) < LEAST_##t) | ((size_##t(r) == LEAST_##t) & (size_##t(scaled) < LEAST_##t * LARGE)); \
        rt_flags(signals_##s(a), false, inexact & beyond, inexact & tiny, inexact);                          \
    }

/* ---- integers ---- */

#define FROM_INT(T, s)                                                                                       \
    void __shrike_raises_from_int##s(T r, T up, T down);                                                     \
    void __shrike_raises_from_int##s(T r, T up, T down) {                                                    \
        bool inexact = down < up;                                                                            \
        rt_flags(false, false, inexact & (size##s(r) > MOST##s), false, inexact);                            \
    }

/* What fits is not below least, and below beyond; what does not is undefined in C. Of unsigned words compilers
 * do what they like: they subtract first, in vain or not. */
#define TO_INT(T, s)                                                                                         \
    void __shrike_raises_to_int##s(T a, T least, T beyond, int open);                                        \
    void __shrike_raises_to_int##s(T a, T least, T beyond, int open) {                                       \
        T whole = rt_whole##s(a);                                                                            \
        bool fits = (whole >= least) & (whole < beyond);                                                      \
        rt_flags(false, false, false, false, fits & (whole != a));                                           \
        rt_undecided |= open | !fits * (FE_INVALID | FE_INEXACT);                                                 \
    }

/* rint, and lrint with what rint gave. */
#define INTEGRAL(T, s)                                                                                       \
    void __shrike_raises_integral##s(T a, T r);                                                              \
    void __shrike_raises_integral##s(T a, T r) { rt_flags(signals##s(a), false, false, false, (a == a) & (r != a)); } \
    void __shrike_raises_long##s(T a, T r, T least, T beyond);                                               \
    void __shrike_raises_long##s(T a, T r, T least, T beyond) {                                              \
        bool fits = (r >= least) & (r < beyond);                                                              \
        rt_flags(false, false, false, false, fits & (r != a));                                               \
        rt_undecided |= !fits * (FE_INVALID | FE_INEXACT);                                                        \
    }

/* ---- comparisons and the like ---- */

/* surely: a NaN is invalid, whichever it is; perhaps: compilers differ about what is quiet; class: isnan, which C
 * wants to be quiet for all, and compilers do not. */
#define COMPARE(T, s)                                                                                        \
    void __shrike_raises_compare##s(T a, T b, int surely, int perhaps, int class);                           \
    void __shrike_raises_compare##s(T a, T b, int surely, int perhaps, int class) {                          \
        bool signals = signals##s(a) | signals##s(b), nan = (a != a) | (b != b);                             \
        rt_flags((!class & signals) | ((surely != 0) & nan), false, false, false, false);                    \
        rt_undecided |= (((perhaps != 0) & nan) | ((class != 0) & signals)) * FE_INVALID;                         \
    }

/* fmin and fmax: libraries differ about signalling NaNs. */
#define CHOICE(T, s)                                                                                         \
    void __shrike_raises_choice##s(T a, T b);                                                                \
    void __shrike_raises_choice##s(T a, T b) { rt_undecided |= (signals##s(a) | signals##s(b)) * FE_INVALID; }

#define REST(T, s)                                                                                           \
    void __shrike_raises_rest##s(T a, T b, T r);                                                             \
    void __shrike_raises_rest##s(T a, T b, T r) {                                                            \
        rt_flags(signals##s(a) | signals##s(b) | ((r != r) & (a == a) & (b == b)), false, false, false, false); \
    }

#define ALL(T, s) EXACT(T, s) SUM(T, s) PRODUCT(T, s) QUOTIENT(T, s) ROOT(T, s) FROM_INT(T, s) TO_INT(T, s) \
    INTEGRAL(T, s) COMPARE(T, s) CHOICE(T, s) REST(T, s)
ALL(float, _f)
ALL(double, _d)
ALL(long double, _l)
NARROW(float, f, double, d)
NARROW(float, f, long double, l)
NARROW(double, d, long double, l)
