// RUN: %safe --engine=dash %s
// Stores through a pointer that goes to different places on different paths.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int a = 1, b = 2, c = 3;
    int *p = &a;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) p = &b;
        if (__VERIFIER_nondet_int()) p = &a;
        *p = 7;
        assert(c == 3);
        assert(a == 1 || a == 7);
    }
    return 0;
}
