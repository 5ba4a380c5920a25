// RUN: %same %s
#include <math.h>
#include <stdio.h>

static const char *kind(double x) {
    switch (fpclassify(x)) {
    case FP_NAN: return "nan";
    case FP_INFINITE: return "inf";
    case FP_ZERO: return "zero";
    case FP_SUBNORMAL: return "subnormal";
    default: return "normal";
    }
}

int main(void) {
    volatile double v[] = {0.0, -0.0, 1.5, 5e-324, INFINITY, -INFINITY, NAN, 1e308};
    for (int i = 0; i < 8; i++)
        printf("%s %d %d %d %d\n", kind(v[i]), isfinite(v[i]) != 0, isinf(v[i]) != 0, isnormal(v[i]) != 0,
               signbit(v[i]) != 0);
    float inf = HUGE_VALF;
    printf("%d %f %f\n", isgreater(inf, 1.0f), inf, -inf);
    return 0;
}
