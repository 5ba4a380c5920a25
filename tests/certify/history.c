// RUN: %certified %s -DLATER -DX=10 -DJ=40
// RUN: %certified %s -DLATER -DX=19 -DJ=9
// RUN: %certified %s -DPAGES
// RUN: %certified %s -DLIMIT
// Proofs that were wrong once, as certificates: an induction over the second loop that forgot how far the first may have gone
// (tests/bmc/induction-later.c), two states taken for one another whose memory differs, a loop that was given up and counted as finished.
// CLAIM: LATER={"claim": "loop", "function": "main", "loop": "1", "changes": ["x", "sink"], "holds": ["x <= 9"]}
// CLAIM: LATER={"claim": "loop", "function": "main", "loop": "2", "changes": ["j", "sink"], "holds": []}
// CLAIM: PAGES={"claim": "loop", "function": "main", "loop": "1", "changes": ["i"], "holds": ["i >= 0"]}
// CLAIM: LIMIT={"claim": "loop", "function": "main", "loop": "1", "changes": ["x"], "holds": ["x < 1000"]}
// EXPECT: INVALID
#include <assert.h>
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
#else
    unsigned x = 0;
    while (__VERIFIER_nondet_uint()) x++;
    assert(x < 1000);
#endif
    return 0;
}
