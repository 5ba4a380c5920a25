// RUN: %unsafe --tso %s
// RUN: %safe --once --tso --no-confirm -DFENCE %s
// RUN: %safe --once --no-confirm %s
// Mutual exclusion by Peterson needs a fence.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
int flag[2], turn, in, x;
#ifdef FENCE
#define F() atomic_thread_fence(memory_order_seq_cst)
#else
#define F() (void)0
#endif
static void *t(void *arg) {
    long me = (long)arg;
    flag[me] = 1;
    turn = 1 - me;
    F();
    while (flag[1 - me] && turn == 1 - me) {}
    in++;
    assert(in == 1);
    in--;
    flag[me] = 0;
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, t, (void *)0);
    pthread_create(&b, 0, t, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
