// RUN: %certified %s -DFLOAT
// RUN: %certified %s -DJUMP
// RUN: %certified %s -DATEXIT
// RUN: %certified %s -DBEFORE
// RUN: %certified %s -DOUTSIDE
// RUN: %certified %s -DWILD
// RUN: %certified %s -DUNINIT --check=uninit
// RUN: %certified %s -DLEAK --check=leak
// RUN: %certified %s -DDEEP
// What the checker does not understand is not proved.
// EXPECT: INCOMPLETE
#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
double __VERIFIER_nondet_double(void);
int *__VERIFIER_nondet_pointer(void);
jmp_buf env;
static void late(void) { assert(0); }
#ifdef BEFORE
__attribute__((constructor)) static void early(void) { assert(0); }
#endif
static int deep(int n) { return n ? deep(n - 1) : 0; }

int main(void) {
#ifdef FLOAT
    double d = __VERIFIER_nondet_double();
    assert(d + 1.0 != d);
#elif defined JUMP
    if (setjmp(env)) assert(0);
    longjmp(env, 1);
#elif defined ATEXIT
    atexit(late);
#elif defined OUTSIDE
    int a[4], i = __VERIFIER_nondet_int();
    a[i] = 1;
#elif defined WILD
    int *p = __VERIFIER_nondet_pointer();
    if (p) *p = 1;
#elif defined DEEP
    deep(1000000);
#else
    malloc(1);
#endif
    return 0;
}
