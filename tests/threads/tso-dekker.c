// RUN: %unsafe --once --tso %s
// RUN: %safe --once --tso --no-confirm -DSEQ %s
// RUN: %safe --once --no-confirm %s
// Mutual exclusion by Dekker needs stores that are sequentially consistent.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef SEQ
#define ST(x, v) atomic_store(&x, v)
#else
#define ST(x, v) atomic_store_explicit(&x, v, memory_order_release)
#endif
atomic_int want[2], turn; int in;
static void *t(void *arg) {
    long me = (long)arg;
    ST(want[me], 1);
    while (atomic_load(&want[1 - me])) {
        if (atomic_load(&turn) != me) {
            ST(want[me], 0);
            while (atomic_load(&turn) != me) {}
            ST(want[me], 1);
        }
    }
    in++;
    assert(in == 1);
    in--;
    ST(turn, 1 - me);
    ST(want[me], 0);
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, t, (void *)0);
    pthread_create(&b, 0, t, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
