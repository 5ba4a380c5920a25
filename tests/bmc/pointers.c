// RUN: %safe --engine=bmc %s
// RUN: %unsafe --engine=bmc -DWRONG %s
// Pointers to different objects behind a join, and blocks made and freed on one side.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int a = 1, b = 2, *p = &a;
    for (int i = 0; i < 6; i++) {
        if (__VERIFIER_nondet_int()) p = p == &a ? &b : &a;
        if (__VERIFIER_nondet_int()) {
            int *block = malloc(sizeof *block);
            if (!block) return 0;
            *block = *p;
            a += *block - *p;
            free(block);
        }
        *p += 2;
    }
    int sum = a + b;
#ifdef WRONG
    assert(a != 5);
#endif
    assert(sum == 15);
}
