/* Digits of numbers that are inputs, as %f writes them (fixed.c). */
#ifndef SHRIKE_RUNTIME_FIXED_H
#define SHRIKE_RUNTIME_FIXED_H

#include "rt.h"

enum { RT_FIXED_PLACES = 19 };

/* whole + fraction / 10^places; the sign is elsewhere. */
struct rt_fixed {
    uint64_t whole, fraction;
};

/* Is it so small (and no NaN) that the next two know it? */
bool rt_is_fixed_d(double v);
bool rt_is_fixed_l(long double v);
/* The size of v, rounded to at most RT_FIXED_PLACES places, half to even. */
struct rt_fixed rt_fixed_d(double v, int places);
struct rt_fixed rt_fixed_l(long double v, int places);

#endif
