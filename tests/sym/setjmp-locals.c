// RUN: %unsafe --engine=explore %s 2>&1 | %check %s
// RUN: %unsafe --engine=bmc %s
// RUN: %unsafe --engine=explore -DMEMBER -m32 %s
// RUN: %unsafe --engine=explore -DPARAMETER %s
// RUN: %unsafe --engine=explore -DPOINTER %s
// RUN: %safe --engine=explore -DKEEP=volatile %s
// RUN: %safe --engine=bmc -DKEEP=static %s
// RUN: %safe --engine=explore -DFIXED %s
// RUN: %safe --engine=explore -DMEMBER -DFIXED -m32 %s
// RUN: %safe --engine=explore -DPARAMETER -DFIXED %s
// RUN: %safe --engine=explore -DPOINTER -DFIXED %s
// RUN: %safe --engine=explore -DTAKEN %s 2>&1 | %check %s --check-prefix=TAKEN
// RUN: %unsafe --engine=explore -DOLD %s
// A local variable that changed between setjmp and longjmp has any value afterwards, unless it is volatile. The build for
// sanitizers has the one that is wanted here; an ordinary one shows another.
// CHECK: error: assertion failed: x == 2
// TAKEN: assuming that local variables whose address is taken keep the values that they got after setjmp
#include <assert.h>
#include <setjmp.h>
#ifndef KEEP
#define KEEP
#endif
static jmp_buf back;

static void set(int *p) {
    *p = 2;
    longjmp(back, 1);
}

static int add(int x) {
    int before = x + 1;
    if (!setjmp(back)) {
        x++;
        longjmp(back, 1);
    }
#ifdef FIXED
    return before;
#endif
    return before - before + x;
}

int main(void) {
#if defined MEMBER
    struct { int a, b; } s = {1, 2};
    if (!setjmp(back)) {
        s.a = 2;
        longjmp(back, 1);
    }
#ifdef FIXED
    s.a = s.b;
#endif
    assert(s.a == 2);
#elif defined PARAMETER
    assert(add(3) == 4);
#elif defined POINTER
    int x = 1, *p = 0;
    if (!setjmp(back)) {
#ifndef FIXED
        p = &x;
#endif
        longjmp(back, 1);
    }
#ifdef FIXED
    p = &x;
#endif
    assert(p && *p == 1);
#elif defined TAKEN
    int x = 1;
    if (!setjmp(back)) set(&x);
    assert(x == 2);
#else
    KEEP int x = 1;
    if (!setjmp(back)) {
        x = 2;
        longjmp(back, 1);
    }
#ifdef FIXED
    x = 2;
#endif
#ifdef OLD
    assert(x == 1);
#endif
    assert(x == 2);
#endif
    (void)set;
    (void)add;
    return 0;
}
