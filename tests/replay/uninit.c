// RUN: %replay CONFIRMED uninitialised-read:18 %s -- x=i32:1 | FileCheck %s
// RUN: %replay CONFIRMED uninitialised-read:16 %s -- x=i32:2
// RUN: %replay NOT-CONFIRMED uninitialised-read:18 %s -- x=i32:3
// RUN: %replay DIFFERENT uninitialised-read:18 %s -- x=i32:2
// RUN: %replay CONFIRMED uninitialised-read:18 -m32 %s -- x=i32:1 | FileCheck --check-prefix=NARROW %s
// RUN: %replay UNABLE uninitialised-read:18 -m32 %s -- x=i32:3
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
    if (x == 1 && p[1] > 4) return 2;
    return other.c - 1;
}
// CHECK: uninitialised-read at uninit.c:18
// NARROW: takes another path with other contents of uninitialised memory
