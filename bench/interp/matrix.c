/* Multiplication of square matrices of doubles. */
#include "kernel.h"

enum { N = 60 };
static double a[N][N], b[N][N], c[N][N];

static void multiply(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double s = 0;
            for (int k = 0; k < N; k++) s += a[i][k] * b[k][j];
            c[i][j] = s;
        }
}

static unsigned run(unsigned rounds) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = (i * j) % 7 - 3;
            b[i][j] = (i + j) % 5 - 2;
        }
    unsigned sum = 0;
    for (unsigned r = 0; r < rounds; r++) {
        multiply();
        a[r % N][0] = c[0][r % N] > 100 ? 1 : 2;
        sum = sum * 31 + (unsigned)(int)c[N - 1][N - 2];
    }
    return sum;
}

int main(int argc, char **argv) {
    return kernel_check(run(kernel_scale(argc, argv, 40)), run, 1, 2);
}
