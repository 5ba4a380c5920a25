// RUN: %replay CONFIRMED assertion-failure:13 %s -- x=i32:7 | FileCheck %s
// RUN: %replay CONFIRMED assertion-failure:13 -m32 %s -- x=i32:7
// RUN: %replay CONFIRMED - %s -- x=i32:7
// RUN: %replay DIFFERENT assertion-failure:14 %s -- x=i32:7
// RUN: %replay DIFFERENT out-of-bounds:13 %s -- x=i32:7
// RUN: %replay NOT-CONFIRMED assertion-failure:13 %s -- x=i32:8
// RUN: %replay NOT-CONFIRMED - %s -- x=i32:8
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(x != 7);
    return 0;
}
// CHECK: assertion-failure at assert.c:13:5 (x != 7)
