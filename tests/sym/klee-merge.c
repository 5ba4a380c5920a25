// REQUIRES: shrike
// RUN: %shrike verify --engine=explore %s 2>&1 | FileCheck %s
// What has no effect says so; the answer is the same.
// CHECK: warning: klee_open_merge has no effect
// CHECK: {{^}}SAFE
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    int x = klee_int("x"), y = 0;
    klee_open_merge();
    if (x > 3) y = 1;
    klee_close_merge();
    assert(y == (x > 3));
    return 0;
}
