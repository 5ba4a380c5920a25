// RUN: %safe --no-confirm %s
// RUN: %unsafe -DBAD %s
#include <assert.h>
#include <pthread.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int a, b;
static void *writer(void *arg) {
#ifdef BAD
    pthread_rwlock_rdlock(&l);
#else
    pthread_rwlock_wrlock(&l);
#endif
    a++;
    b++;
    pthread_rwlock_unlock(&l);
    return arg;
}
static void *reader(void *arg) {
    pthread_rwlock_rdlock(&l);
    assert(a == b);
    pthread_rwlock_unlock(&l);
    return arg;
}
int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, writer, 0);
    pthread_create(&t, 0, reader, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
