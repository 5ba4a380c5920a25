/* math.h on concrete values: the host's own functions. */
#include <complex.h>
#include <math.h>
#include <string.h>

#include "exec/library/builtin.h"

/* clang-format off */
static double get_d(const uint64_t *s) { double v; memcpy(&v, s, 8); return v; }
static float get_f(const uint64_t *s) { float v; memcpy(&v, s, 4); return v; }
static long double get_l(const uint64_t *s) { long double v = 0; memcpy(&v, s, 10); return v; }
static bool put_d(uint64_t *s, double v) { memcpy(s, &v, 8); return true; }
static bool put_f(uint64_t *s, float v) { s[0] = 0; memcpy(s, &v, 4); return true; }
static bool put_l(uint64_t *s, long double v) { s[1] = 0; memcpy(s, &v, 10); return true; }

/* Complex values of double and float take two slots, real part first. */
static double complex get_c(const uint64_t *s) { return __builtin_complex(get_d(s), get_d(s + 1)); }
static float complex get_cf(const uint64_t *s) { return __builtin_complex(get_f(s), get_f(s + 1)); }
static bool put_c(uint64_t *s, double complex v) { return put_d(s, creal(v)) && put_d(s + 1, cimag(v)); }
static bool put_cf(uint64_t *s, float complex v) { return put_f(s, crealf(v)) && put_f(s + 1, cimagf(v)); }

#define HEAD(name) \
    static bool m_##name(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret)
#define REST (void)x, (void)nargs
#define F1(n)                                                              \
    HEAD(n) { REST; return put_d(ret, n(get_d(args))); }                   \
    HEAD(n##f) { REST; return put_f(ret, n##f(get_f(args))); }             \
    HEAD(n##l) { REST; return put_l(ret, n##l(get_l(args))); }
#define F2(n)                                                              \
    HEAD(n) { REST; return put_d(ret, n(get_d(args), get_d(args + 1))); }  \
    HEAD(n##f) { REST; return put_f(ret, n##f(get_f(args), get_f(args + 1))); } \
    HEAD(n##l) { REST; return put_l(ret, n##l(get_l(args), get_l(args + 2))); }
#define F3(n)                                                              \
    HEAD(n) { REST; return put_d(ret, n(get_d(args), get_d(args + 1), get_d(args + 2))); } \
    HEAD(n##f) { REST; return put_f(ret, n##f(get_f(args), get_f(args + 1), get_f(args + 2))); } \
    HEAD(n##l) { REST; return put_l(ret, n##l(get_l(args), get_l(args + 2), get_l(args + 4))); }
#define C1(n)                                                              \
    HEAD(n) { REST; return put_c(ret, n(get_c(args))); }                   \
    HEAD(n##f) { REST; return put_cf(ret, n##f(get_cf(args))); }
#define C2(n)                                                              \
    HEAD(n) { REST; return put_c(ret, n(get_c(args), get_c(args + 2))); }  \
    HEAD(n##f) { REST; return put_cf(ret, n##f(get_cf(args), get_cf(args + 2))); }
#define CR(n)                                                              \
    HEAD(n) { REST; return put_d(ret, n(get_c(args))); }                   \
    HEAD(n##f) { REST; return put_f(ret, n##f(get_cf(args))); }
#include "exec/library/math.def"
#undef C1
#undef C2
#undef CR
#undef F1
#undef F2
#undef F3

HEAD(powi) { REST; return put_d(ret, __builtin_powi(get_d(args), (int)args[1])); }
HEAD(powif) { REST; return put_f(ret, __builtin_powif(get_f(args), (int)args[1])); }

/* Classification of all formats; the sign is the bit that the C library gives back. */
#define CLASSES(suffix, sign)                                                                                        \
    HEAD(isinf_##suffix) { REST; ret[0] = (uint32_t)(isinf(get_##suffix(args)) ? (get_##suffix(args) > 0 ? 1 : -1) : 0); return true; } \
    HEAD(isnan_##suffix) { REST; ret[0] = (uint32_t)(isnan(get_##suffix(args)) != 0); return true; }                 \
    HEAD(finite_##suffix) { REST; ret[0] = (uint32_t)(isfinite(get_##suffix(args)) != 0); return true; }             \
    HEAD(signbit_##suffix) { REST; ret[0] = signbit(get_##suffix(args)) ? sign : 0; return true; }                   \
    HEAD(fpclassify_##suffix) { REST; ret[0] = (uint32_t)fpclassify(get_##suffix(args)); return true; }
CLASSES(d, 128)
CLASSES(f, 8)
CLASSES(l, 0x8000)
#undef CLASSES

/* What compilers call for products and quotients of complex numbers. */
HEAD(mul_c) { REST; return put_c(ret, get_c(args) * get_c(args + 2)); }
HEAD(div_c) { REST; return put_c(ret, get_c(args) / get_c(args + 2)); }
HEAD(mul_cf) { REST; return put_cf(ret, get_cf(args) * get_cf(args + 2)); }
HEAD(div_cf) { REST; return put_cf(ret, get_cf(args) / get_cf(args + 2)); }

static const struct {
    const char *name;
    builtin_fn fn;
} table[] = {
#define ROWS(n) {#n, m_##n}, {#n "f", m_##n##f}, {#n "l", m_##n##l},
#define ROWS2(n) {#n, m_##n}, {#n "f", m_##n##f},
#define C1(n) ROWS2(n)
#define C2(n) ROWS2(n)
#define CR(n) ROWS2(n)
#define F1(n) ROWS(n)
#define F2(n) ROWS(n)
#define F3(n) ROWS(n)
#include "exec/library/math.def"
    {"__muldc3", m_mul_c}, {"__divdc3", m_div_c}, {"__mulsc3", m_mul_cf}, {"__divsc3", m_div_cf},
    {"powi", m_powi}, {"powif", m_powif},
#define CLASSES(end, suffix)                                                                      \
    {"isinf" end, m_isinf_##suffix}, {"__isinf" end, m_isinf_##suffix},                           \
    {"isnan" end, m_isnan_##suffix}, {"__isnan" end, m_isnan_##suffix},                           \
    {"finite" end, m_finite_##suffix}, {"__finite" end, m_finite_##suffix},                       \
    {"__signbit" end, m_signbit_##suffix}, {"__fpclassify" end, m_fpclassify_##suffix},
    CLASSES("", d) CLASSES("f", f) CLASSES("l", l)
#undef CLASSES
};

int math_number(const char *name) {
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, name) == 0) return (int)i;
    return -1;
}

builtin_fn math_function(int number) { return table[number].fn; }
/* clang-format on */
