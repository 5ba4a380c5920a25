// REQUIRES: shrike
// RUN: not %shrike verify --engine=explore --no-simplify --no-stop-on-first --stats %s > %t 2>&1
// RUN: FileCheck %s < %t
// RUN: rm -rf %t.out && not %shrike test --no-simplify --output %t.out %s 2>&1 | FileCheck --check-prefix TEST %s
// RUN: not %shrike replay %s %t.out/*.ktest > %t.replay 2>&1
// RUN: FileCheck --check-prefix REPLAY %s < %t.replay
// RUN: %safe --engine=explore -DFIXED %s
// Paths that end within a region are not waited for; inputs taken on one side only, other call depths, and blocks
// allocated there. The tests of merged paths take one of them natively.
// CHECK-DAG: :47:{{.*}} error: assertion failed
// CHECK-DAG: :55:{{.*}} error: assertion failed
// CHECK: UNSAFE
// CHECK: merged into others
// TEST: 2 errors (2 confirmed)
// REPLAY-NOT: {{DIVERGED|DIFFERENT}}
// REPLAY: :47:
// REPLAY-NEXT: {{^}}CONFIRMED
// REPLAY-NOT: {{DIVERGED|DIFFERENT}}
// REPLAY: :55:
// REPLAY-NEXT: {{^}}CONFIRMED
// REPLAY-NOT: {{DIVERGED|DIFFERENT}}
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

static int leave(int x) {
    if (x & 1) {
        klee_close_merge();
        return 1;
    }
    klee_close_merge();
    return 2;
}

int main(void) {
    int x = klee_int("x"), a = 0, b = 0;
    char *p = NULL;
    klee_open_merge();
    if (x > 100) a = klee_int("a");
    else if (x < -100) b = klee_int("b"), a = klee_int("a");
    klee_close_merge();
    int after = klee_int("after");

    klee_open_merge();
    if (x == 7) exit(0);
#ifndef FIXED
    if (x == 8) assert(after != 3);
#endif
    klee_assume(x != 9);
    if (x > 20) p = malloc(2);
    klee_close_merge();
    if (p) p[1] = 1;

#ifndef FIXED
    assert(!(a == 5 && b == 6 && after == 7));
#endif
    free(p);
    klee_open_merge();
    int depth = x > 3 ? leave(x) : 0;
    if (x <= 3) klee_close_merge();
    assert(depth <= 2);
    return 0;
}
