// RUN: %unsafe %s | %check %s
// RUN: %unsafe -DREMAINDER %s | %check %s
// RUN: %unsafe -DLONG -m32 %s | %check %s
// RUN: %safe -DFIXED %s
// RUN: %safe -DFIXED -DREMAINDER %s
// RUN: %unsafe --engine=interpolate %s
// RUN: %unsafe --engine=cdse %s
// RUN: %unsafe --engine=dash %s
// RUN: %unsafe --engine=bmc %s
// RUN: %unsafe --engine=concolic %s
// RUN: %safe --engine=interpolate -DFIXED %s
// RUN: %safe --engine=cdse -DFIXED %s
// RUN: %safe --engine=dash -DFIXED %s
// RUN: %safe --engine=bmc -DFIXED %s
// RUN: %safe --engine=concolic -DFIXED %s
// Asked for or not, nothing happens behind it.
// RUN: %safe --check=assert -DAFTER %s
// REQUIRES: shrike
// One pair of numbers has no quotient.
#include <assert.h>
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

#ifdef LONG
typedef long long number;
#else
typedef int number;
#endif

int main(void) {
    number a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (b == 0) return 0;
#ifdef LONG
    a <<= 32;
#endif
#ifdef FIXED
    if (a == INT_MIN && b == -1) return 0;
#endif
#ifdef AFTER
    if (a == INT_MIN && b == -1) {
        number q = a / b;
        assert(q == 4);
    }
#endif
#ifdef REMAINDER
    return a % b == 5;
#else
    return a / b == 5;
#endif
}
// CHECK: quotient.c:{{.*}}: error: quotient of signed division does not fit its type [division-overflow]
