// RUN: %replay ASSUMPTION error-reached:12 %s -- x=i32:5 y=i32:0
// RUN: %replay CONFIRMED error-reached:12 %s -- x=i32:11 y=i32:3
// RUN: %replay ASSUMPTION error-reached:12 %s -- x=i32:11 y=i32:10
// RUN: %replay NOT-CONFIRMED error-reached:12 %s -- x=i32:11 y=i32:9
#include <klee/klee.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int), __VERIFIER_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 10);
    if (klee_range(0, 10, "y") == 3) __VERIFIER_error();
    return 0;
}
