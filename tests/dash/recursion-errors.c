// RUN: %unsafe --engine=dash %s
// RUN: %safe --engine=dash -DBOUNDED %s
// Recursion: an error inside is found, and a depth that the program bounds is proved.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static int down(int n) {
#ifndef BOUNDED
    assert(n != 3);
#endif
    return n <= 0 ? 0 : down(n - 1) + 1;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 5) return 0;
    assert(down(n) == n);
    return 0;
}
