#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 1) assert(x != 1);
    if (x == 2) assert(x != 2);
    return 0;
}
