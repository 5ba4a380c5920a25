/* math.h: what is exact, over bits and operators; on symbolic values too. The other functions are
 * the host's (src/exec/library/math.def), and so are operators that have an instruction. */
#include <math.h>
#include <limits.h>

#include "rt.h"

/* Instructions of the engine (src/front/lower/float.c): 4 is toward zero. */
#define OPERATORS(T, suffix, name)                                      \
    T rt_even##suffix(T) __asm__("shrike.rint." name);                  \
    T rt_whole##suffix(T) __asm__("shrike.rint@4." name);               \
    T rt_mod##suffix(T, T) __asm__("shrike.frem." name);                \
    T rt_any_nan##suffix(T) __asm__("shrike.nan." name);
OPERATORS(float, _f, "float")
OPERATORS(double, _d, "double")
OPERATORS(long double, _l, "x86_fp80")

/* ---- parts of a number: sign, exponent as it is stored, fraction ---- */

enum { MANT_f = 23, MANT_d = 52, MANT_l = 63, TOP_f = 0xff, TOP_d = 0x7ff, TOP_l = 0x7fff };

union bits_f { float v; uint32_t u; };
union bits_d { double v; uint64_t u; };
union bits_l { long double v; struct { uint64_t m; uint16_t se; } p; };

static int exp_f(float x) { return (int)((union bits_f){x}.u >> MANT_f & TOP_f); }
static int exp_d(double x) { return (int)((union bits_d){x}.u >> MANT_d & TOP_d); }
static int exp_l(long double x) { return (union bits_l){x}.p.se & TOP_l; }

static int neg_f(float x) { return (int)((union bits_f){x}.u >> 31); }
static int neg_d(double x) { return (int)((union bits_d){x}.u >> 63); }
static int neg_l(long double x) { return (union bits_l){x}.p.se >> 15; }

/* x with another exponent; x is normal. */
static float with_exp_f(float x, int e) {
    union bits_f b = {x};
    b.u = (b.u & ~((uint32_t)TOP_f << MANT_f)) | (uint32_t)e << MANT_f;
    return b.v;
}
static double with_exp_d(double x, int e) {
    union bits_d b = {x};
    b.u = (b.u & ~((uint64_t)TOP_d << MANT_d)) | (uint64_t)e << MANT_d;
    return b.v;
}
static long double with_exp_l(long double x, int e) {
    union bits_l b = {x};
    b.p.se = (uint16_t)((b.p.se & 0x8000) | e);
    return b.v;
}

static float with_sign_f(float x, int s) { return s ? -__builtin_fabsf(x) : __builtin_fabsf(x); }
static double with_sign_d(double x, int s) { return s ? -__builtin_fabs(x) : __builtin_fabs(x); }
static long double with_sign_l(long double x, int s) { return s ? -__builtin_fabsl(x) : __builtin_fabsl(x); }

/* The next number from zero away, or towards it; x is neither 0, infinite nor a NaN. */
static float step_f(float x, int away) {
    union bits_f b = {x};
    b.u += away ? 1u : -1u;
    return b.v;
}
static double step_d(double x, int away) {
    union bits_d b = {x};
    b.u += away ? (uint64_t)1 : -(uint64_t)1;
    return b.v;
}
static long double step_l(long double x, int away) {
    union bits_l b = {x};
    const uint64_t lead = (uint64_t)1 << 63;
    uint64_t m = b.p.m + (away ? (uint64_t)1 : -(uint64_t)1);
    int e = b.p.se & TOP_l, s = b.p.se & 0x8000;
    if (away && m == 0) m = lead, e++;
    else if (away && e == 0 && m == lead) e = 1;
    else if (!away && e > 0 && m == lead - 1) e--, m = e ? ~(uint64_t)0 : lead - 1;
    b.p.m = m;
    b.p.se = (uint16_t)(s | e);
    return b.v;
}

#define UP_f 0x1p32f
#define UP_d 0x1p64
#define UP_l 0x1p64L
enum { BY_f = 32, BY_d = 64, BY_l = 64 }; /* subnormal numbers are normal that much higher */

/* The exponent of a finite number other than 0, as in 1.x * 2^e. */
#define SCALE(T, s)                                                                     \
    static int rt_scale##s(T x) {                                                       \
        int e = exp##s(x);                                                              \
        return e ? e - TOP##s / 2 : exp##s(x * UP##s) - BY##s - TOP##s / 2;             \
    }

/* 2^n for an n that is the exponent of a normal number. */
#define POWER(T, s) static T rt_power##s(int n) { return with_exp##s((T)1, n + TOP##s / 2); }

/* Two steps at most on the way up; on the way down only the last one rounds. */
#define LDEXP(T, s)                                                                     \
    static T rt_ldexp##s(T x, int n) {                                                  \
        const int most = TOP##s / 2, keep = MANT##s + 2;                                \
        if (x == 0 || exp##s(x) == TOP##s) return x + x;                                \
        if (n > 3 * most) n = 3 * most;                                                 \
        if (n < -3 * most) n = -3 * most;                                               \
        for (int i = 0; i < 2 && n > most; i++) x *= rt_power##s(most), n -= most;      \
        for (int i = 0; i < 3 && n < 1 - most; i++)                                     \
            x *= rt_power##s(1 - most + keep), n += most - 1 - keep;                    \
        return x * rt_power##s(n > most ? most : n < 1 - most ? 1 - most : n);          \
    }

#define FREXP(T, s)                                                                     \
    static T rt_frexp##s(T x, int *e) {                                                 \
        *e = 0;                                                                         \
        if (x == 0 || exp##s(x) == TOP##s) return x + x;                                \
        *e = rt_scale##s(x) + 1;                                                        \
        return with_exp##s(exp##s(x) ? x : x * UP##s, TOP##s / 2 - 1);                  \
    }

#define MODF(T, s)                                                                      \
    static T rt_modf##s(T x, T *whole) {                                                \
        *whole = rt_whole##s(x);                                                        \
        if (x != x) return x + x;                                                       \
        return with_sign##s(exp##s(x) == TOP##s ? 0 : x - *whole, neg##s(x));           \
    }

#define LOGB(T, s)                                                                      \
    static T rt_logb##s(T x) {                                                          \
        if (x == 0) return -1 / with_sign##s(x, 0);                                     \
        return exp##s(x) == TOP##s ? x * x : (T)rt_scale##s(x);                         \
    }                                                                                   \
    static int rt_ilogb##s(T x) {                                                       \
        if (x == 0 || exp##s(x) == TOP##s) rt_errno = EDOM;                             \
        if (x == 0 || x != x) return INT_MIN;                                           \
        return exp##s(x) == TOP##s ? INT_MAX : rt_scale##s(x);                          \
    }

#define NEXT(T, s)                                                                      \
    static T rt_next##s(T x, long double to, T same) {                                  \
        if (x != x || to != to) return x + same;                                        \
        if ((long double)x == to) return same;                                          \
        if (x == 0) return with_sign##s(step##s(with_exp##s((T)0, 0), 1), to < 0);      \
        return step##s(x, (x < 0) == (to < (long double)x));                            \
    }

/* What is left of x where it is nearest to a multiple of y, and the last three bits of that
 * multiple. Differences of numbers so close to each other are exact. */
#define REMQUO(T, s)                                                                    \
    static T rt_remquo##s(T x, T y, int *quo) {                                         \
        int minus = neg##s(x), turned = minus != neg##s(y), q = 0;                      \
        *quo = 0;                                                                       \
        if (x != x || y != y || y == 0 || exp##s(x) == TOP##s) return (x * y) / (x * y); \
        x = with_sign##s(x, 0);                                                         \
        y = with_sign##s(y, 0);                                                         \
        if (exp##s(y) == TOP##s) return with_sign##s(x, minus);                         \
        if (exp##s(y) < TOP##s - 3) x = rt_mod##s(x, 8 * y);                            \
        if (exp##s(y) < TOP##s - 2 && x >= 4 * y) x -= 4 * y, q += 4;                   \
        if (exp##s(y) < TOP##s - 1 && x >= 2 * y) x -= 2 * y, q += 2;                   \
        if (x >= y) x -= y, q += 1;                                                     \
        if (x > y - x || (x == y - x && q & 1)) x -= y, q += 1;                         \
        *quo = (turned ? -1 : 1) * (q & 7);                                             \
        return x == 0 ? with_sign##s(0, minus) : minus ? -x : x;                        \
    }

#define ALL(T, s) SCALE(T, s) POWER(T, s) LDEXP(T, s) FREXP(T, s) MODF(T, s) LOGB(T, s) NEXT(T, s) REMQUO(T, s)
ALL(float, _f)
ALL(double, _d)
ALL(long double, _l)

/* Half an integer goes away from zero. */
#define AWAY(T, s)                                                                      \
    static T rt_away##s(T x) {                                                          \
        T whole = rt_whole##s(x), rest = with_sign##s(x - whole, 0);                    \
        return rest >= (T)0.5 ? whole + (neg##s(x) ? (T)-1 : (T)1) : whole;             \
    }
AWAY(float, _f)
AWAY(double, _d)
AWAY(long double, _l)

/* ---- the names ---- */

#define NAMES(T, s, e)                                                                  \
    T ldexp##e(T x, int n) { return rt_ldexp##s(x, n); }                                \
    T scalbn##e(T x, int n) { return rt_ldexp##s(x, n); }                               \
    T scalbln##e(T x, long n) { return rt_ldexp##s(x, n > INT_MAX ? INT_MAX : n < INT_MIN ? INT_MIN : (int)n); } \
    T frexp##e(T x, int *n) { return rt_frexp##s(x, n); }                               \
    T modf##e(T x, T *whole) { return rt_modf##s(x, whole); }                           \
    T logb##e(T x) { return rt_logb##s(x); }                                            \
    int ilogb##e(T x) { return rt_ilogb##s(x); }                                        \
    T nextafter##e(T x, T to) { return rt_next##s(x, to, to); }                         \
    T nexttoward##e(T x, long double to) { return rt_next##s(x, to, (T)to); }           \
    T remquo##e(T x, T y, int *quo) { return rt_remquo##s(x, y, quo); }                 \
    T remainder##e(T x, T y) { int quo; return rt_remquo##s(x, y, &quo); }              \
    T drem##e(T x, T y) { int quo; return rt_remquo##s(x, y, &quo); }                   \
    long lrint##e(T x) { return (long)rt_even##s(x); }                                  \
    long long llrint##e(T x) { return (long long)rt_even##s(x); }                       \
    long lround##e(T x) { return (long)rt_away##s(x); }                                 \
    long long llround##e(T x) { return (long long)rt_away##s(x); }                      \
    T nan##e(const char *tag) { return (void)tag, rt_any_nan##s((T)NAN); }
NAMES(float, _f, f)
NAMES(double, _d, )
NAMES(long double, _l, l)
