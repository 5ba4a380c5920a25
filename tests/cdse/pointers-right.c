// RUN: %safe --engine=cdse %s
// The same without the wrong combination.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = 0, y = 0, a[3] = {0, 0, 0}, *q = &y, i = 0, c = __VERIFIER_nondet_int();
    if (c) q = &x;
    if (!c) i = 2;
    *q = 1;
    a[i] = 7;
    assert(!(x == 1 && a[2] == 7));
    assert(x + y == 1);
    return 0;
}
