// A smaller stack for a thread is a premise; one that is too small is refused, as by glibc.
// RUN: %safe --once %s | FileCheck %s
// RUN: %safe --once -DUSUAL %s | FileCheck --check-prefix=USUAL %s
// RUN: %unsafe --once -DBUG %s
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *work(void *p) { return p; }

int main(void) {
    pthread_t t;
    pthread_attr_t a;
    size_t n = 0;
    pthread_attr_init(&a);
    assert(pthread_attr_setstacksize(&a, 100) == EINVAL);
#ifndef USUAL
    assert(pthread_attr_setstacksize(&a, 65536) == 0);
    assert(pthread_attr_getstacksize(&a, &n) == 0 && n == 65536);
#endif
#ifdef BUG
    assert(n != 65536);
#endif
    pthread_create(&t, &a, work, 0);
    pthread_join(t, 0);
    return 0;
}
// CHECK: assuming that smaller stacks that the program sets are large enough for their threads
// USUAL-NOT: stacks that the program
