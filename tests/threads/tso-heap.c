// RUN: %safe --once --tso %s
// RUN: %safe --once --tso --no-confirm -m32 %s
// RUN: %safe --once --tso --no-confirm --check=race,leak %s
// RUN: %unsafe --once --tso --check=race -DBAD %s
// A list that is published by a release: blocks, variables of functions and of threads, copies, with stores held back.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#ifdef BAD
#define ORDER memory_order_release), got = 1, (void)(0
#else
#define ORDER memory_order_release
#endif
struct node { int v; struct node *next; };
_Atomic(struct node *) head;
_Thread_local int mine = 7;
int got;
static int fill(struct node *n, int v) { int local = v; int *p = &local; *p += 1; n->v = *p; mine++; return *p; }
static void *put(void *arg) {
    for (int i = 0; i < 2; i++) {
        struct node *n = malloc(sizeof *n);
        assert(fill(n, i) == i + 1);
        assert(n->v == i + 1 && mine == 8 + i);
        n->next = atomic_load_explicit(&head, memory_order_acquire);
        atomic_store_explicit(&head, n, ORDER);
    }
    return arg;
}
static void *get(void *arg) {
    struct node *n = atomic_load_explicit(&head, memory_order_acquire);
    if (n) { assert(n->v == 1 || n->v == 2); got = n->v; }
    assert(mine == 7);
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, put, 0);
    pthread_create(&b, 0, get, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    struct node *n = head, copy;
    memcpy(&copy, n, sizeof copy);
    assert(copy.v == 2);
    while (n) { struct node *next = n->next; n->v = 9; free(n); n = next; }
}
