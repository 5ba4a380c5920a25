// A lock that is used must be there, in programs with one thread and with more.
// RUN: %unsafe -DV=1 %s | FileCheck %s
// RUN: %unsafe -DV=2 %s | FileCheck %s
// RUN: %unsafe -DV=3 %s | FileCheck %s
// RUN: %unsafe -DV=4 %s | FileCheck --check-prefix=NULL %s
// RUN: %unsafe --once -DTHREAD -DV=1 %s | FileCheck %s
// RUN: %unsafe --once -DTHREAD -DV=2 %s | FileCheck %s
// RUN: %unsafe --once -DTHREAD -DV=3 %s | FileCheck %s
// RUN: %unsafe --once -DV=5 %s | FileCheck --check-prefix=SMALL %s
// RUN: %safe %s
// RUN: %safe --check=uninit --once %s
// RUN: %safe --once -DTHREAD %s
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static pthread_mutex_t *m;

#ifdef THREAD
static void *work(void *p) {
    pthread_mutex_lock(m);
    pthread_mutex_unlock(m);
    return p;
}
#endif

int main(void) {
    m = malloc(sizeof *m);
    if (!m) return 0;
    pthread_mutex_init(m, NULL);
#ifdef THREAD
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
#endif
    pthread_mutex_lock(m);
#if V == 1
    free(m);
    pthread_mutex_unlock(m);
#elif V == 2
    pthread_mutex_unlock(m);
    free(m);
    pthread_mutex_lock(m);
#elif V == 3
    pthread_mutex_unlock(m);
    free(m);
    pthread_mutex_destroy(m);
#elif V == 4
    pthread_mutex_unlock(m);
    free(m);
    pthread_cond_signal(NULL);
#elif V == 5
    pthread_mutex_unlock(m);
    free(m);
    char c[8];
    pthread_rwlock_rdlock((pthread_rwlock_t *)(void *)c);
#else
    pthread_mutex_unlock(m);
    pthread_mutex_destroy(m);
    free(m);
    pthread_mutex_t local;
    pthread_mutex_init(&local, NULL);
    pthread_mutex_lock(&local);
    pthread_mutex_unlock(&local);
#ifndef THREAD
    int old;
    sem_t s;
    assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old) == 0 && old == PTHREAD_CANCEL_ENABLE);
    assert(pthread_setcancelstate(old, NULL) == 0 && pthread_setcanceltype(7, NULL) != 0);
    sem_init(&s, 0, 1), sem_wait(&s), sem_destroy(&s);
#endif
#endif
    return 0;
}
// CHECK: error: {{.*}}after free
// NULL: error: null pointer
// SMALL: error: out-of-bounds
