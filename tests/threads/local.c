// RUN: %safe --no-confirm %s
// RUN: %unsafe -DBAD %s
// Values of a thread: thread-local variables, keys, errno.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <unistd.h>
_Thread_local int own = 5;
pthread_key_t key;
int destroyed;
static void destroy(void *p) { destroyed += *(int *)p; }
static int three = 3;
static void *thread(void *arg) {
    assert(own == 5);
    own = 7;
    assert(!pthread_getspecific(key));
    pthread_setspecific(key, &three);
    errno = 9;
    assert(own == 7 && errno == 9);
    return &own;
}
int main(void) {
    pthread_t t;
    void *result;
    own = 6;
    errno = 4;
    pthread_key_create(&key, destroy);
    pthread_create(&t, 0, thread, 0);
    assert(own == 6 && errno == 4);
    pthread_join(t, &result);
    assert(own == 6 && destroyed == 3);
#ifdef BAD
    assert(errno == 9);
#endif
    return 0;
}
