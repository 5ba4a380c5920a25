#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static void fail(int n) {
    exit(n);
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0) {
        n = -n;
        fail(n);
        n = 5;
        return n;
    }
    n = n + 1;
    return n;
}
