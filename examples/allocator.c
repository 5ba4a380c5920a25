/* Allocator: hands out pieces of a pool. Rounding up comes after the test for room.
 *
 *   shrike verify allocator.c           out-of-bounds in line 38
 *   shrike verify -DFIXED allocator.c   SAFE
 */
#include <stddef.h>

extern unsigned __VERIFIER_nondet_uint(void);

enum { POOL = 60, ALIGN = 8 };

static unsigned char pool[POOL];
static size_t used;

static size_t rounded(size_t n) { return (n + ALIGN - 1) / ALIGN * ALIGN; }

static unsigned char *take(size_t n) {
#ifdef FIXED
    if (n > POOL || rounded(n) > POOL - used) return NULL;
#else
    if (n > POOL - used) return NULL;
#endif
    unsigned char *piece = pool + used;
    used += rounded(n);
    return piece;
}

/* All pieces live as long as the pool. */
static void forget(void) { used = 0; }

int main(void) {
    unsigned first = __VERIFIER_nondet_uint(), second = __VERIFIER_nondet_uint();
    unsigned char *a = take(first);
    if (!a) return 0;
    unsigned char *b = take(second);
    if (b) {
        /* The second piece starts with its size. */
        if (second) b[0] = (unsigned char)second;
    } else {
        forget();
        b = take(4);
    }
    if (first) a[first - 1] = 1;
    if (b && second) b[second < 4 ? second - 1 : 3] = 2;
    return 0;
}
