// A NaN in an initialiser has the bits that clang gives it, another compiler's may differ: a proof says that it rests on them.
// RUN: %shrike verify %s 2>&1 | FileCheck %s --check-prefix=FIXED
// RUN: %shrike verify -DLOCAL %s 2>&1 | FileCheck %s --check-prefix=FIXED
// RUN: %shrike verify -DVECTOR %s 2>&1 | FileCheck %s --check-prefix=FIXED
// RUN: %shrike verify -DNONE %s 2>&1 | FileCheck %s --check-prefix=NONE
// FIXED: a NaN in an initialiser or a constant vector has the bits that clang gives it
// FIXED: SAFE
// NONE-NOT: NaN
// NONE: SAFE
#include <math.h>
#include <string.h>
void reach_error(void);
double __VERIFIER_nondet_double(void);
typedef double two __attribute__((vector_size(16)));
#ifdef NONE
#define VALUE 1.0
#else
#define VALUE (0.0 / 0.0)
#endif

static struct { int n; double list[3]; } table = {3, {1.0, VALUE, 2.0}};

int main(void) {
#ifdef LOCAL
    double d[2] = {VALUE, 1.0};
    int negative = signbit(d[0]) != 0;
#elif defined VECTOR
    two d = (two){VALUE, 1.0};
    long bits[2];
    memcpy(bits, &d, sizeof bits);
    int negative = bits[0] < 0;
#else
    int negative = signbit(table.list[1]) != 0;
#endif
    double x = __VERIFIER_nondet_double();
    if (x == 1.0 && negative) reach_error();
    return 0;
}
