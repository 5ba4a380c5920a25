/* errno behind functions of math.h (src/front/define/matherrno.h), as glibc sets it: EDOM where a NaN comes of no NaN, ERANGE
 * where something infinite comes of finite arguments. Where the result is tiny, functions differ: both is possible,
 * and in a concrete run ERANGE goes with 0. */
#include "rt.h"

#include <float.h>
#include <math.h>

#define BEHIND(T, s, least)                                                                     \
    void __shrike_math_errno_##s(T r, T a, T b, int underflows);                                \
    void __shrike_math_errno_##s(T r, T a, T b, int underflows) {                               \
        if (r != r) {                                                                           \
            if (a == a && b == b) rt_errno = EDOM;                                              \
        } else if (r - r != 0) {                                                                \
            if (a - a == 0 && b - b == 0) rt_errno = ERANGE;                                    \
        } else if (underflows && r > -least && r < least && (a != 0 || b != 0 || r != 0)) {      \
            if (!__shrike_exploring()) rt_errno = r == 0 && a != 0 && a - a == 0 && b - b == 0 ? ERANGE : rt_errno; \
            else if (__shrike_unknown(0, 1)) rt_errno = ERANGE;                                 \
        }                                                                                       \
    }
BEHIND(float, f, FLT_MIN)
BEHIND(double, d, DBL_MIN)
BEHIND(long double, l, LDBL_MIN)
