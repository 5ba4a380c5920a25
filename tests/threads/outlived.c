// RUN: %safe %s 2>&1 | %check %s
// RUN: %safe -DMAIN %s 2>&1 | %check %s --check-prefix=MAIN
// RUN: %safe -DFIXED %s 2>&1 | %check %s --check-prefix=FIXED
// What ends with a thread is not looked at: a proof says where it rests on it.
// CHECK: assuming that a thread's own variables are used no longer than the thread runs
// MAIN: assuming that local variables of the first thread are used no longer than it runs
// FIXED-NOT: used no longer than
#include <pthread.h>
static _Thread_local int own;
static int *given;
static void *work(void *arg) {
    own = 1;
#ifdef MAIN
    return *given ? arg : 0;
#elif !defined FIXED
    given = &own;
#endif
    return arg;
}

int main(void) {
    pthread_t t;
#ifdef MAIN
    int mine = 1;
    given = &mine;
#endif
    if (pthread_create(&t, 0, work, 0)) return 1;
#ifdef MAIN
    pthread_exit(0);
#endif
    pthread_join(t, 0);
    return given ? *given - 1 : 0;
}
