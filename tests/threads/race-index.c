// Races at indexes that are inputs: two threads that may write the same element, or never do.
// RUN: %unsafe --check=race %s | FileCheck %s
// RUN: %unsafe --check=race -m32 %s
// RUN: %unsafe --check=race -DREADS %s
// RUN: %unsafe --check=race -DWIDE %s
// RUN: %unsafe --check=race -DONE %s
// RUN: %unsafe --check=race -DCOPY %s
// RUN: %unsafe --check=race -DHEAP %s
// RUN: %safe --check=race --no-confirm -DFIXED %s
// RUN: %safe --check=race --no-confirm -DFIXED -DREADS %s
// RUN: %safe --check=race --no-confirm -DFIXED -DWIDE %s
// RUN: %safe --check=race --no-confirm -DFIXED -DCOPY %s
// RUN: %safe --check=race --no-confirm -DFIXED -DHEAP %s
// RUN: %safe --check=race --no-confirm -DLOCKED %s
// CHECK: error: data race: thread {{.}} writes 'a', which thread {{.}} writes at {{.*}}race-index.c:{{[0-9]+}}:{{[0-9]+}} with nothing to order them [data-race]
#include <pthread.h>
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);

struct pair {
    short x, y;
} pairs[8], one;
int a[8];
short *heap;
unsigned i, j;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void set(unsigned at, int value) {
#ifdef LOCKED
    pthread_mutex_lock(&m);
#endif
#ifdef HEAP
    heap[at] = (short)value;
#elif defined COPY
    pairs[at] = one;
#else
    a[at] = value;
#endif
#ifdef LOCKED
    pthread_mutex_unlock(&m);
#endif
}

static void *other(void *arg) {
    set(i, 1);
    return arg;
}

int main(void) {
    pthread_t t;
    int seen = 0;
    i = __VERIFIER_nondet_uint() % 8;
    j = __VERIFIER_nondet_uint() % 8;
#ifdef FIXED
    if (i / 2 == j / 2) return 0;
#endif
    heap = malloc(8 * sizeof *heap);
    if (!heap) return 0;
    pthread_create(&t, 0, other, 0);
#if defined READS
    seen = a[j];
#elif defined WIDE
    seen = (int)((long long *)a)[j / 2];
#elif defined ONE
    a[5] = 1;
#else
    set(j, 2);
#endif
    pthread_join(t, 0);
    return seen;
}
