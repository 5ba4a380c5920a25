// RUN: %bug -DCASE=1 %s | %check --check-prefix=ONE %s
// RUN: %bug -DCASE=2 %s | %check --check-prefix=TWO %s
// RUN: %bug -DCASE=3 %s | %check --check-prefix=THREE %s
// RUN: %bug -DCASE=4 %s | %check --check-prefix=FOUR %s
// RUN: %bug -DCASE=5 %s | %check --check-prefix=FIVE %s
// RUN: %bug -DCASE=6 %s | %check --check-prefix=SIX %s
// RUN: %bug -m32 -DCASE=5 %s | %check --check-prefix=FIVE %s
// RUN: %same -DCASE=7 %s
// REQUIRES: shrike
#include <math.h>

int main(void) {
    volatile double d = 2147483648.0, nan = NAN;
    volatile float f = -1;
    volatile long double l = 18446744073709551616.0L;
#if CASE == 1
    return (int)d;
#elif CASE == 2
    return (int)(unsigned)f;
#elif CASE == 3
    return (unsigned long long)l == 3;
#elif CASE == 4
    return (signed char)nan;
#elif CASE == 5
    return (int)1e10;
#elif CASE == 6
    signed char c = 100;
    c += d - 2147483600.0;
    return c;
#else
    f = -0.9f;
    l -= 1;
    int low = (int)-(d + 0.9), high = (int)(d - 0.1);
    return low == 5 || high == 5 || (unsigned)f != 0 || (unsigned long long)l == 5 || (_Bool)nan == 0 ||
           (unsigned char)(f + 256.8) == 5;
#endif
}
// ONE: cast-range.c:17:{{[0-9]+}}: error: 2147483648 does not fit a signed integer of 32 bits [float-cast-overflow]
// TWO: cast-range.c:19:{{[0-9]+}}: error: -1 does not fit an unsigned integer of 32 bits [float-cast-overflow]
// THREE: cast-range.c:21:{{[0-9]+}}: error: {{.*}} does not fit an unsigned integer of 64 bits [float-cast-overflow]
// FOUR: cast-range.c:23:{{[0-9]+}}: error: nan does not fit a signed integer of 8 bits [float-cast-overflow]
// FIVE: cast-range.c:25:{{[0-9]+}}: error: 10000000000 does not fit a signed integer of 32 bits [float-cast-overflow]
// SIX: cast-range.c:28:{{[0-9]+}}: error: 148 does not fit a signed integer of 8 bits [float-cast-overflow]
