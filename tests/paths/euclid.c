/* greatest common divisor, by recursion and by subtraction */
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
static unsigned gcd(unsigned a, unsigned b) { return b ? gcd(b, a % b) : a; }
int main(void) {
    unsigned a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(a > 0 && a < 12 && b > 0 && b < 9);
    unsigned x = a, y = b;
    while (x != y)
        if (x > y) x -= y;
        else y -= x;
    assert(gcd(a, b) == x);
    return (int)x;
}
