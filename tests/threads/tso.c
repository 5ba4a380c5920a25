// Litmus tests of total store order; of sequential consistency in the second lines.
// Stores wait behind loads: SB, R, what a thread sees of itself (n6, n5 and iwp2.3.b, SB+rfi).
// RUN: %unsafe --tso -DSB %s | FileCheck %s
// RUN: %safe --once --no-confirm -DSB %s | FileCheck --check-prefix=SC %s
// RUN: %unsafe --tso --once --no-confirm -DRELAXED %s
// RUN: %unsafe --tso --once --no-confirm -DRELEASE %s
// RUN: %unsafe --tso --once --no-confirm -DCOMPILER %s
// RUN: %unsafe --tso --once --no-confirm -DR %s
// RUN: %safe --once --no-confirm -DR %s
// RUN: %unsafe --tso --once -DN6 %s
// RUN: %safe --once --no-confirm -DN6 %s
// RUN: %unsafe --tso --once --no-confirm -DRFI %s
// RUN: %safe --once --no-confirm -DRFI %s
// RUN: %unsafe --tso --once -DSPIN %s
// RUN: %safe --once --no-confirm -DSPIN %s
// RUN: %unsafe --tso --once -DCOPY %s
// RUN: %unsafe --tso --once -DHALF %s
// Fences and locked operations keep them from it.
// RUN: %safe --tso --once --no-confirm -DFENCE %s | FileCheck --check-prefix=TSO %s
// RUN: %safe --tso --once --no-confirm -DONE_FENCE -DR %s
// RUN: %unsafe --tso --once --no-confirm -DONE_FENCE -DSB %s
// RUN: %safe --tso --once --no-confirm -DASM %s
// RUN: %safe --tso --once --no-confirm -DSYNC %s
// RUN: %safe --tso --once --no-confirm -DSEQ_CST %s
// RUN: %safe --tso --once --no-confirm -DRMW %s
// RUN: %safe --tso --once --no-confirm -DMUTEX %s
// RUN: %safe --tso --once --no-confirm -DATOMIC %s
// Loads are not reordered with one another, nor stores, nor a load with a later store: MP, LB, 2+2W, S, WRC, IRIW, n5.
// RUN: %safe --tso --once --no-confirm -DMP %s
// RUN: %safe --tso --once --no-confirm -DLB %s
// RUN: %safe --tso --once --no-confirm -DW22 %s
// RUN: %safe --tso --once --no-confirm -DS %s
// RUN: %safe --tso --once --no-confirm -DWRC %s
// RUN: %safe --tso --once --no-confirm -DIRIW %s
// RUN: %safe --tso --once --no-confirm -DN5 %s
// CHECK: assertion failed
// CHECK: thread 0 thread 1 thread 2
// CHECK: t0:{{[0-9]+}} delays its write of x (1)
// CHECK-NEXT: t0:{{[0-9]+}} reads y (0)
// CHECK: t0:{{[0-9]+}} publishes x (1)
// SC: assuming that threads take turns between single accesses to memory (sequential consistency)
// TSO: assuming that threads take turns {{.*}}(tso)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
struct pair {
    int a, b;
};
int x, y, a, b, c, d;
atomic_int v, w;
struct pair p, q;
short halves[2];
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
pthread_spinlock_t k, l;
#define FENCED(f)                                         \
    static void *t0(void *arg) { x = 1; f; a = y; return arg; } \
    static void *t1(void *arg) { y = 1; f; b = x; return arg; }
#define FAILS (!a && !b)
#if defined ONE_FENCE
#define ONCE atomic_thread_fence(memory_order_seq_cst)
#else
#define ONCE
#endif

#if defined SB
static void *t0(void *arg) { x = 1; ONCE; a = y; return arg; }
static void *t1(void *arg) { y = 1; b = x; return arg; }
#elif defined RELAXED
static void *t0(void *arg) { atomic_store_explicit(&v, 1, memory_order_relaxed); a = atomic_load(&w); return arg; }
static void *t1(void *arg) { atomic_store_explicit(&w, 1, memory_order_relaxed); b = atomic_load(&v); return arg; }
#elif defined RELEASE
static void *t0(void *arg) { atomic_store_explicit(&v, 1, memory_order_release); a = atomic_load_explicit(&w, memory_order_acquire); return arg; }
static void *t1(void *arg) { atomic_store_explicit(&w, 1, memory_order_release); b = atomic_load_explicit(&v, memory_order_acquire); return arg; }
#elif defined COMPILER
FENCED(atomic_signal_fence(memory_order_seq_cst); atomic_thread_fence(memory_order_acq_rel); __asm__ volatile("" ::: "memory"))
#elif defined FENCE
FENCED(atomic_thread_fence(memory_order_seq_cst))
#elif defined ASM
FENCED(__asm__ volatile("mfence" ::: "memory"))
#elif defined SYNC
FENCED(__sync_synchronize())
#elif defined SEQ_CST
static void *t0(void *arg) { atomic_store(&v, 1); a = atomic_load(&w); return arg; }
static void *t1(void *arg) { atomic_store(&w, 1); b = atomic_load(&v); return arg; }
#elif defined RMW
static void *t0(void *arg) { atomic_fetch_add_explicit(&v, 1, memory_order_relaxed); a = atomic_load_explicit(&w, memory_order_relaxed); return arg; }
static void *t1(void *arg) { atomic_exchange_explicit(&w, 1, memory_order_relaxed); b = atomic_load_explicit(&v, memory_order_relaxed); return arg; }
#elif defined MUTEX
static void *t0(void *arg) { pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); a = y; return arg; }
static void *t1(void *arg) { pthread_mutex_lock(&n); y = 1; pthread_mutex_unlock(&n); b = x; return arg; }
#elif defined ATOMIC
static void *t0(void *arg) { __VERIFIER_atomic_begin(); x = 1; __VERIFIER_atomic_end(); a = y; return arg; }
static void *t1(void *arg) { y = 1; __VERIFIER_atomic_begin(); b = x; __VERIFIER_atomic_end(); return arg; }
#elif defined SPIN /* to unlock is a plain store */
static void *t0(void *arg) { pthread_spin_lock(&k); x = 1; pthread_spin_unlock(&k); a = y; return arg; }
static void *t1(void *arg) { pthread_spin_lock(&l); y = 1; pthread_spin_unlock(&l); b = x; return arg; }
#elif defined COPY /* of a struct that was written to */
static void *t0(void *arg) { struct pair own[2]; p.a = 1; own[1] = p; own[0].b = y; a = own[0].b + 2 * (own[1].a != 1); return arg; }
static void *t1(void *arg) { y = 1; q = p; b = q.a; return arg; }
#elif defined HALF /* bytes of two stores and of memory */
static void *t0(void *arg) { halves[0] = 1; a = *(volatile int *)halves != 1; a |= y; return arg; }
static void *t1(void *arg) { y = 1; b = halves[0]; return arg; }
#elif defined R
#undef FAILS
#define FAILS (y == 2 && !a)
static void *t0(void *arg) { x = 1; y = 1; return arg; }
static void *t1(void *arg) { y = 2; ONCE; a = x; return arg; }
#elif defined N6
#undef FAILS
#define FAILS (a == 1 && b == 0 && x == 1)
static void *t0(void *arg) { x = 1; a = x; b = y; return arg; }
static void *t1(void *arg) { y = 2; x = 2; return arg; }
#elif defined N5
#undef FAILS
#define FAILS (a == 2 && b == 1)
static void *t0(void *arg) { x = 1; a = x; return arg; }
static void *t1(void *arg) { x = 2; b = x; return arg; }
#elif defined RFI
#undef FAILS
#define FAILS (a == 1 && b == 0 && c == 1 && d == 0)
static void *t0(void *arg) { x = 1; a = x; b = y; return arg; }
static void *t1(void *arg) { y = 1; c = y; d = x; return arg; }
#elif defined MP
#undef FAILS
#define FAILS (a == 1 && b == 0)
static void *t0(void *arg) { x = 1; y = 1; return arg; }
static void *t1(void *arg) { a = y; b = x; return arg; }
#elif defined LB
#undef FAILS
#define FAILS (a == 1 && b == 1)
static void *t0(void *arg) { a = x; y = 1; return arg; }
static void *t1(void *arg) { b = y; x = 1; return arg; }
#elif defined W22
#undef FAILS
#define FAILS (x == 1 && y == 1)
static void *t0(void *arg) { x = 1; y = 2; return arg; }
static void *t1(void *arg) { y = 1; x = 2; return arg; }
#elif defined S
#undef FAILS
#define FAILS (x == 2 && a == 1)
static void *t0(void *arg) { x = 2; y = 1; return arg; }
static void *t1(void *arg) { a = y; x = 1; return arg; }
#elif defined WRC
#undef FAILS
#define FAILS (a == 1 && b == 1 && c == 0)
#define T2
static void *t0(void *arg) { x = 1; return arg; }
static void *t1(void *arg) { a = x; y = 1; return arg; }
static void *t2(void *arg) { b = y; c = x; return arg; }
#elif defined IRIW
#undef FAILS
#define FAILS (a == 1 && b == 0 && c == 1 && d == 0)
#define T2
#define T3
static void *t0(void *arg) { x = 1; return arg; }
static void *t1(void *arg) { y = 1; return arg; }
static void *t2(void *arg) { a = x; b = y; return arg; }
static void *t3(void *arg) { c = y; d = x; return arg; }
#endif
int main(void) {
    pthread_t id[4];
    pthread_spin_init(&k, 0);
    pthread_spin_init(&l, 0);
    pthread_create(&id[0], 0, t0, 0);
    pthread_create(&id[1], 0, t1, 0);
#ifdef T2
    pthread_create(&id[2], 0, t2, 0);
    pthread_join(id[2], 0);
#endif
#ifdef T3
    pthread_create(&id[3], 0, t3, 0);
    pthread_join(id[3], 0);
#endif
    pthread_join(id[0], 0);
    pthread_join(id[1], 0);
    assert(!FAILS);
    return 0;
}
