// RUN: %same %s
#include <math.h>
#include <stdio.h>

int main(void) {
    double x[] = {0, 0.5, 1, 2.25, 10, 100.75};
    for (int i = 0; i < 6; i++) {
        double v = x[i];
        printf("%.15g %.15g %.15g %.15g ", sqrt(v), fabs(-v), floor(v - 3.1), ceil(v));
        printf("%.15g %.15g %.15g %.15g\n", trunc(-v), round(v), rint(v), fmod(v, 0.7));
        printf("%.12g %.12g %.12g %.12g %.12g\n", sin(v), cos(v), exp(v / 10), log(v + 1), pow(v, 1.5));
        printf("%.12g %.12g %.12g\n", atan2(v, 2), tan(v), tanh(v));
    }
    int e;
    double m = frexp(100.0, &e), ip, fp = modf(-3.75, &ip);
    printf("%g %d %g %g %g %g\n", m, e, ldexp(0.75, 4), ip, fp, hypot(3, 4));
    printf("%g %g %g %g %ld %d\n", fmax(1, 2), fmin(1, 2), copysign(3, -0.0), cbrt(27), lround(2.5), signbit(-0.0) != 0);
    printf("%.8g %.8g %g\n", sqrtf(2), powf(2, 0.5f), fma(2, 3, 4));
    return 0;
}
