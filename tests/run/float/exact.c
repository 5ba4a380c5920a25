// Functions of math.h that are our own C: as the C library has them, in all formats.
// RUN: %same %s
// RUN: %same -m32 %s
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>

#define TRY(T, s, PRINT)                                                                            \
    static void try##s(T x, T y) {                                                                  \
        int e = 0, q = 0;                                                                           \
        T whole = 0, r = frexp##s(x, &e);                                                           \
        printf("%" PRINT " %d, ", r, e);                                                            \
        r = modf##s(x, &whole);                                                                     \
        printf("%" PRINT " %" PRINT ", %" PRINT " %d, ", r, whole, logb##s(x), ilogb##s(x));        \
        printf("%" PRINT " %" PRINT ", ", nextafter##s(x, y), nextafter##s(x, -y));                 \
        printf("%" PRINT " ", remainder##s(x, y));                                                  \
        r = remquo##s(x, y, &q);                                                                    \
        printf("%" PRINT " %d, ", r, isnan(r) ? 0 : q & 7);                                         \
        printf("%ld %lld %ld %lld\n", lrint##s(x), llrint##s(x), lround##s(x), llround##s(x));      \
        for (int n = -170; n < 200; n += 37) printf("%" PRINT " ", ldexp##s(x, n));                 \
        printf("%" PRINT " %" PRINT " %" PRINT "\n", scalbn##s(x, INT_MIN), scalbn##s(x, -1060), ldexp##s(x, 40000)); \
    }
TRY(float, f, "a")
TRY(double, , "a")
TRY(long double, l, "La")

static const double values[] = {0.0, -0.0, 1.0, -1.5, 2.5, -3.5, 0.5, -0.5, 0.3, 100.25, 1e10, -7e20, 1e300, 4e-320, -5e-324,
                                DBL_MAX, DBL_MIN, 0x1.fffffffffffffp-1023, 0x1p-149, 0x1.8p-140, 3e38, 0x1p62, INFINITY};
enum { N = sizeof values / sizeof *values };

int main(void) {
    for (int i = 0; i < N; i++)
        for (int k = i % 3; k < N; k += 3) {
            try((volatile double)values[i], values[k]);
            tryf((float)values[i], (float)values[k]);
            tryl((long double)values[i] / 3, (long double)values[k] * 0x1p-300L);
        }
    tryl(LDBL_MAX, LDBL_MIN);
    tryl(0x1p-16445L, 1);
    tryl(-LDBL_MIN, 0);
    printf("%d %a %La\n", isnan(nan("")), nexttoward(1.0, 2.0L), nexttowardl(1.0L, 0.0L));
    return 0;
}
