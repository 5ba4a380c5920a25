// RUN: %safe --check=race --no-confirm %s
// RUN: %unsafe --check=race -DBAD %s | FileCheck %s
// RUN: %unsafe --check=race -DHALF %s
// RUN: %unsafe --check=race -DFREE %s
// RUN: %safe --check=race --no-confirm -DATOMIC %s
// RUN: %unsafe --check=race -DSECTION %s
// RUN: %safe --no-confirm -DBAD %s
// Accesses of the same memory that nothing orders: a lock, a join and an atomic operation do.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, *p;
atomic_int z;
static void add(int locked) {
    if (locked) pthread_mutex_lock(&m);
    x = x + 1;
    if (locked) pthread_mutex_unlock(&m);
}
static void *thread(void *arg) {
#if defined BAD
    add(0);
#elif defined HALF
    add(0);
#elif defined ATOMIC
    atomic_fetch_add(&z, 1);
#elif defined SECTION
    __VERIFIER_atomic_begin();
    x++;
    __VERIFIER_atomic_end();
#elif defined FREE
    *p = 1;
#else
    add(1);
#endif
    return arg;
}
int main(void) {
    pthread_t t;
    x = 1;
    p = malloc(sizeof *p);
    if (!p) return 0;
    pthread_create(&t, 0, thread, 0);
#if defined BAD
    add(0);
#elif defined ATOMIC
    z++;
#elif defined SECTION
    x = 2;
#elif defined FREE
    free(p);
#else
    add(1);
#endif
    pthread_join(t, 0);
    x = 2;
    return 0;
}
// CHECK: error: data race: thread {{.}} {{reads|writes}} 'x', which thread {{.}} {{reads|writes}} at {{.*}}race.c:{{[0-9]+}}:{{[0-9]+}} with nothing to order them [data-race]
