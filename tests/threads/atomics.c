// RUN: %safe --no-confirm %s
// RUN: %safe --no-confirm -m32 %s
// RUN: %unsafe -DBAD %s
// Atomic sections, functions and operations.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int);
int x, y, lock, inside;
atomic_int z;
static void __VERIFIER_atomic_acquire(void) {
    __VERIFIER_assume(lock == 0);
    lock = 1;
}
static void *thread(void *arg) {
    __VERIFIER_atomic_begin();
    x++;
    y++;
#ifdef BAD
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
#endif
    assert(x == y);
    x++, y++;
    __VERIFIER_atomic_end();
#ifdef BAD
    x++;
#endif
    int old = atomic_load(&z);
    while (!atomic_compare_exchange_weak(&z, &old, old + 1)) {}
    __sync_fetch_and_add(&inside, 0);
    __VERIFIER_atomic_acquire();
    inside++;
    assert(inside == 1);
    inside--;
    lock = 0;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    thread(0);
    pthread_join(t, 0);
    assert(z == 2 && x == 4);
    return 0;
}
