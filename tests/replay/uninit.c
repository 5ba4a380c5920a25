// RUN: %replay CONFIRMED uninitialised-read:17 %s -- x=i32:1 | FileCheck %s
// RUN: %replay CONFIRMED uninitialised-read:15 %s -- x=i32:2
// RUN: %replay NOT-CONFIRMED uninitialised-read:17 %s -- x=i32:3
// RUN: %replay DIFFERENT uninitialised-read:17 %s -- x=i32:2
// RUN: %replay UNABLE uninitialised-read:17 -m32 %s -- x=i32:1 | FileCheck --check-prefix=NARROW %s
#include <stdlib.h>
#include <klee/klee.h>
struct pair { char c; long l; };

int main(void) {
    struct pair one, other;
    int x, *p = malloc(8);
    klee_make_symbolic(&x, sizeof x, "x");
    one.c = 1;
    if (x == 2 && one.l) return 1;
    other = one;
    if (x == 1) return p[1] > 4;
    return other.c - 1;
}
// CHECK: uninitialised-read at uninit.c:17
// NARROW: cannot be seen natively
