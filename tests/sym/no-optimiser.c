/* clang is told that it optimises, so that inline functions keep their bodies; the program must not notice.
 * RUN: %safe --engine=explore --check=assert,memory --external=havoc %s
 * RUN: %unsafe --engine=explore --check=assert,memory -DBUG %s
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
static int fast(int x) { return __builtin_constant_p(x) ? 1 : 2; }
#ifdef __OPTIMIZE__
#error nobody optimises
#endif
#ifndef __NO_INLINE__
#error nobody inlines
#endif

int main(void) {
    int x = __VERIFIER_nondet_int(), two = 2;
    _Bool b;
    *(unsigned char *)&b = 2; /* not 0 or 1: whatever it is, the rest of the program stays what it is */
    int seen = b ? 1 : 0;
    assert(seen == 0 || seen == 1);
    assert(fast(two) <= 2 && fast(x) == 2);
    if (__builtin_expect(x == 77, 0)) {
#ifdef BUG
        assert(x != 77);
#else
        assert(x == 77);
#endif
    }
    return 0;
}
