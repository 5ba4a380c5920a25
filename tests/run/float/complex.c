// RUN: %same %s
#include <complex.h>
#include <stdio.h>

static double complex square(double complex z) { return z * z; }
static float complex add(float complex a, float complex b) { return a + b; }

int main(void) {
    double complex a = 1.5 + 2 * I, b = conj(a);
    printf("%g %g\n", creal(a), cimag(a));
    double complex p = a * b, q = a / (0.5 - I), s = square(a) - 1;
    printf("%g %g %g %g %g %g\n", creal(p), cimag(p), creal(q), cimag(q), creal(s), cimag(s));
    float complex f = add(1.0f + 0.5f * I, 2);
    printf("%g %g %d %d\n", crealf(f), cimagf(f), a == b, a != b);
    __real__ a = 9;
    __imag__ a = -9;
    double complex arr[2] = {a, -a};
    printf("%g %g %d\n", creal(arr[1]), cimag(arr[1]), (int)sizeof arr);
    int _Complex gi = 3 + 4i;
    gi *= gi;
    printf("%d %d\n", __real__ gi, __imag__ gi);
    printf("%g\n", cabs(3 + 4 * I));
    return 0;
}
