// What orders in programs with relaxed operations, and what does not: locks, semaphores, barriers and their kin.
// RUN: %safe --check=race --no-confirm -DMUTEX %s
// RUN: %unsafe --check=race -DTRYLOCK %s
// RUN: %unsafe --check=race -DSTRONG -DTRYLOCK %s
// RUN: %safe --check=race --no-confirm -DSEM %s
// RUN: %unsafe --check=race -DVALUE %s
// RUN: %unsafe --check=race -DSTRONG -DVALUE %s
// RUN: %safe --check=race --no-confirm -DBARRIER %s
// RUN: %safe --check=race --no-confirm -DCONDITION %s
// RUN: %safe --check=race --no-confirm -DONCE %s
// RUN: %safe --check=race --no-confirm -DRWLOCK %s
// RUN: %unsafe --check=race -DREADERS %s
// RUN: %safe --check=race --no-confirm -DSPIN %s
// RUN: %safe --check=race --no-confirm -DTWICE=acquire %s
// RUN: %unsafe --check=race -DTWICE=relaxed %s
// RUN: %safe --check=race --no-confirm -DTICKET=acquire %s
// RUN: %unsafe --check=race -DTICKET=relaxed %s
// RUN: %safe --check=race --no-confirm -DSECTION %s
// RUN: %safe --check=race --no-confirm -DCHAIN %s
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#define PASTE(a, b) a##b
#define ORDER(name) PASTE(memory_order_, name)
#ifdef STRONG
#define LOAD(x) atomic_load(&x)
#else
#define LOAD(x) atomic_load_explicit(&x, memory_order_relaxed)
#endif
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int data, ready;
static atomic_int flag, next, serving;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_barrier_t b;
static sem_t s;

#if defined MUTEX || defined SPIN || defined ONCE || defined TWICE || defined TICKET
#define ALIKE
static void init(void) { data = 1; }
static void both(void) {
#if defined MUTEX
    pthread_mutex_lock(&m);
    data++;
    pthread_mutex_unlock(&m);
#elif defined SPIN
    pthread_spin_lock(&spin);
    data++;
    pthread_spin_unlock(&spin);
#elif defined ONCE
    pthread_once(&once, init);
    if (!data) ready = 1;
#elif defined TWICE
    if (!atomic_load_explicit(&flag, ORDER(TWICE))) {
        pthread_mutex_lock(&m);
        if (!LOAD(flag)) {
            init();
            atomic_store_explicit(&flag, 1, memory_order_release);
        }
        pthread_mutex_unlock(&m);
    }
    if (!data) ready = 1;
#else
    int mine = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
    while (atomic_load_explicit(&serving, ORDER(TICKET)) != mine) {}
    data++;
    atomic_store_explicit(&serving, mine + 1, memory_order_release);
#endif
}
#endif

static void one(void) {
    data = 1;
    LOAD(flag);
#if defined ALIKE
#elif defined TRYLOCK
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
#elif defined SEM || defined VALUE
    sem_post(&s);
#elif defined BARRIER
    pthread_barrier_wait(&b);
#elif defined CONDITION
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
#elif defined RWLOCK
    pthread_rwlock_wrlock(&rw);
    ready = 1;
    pthread_rwlock_unlock(&rw);
#elif defined READERS
    pthread_rwlock_rdlock(&rw);
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    pthread_rwlock_unlock(&rw);
#elif defined SECTION
    __VERIFIER_atomic_begin();
    ready = 1;
    __VERIFIER_atomic_end();
#endif
}

static int is_ready(void) {
    int result = 1;
#if defined TRYLOCK
    result = pthread_mutex_trylock(&m) != 0;
    if (!result) pthread_mutex_unlock(&m);
#elif defined SEM
    sem_wait(&s);
#elif defined VALUE
    sem_getvalue(&s, &result);
#elif defined BARRIER
    pthread_barrier_wait(&b);
#elif defined CONDITION
    pthread_mutex_lock(&m);
    while (!ready) pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
#elif defined RWLOCK
    pthread_rwlock_rdlock(&rw);
    result = ready;
    pthread_rwlock_unlock(&rw);
#elif defined READERS
    pthread_rwlock_rdlock(&rw);
    result = LOAD(flag);
    pthread_rwlock_unlock(&rw);
#elif defined SECTION
    __VERIFIER_atomic_begin();
    result = ready;
    __VERIFIER_atomic_end();
#endif
    return result;
}

static void *grandchild(void *arg) {
    data++;
    return arg;
}

static void *other(void *arg) {
#if defined ALIKE
    both();
#elif defined CHAIN
    pthread_t t;
    data = 1;
    pthread_create(&t, 0, grandchild, 0);
    pthread_join(t, 0);
    data++;
#else
    if (is_ready()) data++;
#endif
    return arg;
}

int main(void) {
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_barrier_init(&b, 0, 2);
    pthread_spin_init(&spin, 0);
    pthread_create(&t, 0, other, 0);
#if defined ALIKE
    both();
#elif defined CHAIN
    LOAD(flag);
#else
    one();
#endif
    pthread_join(t, 0);
    data = 2;
    return grandchild != 0;
}
