// RUN: %same %s
#include <float.h>
#include <math.h>
#include <stdio.h>

int main(void) {
    volatile double a = 0.1, b = 0.2, z = 0;
    volatile float f = 16777216.0f, g = 1.0f;
    printf("%.17g %.17g %.17g %.17g\n", a + b, a * b, a - b, a / b);
    printf("%d %d %d\n", a + b == 0.3, f + g == f, (float)0.1 == 0.1);
    printf("%g %g %g %d\n", 1 / z, -1 / z, z * -1, 1 / (z * -1) < 0);
    volatile double nan = z / z;
    printf("%d %d %d %d %d\n", nan == nan, nan != nan, nan < 1, !(nan >= 1), isnan(nan) != 0);
    printf("%d %d\n", __builtin_isunordered(nan, 1), __builtin_islessgreater(1.0, a));
    printf("%g %g %g\n", DBL_MIN / 2, FLT_MAX * (float)2, DBL_EPSILON);
    printf("%a %a\n", a, (double)f);
    f += 0.5f;
    f *= 3;
    printf("%.9g %.9g\n", f, -f);
    return 0;
}
