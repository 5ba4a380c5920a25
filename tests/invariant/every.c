// RUN: %safe --engine=invariant --check=assert --check-invariants -DCOPY %s
// RUN: %safe --once --engine=invariant --check=assert --check-invariants -DLEAST %s
// RUN: %safe --once --engine=invariant --check=assert --check-invariants -DBACK %s
// RUN: %verdict UNKNOWN --once --engine=invariant --check=assert --no-confirm -DLAST %s
// RUN: %verdict UNKNOWN --once --engine=invariant --check=assert --no-confirm -DFIRST %s
// RUN: %verdict UNKNOWN --once --engine=invariant --check=assert --no-confirm -DSECOND %s
// RUN: %verdict UNKNOWN --once --engine=invariant --check=assert --no-confirm -DOTHER %s
// RUN: %verdict UNKNOWN --once --engine=invariant --check=assert --no-confirm -DBEHIND %s
// RUN: %verdict UNKNOWN --once --engine=invariant --check=assert --no-confirm -DBLOCK %s
// RUN: %verdict UNKNOWN --once --engine=invariant --check=assert --no-confirm -DBYTE %s
// RUN: %verdict UNKNOWN --once --engine=invariant --check=assert --no-confirm -DWRAPS %s
// RUN: %verdict UNKNOWN --once --engine=invariant --check=assert --no-confirm -DJUMPS %s
// RUN: %verdict UNKNOWN --once --engine=invariant --check=assert --no-confirm -DSTRICT %s
// RUN: %verdict UNKNOWN --once --engine=invariant --check=assert --no-confirm -DANEW %s
// RUN: %unsafe --once --engine=explore --check=assert --bound=3 -DLAST %s
// What holds for every cell that a loop has passed, and what holds for all but one: for none of these.
extern void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);
void *memset(void *to, int c, __SIZE_TYPE__ n);
enum { SIZE = 400 };

static void fill(int n, int way) {
    int a[SIZE], i;
    if (way == 0)
        for (i = 0; i < n; i++) a[i] = 3;
    for (i = 0; i < n; i++)
        if (a[i] != 3) __VERIFIER_error();
}

int main(void) {
    int a[SIZE], b[SIZE], n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int(), i, x;
    if (n < 2 || n > SIZE || k < 0 || k >= n) return 0;
#if defined LEAST || defined STRICT
    int least = a[0];
    for (i = 1; i < n; i++)
        if (a[i] < least) least = a[i];
    for (x = 0; x < n; x++)
#ifdef STRICT
        if (a[x] <= least) __VERIFIER_error(); // of one
#else
        if (a[x] < least) __VERIFIER_error();
#endif
#elif defined ANEW
    for (i = 0; i < 2; i++) fill(n, i); // of another variable, at the same place
#else
    int *p = a;
    if (k == 123) p = b;
#if defined BACK
    for (i = n - 1; i >= 0; i--) a[i] = b[i];
#elif defined LAST
    for (i = 0; i < n - 1; i++) a[i] = b[i];
#elif defined FIRST
    for (i = 1; i < n; i++) a[i] = b[i];
#elif defined SECOND
    for (i = 0; i < n; i += 2) a[i] = b[i];
#elif defined OTHER
    for (i = 0; i < n; i++) {
        a[i] = b[i];
        p[k] = 1; // perhaps b's
    }
#elif defined BEHIND
    for (i = 0; i < n; i++) {
        a[i] = b[i];
        if (i == 300) b[i - 1]++;
    }
#elif defined WRAPS
    unsigned char c = 0; // not all are passed
    for (i = 0; i < n; i++, c++) a[c] = b[c];
#elif defined JUMPS
    for (i = 0; i < n; i++) {
        a[i] = b[i];
        if (i == k) i++;
    }
#else
    for (i = 0; i < n; i++) a[i] = b[i];
#endif
#if defined BLOCK
    memset(a, 0, sizeof *a);
#elif defined BYTE
    ((char *)a)[4 * k + 1]++;
#endif
    for (x = 0; x < n; x++)
        if (a[x] != b[x]) __VERIFIER_error();
#endif
}
