// RUN: %same %s
// RUN: %same -m32 %s
#include <stdio.h>

typedef struct { short a; char b; } small;
typedef struct { double d[3]; } wide;

static double all(char a, short b, int c, long d, float e, double f, small g, wide h, long long i, unsigned char j,
                  const char *k, int l, double m, float n, wide o, small p, long double q, _Bool r) {
    return a + b + c + (double)d + e + f + g.a + g.b + h.d[2] + (double)i + j + *k + l + m + n + o.d[0] + p.b + (double)q + r;
}

int main(void) {
    double (*volatile f)(char, short, int, long, float, double, small, wide, long long, unsigned char, const char *, int,
                         double, float, wide, small, long double, _Bool) = all;
    printf("%.10g\n", f('a', -2, 3, -4L, 5.5f, 6.25, (small){7, 8}, (wide){{9, 10, 11}}, 12LL, 255, "x", -13, 14.5, 15.5f,
                        (wide){{16, 17, 18}}, (small){19, 20}, 21.75L, 1));
    return 0;
}
