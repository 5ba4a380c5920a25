// The loop never ends, so nothing behind it is executed; but it has no effects, and clang -O2 leaves it out. The proof
// says what it rests on. A proof in which every execution ends does not.
// RUN: %safe --engine=invariant %s | %check %s
// RUN: %safe --engine=explore -DENDS %s | %check %s --check-prefix ENDS
// CHECK: assuming that an endless loop never ends
// ENDS-NOT: endless loop
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint() | 1;
#ifdef ENDS
    for (int i = 0; i < 3; i++) x /= 2;
    assert(x < 1u << 29);
#else
    while (x != 0) x += 2;
    assert(0);
#endif
}
