/* Mutexes, condition variables, barriers and semaphores of programs that create threads; see threads.c.
 *
 * Types of glibc hold words of our own, but for what its initialisers show: a mutex that is free is 0, and has its
 * kind where glibc has it. An owner is 1 + the number of the thread. */
#include "threads.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>

#include "shrike_rt.h"

#pragma clang diagnostic ignored "-Wunused-parameter"
#pragma clang diagnostic ignored "-Wmissing-prototypes"

enum { DESTROYED = -1, WRITING = -1 };

static int self(void) { return __shrike_thread_self() + 1; }

/* Does what may happen at any time (a wait times out, this thread is the one that is woken) happen now? */
static int happens(const char *what) { return (int)__shrike_word(what, 0, 1); }

/* ---- mutexes --------------------------------------------------------------------------------------------------- */

#define LOCK(m) (m)->__data.__lock
#define OWNER(m) (m)->__data.__owner
#define COUNT(m) (m)->__data.__count
#define KIND(m) (m)->__data.__kind

static int kind_of(const pthread_mutex_t *m) { return KIND(m) & 3; }

static void check_mutex(const pthread_mutex_t *m) {
    if (KIND(m) == DESTROYED) __shrike_misuse("use of a mutex that was destroyed");
}

/* Does the thread have it, and may take it again or hear that it has it? */
static int again(pthread_mutex_t *m, int *result) {
    if (!LOCK(m) || OWNER(m) != self()) return 0;
    if (kind_of(m) == PTHREAD_MUTEX_RECURSIVE) {
        COUNT(m)++;
        return *result = 0, 1;
    }
    return *result = EDEADLK, kind_of(m) == PTHREAD_MUTEX_ERRORCHECK;
}

static void take(pthread_mutex_t *m) {
    __shrike_touch(m, sizeof *m, POINT_SYNC);
    check_mutex(m);
    __shrike_acquire(m);
    LOCK(m) = 1;
    OWNER(m) = self();
    COUNT(m) = 1;
}

static void release(pthread_mutex_t *m) {
    __shrike_release(m);
    OWNER(m) = 0;
    COUNT(m) = 0;
    LOCK(m) = 0;
}

int __shrike_pthread_mutexattr_init(pthread_mutexattr_t *a) {
    __shrike_settle(a, sizeof *a);
    *(int *)(void *)a = PTHREAD_MUTEX_DEFAULT;
    return 0;
}
int __shrike_pthread_mutexattr_settype(pthread_mutexattr_t *a, int type) {
    __shrike_settle(a, sizeof *a);
    *(int *)(void *)a = type;
    return 0;
}
int __shrike_pthread_mutexattr_gettype(const pthread_mutexattr_t *a, int *type) {
    __shrike_settle(type, sizeof *type);
    __shrike_settle(a, sizeof *a);
    *type = *(const int *)(const void *)a;
    return 0;
}

int __shrike_pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *a) {
    __shrike_settle(m, sizeof *m);
    if (a) __shrike_settle(a, sizeof *a);
    __shrike_point(m, sizeof *m, POINT_SYNC);
    __builtin_memset(m, 0, sizeof *m);
    KIND(m) = a ? *(const int *)(const void *)a : PTHREAD_MUTEX_DEFAULT;
    return 0;
}

int __shrike_pthread_mutex_destroy(pthread_mutex_t *m) {
    __shrike_settle(m, sizeof *m);
    __shrike_point(m, sizeof *m, POINT_SYNC);
    check_mutex(m);
    if (LOCK(m)) __shrike_misuse("a locked mutex is destroyed");
    KIND(m) = DESTROYED;
    return 0;
}

int __shrike_pthread_mutex_lock(pthread_mutex_t *m) {
    int result;
    __shrike_settle(m, sizeof *m);
    if (again(m, &result)) return result;
    __shrike_fence();
    __shrike_wait(&LOCK(m), 0, 0, 0);
    take(m);
    return 0;
}

int __shrike_pthread_mutex_trylock(pthread_mutex_t *m) {
    int result;
    __shrike_settle(m, sizeof *m);
    if (again(m, &result)) return result ? EBUSY : 0;
    __shrike_fence();
    __shrike_point(m, sizeof *m, POINT_SYNC);
    if (LOCK(m)) return EBUSY;
    take(m);
    return 0;
}

int __shrike_pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *until) {
    int result;
    __shrike_settle(m, sizeof *m);
    if (again(m, &result)) return result;
    __shrike_fence();
    __shrike_point(m, sizeof *m, POINT_SYNC);
    if (LOCK(m)) {
        if (happens("lock times out")) return ETIMEDOUT;
        __shrike_wait(&LOCK(m), 0, 0, WAIT_TIMED);
    }
    take(m);
    return 0;
}

int __shrike_pthread_mutex_unlock(pthread_mutex_t *m) {
    __shrike_settle(m, sizeof *m);
    if (OWNER(m) != self() || COUNT(m) < 2) __shrike_fence();
    __shrike_point(m, sizeof *m, POINT_SYNC);
    check_mutex(m);
    if (!LOCK(m) || OWNER(m) != self()) {
        if (kind_of(m) == PTHREAD_MUTEX_RECURSIVE || kind_of(m) == PTHREAD_MUTEX_ERRORCHECK) return EPERM;
        __shrike_misuse("the thread unlocks a mutex that it does not hold");
    }
    if (--COUNT(m) == 0) release(m);
    return 0;
}

/* ---- locks of readers and writers: how many read, or WRITING -------------------------------------------------------- */

static int *readers(pthread_rwlock_t *l) { return (int *)(void *)l; }
static int *writer(pthread_rwlock_t *l) { return (int *)(void *)l + 1; }

int __shrike_pthread_rwlock_init(pthread_rwlock_t *l, const pthread_rwlockattr_t *a) {
    __shrike_settle(l, sizeof *l);
    __shrike_point(l, sizeof *l, POINT_SYNC);
    __builtin_memset(l, 0, sizeof *l);
    return 0;
}

int __shrike_pthread_rwlock_destroy(pthread_rwlock_t *l) {
    __shrike_settle(l, sizeof *l);
    __shrike_point(l, sizeof *l, POINT_SYNC);
    if (*readers(l)) __shrike_misuse("a lock is destroyed while a thread holds it");
    return 0;
}

static int rw_take(pthread_rwlock_t *l, int writes) {
    __shrike_touch(l, sizeof *l, POINT_SYNC);
    __shrike_acquire(writer(l));
    if (writes) __shrike_acquire(readers(l));
    if (writes) *writer(l) = self();
    *readers(l) = writes ? WRITING : *readers(l) + 1;
    return 0;
}

int __shrike_pthread_rwlock_rdlock(pthread_rwlock_t *l) {
    __shrike_fence();
    if (*readers(l) == WRITING && *writer(l) == self()) return EDEADLK;
    __shrike_wait(readers(l), WRITING, 1, 0);
    return rw_take(l, 0);
}

int __shrike_pthread_rwlock_wrlock(pthread_rwlock_t *l) {
    __shrike_fence();
    if (*readers(l) == WRITING && *writer(l) == self()) return EDEADLK;
    __shrike_wait(readers(l), 0, 0, 0);
    return rw_take(l, 1);
}

int __shrike_pthread_rwlock_tryrdlock(pthread_rwlock_t *l) {
    __shrike_fence();
    __shrike_point(l, sizeof *l, POINT_SYNC);
    return *readers(l) == WRITING ? EBUSY : rw_take(l, 0);
}

int __shrike_pthread_rwlock_trywrlock(pthread_rwlock_t *l) {
    __shrike_fence();
    __shrike_point(l, sizeof *l, POINT_SYNC);
    return *readers(l) ? EBUSY : rw_take(l, 1);
}

int __shrike_pthread_rwlock_unlock(pthread_rwlock_t *l) {
    __shrike_fence();
    __shrike_point(l, sizeof *l, POINT_SYNC);
    int writes = *readers(l) == WRITING;
    if (!*readers(l) || (writes && *writer(l) != self())) __shrike_misuse("the thread releases a lock that it does not hold");
    __shrike_release(writes ? writer(l) : readers(l));
    if (writes) *writer(l) = 0;
    *readers(l) = writes ? 0 : *readers(l) - 1;
    return 0;
}

/* ---- spin locks: 0, or the owner --------------------------------------------------------------------------------------- */

static int *spin(pthread_spinlock_t *l) { return (int *)(unsigned long)l; }

int __shrike_pthread_spin_init(pthread_spinlock_t *l, int shared) {
    __shrike_settle((const void *)(unsigned long)l, sizeof *l);
    __shrike_point(l, sizeof *l, POINT_SYNC);
    *l = 0;
    return 0;
}
int __shrike_pthread_spin_destroy(pthread_spinlock_t *l) {
    __shrike_settle((const void *)(unsigned long)l, sizeof *l);
    __shrike_point(l, sizeof *l, POINT_SYNC);
    if (*l) __shrike_misuse("a lock is destroyed while a thread holds it");
    return 0;
}
int __shrike_pthread_spin_lock(pthread_spinlock_t *l) {
    __shrike_fence();
    __shrike_wait(spin(l), 0, 0, 0);
    __shrike_acquire(spin(l));
    *l = self();
    return 0;
}
int __shrike_pthread_spin_trylock(pthread_spinlock_t *l) {
    __shrike_fence();
    __shrike_point(l, sizeof *l, POINT_SYNC);
    if (*l) return EBUSY;
    __shrike_acquire(spin(l));
    *l = self();
    return 0;
}
/* The one that is a plain store in processors' libraries, and may be held back. */
int __shrike_pthread_spin_unlock(pthread_spinlock_t *l) {
    __shrike_settle(spin(l), sizeof *l);
    __shrike_store(spin(l), sizeof *l, POINT_SYNC);
    if (*l != self()) __shrike_misuse("the thread releases a lock that it does not hold");
    __shrike_release(spin(l));
    *l = 0;
    __shrike_stored(spin(l), sizeof *l, 0);
    return 0;
}

/* ---- conditions: who waits, as two words of bits --------------------------------------------------------------------- */

static unsigned *waiting(pthread_cond_t *c) { return (unsigned *)(void *)c; }

int __shrike_pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *a) {
    __shrike_settle(c, sizeof *c);
    __shrike_point(c, sizeof *c, POINT_SYNC);
    __builtin_memset(c, 0, sizeof *c);
    return 0;
}

int __shrike_pthread_cond_destroy(pthread_cond_t *c) {
    __shrike_settle(c, sizeof *c);
    __shrike_point(c, sizeof *c, POINT_SYNC);
    if (waiting(c)[0] || waiting(c)[1]) __shrike_misuse("a condition variable is destroyed while a thread waits for it");
    return 0;
}

static void sleep_on(pthread_cond_t *c, pthread_mutex_t *m) {
    int n = self() - 1;
    __shrike_point(c, sizeof *c, POINT_SYNC);
    __shrike_touch(m, sizeof *m, POINT_SYNC);
    check_mutex(m);
    if (!LOCK(m) || OWNER(m) != self()) __shrike_misuse("a thread waits for a condition without holding the mutex");
    waiting(c)[n / 32] |= 1u << n % 32;
    *__shrike_woken(n) = 0;
    release(m);
}

static void relock(pthread_mutex_t *m, unsigned count) {
    __shrike_wait(&LOCK(m), 0, 0, 0);
    take(m);
    COUNT(m) = count;
}

/* Or without one, if whoever schedules says so. */
static void wait_for_signal(pthread_cond_t *c, int how) {
    int n = self() - 1;
    __shrike_wait(__shrike_woken(n), 1, 0, how);
    if (*__shrike_woken(n)) return;
    __shrike_touch(c, sizeof *c, POINT_SYNC);
    waiting(c)[n / 32] &= ~(1u << n % 32);
}

int __shrike_pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) {
    __shrike_fence();
    unsigned count = COUNT(m);
    sleep_on(c, m);
    wait_for_signal(c, WAIT_SPURIOUS);
    relock(m, count);
    return 0;
}

int __shrike_pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *until) {
    __shrike_fence();
    unsigned count = COUNT(m);
    int n = self() - 1, late = happens("wait times out");
    sleep_on(c, m);
    if (late) {
        __shrike_point(c, sizeof *c, POINT_SYNC);
        waiting(c)[n / 32] &= ~(1u << n % 32);
    } else {
        wait_for_signal(c, WAIT_TIMED | WAIT_SPURIOUS);
    }
    relock(m, count);
    return late ? ETIMEDOUT : 0;
}

static void wake(pthread_cond_t *c, int n) {
    __shrike_touch(__shrike_woken(n), sizeof(int), POINT_SYNC);
    waiting(c)[n / 32] &= ~(1u << n % 32);
    *__shrike_woken(n) = 1;
}

/* One of those that wait, any of them. */
int __shrike_pthread_cond_signal(pthread_cond_t *c) {
    __shrike_fence();
    int last = -1;
    __shrike_point(c, sizeof *c, POINT_SYNC);
    for (int n = 0; n < THREADS_MOST; n++) {
        if (!(waiting(c)[n / 32] >> n % 32 & 1)) continue;
        if (last >= 0 && happens("this thread is woken")) break;
        last = n;
    }
    if (last >= 0) wake(c, last);
    return 0;
}

int __shrike_pthread_cond_broadcast(pthread_cond_t *c) {
    __shrike_fence();
    __shrike_point(c, sizeof *c, POINT_SYNC);
    for (int n = 0; n < THREADS_MOST && (waiting(c)[0] || waiting(c)[1]); n++)
        if (waiting(c)[n / 32] >> n % 32 & 1) wake(c, n);
    return 0;
}

/* ---- barriers: how many are wanted, how many came, how often it opened ---------------------------------------------- */

static int *gate(pthread_barrier_t *b) { return (int *)(void *)b; }

int __shrike_pthread_barrier_init(pthread_barrier_t *b, const pthread_barrierattr_t *a, unsigned count) {
    __shrike_settle(b, sizeof *b);
    __shrike_point(b, sizeof *b, POINT_SYNC);
    if (!count || count > INT_MAX) return EINVAL;
    __builtin_memset(b, 0, sizeof *b);
    gate(b)[0] = (int)count;
    return 0;
}

int __shrike_pthread_barrier_destroy(pthread_barrier_t *b) {
    __shrike_settle(b, sizeof *b);
    __shrike_point(b, sizeof *b, POINT_SYNC);
    if (gate(b)[1]) __shrike_misuse("a barrier is destroyed while a thread waits at it");
    return 0;
}

static int wait_at(pthread_barrier_t *b) {
    __shrike_fence();
    __shrike_point(b, sizeof *b, POINT_SYNC);
    __shrike_release(b);
    int opened = gate(b)[2];
    if (++gate(b)[1] == gate(b)[0]) {
        gate(b)[1] = 0;
        gate(b)[2]++;
        return PTHREAD_BARRIER_SERIAL_THREAD;
    }
    __shrike_wait(&gate(b)[2], opened, 1, 0);
    return 0;
}

int __shrike_pthread_barrier_wait(pthread_barrier_t *b) {
    int result = wait_at(b);
    __shrike_acquire(b);
    return result;
}

/* ---- semaphores: the value is the first word ------------------------------------------------------------------------ */

static int *value_of(sem_t *s) { return (int *)(void *)s; }
static int fail(int error) { return errno = error, -1; }

int __shrike_sem_init(sem_t *s, int shared, unsigned value) {
    __shrike_settle(s, sizeof *s);
    __shrike_point(s, sizeof *s, POINT_SYNC);
    if (value > INT_MAX) return fail(EINVAL);
    __builtin_memset(s, 0, sizeof *s);
    *value_of(s) = (int)value;
    return 0;
}
int __shrike_sem_destroy(sem_t *s) { return 0; }

int __shrike_sem_post(sem_t *s) {
    __shrike_fence();
    __shrike_point(s, sizeof *s, POINT_SYNC);
    if (*value_of(s) == INT_MAX) return fail(EOVERFLOW);
    __shrike_release(s);
    ++*value_of(s);
    return 0;
}

int __shrike_sem_wait(sem_t *s) {
    __shrike_fence();
    __shrike_wait(value_of(s), 0, 1, 0);
    __shrike_acquire(s);
    --*value_of(s);
    return 0;
}

int __shrike_sem_trywait(sem_t *s) {
    __shrike_fence();
    __shrike_point(s, sizeof *s, POINT_SYNC);
    if (!*value_of(s)) return fail(EAGAIN);
    __shrike_acquire(s);
    --*value_of(s);
    return 0;
}

int __shrike_sem_timedwait(sem_t *s, const struct timespec *until) {
    __shrike_fence();
    __shrike_point(s, sizeof *s, POINT_SYNC);
    if (!*value_of(s)) {
        if (happens("wait times out")) return fail(ETIMEDOUT);
        __shrike_wait(value_of(s), 0, 1, WAIT_TIMED);
    }
    __shrike_acquire(s);
    --*value_of(s);
    return 0;
}

int __shrike_sem_getvalue(sem_t *s, int *value) {
    __shrike_settle(value, sizeof *value);
    __shrike_settle(s, sizeof *s);
    __shrike_point(s, sizeof *s, POINT_SYNC);
    __shrike_touch(value, sizeof *value, POINT_WRITE);
    *value = *value_of(s);
    return 0;
}

/* ---- threads.h ---------------------------------------------------------------------------------------------------- */

static pthread_mutex_t *mutex(mtx_t *m) { return (pthread_mutex_t *)(void *)m; }
static pthread_cond_t *condition(cnd_t *c) { return (pthread_cond_t *)(void *)c; }

int __shrike_mtx_init(mtx_t *m, int type) {
    __shrike_pthread_mutex_init(mutex(m), NULL);
    if (type & mtx_recursive) KIND(mutex(m)) = PTHREAD_MUTEX_RECURSIVE;
    return thrd_success;
}
void __shrike_mtx_destroy(mtx_t *m) { __shrike_pthread_mutex_destroy(mutex(m)); }
int __shrike_mtx_lock(mtx_t *m) { return __shrike_pthread_mutex_lock(mutex(m)) ? thrd_error : thrd_success; }
int __shrike_mtx_trylock(mtx_t *m) { return __shrike_pthread_mutex_trylock(mutex(m)) ? thrd_busy : thrd_success; }
int __shrike_mtx_unlock(mtx_t *m) { return __shrike_pthread_mutex_unlock(mutex(m)) ? thrd_error : thrd_success; }
int __shrike_cnd_init(cnd_t *c) { return __shrike_pthread_cond_init(condition(c), NULL), thrd_success; }
void __shrike_cnd_destroy(cnd_t *c) { __shrike_pthread_cond_destroy(condition(c)); }
int __shrike_cnd_wait(cnd_t *c, mtx_t *m) { return __shrike_pthread_cond_wait(condition(c), mutex(m)), thrd_success; }
int __shrike_cnd_signal(cnd_t *c) { return __shrike_pthread_cond_signal(condition(c)), thrd_success; }
int __shrike_cnd_broadcast(cnd_t *c) { return __shrike_pthread_cond_broadcast(condition(c)), thrd_success; }

/* ---- atomic objects of a size that no instruction has: libatomic --------------------------------------------------- */

/* One step with the object; the other places are the thread's own, as a rule. */
static void step_with(void *m, size_t n, int kind, const void *own, int own_kind) {
    __shrike_settle(m, n);
    __shrike_settle(own, n);
    if (kind & POINT_WRITE) __shrike_fence();
    __shrike_point(m, n, kind);
    __shrike_touch(own, n, own_kind);
}

void __shrike___atomic_load(size_t n, void *m, void *to, int order) {
    step_with(m, n, POINT_READ | POINT_ATOMIC, to, POINT_WRITE);
    __builtin_memcpy(to, m, n);
}

void __shrike___atomic_store(size_t n, void *m, void *from, int order) {
    step_with(m, n, POINT_WRITE | POINT_ATOMIC, from, POINT_READ);
    __builtin_memcpy(m, from, n);
}

void __shrike___atomic_exchange(size_t n, void *m, void *from, void *to, int order) {
    step_with(m, n, POINT_WRITE | POINT_ATOMIC, from, POINT_READ);
    __shrike_touch(to, n, POINT_WRITE);
    __builtin_memcpy(to, m, n);
    __builtin_memcpy(m, from, n);
}

_Bool __shrike___atomic_compare_exchange(size_t n, void *m, void *expected, void *from, int order, int other) {
    step_with(m, n, POINT_WRITE | POINT_ATOMIC, from, POINT_READ);
    __shrike_touch(expected, n, POINT_WRITE);
    _Bool equal = __builtin_memcmp(m, expected, n) == 0;
    __builtin_memcpy(equal ? m : expected, equal ? from : m, n);
    return equal;
}
