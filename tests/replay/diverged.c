// RUN: %replay DIVERGED assertion-failure:15 %s -- | FileCheck --check-prefix=NONE %s
// RUN: %replay DIVERGED assertion-failure:15 %s -- x=i64:7 | FileCheck --check-prefix=SIZE %s
// RUN: %replay DIVERGED assertion-failure:15 %s -- x=i32:1 | FileCheck --check-prefix=MORE %s
// RUN: %replay CONFIRMED assertion-failure:15 %s -- x=i32:1 buf=bytes:0500 | FileCheck %s
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    int x;
    unsigned char buf[2];
    klee_make_symbolic(&x, sizeof x, "x");
    if (x == 1) {
        klee_make_symbolic(buf, sizeof buf, "buf");
        klee_prefer_cex(buf, buf[0] == 5);
        klee_assert(buf[0] != 5);
    }
    return 0;
}
// NONE: the program takes one more input, 'x' of 4 bytes
// SIZE: the program takes 'x' of 4 bytes, the test has 'x' of 8
// MORE: the program takes one more input, 'buf' of 2 bytes
// CHECK: assertion-failure at diverged.c:15
