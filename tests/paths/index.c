/* symbolic indexes: reading and writing a table */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned char t[16];
    for (int i = 0; i < 16; i++) t[i] = (unsigned char)(i * 11);
    unsigned a = __VERIFIER_nondet_uint() % 16, b = __VERIFIER_nondet_uint() % 16;
    t[a] = 200;
    if (t[b] == 200) assert(a == b);
    else if (t[b] > 100) return 1;
    return t[(a + b) % 16] == 55 ? 2 : 3;
}
