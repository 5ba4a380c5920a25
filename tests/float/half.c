// Half precision (_Float16): conversions, sums and comparisons, concrete and of inputs. clang computes in float.
// RUN: %same %s
// RUN: %safe --engine=explore -DVERIFY -DFIXED %s
// RUN: %safe --engine=bmc -DVERIFY -DFIXED %s
// RUN: %unsafe --engine=explore -DVERIFY %s | %check %s
// REQUIRES: shrike
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static unsigned bits_of(_Float16 h) {
    unsigned short b;
    memcpy(&b, &h, 2);
    return b;
}

#ifndef VERIFY
static void integers(long from, long to, long step) {
    for (long v = from; v < to; v += step) {
        volatile long l = v;
        volatile unsigned long u = (unsigned long)v;
        volatile int i = (int)v;
        volatile short s = (short)v;
        volatile __int128 w = v;
        unsigned a = bits_of((_Float16)l), b = bits_of((_Float16)i), c = bits_of((_Float16)s), d = bits_of((_Float16)w);
        printf("%x %x %x %x %x\n", a, b, c, d, bits_of((_Float16)u));
    }
}

int main(void) {
    integers(-3, 3, 1);
    integers(2040, 2056, 1);
    integers(65500, 65540, 3);
    integers(-65540, -65500, 3);
    integers(1l << 62, (1l << 62) + 3, 1);
    volatile _Float16 x = 3, y = 7, small = 0.00001, nan = NAN, inf = INFINITY;
    printf("%x %x %x %x\n", bits_of(x + y), bits_of(x / y), bits_of(small * small), bits_of(small - x));
    printf("%d %d %d %d %d\n", x < y, x >= y, x == y, nan == nan, nan != nan);
    printf("%d %d %d %d\n", !!__builtin_isnan(x), !!__builtin_isnan(nan), !!__builtin_isinf(inf), !!__builtin_isfinite(y));
    printf("%d %d %d\n", !!__builtin_isnormal(x), !!__builtin_isnormal(small), !!__builtin_isnormal(inf));
    printf("%d %d %u\n", (int)x, (int)-y, (unsigned)(x * y));
    return 0;
}
#else
extern short __VERIFIER_nondet_short(void);
int main(void) {
    short s = __VERIFIER_nondet_short();
    _Float16 h = (_Float16)s, one = (_Float16)1;
    if (s >= -2048 && s <= 2048) assert((short)h == s);
    assert(!__builtin_isnan(h) && __builtin_isfinite(h));
    if (h > one) assert(s > 1);
#ifndef FIXED
    // CHECK: half.c:[[#@LINE+1]]:{{.*}}assertion
    assert(s != 2050 || (short)(_Float16)(s + 1) == s); // 2051 is halfway: the even one is 2052
#endif
    return 0;
}
#endif
