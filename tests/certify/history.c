// RUN: %certified %s -DLATER -DX=10 -DJ=40
// RUN: %certified %s -DLATER -DX=19 -DJ=9
// RUN: %certified %s -DPAGES
// RUN: %certified %s -DLIMIT
// RUN: %certified %s -DTWINS -DSPLIT
// RUN: %certified %s -DTWINS -DSPLIT -DIS=!=
// Proofs that were wrong once, as certificates: an induction over the second loop that forgot how far the first may have gone
// (tests/bmc/induction-later.c), two states taken for one another whose memory differs
// (tests/interpolate/twins-pages.c is TWINS), a loop that was given up and counted as finished.
// CLAIM: LATER={"claim": "loop", "function": "main", "loop": "1", "changes": ["x", "sink"], "holds": ["x <= 9"]}
// CLAIM: LATER={"claim": "loop", "function": "main", "loop": "2", "changes": ["j", "sink"], "holds": []}
// CLAIM: PAGES={"claim": "loop", "function": "main", "loop": "1", "changes": ["i"], "holds": ["i >= 0"]}
// CLAIM: LIMIT={"claim": "loop", "function": "main", "loop": "1", "changes": ["x"], "holds": ["x < 1000"]}
// CLAIM: TWINS={"claim": "loop", "function": "main", "loop": "1", "changes": ["in", "main::$3"], "holds": []}
// EXPECT: INVALID
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#ifndef IS
#define IS ==
#endif
unsigned __VERIFIER_nondet_uint(void);
int big[3000];

int main(void) {
#ifdef LATER
    unsigned n = __VERIFIER_nondet_uint(), x = 0, sink = 0;
    while (x < n && x < 20) {
        x++;
        sink = sink * 3 + x;
    }
    for (unsigned j = 0; __VERIFIER_nondet_uint() & 1; j++) {
        sink ^= j;
        assert(!(x == X && j == J));
    }
#elif defined PAGES
    int i = 0;
    while (__VERIFIER_nondet_uint()) {
        if (i == 1) big[2000] = 1;
        if (i < 5) i++;
    }
    assert(big[2000] == 0);
#elif defined TWINS
    unsigned char *p = malloc(8192);
    if (__VERIFIER_nondet_uint() IS 0) {
        memset(p + 4096, 0, 1536);
        memset(p + 4096 + 1536, 0xa5, 2048);
        memset(p + 4096 + 3584, 0xff, 256);
        memset(p + 4096 + 3840, 0, 256);
    } else {
        memset(p, 0xa5, 4096);
        memset(p + 4096, 0, 2048);
    }
    for (;;) {
        int in = __VERIFIER_nondet_uint();
        if (in == 3) break;
    }
    unsigned i = __VERIFIER_nondet_uint();
    assert(p[i % 4096] == 0xa5);
#else
    unsigned x = 0;
    while (__VERIFIER_nondet_uint()) x++;
    assert(x < 1000);
#endif
    return 0;
}
