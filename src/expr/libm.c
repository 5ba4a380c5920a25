#include "expr/libm.h"

#include <math.h>

const char *libm_name(enum libm fn) {
    static const char *const names[] = {
#define LIBM1(name, shape, from, to, least, most, at, value) #name,
#define LIBM2(name, shape) #name,
#include "expr/libm.def"
#undef LIBM1
#undef LIBM2
    };
    return names[fn];
}

float libm_float(enum libm fn, float a, float b) {
    static const struct {
        float (*one)(float), (*two)(float, float);
    } table[] = {
#define LIBM1(name, shape, from, to, least, most, at, value) {name##f, NULL},
#define LIBM2(name, shape) {NULL, name##f},
#include "expr/libm.def"
#undef LIBM1
#undef LIBM2
    };
    return table[fn].one ? table[fn].one(a) : table[fn].two(a, b);
}

double libm_double(enum libm fn, double a, double b) {
    static const struct {
        double (*one)(double), (*two)(double, double);
    } table[] = {
#define LIBM1(name, shape, from, to, least, most, at, value) {name, NULL},
#define LIBM2(name, shape) {NULL, name},
#include "expr/libm.def"
#undef LIBM1
#undef LIBM2
    };
    return table[fn].one ? table[fn].one(a) : table[fn].two(a, b);
}

long double libm_long(enum libm fn, long double a, long double b) {
    static const struct {
        long double (*one)(long double), (*two)(long double, long double);
    } table[] = {
#define LIBM1(name, shape, from, to, least, most, at, value) {name##l, NULL},
#define LIBM2(name, shape) {NULL, name##l},
#include "expr/libm.def"
#undef LIBM1
#undef LIBM2
    };
    return table[fn].one ? table[fn].one(a) : table[fn].two(a, b);
}
