/* Binary search; an unsigned index goes below zero.
 *
 *   shrike verify search.c           out-of-bounds in line 30
 *   shrike verify -DFIXED search.c   SAFE
 */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

static const int primes[8] = {2, 3, 5, 7, 11, 13, 17, 19};

#ifdef FIXED
/* Where key is among the first n primes, or -1. */
static int find(int key, unsigned n) {
    unsigned low = 0, high = n, middle = 0;
    while (low < high) {
        middle = (low + high) / 2;
        if (primes[middle] == key) return (int)middle;
        if (primes[middle] < key) low = middle + 1;
        else high = middle;
    }
    return -1;
}
#else
static int find(int key, unsigned n) {
    unsigned low = 0, high = n - 1, middle = 0;
    while (low <= high) {
        middle = (low + high) / 2;
        if (primes[middle] == key) return (int)middle;
        if (primes[middle] < key) low = middle + 1;
        else high = middle - 1;
    }
    return -1;
}
#endif

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    int key = __VERIFIER_nondet_int();
    if (n > 8) return 1;
    int at = find(key, n);
    assert(at < 0 || primes[at] == key);
    return 0;
}
