// Operations on values that are read at an unknown place, or that follow from the bits of a NaN: each has its own NaN,
// and all of them may be any at once.
// RUN: %safe --engine=explore -DFIXED %s
// RUN: %unknown --engine=explore %s
// REQUIRES: shrike
#include <assert.h>
#include <math.h>
#include <string.h>
extern unsigned short __VERIFIER_nondet_ushort(void);

static unsigned sign(double v) {
    unsigned long bits;
    memcpy(&bits, &v, 8);
    return (unsigned)(bits >> 63);
}

int main(void) {
    unsigned short in = __VERIFIER_nondet_ushort();
    double a[4] = {0x1p-126, (double)(float)in, in, 3};
#ifdef FIXED
    a[in >> 14] += 1;
    assert(!isnan(a[in & 3] + 1) && !isnan((float)a[in & 1]));
#else
    double zero = in == 7 ? 0 : 1, first = zero / zero;
    double v = sign(first) ? a[in & 3] : 2 * a[in >> 14], second = (v - v) / (v - v);
    assert(!isnan(first) || !(sign(first) && sign(second)));
#endif
    return 0;
}
