// RUN: %safe --no-confirm %s
// RUN: %unsafe -DBAD %s | FileCheck %s
// RUN: %safe --no-confirm --check=assert -DBAD %s
// Two locks, taken in different orders.
#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *one(void *arg) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return arg;
}
static void *two(void *arg) {
#ifdef BAD
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
#else
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
#endif
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return arg;
}
int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, one, 0);
    pthread_create(&t, 0, two, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
// CHECK: error: deadlock: all threads wait for one another [deadlock]
