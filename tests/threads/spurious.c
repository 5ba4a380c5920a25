// RUN: %unsafe --spurious-wakeups -DIF %s
// RUN: %safe --no-confirm -DIF %s | FileCheck %s
// RUN: %safe --no-confirm --spurious-wakeups %s | FileCheck --check-prefix=WITH %s
// RUN: %unsafe --spurious-wakeups -DLOST %s
// RUN: %unsafe --spurious-wakeups --tso -DIF %s
// RUN: %safe --no-confirm --spurious-wakeups --tso %s
// A wait that ends without a signal: `while` is right, `if` is not. A signal that is lost stays a deadlock, as nobody can
// rely on being woken without it.
#include <assert.h>
#include <pthread.h>
int ready;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void *thread(void *arg) {
    pthread_mutex_lock(&m);
    ready = 1;
#ifndef LOST
    pthread_cond_signal(&c);
#endif
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    pthread_mutex_lock(&m);
#ifdef IF
    if (!ready) pthread_cond_wait(&c, &m);
#elif defined LOST
    if (ready) return 0;
    while (ready < 2) pthread_cond_wait(&c, &m);
#else
    while (!ready) pthread_cond_wait(&c, &m);
#endif
    assert(ready);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
}
// CHECK: assuming that a wait for a condition ends only by a signal
// WITH-NOT: only by a signal
