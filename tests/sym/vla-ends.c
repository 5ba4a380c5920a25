// Arrays of variable length end with their block, alloca()'s with their function; also where simplification knows the length
// or nothing is called behind the block. The native program shows it.
// RUN: %unsafe -DV=1 %s | FileCheck --check-prefix=ERROR %s
// RUN: %unsafe -DV=5 %s | FileCheck --check-prefix=ERROR %s
// RUN: %unsafe -DV=6 %s | FileCheck --check-prefix=ERROR %s
// RUN: %unsafe -DV=8 %s | FileCheck --check-prefix=ERROR %s
// RUN: %unsafe -DV=11 %s | FileCheck --check-prefix=SCOPE %s
// RUN: %unsafe -DV=12 %s | FileCheck --check-prefix=SCOPE %s
// RUN: %unsafe -DV=13 %s | FileCheck --check-prefix=SCOPE %s
// RUN: %unsafe -DV=14 %s | FileCheck --check-prefix=SCOPE %s
// RUN: %unsafe -DV=15 %s | FileCheck --check-prefix=SCOPE %s
// RUN: %unsafe -m32 -DV=1 %s
// RUN: %unsafe -m32 -DV=11 %s
// RUN: %unsafe --once --engine=bmc -DV=11 %s | FileCheck --check-prefix=SCOPE %s
// RUN: %unsafe --once --engine=invariant -DV=11 %s | FileCheck --check-prefix=SCOPE %s
// RUN: %unsafe --once --engine=interpolate -DV=11 %s | FileCheck --check-prefix=SCOPE %s
// RUN: %safe -DV=2 %s
// RUN: %safe -DV=3 %s
// RUN: %safe -DV=4 %s
// RUN: %safe -DV=7 %s
// RUN: %safe -DV=16 %s
// RUN: %safe -DV=17 %s
// RUN: %safe -m32 -DV=4 %s
// RUN: %replay NOT-CONFIRMED use-after-scope %s -DV=3 -- n=i32:4
#include <alloca.h>
#include <assert.h>
#include <setjmp.h>
#include <string.h>

int __VERIFIER_nondet_int(void);
static int *kept;
static jmp_buf back;

static int keep(int n) {
    int a[n];
    a[0] = n, kept = a;
    return a[0];
}
static int nest(int n) {
    if (n <= 0) return 0;
    char b[n];
    memset(b, 1, (unsigned)n);
    int r = nest(n - 1);
    return r + b[n - 1];
}
static void jump(int n) {
    int a[n];
    a[0] = 1;
    if (n == 3) longjmp(back, 1);
    jump(n - 1);
    assert(a[0] == 1);
}
static inline __attribute__((always_inline)) int inlined(int n) {
    int a[n];
    a[n - 1] = n;
    return a[n - 1];
}

int main(void) {
    int n = __VERIFIER_nondet_int(), *p = 0;
    if (n < 1 || n > 4) return 0;
#if V == 1
    keep(n);
    return *kept;
#elif V == 2
    p = alloca((unsigned)n * sizeof *p);
    {
        char *q = alloca(3);
        q[0] = 1, kept = p, kept[0] = q[0];
    }
    return kept[0] - 1;
#elif V == 3
    int s = 0;
    for (int i = 1; i <= n; i++) {
        int a[i], b[i + 1];
        a[0] = i, b[i] = a[0], s += b[i];
    }
    assert(nest(n) == n && s == n * (n + 1) / 2);
#elif V == 4
    int a[n];
    a[0] = 9;
    if (!setjmp(back)) jump(6);
    assert(a[0] == 9 && inlined(n) == n);
    a[0]++;
    assert(a[0] == 10);
#elif V == 5
    int a[n];
    a[n] = 1;
#elif V == 6
    char a[n];
    for (int i = 0; i < n; i++) {
        int b[i + 1];
        b[i] = i, a[i] = (char)b[i];
        if (i == 2) goto out;
        kept = b;
    }
    return 0;
out:
    return *kept;
#elif V == 7
    int m[n][n + 1], (*row)[n + 1] = m;
    m[n - 1][n] = 3;
    return row[n - 1][n] - 3;
#elif V == 8
    char a[n];
    memset(a, 5, (unsigned)n);
    return a[n - 1] == 5 ? a[n] : 0;
#elif V == 11
    int length = 5;
    {
        int a[length];
        a[2] = 7, p = &a[2];
    }
    return *p;
#elif V == 12
    if (n > 2) {
        int length = 3, a[length];
        a[0] = 4, p = a;
    }
    if (p) return *p;
#elif V == 13
    for (int i = 0; i < 2; i++) {
        int length = 4;
        char a[length];
        a[0] = (char)i;
        if (i) p = (int *)a;
    }
    *(char *)p = 1;
#elif V == 14
    {
        const int length = 2;
        int a[length];
        p = a;
    }
    *p = 1;
#elif V == 15
    {
        const int length = 1;
        int a[length];
        p = a;
    }
    *p = 1;
#elif V == 16
    {
        int length = 2, a[length];
        p = a, a[1] = 5, n = p[1];
    }
    int length = 2, b[length];
    b[1] = 6;
    assert(n == 5);
#elif V == 17
    int length = 2, a[length];
    { p = a; }
    *p = 1;
    for (int i = 0; i < 1000; i++) {
        int b[length];
        b[0] = i, p = b;
        if (*p != i) return 1;
    }
#endif
    return 0;
}
// ERROR: error: {{.*}}local variable
// SCOPE: error: {{.*}}after the end of a variable's life
