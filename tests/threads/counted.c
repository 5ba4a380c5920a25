// RUN: %unsafe %s
// What sanitizers and checks of ours put into one of the programs is no point: both count alike.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int z; int x, y;
static void *t0(void *arg) { { int old = 1; y = atomic_compare_exchange_strong(&z, &old, 4); } x++; return arg; }
static void *t1(void *arg) { { int old = 1; y = atomic_compare_exchange_strong(&z, &old, 4); } x++; return arg; }
int main(void) {
    pthread_t id[4];
    pthread_create(&id[0], 0, t0, 0);
    pthread_create(&id[1], 0, t1, 0);
    pthread_join(id[0], 0);
    pthread_join(id[1], 0);
    assert(x == 2);
    return 0;
}
