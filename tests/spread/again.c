/* Programs that differ in a number only, one of them in data. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int top = TOP;

int main(void) {
    int x = 0;
    if (__VERIFIER_nondet_int() == 5) x = 1;
    assert(x < top);
    return 0;
}
