/* Numbers in text that depends on inputs (floattext.c). */
#ifndef SHRIKE_RUNTIME_FLOATTEXT_H
#define SHRIKE_RUNTIME_FLOATTEXT_H

#include "rt.h"

enum rt_float_kind {
    RT_NO_NUMBER,
    RT_DECIMAL,     /* digits * 10^scale */
    RT_HEXADECIMAL, /* digits * 2^scale */
    RT_INFINITE,
    RT_NAN,
    RT_BEYOND, /* more digits or a larger exponent than we compute with, or a NaN with letters */
};

struct rt_float_text {
    enum rt_float_kind kind;
    bool negative;
    int count; /* of digits */
    int scale;
    uint64_t digits;
    const char *end; /* no number: the start */
};

/* What strtod would read at s. */
void rt_read_float(const char *s, struct rt_float_text *t);
/* Its value, unless it is beyond us; it is neither too large nor too small for the type. */
float rt_float_value_f(const struct rt_float_text *t);
double rt_float_value_d(const struct rt_float_text *t);
long double rt_float_value_l(const struct rt_float_text *t);

#endif
