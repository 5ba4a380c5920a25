// RUN: %replay CONFIRMED error-reached:20 %s -- x=i32:3 | FileCheck %s
// RUN: %replay CONFIRMED error-reached:20 -DBODY='assert(0)' %s -- x=i32:3 | FileCheck %s
// RUN: %replay CONFIRMED error-reached:20 -DBODY='(void)0' %s -- x=i32:3 | FileCheck %s
// RUN: %replay CONFIRMED error-reached:20 -DBODY='(void)0' -DKIND=static %s -- x=i32:3 | FileCheck %s
// RUN: %replay DIFFERENT assertion-failure:12 -DBODY='assert(0)' %s -- x=i32:3
// RUN: %replay NOT-CONFIRMED error-reached:20 -DBODY='assert(0)' %s -- x=i32:4
// A call of reach_error is the error, whatever the program lets it do.
#include <assert.h>
#ifndef KIND
#define KIND
#endif
KIND void reach_error(void)
#ifdef BODY
{ BODY; }
#else
;
#endif
int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int cond) {
    if (!cond) { reach_error(); }
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assert(x != 3);
    return 0;
}
// CHECK: error-reached at reach-error.c:20:18 (reach_error)
