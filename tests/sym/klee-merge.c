// REQUIRES: shrike
// RUN: %shrike verify --engine=explore --no-simplify --stats %s > %t 2>&1 && FileCheck %s < %t
// RUN: %shrike verify --engine=explore --no-simplify --stats -DPLAIN %s > %t 2>&1 && FileCheck --check-prefix PLAIN %s < %t
// RUN: %shrike verify --engine=explore --no-simplify --search=random-path --stats %s > %t 2>&1 && FileCheck %s < %t
// RUN: %safe --engine=bmc %s && %safe --engine=interpolate %s > %t 2>&1 && not grep klee_ %t
// RUN: %safe -m32 --engine=explore %s
// Paths wait for one another where a region ends, and go on as one.
// CHECK: SAFE
// CHECK: 1 {{ *}}paths explored to their end
// CHECK: 11 {{ *}}states merged into others
// PLAIN: SAFE
// PLAIN: 192 {{ *}}paths explored to their end
// PLAIN-NOT: merged
// Cut anywhere, it is no proof.
// RUN: not %shrike verify --engine=explore --no-simplify --max-instructions 100 %s | grep UNKNOWN
// RUN: not %shrike verify --engine=explore --no-simplify --max-instructions 300 %s | grep UNKNOWN
// RUN: not %shrike verify --engine=explore --no-simplify --max-instructions 400 %s | grep UNKNOWN
// RUN: not %shrike verify --engine=explore --no-simplify --max-forks 3 %s | grep UNKNOWN
#include <assert.h>
#include <klee/klee.h>
#include <string.h>
#ifdef PLAIN
#define klee_open_merge() ((void)0)
#define klee_close_merge() ((void)0)
#endif

/* In a loop, and one within the other. */
static int sums(int x) {
    int y = 0;
    klee_open_merge();
    for (int i = 0; i < 6; i++) {
        klee_open_merge();
        if (x >> i & 1) y += i;
        else y ^= 1;
        klee_close_merge();
    }
    if (y == 3) y = 5;
    klee_close_merge();
    return y;
}

/* Memory that differs, and pointers. */
static void words(int x) {
    char b[8] = "abcdefg", c = 'c', *p = b;
    klee_open_merge();
    if (x > 300) strcpy(b, "xyz");
    else if (x < -300) memset(b, 0, 4), p = &c;
    klee_close_merge();
    assert(b[1] == (x > 300 ? 'y' : x < -300 ? 0 : 'b'));
    *p = 'p';
    assert((c == 'p') == (x < -300) && (b[0] == 'p') == (x >= -300));
}

int main(void) {
    int x = klee_int("x");
    klee_open_merge();
    int y = sums(x);
    words(x);
    klee_close_merge();
    assert(y != 1000);
    return 0;
}
