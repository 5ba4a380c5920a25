// RUN: %unsafe -DFIRST %s
// RUN: %safe --no-confirm %s
// RUN: %unsafe -DAFTER %s
// A thread that ends the program at once does not keep others from doing something before; a first thread that ends
// leaves the others alone.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int x;
static void *thread(void *arg) {
#ifdef FIRST
    abort();
#endif
    x = 1;
#ifdef AFTER
    assert(0);
#endif
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
#ifdef FIRST
    assert(0);
#endif
    pthread_exit(0);
}
