// RUN: %bug %s | %check %s
// RUN: %same -DFIXED %s
#include <assert.h>

#ifdef FIXED
#define LIMIT 100
#else
#define LIMIT 9
#endif

static void check(int n) {
    assert(n < LIMIT && "small enough");
}

int main(void) {
    for (int i = 0; i < 12; i++)
        check(i);
    return 0;
}
// CHECK: assert.c:12:5: error: assertion fails: n < LIMIT && "small enough" [assertion-failure]
// CHECK-NEXT: 12 |     assert(n < LIMIT && "small enough");
// CHECK-NEXT: |     ^
// CHECK-NEXT: in check at assert.c:12:5
// CHECK-NEXT: called from main at assert.c:17:9
