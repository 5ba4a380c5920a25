// RUN: %certified %s
// RUN: %certified %s -DSPLIT
// RUN: %certified %s -m32
// RUN: %certified %s -DWRONG
// RUN: %certified %s -DWRONG -DSPLIT
// RUN: %certified %s -j 2
// RUN: %certified %s -DWRONG -j 2
// Paths that meet and stay apart, unions, casts, arrays: the same with and without merging.
// EXPECT: WRONG=INVALID
// EXPECT: VALID
#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
union { int i; unsigned char c[4]; } u;
static int pick(int c, int a, int b) { return c ? a : b; }

int main(void) {
    int x = __VERIFIER_nondet_int(), y = x, a[8] = {0}, *p = x > 3 ? &a[1] : &a[2];
    if (x < 0) y = ~x;
    assert(y >= 0);
    *p = 5;
    assert(a[1] + a[2] == 5);
    a[x & 7] += 1;
    int sum = 0;
    for (int i = 0; i < 8; i++) sum += a[i];
    assert(sum == 6);
    u.i = x;
    u.c[3] = 0;
    assert(u.i >= 0 && (u.i & 0xff) == (unsigned char)x);
    char s[6];
    memcpy(s, "hello", 6);
    s[x & 3] = 'J';
    assert(s[4] == 'o' && s[5] == 0);
    assert(pick(x == 1, 10, 20) == 10 + 10 * (x != 1));
    assert((x >> 31) == (x < 0 ? -1 : 0) && x / 2 * 2 + x % 2 == x);
    switch (x & 3) {
    case 0: y = 1; break;
    case 1: y = 2;
    case 2: y += 3; break;
    default: y = 9;
    }
#ifdef WRONG
    assert(y != 5);
#endif
    return 0;
}
