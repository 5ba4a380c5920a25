// The file of a crash has the inputs that the program asked for by calls, whatever they are called.
// REQUIRES: shrike
// RUN: rm -rf %t && mkdir %t
// RUN: not %shrike fuzz --stop-on-first --output %t/out %s > %t/log 2>&1
// RUN: od -An -tx1 %t/out/crash-* > %t/bytes
// RUN: %check %s < %t/bytes
// CHECK: 67 12 00 00
#include <assert.h>
int nondet_int(void);

int main(void) {
    int n = nondet_int();
    assert(n != 4711);
    return 0;
}
