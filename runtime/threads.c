/* Threads of pthread.h and threads.h for programs that create some (src/front/define/threads.def); locks are in locks.c.
 * Engines execute these models, and native runs are linked with them: both count the same points (threads.h).
 * A function is a few steps, each behind a point or a wait. */
#include "threads.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <threads.h>

#include "shrike_rt.h"

_Noreturn void rt_exit(int status); /* exit, by a name that no program redefines */

#pragma clang diagnostic ignored "-Wunused-parameter"
#pragma clang diagnostic ignored "-Wmissing-prototypes"

enum { KEYS = 16, MOST_ROUNDS = 4 };

/* A thread's copy of a thread-local variable. */
struct local {
    struct local *next;
    const void *variable;
    void *copy;
};

static struct thread {
    int done, joined, detached, woken;
    int void_start; /* `start` has no result */
    void *(*start)(void *);
    int (*start11)(void *);
    void *arg, *result;
    const void *values[KEYS];
    struct local *locals;
} all[THREADS_MOST];

static int made = 1;  /* threads so far */
static int buffering; /* they have store buffers */

static struct {
    int used;
    void (*destroy)(void *);
} keys[KEYS];

int *__shrike_woken(int thread) { return &all[thread].woken; }

/* ---- the life of a thread -------------------------------------------------------------------------------------- */

/* Whether it is there. */
static void touch_key(unsigned key) { __shrike_touch(&keys[key], sizeof keys[key], POINT_READ | POINT_ATOMIC | POINT_LOCK); }

static int destroy_values(struct thread *t) {
    int any = 0;
    for (int i = 0; i < KEYS; i++) {
        void *value = (void *)t->values[i];
        if (value) touch_key((unsigned)i);
        if (!value || !keys[i].used || !keys[i].destroy) continue;
        t->values[i] = NULL;
        any = 1;
        keys[i].destroy(value);
    }
    return any;
}

static _Noreturn void end(void *result) {
    struct thread *t = &all[__shrike_thread_self()];
    for (int i = 0; i < MOST_ROUNDS && destroy_values(t); i++) {}
    if (t == all) {
        for (int i = 1; i < made; i++) {
            if (!all[i].start && !all[i].start11) continue; /* a helper */
            __shrike_wait(&all[i].done, 1, 0, 0);
            __shrike_touch(&made, sizeof made, POINT_READ | POINT_ATOMIC | POINT_LOCK);
        }
        rt_exit(0);
    }
    __shrike_fence();
    __shrike_point(&t->done, sizeof t->done, POINT_SYNC);
    __shrike_release(&t->done);
    __shrike_order_end();
    t->result = result;
    t->done = 1;
    __shrike_thread_end();
}

/* C does not say what it means to start a function without result by a cast pointer; machines call it, many programs
 * do it, and native runs show no error. So it is called as what it is, and nobody may ask for what it has returned. */
static void *call_start(struct thread *t) {
    if (__shrike_has_result(t->start)) return t->start(t->arg);
    __shrike_suppose("a function without result can be the start of a thread");
    t->void_start = 1;
    ((void (*)(void *))(void (*)(void))t->start)(t->arg);
    return NULL;
}

static void run(int number) {
    struct thread *t = &all[number];
    if (t->start11) end((void *)(long)t->start11(t->arg));
    void *result = call_start(t);
    end(result);
}

/* A thread gets a buffer for its stores. */
static void give_buffer(int thread) {
    int helper = made++;
    if (helper >= THREADS_MOST) __shrike_unsupported("more than 31 threads in one run with store buffers");
    all[helper].detached = 1;
    __shrike_buffer_begin(thread);
}

static int create(int detached, void *(*start)(void *), int (*start11)(void *), void *arg) {
    __shrike_start_fits(start ? (void (*)(void))start : (void (*)(void))start11, !start);
    __shrike_suppose_works("threads can be created");
    __shrike_fence();
    __shrike_point(&made, sizeof made, POINT_SYNC);
    if (buffering && made == 1) give_buffer(0);
    int n = made++;
    if (n >= THREADS_MOST) __shrike_unsupported("more than 63 threads in one run");
    all[n].detached = detached;
    all[n].start = start;
    all[n].start11 = start11;
    all[n].arg = arg;
    __shrike_order_create(n);
    __shrike_thread_start(run);
    if (buffering) give_buffer(n);
    return n + 1;
}

/* The thread of an id that may still be joined. */
static struct thread *joinable(unsigned long id, const char *what) {
    int n = id > 0 && id <= (unsigned long)made ? (int)(id - 1) : -1;
    if (n >= 0) __shrike_touch(&all[n].joined, sizeof all[n].joined, POINT_READ | POINT_ATOMIC | POINT_LOCK);
    if (n < 0 || all[n].joined || all[n].detached) __shrike_misuse(what);
    return n < 0 ? all : &all[n];
}

static struct thread *join(unsigned long id) {
    struct thread *t = joinable(id, "join of a thread that does not exist, was joined before or is detached");
    __shrike_fence();
    __shrike_wait(&t->done, 1, 0, 0);
    __shrike_touch(&t->joined, sizeof t->joined, POINT_SYNC);
    __shrike_acquire(&t->done);
    if (t->joined) __shrike_misuse("join of a thread that was joined before");
    t->joined = 1;
    return t;
}

/* How large the stack is to be: the engine's limit is one for all threads. */
static size_t *stack_size(pthread_attr_t *a) { return (size_t *)(void *)a + 1; }

enum { LEAST_STACK = 16384, USUAL_STACK = 8 << 20 };

int __shrike_pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*start)(void *), void *arg) {
    if (a) __shrike_settle(a, sizeof *a);
    size_t size = a ? *stack_size((pthread_attr_t *)(unsigned long)a) : 0;
    if (size && size < USUAL_STACK) __shrike_suppose("smaller stacks that the program sets are large enough for their threads");
    int detached = a && *(const int *)(const void *)a == PTHREAD_CREATE_DETACHED;
    int id = create(detached, start, NULL, arg);
    __shrike_touch(t, sizeof *t, POINT_WRITE);
    *t = (pthread_t)id;
    return 0;
}

int __shrike_tso_pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*start)(void *), void *arg) {
    buffering = 1;
    return __shrike_pthread_create(t, a, start, arg);
}

int __shrike_pthread_join(pthread_t id, void **result) {
    if (id == (pthread_t)__shrike_thread_self() + 1) return EDEADLK;
    struct thread *t = join(id);
    if (result) {
        if (t->void_start) __shrike_unsupported("the result of a thread whose function has none");
        __shrike_touch(result, sizeof *result, POINT_WRITE);
        *result = t->result;
    }
    return 0;
}

int __shrike_pthread_detach(pthread_t id) {
    struct thread *t = joinable(id, "detach of a thread that does not exist, was joined or is detached");
    __shrike_fence();
    __shrike_point(&t->joined, sizeof t->joined, POINT_SYNC);
    t->detached = 1;
    return 0;
}

void __shrike_pthread_exit(void *result) {
    all[__shrike_thread_self()].void_start = 0;
    end(result);
}
pthread_t __shrike_pthread_self(void) { return (pthread_t)__shrike_thread_self() + 1; }
int __shrike_sched_yield(void) { return 0; }

int __shrike_pthread_attr_init(pthread_attr_t *a) {
    __shrike_settle(a, sizeof *a);
    *(int *)(void *)a = PTHREAD_CREATE_JOINABLE;
    *stack_size(a) = USUAL_STACK;
    return 0;
}
int __shrike_pthread_attr_setdetachstate(pthread_attr_t *a, int state) {
    __shrike_settle(a, sizeof *a);
    *(int *)(void *)a = state;
    return 0;
}
int __shrike_pthread_attr_setstacksize(pthread_attr_t *a, size_t n) {
    __shrike_settle(a, sizeof *a);
    if (n < LEAST_STACK) return EINVAL;
    *stack_size(a) = n;
    return 0;
}
int __shrike_pthread_attr_getstacksize(const pthread_attr_t *a, size_t *n) {
    __shrike_settle(a, sizeof *a);
    __shrike_settle(n, sizeof *n);
    *n = *stack_size((pthread_attr_t *)(unsigned long)a);
    return 0;
}
int __shrike_pthread_attr_getdetachstate(const pthread_attr_t *a, int *state) {
    __shrike_settle(a, sizeof *a);
    __shrike_settle(state, sizeof *state);
    *state = *(const int *)(const void *)a;
    return 0;
}

int __shrike_thrd_create(thrd_t *t, thrd_start_t start, void *arg) {
    int id = create(0, NULL, start, arg);
    __shrike_touch(t, sizeof *t, POINT_WRITE);
    *t = (thrd_t)id;
    return thrd_success;
}

int __shrike_tso_thrd_create(thrd_t *t, thrd_start_t start, void *arg) {
    buffering = 1;
    return __shrike_thrd_create(t, start, arg);
}

int __shrike_thrd_join(thrd_t id, int *result) {
    struct thread *t = join(id);
    if (result) {
        __shrike_touch(result, sizeof *result, POINT_WRITE);
        *result = (int)(long)t->result;
    }
    return thrd_success;
}

int __shrike_thrd_detach(thrd_t id) { return __shrike_pthread_detach(id), thrd_success; }
void __shrike_thrd_exit(int result) { end((void *)(long)result); }
thrd_t __shrike_thrd_current(void) { return (thrd_t)__shrike_thread_self() + 1; }
int __shrike_thrd_equal(thrd_t a, thrd_t b) { return a == b; }
void __shrike_thrd_yield(void) {}

/* ---- values of a thread ------------------------------------------------------------------------------------------ */

int __shrike_pthread_key_create(pthread_key_t *key, void (*destroy)(void *)) {
    __shrike_settle(key, sizeof *key);
    __shrike_point(keys, sizeof keys, POINT_SYNC);
    for (unsigned i = 0; i < KEYS; i++) {
        if (keys[i].used) continue;
        keys[i].used = 1;
        keys[i].destroy = destroy;
        __shrike_touch(key, sizeof *key, POINT_WRITE);
        *key = i;
        return 0;
    }
    __shrike_unsupported("more than 16 keys of threads");
}

int __shrike_pthread_key_delete(pthread_key_t key) {
    __shrike_point(keys, sizeof keys, POINT_SYNC);
    if (key >= KEYS || !keys[key].used) return EINVAL;
    keys[key].used = 0;
    for (int i = 0; i < THREADS_MOST; i++) all[i].values[key] = NULL;
    return 0;
}

int __shrike_pthread_setspecific(pthread_key_t key, const void *value) {
    if (key < KEYS) touch_key(key);
    if (key >= KEYS || !keys[key].used) return EINVAL;
    all[__shrike_thread_self()].values[key] = value;
    return 0;
}

void *__shrike_pthread_getspecific(pthread_key_t key) {
    if (key < KEYS) touch_key(key);
    return key < KEYS && keys[key].used ? (void *)all[__shrike_thread_self()].values[key] : NULL;
}

int __shrike_tss_create(tss_t *key, tss_dtor_t destroy) {
    pthread_key_t made_key = 0;
    __shrike_settle(key, sizeof *key);
    __shrike_pthread_key_create(&made_key, destroy);
    *key = made_key;
    return thrd_success;
}
void __shrike_tss_delete(tss_t key) { __shrike_pthread_key_delete(key); }
int __shrike_tss_set(tss_t key, void *value) { return __shrike_pthread_setspecific(key, value) ? thrd_error : thrd_success; }
void *__shrike_tss_get(tss_t key) { return __shrike_pthread_getspecific(key); }

void *__shrike_thread_local(void *variable, const void *image, size_t size) {
    int n = __shrike_thread_self();
    if (n == 0) return variable;
    for (struct local *l = all[n].locals; l; l = l->next)
        if (l->variable == variable) return l->copy;
    struct local *l = malloc(sizeof *l);
    void *copy = malloc(size);
    if (!l || !copy) __shrike_unsupported("no room for a thread-local variable");
    __shrike_own(l);
    __shrike_own(copy);
    __builtin_memcpy(copy, image, size);
    *l = (struct local){all[n].locals, variable, copy};
    all[n].locals = l;
    return copy;
}

/* ---- once: 0, 1 while the function runs, 2 ---------------------------------------------------------------------- */

static void run_once(int *control, void (*f)(void)) {
    __shrike_settle(control, sizeof *control);
    __shrike_point(control, sizeof *control, POINT_READ | POINT_ATOMIC | POINT_LOCK);
    if (*control == 2) return;
    __shrike_fence();
    __shrike_point(control, sizeof *control, POINT_SYNC);
    if (*control == 2) return;
    if (*control == 1) return __shrike_wait(control, 2, 0, 0);
    *control = 1;
    f();
    __shrike_fence();
    __shrike_point(control, sizeof *control, POINT_SYNC);
    __shrike_release(control);
    *control = 2;
}

static void once(int *control, void (*f)(void)) {
    run_once(control, f);
    __shrike_acquire(control);
}

int __shrike_pthread_once(pthread_once_t *control, void (*f)(void)) { return once(control, f), 0; }
void __shrike_call_once(once_flag *control, void (*f)(void)) { once((int *)(void *)control, f); }
