// Atomic objects that no instruction takes as a whole: libatomic's functions.
// RUN: %safe %s
// RUN: %safe -m32 %s
// RUN: %unsafe -DBUG %s | FileCheck %s
// RUN: %unsafe -DGONE %s | FileCheck --check-prefix=GONE %s
// RUN: %safe --once -DTHREAD %s
// RUN: %safe --once --check=race -DTHREAD %s
// RUN: %verdict "SAFE (tso, no torn accesses)" --once --memory-model=tso -DTHREAD %s
// RUN: %unsafe --once -DTHREAD -DBUG %s | FileCheck %s
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct s { long a, b, c; };
static _Atomic struct s v;

#ifdef THREAD
static void *work(void *p) {
    struct s x = {1, 1, 1};
    v = x;
    return p;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    struct s y = v, none = {0, 0, 0}, z = {7, 8, 9};
#ifdef BUG
    assert(y.a == 0);
#endif
    assert(y.a == y.b && y.b == y.c);
    if (atomic_compare_exchange_strong(&v, &none, z)) {
        y = v;
        assert(y.a == 7 || y.a == 1);
    }
    pthread_join(t, 0);
    return 0;
}
#else
int main(void) {
    struct s x = {1, 2, 3}, z = {4, 5, 6}, e = {9, 9, 9};
    atomic_store(&v, x);
    struct s y = atomic_load(&v);
    assert(y.a == 1 && y.b == 2 && y.c == 3);
    y = atomic_exchange(&v, z);
    assert(y.c == 3);
    v = x;
    assert(!atomic_compare_exchange_strong(&v, &e, z) && e.a == 1);
    assert(atomic_compare_exchange_strong(&v, &e, z));
    y = v;
    assert(y.a == 4);
#ifdef BUG
    assert(y.b == 6);
#elif defined GONE
    _Atomic struct s *p;
    {
        _Atomic struct s inner = x;
        p = &inner;
    }
    y = *p;
#endif
    return 0;
}
#endif
// CHECK: error: assertion failed
// GONE: error: {{.*}}after the end of a variable's life
