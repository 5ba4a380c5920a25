// RUN: %same %s
#include <stdio.h>
#include <string.h>

static int trace(int n, int m[n][n]) {
    int t = 0;
    for (int i = 0; i < n; i++) t += m[i][i];
    return t;
}

static void fill(int rows, int cols, double (*a)[cols]) {
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) a[i][j] = i + j / 10.0;
}

int main(void) {
    for (int n = 1; n < 6; n++) {
        int m[n][n];
        memset(m, 0, sizeof m);
        for (int i = 0; i < n; i++) m[i][i] = i + n;
        printf("%d %d\n", trace(n, m), (int)sizeof m);
    }
    int r = 3, c = 4;
    double a[r][c];
    fill(r, c, a);
    printf("%g %g %d\n", a[2][3], a[1][0], (int)(sizeof a[0] / sizeof a[0][0]));
    int total = 0;
    for (int i = 0; i < 2000; i++) {
        char scratch[i % 100 + 1];
        memset(scratch, 1, sizeof scratch);
        total += scratch[i % 100] + (int)sizeof scratch;
    }
    typedef int row[r];
    row v;
    v[2] = 0;
    printf("%d %d %d\n", total, (int)sizeof(row), v[2]);
    return 0;
}
