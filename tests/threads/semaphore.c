// RUN: %safe --no-confirm %s
// RUN: %unsafe -DBAD %s
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
sem_t s;
int data;
static void *producer(void *arg) {
#ifdef BAD
    sem_post(&s);
    data = 42;
#else
    data = 42;
    sem_post(&s);
#endif
    return arg;
}
int main(void) {
    pthread_t t;
    int value;
    sem_init(&s, 0, 0);
    assert(sem_trywait(&s) == -1 && errno == EAGAIN);
    pthread_create(&t, 0, producer, 0);
    sem_wait(&s);
    assert(data == 42);
    pthread_join(t, 0);
    sem_getvalue(&s, &value);
    assert(value == 0);
    sem_destroy(&s);
    return 0;
}
