// RUN: %safe --no-confirm %s
// RUN: %unsafe -DBAD %s
// Kinds of mutexes; a normal one that is taken again is a deadlock.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
pthread_mutex_t r, e, n = PTHREAD_MUTEX_INITIALIZER;
static void *thread(void *arg) {
    assert(pthread_mutex_lock(&r) == 0);
    assert(pthread_mutex_lock(&r) == 0);
    assert(pthread_mutex_trylock(&r) == 0);
    assert(pthread_mutex_unlock(&r) == 0 && pthread_mutex_unlock(&r) == 0 && pthread_mutex_unlock(&r) == 0);
    assert(pthread_mutex_unlock(&r) == EPERM);
    assert(pthread_mutex_lock(&e) == 0);
    assert(pthread_mutex_lock(&e) == EDEADLK);
    assert(pthread_mutex_unlock(&e) == 0);
    assert(pthread_mutex_unlock(&e) == EPERM);
#ifdef BAD
    pthread_mutex_lock(&n);
    pthread_mutex_lock(&n);
#endif
    return arg;
}
int main(void) {
    pthread_mutexattr_t a;
    pthread_t t;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&r, &a);
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&e, &a);
    pthread_create(&t, 0, thread, 0);
    int taken = pthread_mutex_trylock(&n);
    assert(taken == 0 || taken == EBUSY);
    if (!taken) pthread_mutex_unlock(&n);
    pthread_join(t, 0);
    return 0;
}
