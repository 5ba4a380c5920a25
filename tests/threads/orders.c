// A relaxed atomic operation orders nothing: two accesses may race though one never comes next to the other.
// RUN: %unsafe --check=race -DSTORE=relaxed -DLOAD=relaxed %s | FileCheck %s
// RUN: %unsafe --check=race -DSTORE=release -DLOAD=relaxed %s | FileCheck %s
// RUN: %unsafe --check=race -DSTORE=relaxed -DLOAD=acquire %s | FileCheck %s
// RUN: %safe --check=race --no-confirm -DSTORE=release -DLOAD=acquire %s
// RUN: %safe --check=race --no-confirm -DSTORE=seq_cst -DLOAD=seq_cst %s
// RUN: %unsafe --check=race -DWAIT -DSTORE=release -DLOAD=relaxed %s
// RUN: %safe --check=race --no-confirm -DWAIT -DSTORE=release -DLOAD=acquire %s
// RUN: %unsafe --check=race -DCOPY -DSTORE=release -DLOAD=relaxed %s
// RUN: %safe --check=race --no-confirm -DCOPY -DSTORE=release -DLOAD=acquire %s
// RUN: %unsafe --check=race -DINDEX -DSTORE=release -DLOAD=relaxed %s
// RUN: %safe --check=race --no-confirm -DINDEX -DFIXED -DSTORE=release -DLOAD=relaxed %s
// RUN: %safe --check=race --no-confirm -DSECOND=add -DSTORE=release -DLOAD=acquire %s
// RUN: %unsafe --check=race -DSECOND=set -DSTORE=release -DLOAD=acquire %s
// RUN: %safe --check=race --no-confirm -DOWN -DSTORE=release -DLOAD=acquire %s
// RUN: %safe --check=race --no-confirm -DLOCK -DTAKE=acquire -DGIVE=release %s
// RUN: %unsafe --check=race -DLOCK -DTAKE=relaxed -DGIVE=release %s
// RUN: %unsafe --check=race -DLOCK -DTAKE=acquire -DGIVE=relaxed %s
// RUN: %safe --check=race --no-confirm -DCOUNT=acq_rel %s
// RUN: %unsafe --check=race -DCOUNT=release %s
// RUN: %unsafe --check=race -DCOUNT=acquire %s
// RUN: %safe --no-confirm -DSTORE=relaxed -DLOAD=relaxed %s
// CHECK: error: data race: thread 1 reads 'data', which thread 0 has written before with nothing to order them [data-race]
// RUN: %unsafe --check=race --entry start -DENTRY -DSTORE=relaxed -DLOAD=relaxed %s
// RUN: %safe --check=race --no-confirm --entry start -DENTRY -DSTORE=release -DLOAD=acquire %s
// Fences, store buffers and functions of the library: the verdict says what it rests on.
// RUN: %safe --scope="atomics order all" --check=race --no-confirm -DFENCE -DSTORE=relaxed -DLOAD=relaxed %s | FileCheck --check-prefix=PLACE %s
// RUN: %unknown --check=race --no-confirm -DLIBRARY -DSTORE=relaxed -DLOAD=relaxed %s
// RUN: %safe --tso --scope="atomics order all" --check=race --no-confirm -DSTORE=relaxed -DLOAD=relaxed %s
// PLACE: assuming that relaxed atomic operations and failed attempts to lock order what threads do before and after ({{.*}}orders.c:
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#define PASTE(a, b) a##b
#define ORDER(name) PASTE(memory_order_, name)
unsigned __VERIFIER_nondet_uint(void);

struct pair {
    long a, b;
} data, copied;
int many[4];
unsigned at;
char text[8];
atomic_int flag;

#if defined LOCK
static void *add(void *arg) {
    int free = 0;
    if (!atomic_compare_exchange_strong_explicit(&flag, &free, 1, ORDER(TAKE), memory_order_relaxed)) return arg;
    data.a++;
    atomic_store_explicit(&flag, 0, ORDER(GIVE));
    return arg;
}
static void *other(void *arg) { return add(arg); }
static void first(void) { add(0); }
#elif defined COUNT
static struct pair *shared;
static void drop(long *part) {
    *part = 1;
    if (atomic_fetch_sub_explicit(&flag, 1, ORDER(COUNT)) == 1) free(shared);
}
static void *other(void *arg) {
    drop(&shared->b);
    return arg;
}
static void first(void) { drop(&shared->a); }
#else
#ifdef FENCE
#define fence(order) atomic_thread_fence(ORDER(order))
#else
#define fence(order)
#endif
static int value = 1;
static void *other(void *arg) {
#ifdef WAIT
    while (!atomic_load_explicit(&flag, ORDER(LOAD))) {}
#else
    if (atomic_load_explicit(&flag, ORDER(LOAD)) != value) return arg;
#endif
    fence(acquire);
#if defined COPY
    copied = data;
#elif defined INDEX
    many[at] = 2;
#elif defined LIBRARY
    at = strlen(text);
#else
    data.a++;
#endif
    return arg;
}
static void first(void) {
#if defined INDEX
    many[1] = 1;
#elif defined LIBRARY
    strcpy(text, "abc");
#else
    data.a = 1;
#endif
    fence(release);
    atomic_store_explicit(&flag, 1, ORDER(STORE));
#ifdef OWN
    atomic_store_explicit(&flag, 2, memory_order_relaxed);
#endif
}
#endif
#ifdef SECOND
#define add 1
#define set 2
static void *second(void *arg) {
    if (SECOND == add) atomic_fetch_add_explicit(&flag, 1, memory_order_relaxed);
    else if (atomic_load_explicit(&flag, memory_order_relaxed) == 1) atomic_store_explicit(&flag, 2, memory_order_relaxed);
    return arg;
}
#endif

#ifdef ENTRY
int start(void) {
#else
int main(void) {
#endif
    pthread_t t, u;
    at = __VERIFIER_nondet_uint() % 4;
#ifdef FIXED
    if (at == 1) return 0;
#endif
#if defined COUNT
    shared = malloc(sizeof *shared);
    if (!shared) return 0;
    flag = 2;
#elif defined SECOND || defined OWN
    value = 2;
#endif
    pthread_create(&t, 0, other, 0);
#ifdef SECOND
    pthread_create(&u, 0, second, 0);
#endif
    first();
    pthread_join(t, 0);
#ifdef SECOND
    pthread_join(u, 0);
#endif
#ifndef COUNT
    data.a = 3;
#endif
    return (int)sizeof u;
}
