// RUN: %safe --no-confirm %s
// RUN: %unsafe -DBAD %s
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>
mtx_t m;
cnd_t c;
once_flag once = ONCE_FLAG_INIT;
int ready, begun;
atomic_int n;
static void begin(void) { begun++; }
static int thread(void *arg) {
    call_once(&once, begin);
#ifdef BAD
    atomic_store(&n, atomic_load(&n) + 1);
#else
    atomic_fetch_add(&n, 1);
#endif
    mtx_lock(&m);
    ready = 1;
    cnd_signal(&c);
    mtx_unlock(&m);
    return *(int *)arg;
}
int main(void) {
    thrd_t t;
    int five = 5, result;
    mtx_init(&m, mtx_plain);
    cnd_init(&c);
    thrd_create(&t, thread, &five);
    atomic_fetch_add(&n, 1);
    mtx_lock(&m);
    while (!ready) cnd_wait(&c, &m);
    mtx_unlock(&m);
    thrd_join(t, &result);
    assert(result == 5 && begun == 1);
    assert(n == 2);
    return 0;
}
