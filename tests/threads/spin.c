// RUN: %safe --no-confirm %s
// RUN: %safe --no-confirm -DNEVER %s
// RUN: %unsafe -DBAD %s
// Loops that wait: a state that repeats is not explored again.
#include <assert.h>
#include <pthread.h>
volatile int flag, data;
static void *thread(void *arg) {
#ifdef BAD
    flag = 1;
    data = 1;
#elif !defined NEVER
    data = 1;
    flag = 1;
#endif
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    while (!flag) {}
    assert(data == 1);
    return 0;
}
