// RUN: %safe --no-confirm %s
// RUN: %unsafe -DBAD %s
#include <assert.h>
#include <pthread.h>
pthread_spinlock_t l;
pthread_barrier_t b;
pthread_once_t once = PTHREAD_ONCE_INIT;
int count, begun, serial;
static void begin(void) { begun++; }
static void *thread(void *arg) {
    pthread_once(&once, begin);
    assert(begun == 1);
    pthread_spin_lock(&l);
    count++;
    pthread_spin_unlock(&l);
#ifndef BAD
    if (pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD) serial++;
#endif
    assert(count == 2);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_spin_init(&l, 0);
    pthread_barrier_init(&b, 0, 2);
    pthread_create(&t, 0, thread, 0);
    thread(0);
    pthread_join(t, 0);
    assert(serial == 1);
    pthread_barrier_destroy(&b);
    return 0;
}
