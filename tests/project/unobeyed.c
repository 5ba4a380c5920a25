// Options that change what a program means are obeyed, or the verdict says that they are not.
// RUN: %safe "--scope=-ffast-math not obeyed" -ffast-math -DFLOATS %s | %check %s --check-prefix WRITTEN
// RUN: %safe -ffast-math %s
// RUN: %safe -ffast-math -fno-fast-math -DFLOATS %s
// RUN: %safe "--scope=-Ofast not obeyed" -Ofast -DFLOATS %s
// RUN: %safe "--scope=-mdaz-ftz not obeyed" -mdaz-ftz -DFLOATS %s
// RUN: %safe "--scope=-fsingle-precision-constant not obeyed" -fsingle-precision-constant -DFLOATS %s
// RUN: %safe "--scope=no fused multiply-add" -mfma -DFLOATS %s | %check %s --check-prefix FUSED
// RUN: %safe "--scope=no fused multiply-add" -DTARGET -DFLOATS %s
// RUN: %safe -mfma -ffp-contract=off -DFLOATS %s
// RUN: %safe -mfma %s
// RUN: %safe "--scope=SSE arithmetic" -m32 -DFLOATS %s
// RUN: %safe -m32 -msse2 -mfpmath=sse -DFLOATS %s
// RUN: %safe -m32 -DCOMPARE %s
// RUN: %safe "--scope=-funsigned-bitfields not obeyed" -funsigned-bitfields %s
// RUN: %safe "--scope=-fopenmp not obeyed" -fopenmp %s
// RUN: %safe "--scope=-march=native not obeyed" -march=native %s
// RUN: %safe "--scope=-Xclang -funsigned-char not obeyed" -Xclang -funsigned-char %s
// RUN: %safe "--scope=-Wl,--wrap=malloc not obeyed" -Wl,--wrap=malloc %s
// RUN: %unsafe -funsigned-char %s
// RUN: %unsafe -fwrapv -DWRAPS %s
// RUN: %unsafe -fno-strict-overflow -DWRAPS %s
// WRITTEN: assuming that floating-point operations are done as written, each rounded by IEEE 754
// FUSED: assuming that a product and a sum are rounded one by one
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern double __VERIFIER_nondet_double(void);

#ifdef FLOATS
#ifdef TARGET
__attribute__((target("fma")))
#endif
static double line(double x, double y) {
    double product = x * y;
    return product + 1;
}

int main(void) {
    double x = __VERIFIER_nondet_double();
    if (x > 0 && x < 10) assert(line(x, 3) >= 1);
    return 0;
}
#elif defined COMPARE
/* Values that are loaded have their type. */
int main(void) {
    double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
    assert(!(x < y && y < x));
    return 0;
}
#elif defined WRAPS
int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(x + 1 > x);
    return 0;
}
#else
int main(void) {
    char c = (char)0xff;
    assert(c < 0);
    return __VERIFIER_nondet_int() > 0;
}
#endif
