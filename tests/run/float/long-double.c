// RUN: %same %s
#include <float.h>
#include <math.h>
#include <stdio.h>

static long double poly(long double x) { return ((2 * x - 3) * x + 1) * x - 5; }

struct ld { char c; long double v[2]; };

int main(void) {
    long double a = 1.0L / 3, b = 0.1;
    printf("%.21Lg %.21Lg %.21Lg\n", a, b, a * b);
    printf("%.21Lg %d\n", poly(1.5L), (int)sizeof(long double));
    struct ld s = {'c', {a, -a}}, t = s;
    t.v[0] += 1;
    printf("%.21Lg %.21Lg %d\n", t.v[0], t.v[1], (int)sizeof s);
    printf("%d %d %ld %.17g %.9g\n", a < b, a == 1.0 / 3, (long)(a * 1e18L), (double)a, (float)a);
    long double big = LDBL_MAX;
    printf("%d %La\n", isinf(big * 2) != 0, 1.5L);
    unsigned long u = 18446744073709551615u;
    printf("%.21Lg %lu\n", (long double)u, (unsigned long)(long double)u);
    printf("%.10Lf\n", sqrtl(2.0L));
    return 0;
}
