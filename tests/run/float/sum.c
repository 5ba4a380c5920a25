// RUN: %same %s
#include <stdio.h>

int main(void) {
    double s = 0, c = 0, naive = 0;
    for (int i = 1; i <= 20000; i++) {
        double y = 1.0 / i - c, t = s + y;
        c = (t - s) - y;
        s = t;
        naive += 1.0 / i;
    }
    float f = 0;
    for (int i = 0; i < 10000; i++) f += 0.1f;
    printf("%.17g %.17g %.9g\n", s, naive, f);
    double m[3][3] = {{2, 1, 1}, {1, 3, 2}, {1, 0, 0}};
    double det = 0;
    for (int i = 0; i < 3; i++)
        det += m[0][i] * (m[1][(i + 1) % 3] * m[2][(i + 2) % 3] - m[1][(i + 2) % 3] * m[2][(i + 1) % 3]);
    printf("%g\n", det);
    return 0;
}
