/* bit tricks: population count, parity, reversal, powers of two */
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
static int ones(unsigned x) {
    int n = 0;
    for (; x; x &= x - 1) n++;
    return n;
}
int main(void) {
    unsigned x = __VERIFIER_nondet_uchar() & 0x3f, r = 0;
    for (int i = 0; i < 6; i++)
        if (x >> i & 1) r |= 1u << (5 - i);
    assert(ones(x) == ones(r));
    if (x && !(x & (x - 1))) return 1;
    return ones(x) & 1 ? 2 : 3;
}
