// RUN: %unsafe --engine=cdse %s | %check %s
// On one way n is the result of a comparison, on the other a whole word: without its guard
// it may be anything, not just 0 or 1.
#include <assert.h>
extern long __VERIFIER_nondet_long(void);
unsigned long chk = 1;
unsigned short f = 1;
int g3;

static unsigned fn18(void) {
    g3 = -1;
    return 1;
}

int main(void) {
    long n = __VERIFIER_nondet_long();
    g3 = (int)n;
    f = 1;
    switch ((unsigned long)g3 % 3u) {
    case 2: n = (((unsigned)g3 * f) ^ (2u + f)) > 18u;
    }
    chk = chk * 31 + (unsigned long)((n >> (n & 63)) ^ ((short)n));
    if (((int)((chk % 3u) < 2)) < 15) {
        chk = chk * 31 + (unsigned long)(!(n >> (n & 63)));
        n = (((unsigned)((int)n)) + ((unsigned long)(n & n))) * fn18();
        chk = chk * 31 + (unsigned long)n;
    }
    // CHECK: narrow.c:[[#@LINE+1]]:5: error: assertion failed
    assert((long long)(chk & 63) != 0ll);
}
