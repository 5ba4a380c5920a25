#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int state = 1;

int main(void) {
    int x = 0;
    while (__VERIFIER_nondet_int()) {
        if (state == 1) {
            state = 2;
            x = x + 1;
        } else {
            state = 1;
            x = x - 1;
        }
        assert(x == 0 || x == 1);
    }
    assert(x <= 1);
    for (unsigned char i = 0; i < 3; i++) x += 2;
    assert(x >= 6);
    return 0;
}
