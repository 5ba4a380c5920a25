// RUN: %safe --no-confirm %s | FileCheck %s
// RUN: %unsafe -DIF %s
// RUN: %unsafe -DLOST %s
// A queue of one place: with `if` instead of `while` two consumers take the same, and a signal that is sent before
// anybody waits is lost.
#include <assert.h>
#include <pthread.h>
int full, taken;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void *consume(void *arg) {
    pthread_mutex_lock(&m);
#ifdef LOST
    pthread_cond_wait(&c, &m);
#elif defined IF
    if (!full) pthread_cond_wait(&c, &m);
#else
    while (!full) pthread_cond_wait(&c, &m);
#endif
    assert(full);
    full--;
    taken++;
    pthread_mutex_unlock(&m);
    return arg;
}
static void put(void) {
    pthread_mutex_lock(&m);
    full++;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, consume, 0);
    pthread_create(&b, 0, consume, 0);
    put();
    put();
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(taken == 2 && !full);
    return 0;
}
// CHECK: assuming that a wait for a condition ends only by a signal
