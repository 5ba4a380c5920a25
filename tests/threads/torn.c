// What a machine may need several steps for is one step here; the verdict says so where another thread may come in.
// RUN: %safe --scope="no torn accesses" --check=assert --no-confirm %s | FileCheck %s
// RUN: %safe --scope="no torn accesses" --check=assert --no-confirm --schedules=states %s | FileCheck %s
// RUN: %safe --scope="no torn accesses" --check=assert --no-confirm --schedules=traces %s | FileCheck %s
// RUN: %safe --scope="no torn accesses" --check=assert --no-confirm -DLONG_DOUBLE %s | FileCheck %s
// RUN: %safe --scope="no torn accesses" --check=assert --no-confirm -DPACKED %s | FileCheck %s
// RUN: %safe --scope="no torn accesses" --check=assert --no-confirm -DPASSED %s | FileCheck %s
// RUN: %safe --scope="no torn accesses" --check=assert --no-confirm -DINDEX %s | FileCheck %s
// RUN: %safe --tso --scope="no torn accesses" --check=assert --no-confirm -DPACKED %s | FileCheck %s
// RUN: %safe --scope="no torn accesses" --check=assert --no-confirm -m32 -DNUMBER %s | FileCheck %s
// RUN: %safe --check=assert --no-confirm -DNUMBER %s | FileCheck %s --check-prefix=WHOLE --allow-empty
// RUN: %safe --check=assert --no-confirm -DLOCKED %s | FileCheck %s --check-prefix=WHOLE --allow-empty
// RUN: %safe --check=assert --no-confirm -DLOCKED --schedules=states %s | FileCheck %s --check-prefix=WHOLE --allow-empty
// RUN: %safe --check=assert --no-confirm -DSMALL %s | FileCheck %s --check-prefix=WHOLE --allow-empty
// RUN: %safe --check=assert --no-confirm -DATOMIC -m32 %s | FileCheck %s --check-prefix=WHOLE --allow-empty
// CHECK: assuming that a structure, a misaligned member or a number wider than a machine word is read and written in one step{{.*}}torn.c:
// WHOLE-NOT: assuming that a structure
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct three {
    long a, b, c;
} s, ones = {1, 1, 1};
struct one {
    int a;
} o;
struct __attribute__((packed)) packed {
    char c;
    int i;
} p;
long long n, many[2];
_Atomic long long z;
long double d;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
unsigned at;
unsigned __VERIFIER_nondet_uint(void);

static void check(struct three x) { assert(x.a == x.c); }

static void *other(void *arg) {
#if defined LONG_DOUBLE
    d = 1;
#elif defined PACKED
    p.i = -1;
#elif defined INDEX
    ((__int128 *)many)[at] = -1;
#elif defined NUMBER
    n = -1;
#elif defined SMALL
    struct one w = {1};
    o = w;
#elif defined ATOMIC
    z = -1;
#else
#ifdef LOCKED
    pthread_mutex_lock(&m);
#endif
    s = ones;
#ifdef LOCKED
    pthread_mutex_unlock(&m);
#endif
#endif
    return arg;
}

int main(void) {
    pthread_t t;
    at = __VERIFIER_nondet_uint();
    if (at) return 0;
    at = __VERIFIER_nondet_uint() % 1;
    pthread_create(&t, 0, other, 0);
#if defined LONG_DOUBLE
    long double x = d;
    assert(x == 0 || x == 1);
#elif defined PACKED
    int x = p.i;
    assert(x == 0 || x == -1);
#elif defined INDEX
    long long x = many[0];
    assert(x == 0 || x == -1);
#elif defined NUMBER
    long long x = n;
    assert(x == 0 || x == -1);
#elif defined SMALL
    struct one x = o;
    assert(x.a == 0 || x.a == 1);
#elif defined ATOMIC
    long long x = z;
    assert(x == 0 || x == -1);
#elif defined PASSED
    check(s);
#else
#ifdef LOCKED
    pthread_mutex_lock(&m);
#endif
    struct three x = s;
#ifdef LOCKED
    pthread_mutex_unlock(&m);
#endif
    assert(x.a == x.c);
#endif
    pthread_join(t, 0);
    return 0;
}
