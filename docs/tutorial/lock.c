#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int locked = 0;
    while (__VERIFIER_nondet_int()) {
        assert(!locked);
        locked = 1;
        if (__VERIFIER_nondet_int()) locked = 2;
        locked = 0;
    }
    return 0;
}
