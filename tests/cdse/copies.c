// RUN: %unsafe --engine=cdse %s | %check %s
// RUN: %safe --engine=cdse -DFIXED %s
// A copied struct has the values that its source had on this way.
#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
struct s { int a[5]; };

int main(void) {
    struct s one = {{1, 2, 3, 4, 5}}, two;
    int k = __VERIFIER_nondet_int();
    if (k > 3) one.a[2] = 9;
    memcpy(&two, &one, sizeof two);
    if (k > 5) one.a[2] = 3;
#ifdef FIXED
    assert(two.a[2] == 3 || k > 3);
#else
    // CHECK: error: assertion failed: two.a[2] == one.a[2]
    assert(two.a[2] == one.a[2]);
#endif
    return 0;
}
