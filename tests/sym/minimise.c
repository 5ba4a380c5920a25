// REQUIRES: shrike
// Eight paths, and two of them cover what all do.
// RUN: %shrike test --output %t %s 2>/dev/null | %check %s --check-prefix=EACH
// RUN: %shrike test --output %t --minimise %s 2>/dev/null | %check %s --check-prefix=FEW
// RUN: ls %t | grep -c '^test.*\.ktest$' | grep -x 2
// Errors stay, whatever they cover; so does all that cannot be run again.
// RUN: not %shrike test --output %t --minimise -DERROR %s 2>/dev/null | %check %s --check-prefix=ERROR
// RUN: %shrike test --output %t --minimise --sym-files 1x1 --fail 1 -DFAIL %s 2>/dev/null | %check %s --check-prefix=FAIL
// EACH: 8 paths, 0 cut, 0 errors (0 confirmed), 8 tests in
// EACH: branches 6/6
// FEW: 8 paths, 0 cut, 0 errors (0 confirmed), 2 tests in
// FEW: branches 6/6
// ERROR: 1 errors (1 confirmed), 2 tests in
// FAIL: 3 tests in
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
#ifdef FAIL
    FILE *f = fopen("A", "r");
    if (!f) exit(1);
    if (fclose(f)) exit(2);
    return 0;
#endif
    int a = klee_int("a"), b = klee_int("b"), c = klee_int("c");
    if (a) abs(1);
    else abs(2);
    if (b) abs(3);
    else abs(4);
    if (c) abs(5);
    else abs(6);
#ifdef ERROR
    assert(a != 7);
#endif
    return 0;
}
