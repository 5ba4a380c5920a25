// Flags and modes of what is not called by its name, or is no call at all.
// RUN: %unknown --engine=explore -DCASE=0 %s | %check --check-prefix=ADDRESS %s
// RUN: %unknown --engine=explore -DCASE=1 %s
// RUN: %unknown --engine=explore -DCASE=2 %s
// RUN: %unknown --engine=explore -DCASE=3 %s
// RUN: %unknown --engine=explore -DCASE=4 %s
// Who is called by name is not concerned.
// RUN: %safe --engine=explore -DCASE=5 %s
// REQUIRES: shrike
// ADDRESS: scanf and the like called by address
#include <assert.h>
#include <complex.h>
#include <fenv.h>
#include <stdarg.h>
#include <stdio.h>

static int by_list(int (*scan)(const char *, const char *, va_list), const char *text, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int n = scan(text, format, list);
    va_end(list);
    return n;
}

int main(void) {
    float x = 0.1f;
    volatile float little = 1e-9f;
    int (*scan)(const char *, const char *, ...) = sscanf;
    float complex (*root)(float complex) = csqrtf;
    feclearexcept(FE_ALL_EXCEPT);
    if (CASE == 0) scan("0.1", "%f", &x);
    if (CASE == 1) by_list(vsscanf, "0.1", "%f", &x);
    if (CASE == 2) x = crealf(root(2 + little));
    if (CASE == 3) __atomic_fetch_add(&x, little, __ATOMIC_SEQ_CST);
    if (CASE == 4) {
        fesetround(FE_UPWARD);
        __atomic_fetch_add(&x, little, __ATOMIC_SEQ_CST);
        assert(x == 0.1f);
    }
    if (CASE == 5) {
        sscanf("0.1", "%f", &x);
        feclearexcept(FE_ALL_EXCEPT);
    }
    assert(!fetestexcept(FE_INEXACT));
    return 0;
}
