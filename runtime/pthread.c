/* pthread.h, semaphore.h, threads.h as far as a program with one thread needs them: nobody else
 * holds a lock, so taking one succeeds. Creating a thread has no model. */
#include "rt.h"

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <threads.h>

#pragma clang diagnostic ignored "-Wunused-parameter"

/* They must be there all the same. */
static void look(const volatile void *p, size_t n) {
    (void)*(const volatile char *)p;
    (void)((const volatile char *)p)[n - 1];
}

#define BEGINS(name, type, ...) \
    int name(type *p, ##__VA_ARGS__) { return rt_memset((void *)(uintptr_t)p, 0, sizeof *p), 0; }
#define USES(name, type, ...) \
    int name(type *p, ##__VA_ARGS__) { return look(p, sizeof *p), 0; }
BEGINS(pthread_mutex_init, pthread_mutex_t, const pthread_mutexattr_t *a)
USES(pthread_mutex_destroy, pthread_mutex_t)
USES(pthread_mutex_lock, pthread_mutex_t)
USES(pthread_mutex_trylock, pthread_mutex_t)
USES(pthread_mutex_unlock, pthread_mutex_t)
BEGINS(pthread_mutexattr_init, pthread_mutexattr_t)
USES(pthread_mutexattr_destroy, pthread_mutexattr_t)
USES(pthread_mutexattr_settype, pthread_mutexattr_t, int type)
BEGINS(pthread_rwlock_init, pthread_rwlock_t, const pthread_rwlockattr_t *a)
USES(pthread_rwlock_destroy, pthread_rwlock_t)
USES(pthread_rwlock_rdlock, pthread_rwlock_t)
USES(pthread_rwlock_wrlock, pthread_rwlock_t)
USES(pthread_rwlock_unlock, pthread_rwlock_t)
BEGINS(pthread_spin_init, pthread_spinlock_t, int shared)
USES(pthread_spin_destroy, pthread_spinlock_t)
USES(pthread_spin_lock, pthread_spinlock_t)
USES(pthread_spin_unlock, pthread_spinlock_t)
BEGINS(pthread_cond_init, pthread_cond_t, const pthread_condattr_t *a)
USES(pthread_cond_destroy, pthread_cond_t)
USES(pthread_cond_signal, pthread_cond_t)
USES(pthread_cond_broadcast, pthread_cond_t)
BEGINS(pthread_attr_init, pthread_attr_t)
USES(pthread_attr_destroy, pthread_attr_t)
USES(pthread_attr_setdetachstate, pthread_attr_t, int state)
USES(pthread_attr_setstacksize, pthread_attr_t, size_t n)
USES(pthread_mutex_timedlock, pthread_mutex_t, const struct timespec *t)
USES(pthread_rwlock_tryrdlock, pthread_rwlock_t)
USES(pthread_rwlock_trywrlock, pthread_rwlock_t)
BEGINS(pthread_rwlockattr_init, pthread_rwlockattr_t)
USES(pthread_rwlockattr_destroy, pthread_rwlockattr_t)
USES(pthread_spin_trylock, pthread_spinlock_t)
BEGINS(pthread_condattr_init, pthread_condattr_t)
USES(pthread_condattr_destroy, pthread_condattr_t)
USES(pthread_condattr_setclock, pthread_condattr_t, clockid_t clock)
USES(pthread_mutexattr_setpshared, pthread_mutexattr_t, int shared)
USES(pthread_attr_setscope, pthread_attr_t, int scope)
USES(pthread_barrier_destroy, pthread_barrier_t)
BEGINS(mtx_init, mtx_t, int type)
USES(mtx_lock, mtx_t)
USES(mtx_trylock, mtx_t)
USES(mtx_unlock, mtx_t)
BEGINS(cnd_init, cnd_t)
USES(cnd_signal, cnd_t)
USES(cnd_broadcast, cnd_t)

/* What is set is remembered; nobody cancels the only thread. */
static int exchange(int *state, int new, int *old) {
    if (new < 0 || new > 1) return EINVAL;
    if (old) *old = *state;
    *state = new;
    return 0;
}

static int cancel_state = PTHREAD_CANCEL_ENABLE, cancel_type = PTHREAD_CANCEL_DEFERRED;
int pthread_setcancelstate(int state, int *old) { return exchange(&cancel_state, state, old); }
int pthread_setcanceltype(int type, int *old) { return exchange(&cancel_type, type, old); }

void pthread_testcancel(void) {}
void mtx_destroy(mtx_t *m) { look(m, sizeof *m); }
void cnd_destroy(cnd_t *c) { look(c, sizeof *c); }
void thrd_yield(void) {}

pthread_t pthread_self(void) { return 1; }
int pthread_equal(pthread_t a, pthread_t b) { return a == b; }

static int run_once(int *once, void (*f)(void)) {
    if (*once) return 0;
    *once = 1;
    f();
    return 0;
}

int pthread_once(pthread_once_t *once, void (*f)(void)) { return run_once(once, f); }
void call_once(once_flag *once, void (*f)(void)) { run_once((int *)(void *)once, f); }

/* ---- values of the only thread; destructors run when a thread ends, and it never does ---- */
enum { KEYS = 64 };
static const void *values[KEYS];
static bool used[KEYS];

static int create_key(unsigned *key) {
    for (unsigned i = 0; i < KEYS; i++) {
        if (used[i]) continue;
        used[i] = true;
        values[i] = NULL;
        *key = i;
        return 0;
    }
    return EAGAIN;
}

static int delete_key(unsigned key) {
    if (key >= KEYS || !used[key]) return EINVAL;
    used[key] = false;
    return 0;
}

static int set_value(unsigned key, const void *value) {
    if (key >= KEYS || !used[key]) return EINVAL;
    values[key] = value;
    return 0;
}

static void *get_value(unsigned key) { return key < KEYS && used[key] ? (void *)values[key] : NULL; }

int pthread_key_create(pthread_key_t *key, void (*destroy)(void *)) { return create_key(key); }
int pthread_key_delete(pthread_key_t key) { return delete_key(key); }
int pthread_setspecific(pthread_key_t key, const void *value) { return set_value(key, value); }
void *pthread_getspecific(pthread_key_t key) { return get_value(key); }
int tss_create(tss_t *key, tss_dtor_t destroy) { return create_key(key) == 0 ? thrd_success : thrd_error; }
void tss_delete(tss_t key) { delete_key(key); }
int tss_set(tss_t key, void *value) { return set_value(key, value) == 0 ? thrd_success : thrd_error; }
void *tss_get(tss_t key) { return get_value(key); }

/* ---- what needs a second thread ---- */
#define UNSUPPORTED(type, name, ...) \
    type name(__VA_ARGS__) { __shrike_unsupported(#name); }
UNSUPPORTED(int, pthread_create, pthread_t *t, const pthread_attr_t *a, void *(*f)(void *), void *p)
UNSUPPORTED(int, pthread_join, pthread_t t, void **result)
UNSUPPORTED(int, pthread_detach, pthread_t t)
UNSUPPORTED(int, pthread_kill, pthread_t t, int sig)
UNSUPPORTED(int, pthread_barrier_wait, pthread_barrier_t *b)
UNSUPPORTED(int, pthread_barrier_init, pthread_barrier_t *b, const pthread_barrierattr_t *a,
            unsigned n)
UNSUPPORTED(int, thrd_create, thrd_t *t, thrd_start_t f, void *p)
UNSUPPORTED(int, thrd_join, thrd_t t, int *result)
UNSUPPORTED(int, cnd_wait, cnd_t *c, mtx_t *m)
UNSUPPORTED(int, pthread_cancel, pthread_t t)
UNSUPPORTED(int, pthread_cond_wait, pthread_cond_t *c, pthread_mutex_t *m)
UNSUPPORTED(int, pthread_cond_timedwait, pthread_cond_t *c, pthread_mutex_t *m,
            const struct timespec *t)

void pthread_exit(void *result) { rt_exit(0); }

/* ---- semaphores: the value is the first word ---- */
static int *count(sem_t *s) { return (int *)(void *)s; }

int sem_init(sem_t *s, int shared, unsigned value) {
    if (value > INT_MAX) return rt_fail(EINVAL);
    rt_memset(s, 0, sizeof *s);
    *count(s) = (int)value;
    return 0;
}
int sem_destroy(sem_t *s) { return 0; }
int sem_post(sem_t *s) { return ++*count(s), 0; }
int sem_getvalue(sem_t *restrict s, int *restrict value) { return *value = *count(s), 0; }
int sem_trywait(sem_t *s) { return *count(s) > 0 ? --*count(s), 0 : rt_fail(EAGAIN); }
int sem_wait(sem_t *s) {
    if (*count(s) <= 0) __shrike_unsupported("sem_wait that would wait for ever");
    return --*count(s), 0;
}
