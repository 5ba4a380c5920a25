// RUN: %verdict UNSAFE --engine=interpolate --check=assert %s | %check %s
// RUN: %verdict UNSAFE --engine=interpolate --check=assert -DOTHER %s | %check %s
// Two states at the head of the loop whose bytes, together with the bits that say which of them are
// initialised, are the same sequence if nobody tells where bits begin. In one of them the first page can
// hold anything. No fact describes it: the index is too large for one.
// CHECK: [[@LINE+29]]:{{[0-9]+}}: error: assertion failed
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
#ifdef OTHER /* which one comes first */
#define IS ==
#else
#define IS !=
#endif

int main(void) {
    unsigned char *p = malloc(8192);
    if (!p) return 0;
    if (__VERIFIER_nondet_int() IS 0) {
        memset(p + 4096, 0, 1536);
        memset(p + 4096 + 1536, 0xa5, 2048); /* what storage holds that nobody has written to */
        memset(p + 4096 + 3584, 0xff, 256);
        memset(p + 4096 + 3840, 0, 256);
    } else {
        memset(p, 0xa5, 4096);
        memset(p + 4096, 0, 2048);
    }
    for (;;) {
        int in = __VERIFIER_nondet_int();
        if (in == 3) break;
    }
    unsigned i = __VERIFIER_nondet_int();

    assert(p[i % 4096] == 0xa5);
}
