// RUN: %safe %s | FileCheck %s
// RUN: %safe -DEXIT %s
// RUN: %unsafe -DEXIT -DWRONG %s
// RUN: %unsafe -DLOST %s
// RUN: %unknown --no-confirm -DRESULT %s 2>&1 | FileCheck --check-prefix=RESULT %s
// A function without result that becomes one of another type by a cast, as many programs have it.
#include <assert.h>
#include <pthread.h>
static int x, y;
static void one(void *arg) {
    x = *(int *)arg;
#ifdef EXIT
    pthread_exit(&y);
#endif
}
static void two(void *arg) { x += *(int *)arg; }
int main(void) {
    pthread_t t, u;
    int n = 3;
    void *result = &n;
    pthread_create(&t, 0, (void *(*)(void *))one, &n);
#ifdef LOST
    pthread_create(&u, 0, (void *(*)(void *))two, &n);
    pthread_join(u, 0);
#else
    (void)u, (void)two;
#endif
#if defined EXIT || defined RESULT
    pthread_join(t, &result);
#else
    pthread_join(t, 0);
#endif
    assert(x == 3);
#ifdef EXIT
    assert(result == &y);
#endif
#ifdef WRONG
    assert(result == &n);
#endif
    return 0;
}
// CHECK: a function without result can be the start of a thread
// RESULT: not supported: the result of a thread whose function has none
