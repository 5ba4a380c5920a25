// RUN: %unsafe --engine=explore %s | %check %s
// RUN: %unsafe --engine=explore -DLIBRARY %s
// RUN: %safe --engine=explore -DFIXED %s
// RUN: %safe --engine=explore -DLIBRARY -DFIXED %s
#include <stdatomic.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    _Atomic _Bool b;
    _Atomic char c = 7;
#ifdef FIXED
    memset(&b, 1, 1);
#else
    memset(&b, 2, 1);
#endif
    if (c == 8) return 1;
#ifdef LIBRARY
    return atomic_load(&b);
#else
    return b; // CHECK: bool-atomic.c:[[#@LINE]]:{{.*}}[invalid-bool]
#endif
}
