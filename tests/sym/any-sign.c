// Of what strcmp and its kin return C promises the sign, of what bcmp returns whether it is 0, and of fmin and fmax
// nothing about the sign of a zero. Where somebody looks at more, all is tried that is allowed.
// RUN: %unsafe -DV=1 %s | FileCheck --check-prefix=SIZE %s
// RUN: %unsafe -DV=2 %s | FileCheck --check-prefix=SIZE %s
// RUN: %unsafe -DV=3 %s | FileCheck --check-prefix=SIZE %s
// RUN: %unsafe -DV=4 %s | FileCheck --check-prefix=SIZE %s
// RUN: %unsafe --once -m32 -DV=4 %s | FileCheck --check-prefix=SIZE %s
// RUN: %verdict UNKNOWN -DV=5 %s | FileCheck --check-prefix=OTHER %s
// RUN: %verdict UNKNOWN -DV=6 %s | FileCheck --check-prefix=OTHER %s
// RUN: %verdict UNKNOWN -DV=7 %s | FileCheck --check-prefix=OTHER %s
// RUN: %verdict UNKNOWN -DV=8 %s | FileCheck --check-prefix=OTHER %s
// RUN: %verdict UNKNOWN -DV=9 %s | FileCheck --check-prefix=OTHER %s
// RUN: %verdict UNKNOWN --once --engine=bmc -DV=9 %s | FileCheck --check-prefix=OTHER %s
// RUN: %verdict UNKNOWN --once --engine=invariant -DV=9 %s
// RUN: %verdict UNKNOWN --once --engine=interpolate -DV=9 %s
// RUN: %verdict UNKNOWN --once --engine=cdse -DV=9 %s
// RUN: %verdict UNKNOWN --once --engine=dash -DV=9 %s
// RUN: %safe -DV=20 %s | FileCheck --check-prefix=PLAIN %s
// RUN: %safe --once --check=uninit -DV=20 %s
// RUN: %safe -DV=21 %s | FileCheck --check-prefix=LEAST %s
// RUN: %safe --once --check=uninit -DV=21 %s
// RUN: %safe --once --engine=bmc -DV=21 %s
// RUN: %safe --once --engine=invariant -DV=21 %s
// RUN: %safe --once --engine=interpolate -DV=21 %s
// RUN: %safe --once --engine=cdse -DV=21 %s
// RUN: %safe --once --engine=concolic -DV=21 %s
// RUN: %safe -DV=22 %s
// RUN: %shrike test -DV=2 -o %t %s 2>&1 | FileCheck --check-prefix=HERE %s
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>

int __VERIFIER_nondet_int(void);
static char a[4], b[4];

static int compare(const void *x, const void *y) { return strcmp(x, y); }
static int compare_back(const void *x, const void *y) { return -compare(x, y); }
static int sign(int r) { return r < 0 ? -1 : r > 0; }
static int largest(char (*words)[4], int n, int (*order)(const void *, const void *)) {
    int best = 0;
    for (int i = 1; i < n; i++)
        if (order(words[i], words[best]) > 0) best = i;
    return best;
}

int main(void) {
    a[0] = 'c', b[0] = 'a';
    int (*by_address)(const char *, const char *) = __VERIFIER_nondet_int() ? strcmp : strcoll;
#if V == 1
    assert(memcmp("c", "a", 1) == 2);
#elif V == 2
    int r = strcmp(a, b);
    assert(r > 0);
    assert(r == 2);
#elif V == 3
    assert(compare(a, b) == 2);
#elif V == 4
    assert(by_address(a, b) == 2);
#elif V == 5
    switch (strncmp(a, b, 1)) {
    case 2: break;
    case 1: break;
    default: assert(0);
    }
#elif V == 6
    assert(bcmp(a, b, 1) > 0);
#elif V == 7
    assert(signbit(fmin(+0.0, -0.0)));
#elif V == 8
    float z = fmaxf(-0.0f, +0.0f);
    assert(1 / z > 0);
#elif V == 9
    assert(strcasecmp(a, b) == strcasecmp(a, b));
#elif V == 20
    assert(memcmp(a, b, 1) > 0 && -strcmp(a, b) < 0 && !strncmp(a, a, 4) && 0 < strcasecmp(a, b));
    assert(sign(strcoll(a, b)) == 1 && by_address(b, a) < 0 && bcmp(a, b, 1) != 0 && wcscmp(L"b", L"a") >= 1);
    switch (strcmp(a, b)) {
    case 0: assert(0);
    }
    char words[3][4] = {"c", "a", "b"};
    assert(largest(words, 3, compare) == 0 && largest(words, 3, compare_back) == 1);
    qsort(words, 3, sizeof *words, compare);
    assert(words[0][0] == 'a' && words[2][0] == 'c');
    double zero = fmin(+0.0, -0.0), one = fmax(1, __VERIFIER_nondet_int() & 1);
    assert(zero == 0 && zero >= 0 && 1 / one > 0);
#elif V == 21
    int r = strcmp(a, b), k = memcmp(b, a, 1), n = __VERIFIER_nondet_int();
    long wide = strcasecmp(a, n & 1 ? b : a);
    assert(r > 0 && k < 0 && r - k != 0 && -k > 0);
    assert(r + 1L > 1 && (wide == 0 || wide > 0));
    assert((n & 1) ? wide + 1 > 1 : wide * 7 == 0);
#elif V == 22
    double p = fmin(+0.0, +0.0), m = fmax(-0.0, -0.0);
    assert(!signbit(p) && signbit(m) && 1 / fmin(-3, 2) < 0);
#endif
    return 0;
}
// SIZE: error: assertion failed
// OTHER: possible error: assertion failed
// PLAIN-NOT: INT_MIN
// LEAST: assuming that strcmp, memcmp and similar functions do not return INT_MIN
// HERE: strcmp
