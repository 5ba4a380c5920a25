// RUN: %safe --engine=invariant --check=assert -DFLAG %s
// RUN: %safe --once --engine=invariant --check=assert -DFOUND %s
// RUN: %safe --once --engine=invariant --check=assert -DLAST %s
// RUN: %safe --once --engine=invariant --check=assert --check-invariants -DCOUNT %s
// RUN: %safe --once --engine=invariant --check=assert -DPARTED %s
// RUN: %safe --once --engine=invariant --check=assert -DSTRIDE %s
// RUN: %safe --once --engine=invariant --check=assert -DPATHS %s
// RUN: %verdict UNKNOWN --once --engine=invariant --check=assert --no-confirm -DFLAG -DSPOILT %s
// RUN: %verdict UNKNOWN --once --engine=invariant --check=assert --no-confirm -DFOUND -DSPOILT %s
// RUN: %verdict UNKNOWN --once --engine=invariant --check=assert --no-confirm -DLAST -DSPOILT %s
// RUN: %verdict UNKNOWN --once --engine=invariant --check=assert --no-confirm -DCOUNT -DSPOILT %s
// RUN: %verdict UNKNOWN --once --engine=invariant --check=assert --no-confirm -DPARTED -DSPOILT %s
// RUN: %verdict UNKNOWN --once --engine=invariant --check=assert --no-confirm -DSTRIDE -DSPOILT %s
// RUN: %verdict UNKNOWN --once --engine=invariant --check=assert --no-confirm -DPATHS -DSPOILT %s
// What a flag, a place that was noted, or a count say of the cells that a loop has passed; and what nearly holds.
extern void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);
enum { SIZE = 400 };

#ifdef SPOILT
#define SPOIL(then) then
#else
#define SPOIL(then)
#endif

int main(void) {
    int a[SIZE], b[SIZE], n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int(), v = __VERIFIER_nondet_int(), i, x;
    if (n < 2 || n > SIZE || k < 0 || k >= n) return 0;
#if defined FLAG
    int same = 1;
    for (i = 0; i < n; i++) {
        if (a[i] != b[i]) same = 0;
        SPOIL(if (i == 7) same = 1;)
    }
    for (x = 0; same && x < n; x++)
        if (a[x] != b[x]) __VERIFIER_error();
#elif defined FOUND
    int found = 0, at;
    for (i = 0; i < n && !found; i++)
        if (a[i] == v) {
            found = 1;
            at = i SPOIL(+ (i == k));
        }
    for (x = 0; found && x < at; x++)
        if (a[x] == v) __VERIFIER_error();
#elif defined LAST
    int at = -1;
    for (i = 0; i < n; i++)
        if (a[i] == v SPOIL(&& i != k)) at = i;
    for (x = at + 1; x < n; x++)
        if (a[x] == v) __VERIFIER_error();
#elif defined COUNT
#ifdef SPOILT
    unsigned char count = 0; // 256 are none
#else
    int count = 0;
#endif
    for (i = 0; i < n; i++)
        if (a[i] == v) count++;
    for (x = 0; !count && x < n; x++)
        if (a[x] == v) __VERIFIER_error();
#elif defined PARTED
    int c[SIZE], low = 0, high = 0;
    for (i = 0; i < n; i++)
        if (a[i] < v) b[low++] = a[i];
        else c[high++] = a[i];
    for (x = 0; x < low SPOIL(+ (low == k)); x++)
        if (b[x] >= v) __VERIFIER_error();
    for (x = 0; x < high; x++)
        if (c[x] < v) __VERIFIER_error();
#elif defined STRIDE
    for (i = 0; i < n / 2; i++) {
        a[2 * i] = 3;
        a[2 * i + 1] = 4;
        SPOIL(if (i == k) a[k]++;)
    }
    for (x = 0; x < n / 2; x++)
        if (a[2 * x] != 3 || a[2 * x + 1] != 4) __VERIFIER_error();
#else
    int right = 1;
    for (i = 0; i < n; i++)
        if (a[i] < 0) b[i] = 1;
        else b[i] = 0 SPOIL(+ (i == 300));
    for (x = 0; x < n; x++)
        if ((a[x] < 0) != (b[x] == 1)) right = 0;
    if (!right) __VERIFIER_error();
#endif
}
