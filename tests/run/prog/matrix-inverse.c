// RUN: %same %s
#include <math.h>
#include <stdio.h>

enum { N = 5 };

static int invert(double a[N][N], double inv[N][N]) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) inv[i][j] = i == j;
    for (int c = 0; c < N; c++) {
        int p = c;
        for (int r = c + 1; r < N; r++)
            if (fabs(a[r][c]) > fabs(a[p][c])) p = r;
        if (a[p][c] == 0) return 0;
        for (int j = 0; j < N; j++) {
            double t = a[c][j]; a[c][j] = a[p][j]; a[p][j] = t;
            t = inv[c][j]; inv[c][j] = inv[p][j]; inv[p][j] = t;
        }
        double d = a[c][c];
        for (int j = 0; j < N; j++) a[c][j] /= d, inv[c][j] /= d;
        for (int r = 0; r < N; r++) {
            if (r == c) continue;
            double f = a[r][c];
            for (int j = 0; j < N; j++) a[r][j] -= f * a[c][j], inv[r][j] -= f * inv[c][j];
        }
    }
    return 1;
}

int main(void) {
    double a[N][N], inv[N][N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) a[i][j] = 1.0 / (i + j + 1) + (i == j);
    int ok = invert(a, inv);
    for (int i = 0; i < N; i++, printf("\n"))
        for (int j = 0; j < N; j++) printf("%.12g ", inv[i][j]);
    return !ok;
}
