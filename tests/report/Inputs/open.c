#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned h = 1, n = 0;
    while (__VERIFIER_nondet_uint() % 3 != 1) {
        unsigned v = __VERIFIER_nondet_uint();
        if (v % 7 == 5) h = h * 31 + v;
        n++;
    }
    assert(h != 77 || n < 1000000);
    return 0;
}
