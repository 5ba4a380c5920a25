// RUN: %safe --engine=bmc --no-confirm %s
// RUN: %unsafe --engine=bmc -DBAD %s
// A variable whose address is taken is elsewhere after each call. The block on the heap
// keeps two states apart until they are in the loop, where the variable is in different
// places in them. They must not be merged there, even while it is out of scope: it comes
// back where it was.
#include <assert.h>
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);
unsigned total;
char *block;

static void add(const unsigned char *p, int i) { total += p[i & 3]; }

static void fill(int n) {
    for (int i = 0; i < 4; i++) {
        if (i == 1) {
            free(block);
            block = 0;
        }
        unsigned char a[8] = {1, 2, (unsigned char)n};
        add(a, i);
    }
}

int main(void) {
    int n = __VERIFIER_nondet_uchar() & 3;
    if (n & 1) {
        fill(2);
        block = malloc(4);
    }
    fill(n);
#ifdef BAD
    assert(total != 11);
#endif
    assert(total < 60);
    return 0;
}
