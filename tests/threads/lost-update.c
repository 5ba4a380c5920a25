// RUN: %safe --no-confirm %s | FileCheck %s
// RUN: %unsafe -DBAD %s | FileCheck --check-prefix=BAD %s
// Two increments: with the lock none is lost.
#include <assert.h>
#include <pthread.h>
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *arg) {
#ifdef BAD
    x = x + 1;
#else
    pthread_mutex_lock(&m);
    x = x + 1;
    pthread_mutex_unlock(&m);
#endif
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);
    return 0;
}
// CHECK: by threads, for executions of any length
// CHECK: assuming that threads take turns between single accesses to memory (sequential consistency)
// BAD: assertion failed: x == 2
// BAD: thread 0 thread 1 thread 2
// BAD: add:{{[0-9]+}} {{.*}}reads x (0)
// BAD: add:{{[0-9]+}} {{.*}}writes x (1)
// BAD: main:{{[0-9]+}} assertion failed
// BAD: schedule = "
