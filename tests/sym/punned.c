// A union shows the bytes of a pointer without a cast: nobody promises them, and a proof says that it rests on those here.
// RUN: %shrike verify %s 2>&1 | FileCheck %s --check-prefix=PUNNED
// RUN: %shrike verify -DHEAP %s 2>&1 | FileCheck %s --check-prefix=PUNNED
// RUN: %shrike verify -DNESTED %s 2>&1 | FileCheck %s --check-prefix=PUNNED
// RUN: %shrike verify -DNUMBERS %s 2>&1 | FileCheck %s --check-prefix=PLAIN
// RUN: %shrike verify -DPOINTERS %s 2>&1 | FileCheck %s --check-prefix=PLAIN
// RUN: %shrike verify -DLIBRARY %s 2>&1 | FileCheck %s --check-prefix=PLAIN
// PUNNED: addresses have the values that shrike chose: a union shows a pointer as another type
// PUNNED: SAFE
// PLAIN-NOT: addresses
// PLAIN: SAFE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#if defined NUMBERS
typedef union { long p; unsigned h[2]; } both;
#elif defined POINTERS
typedef union { void *p; char *h[1]; } both;
#else
typedef union { void *p; unsigned h[2]; } both;
#endif
struct holder { int n; struct { both b; } inner; };

int main(void) {
#if defined LIBRARY
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    (void)m;
#elif defined HEAP
    both *u = malloc(sizeof *u);
    if (!u) return 0;
    u->p = u;
    assert(!(u->h[0] & 1));
    free(u);
#elif defined NESTED
    struct holder h[2];
    h[1].inner.b.p = h;
    assert(!(h[1].inner.b.h[0] & 1));
#elif defined NUMBERS
    both u;
    u.p = 6;
    assert(!(u.h[0] & 1));
#else
    both u;
    static int x;
    u.p = (void *)&x;
    assert(u.h[0] != 0);
#endif
    return 0;
}
