// RUN: %safe --no-confirm %s
// RUN: %unsafe -DUNLOCK %s | FileCheck --check-prefix=UNLOCK %s
// RUN: %unsafe -DDESTROY %s | FileCheck --check-prefix=DESTROY %s
// RUN: %unsafe -DUSE %s | FileCheck --check-prefix=USE %s
// RUN: %unsafe -DTWICE %s | FileCheck --check-prefix=TWICE %s
// RUN: %unsafe -DDETACHED %s | FileCheck --check-prefix=TWICE %s
// RUN: %unsafe -DWAIT %s | FileCheck --check-prefix=WAIT %s
// RUN: %unknown --check=assert --no-confirm -DUNLOCK %s
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void *thread(void *arg) {
#ifdef UNLOCK
    pthread_mutex_unlock(&m);
#else
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
#endif
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
#ifdef DETACHED
    pthread_detach(t);
#endif
    pthread_mutex_lock(&m);
#ifdef DESTROY
    pthread_mutex_destroy(&m);
#endif
    pthread_mutex_unlock(&m);
#ifdef USE
    pthread_mutex_destroy(&m);
#endif
#ifdef WAIT
    pthread_cond_wait(&c, &m);
#endif
    pthread_join(t, 0);
#ifdef TWICE
    pthread_join(t, 0);
#endif
    pthread_mutex_destroy(&m);
    return 0;
}
// UNLOCK: error: the thread unlocks a mutex that it does not hold [misused-lock]
// DESTROY: error: a locked mutex is destroyed [misused-lock]
// USE: mutex {{.*}}destroyed{{.*}} [misused-lock]
// TWICE: error: join of a thread that does not exist, was joined before or is detached [misused-lock]
// WAIT: error: a thread waits for a condition without holding the mutex [misused-lock]
