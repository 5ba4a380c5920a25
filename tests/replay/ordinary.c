// The program that is built for sanitizers does not fail; an ordinary one does, and that counts.
// RUN: %unsafe --engine=explore %s | FileCheck %s
// RUN: %unsafe --engine=explore -m32 %s | FileCheck %s
// RUN: %unsafe --engine=explore -DERROR %s
// RUN: %unknown --engine=explore -DNOWHERE %s
// CHECK: error: assertion failed
// CHECK: an ordinary build shows it; the build with sanitizers does not
// RUN: not %shrike replay %s --with int=7 | %check %s --check-prefix REPLAY
// REPLAY: assertion-failure: the program compiled by gcc -O2 shows it
// REPLAY: CONFIRMED
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#ifdef __clang__
#if __has_feature(address_sanitizer) || (defined NOWHERE && __OPTIMIZE__)
#define SAFE 1
#else
#define SAFE 0
#endif
#else /* gcc */
#ifdef NOWHERE
#define SAFE 1
#else
#define SAFE 0
#endif
#endif

int main(void) {
    int x = __VERIFIER_nondet_int();
#ifdef ERROR
    if (x == 7 && !SAFE) reach_error();
#else
    assert(x != 7 || SAFE);
#endif
    return 0;
}
