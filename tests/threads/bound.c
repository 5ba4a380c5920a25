// A thread that is at a bound stays there, and the others go on: what they do has nothing to do with the bound.
// RUN: %unsafe --once --bound 0 %s
// RUN: %unsafe --bound 1 %s
// RUN: %unsafe --once --bound 2 --schedules=states %s
// RUN: %unsafe --once --bound 2 --schedules=traces %s
// RUN: %unsafe --once --bound 2 -DBETWEEN --schedules=states %s
// RUN: %unsafe --once --bound 2 -DBETWEEN --schedules=traces %s
// RUN: %unsafe --once --bound 2 -DRECURSION %s
// Who waits for it waits for ever; that is no deadlock. Nobody sees what it does in an atomic section.
// RUN: %verdict "SAFE (bound 2)" --bound 2 -DHOLDS %s
// RUN: %verdict "SAFE (bound 2)" --once --bound 2 -DHOLDS --schedules=traces %s
// RUN: %verdict "SAFE (bound 2)" --bound 2 -DATOMIC %s
// RUN: %verdict "SAFE (bound 2)" --once --bound 2 -DATOMIC --schedules=traces %s
// RUN: %safe --bound 9 -DHOLDS %s
// RUN: %safe --bound 9 -DATOMIC %s
#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int x, go;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void wait(void) {
    for (volatile int i = 0; i < 5; i++) continue;
}

static int down(volatile int n) { return n ? down(n - 1) : 0; }

static void *slow(void *a) {
    (void)a;
#if defined BETWEEN
    x = 1;
    go = 1;
    wait();
    x = 2;
#elif defined HOLDS
    pthread_mutex_lock(&m);
    wait();
    pthread_mutex_unlock(&m);
#elif defined ATOMIC
    __VERIFIER_atomic_begin();
    x = 1;
    wait();
    x = 0;
    __VERIFIER_atomic_end();
#elif defined RECURSION
    x = down(5);
#else
    wait();
#endif
    return 0;
}

static void *other(void *a) {
    (void)a;
#if defined BETWEEN
    if (x == 1) assert(go != 1);
#elif defined HOLDS
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
#elif defined ATOMIC
    assert(x == 0);
#else
    assert(0);
#endif
    return 0;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, other, 0);
#if defined BETWEEN || defined HOLDS || defined ATOMIC
    pthread_create(&u, 0, slow, 0);
    pthread_join(u, 0);
#else
    (void)u;
    slow(0);
#endif
    pthread_join(t, 0);
    return 0;
}
