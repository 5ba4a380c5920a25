/* Threads of native runs: one runs at a time, and they take turns where the test's schedule says so. What the models
 * (runtime/threads.c, compiled into this library) ask for is counted as engines count it (src/exec/core/threads.h). */
#include "replay_rt.h"

#include <limits.h>
#include <malloc.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../runtime/threads.h"

enum pending { PENDING_START, PENDING_ACCESS, PENDING_WAIT };

static struct native_thread {
    sem_t go;
    enum pending next;
    const int *word; /* of a wait */
    int value, differs, timed, spurious;
    int ended, helper;
    void (*run)(int);
    uintptr_t at; /* of an access */
    size_t size;
    int kind;
} threads[THREADS_MOST];

static int nthreads = 1, alive = 1, running, deadlocked;
static unsigned atomic;
static unsigned long arrivals;
static __thread int own_number;

/* ---- the schedule ------------------------------------------------------------------------------------------------ */

/* The turns that follow, "THREAD@ARRIVAL THREAD@ARRIVAL ..."; bytes of a record are followed by zeros or another record. */
static const char *turns, *turns_end;
static struct {
    unsigned long thread, arrival; /* ULONG_MAX: there is none */
} turn;

static int wants_races; /* the schedule is for one */
static int races; /* the end of the schedule is reached, and a race is looked for */

static void next_turn(void) {
    char *end;
    turn.arrival = ULONG_MAX;
    if (turns >= turns_end) return;
    turn.thread = strtoul(turns, &end, 10);
    if (*end != '@') { /* "race" */
        races = 1;
        turns = turns_end;
        return;
    }
    turn.arrival = strtoul(end + 1, &end, 10);
    turns = end + 1;
}

static void read_turns(void) {
    const struct record *r = record_next(NULL, IN_SCHEDULE);
    char *copy = r ? calloc(r->size + 2, 1) : NULL;
    if (copy) memcpy(copy, record_bytes(r), r->size);
    wants_races = copy && strstr(copy, "race");
    turns = copy;
    turns_end = copy ? copy + r->size : NULL;
    next_turn();
}

static int is_enabled(int n) {
    const struct native_thread *t = &threads[n];
    if (t->ended) return 0;
    return t->next != PENDING_WAIT || (*t->word == t->value) != !!t->differs;
}

/* A schedule may wake a thread that waits for a condition. */
static int may_go_on(int n) {
    const struct native_thread *t = &threads[n];
    return is_enabled(n) || (!t->ended && t->next == PENDING_WAIT && t->spurious);
}

static int next_enabled(void) {
    for (int i = 0; i < nthreads; i++)
        if (is_enabled((running + i) % nthreads)) return (running + i) % nthreads;
    return -1;
}

/* Who goes on; -1: nobody can. */
static int choose(void) {
    if (!turns) read_turns();
    while (turn.arrival < arrivals) next_turn();
    if (turn.arrival != arrivals) return next_enabled();
    unsigned long thread = turn.thread;
    next_turn(); /* it may be the last, and what the thread does now the race */
    if (thread >= (unsigned long)nthreads || !may_go_on((int)thread)) stop("diverged", "a thread cannot continue where the schedule requires it");
    return (int)thread;
}

static void report_deadlock(void) {
    stop("deadlock", alive == 1 ? "the only thread left waits for ever" : "all threads wait for one another");
}

/* Whoever has not ended and is first tells of it. */
static int nobody(void) {
    int first = 0, ends = 0;
    for (int i = 0; i < nthreads; i++) ends |= !threads[i].ended && threads[i].next == PENDING_WAIT && threads[i].timed;
    while (threads[first].ended) first++;
    if (ends) stop("diverged", "all threads wait, and one of the waits times out");
    deadlocked = 1;
    return first;
}

static void wait_for_turn(int n) {
    while (sem_wait(&threads[n].go) != 0) {}
    if (deadlocked) report_deadlock();
}

/* Somebody goes on. True: it is somebody else. */
static int give_turn(void) {
    int next = choose(), self = running;
    if (next < 0) next = nobody();
    if (next == self && !threads[self].ended) {
        if (deadlocked) report_deadlock();
        return 0;
    }
    running = next;
    sem_post(&threads[next].go);
    return 1;
}

/* ---- races ------------------------------------------------------------------------------------------------------------ */

static int conflict(uintptr_t at, size_t size, int kind, const struct native_thread *u) {
    int apart = POINT_LOCK | POINT_ANYTHING | POINT_ASSUME | POINT_SEEN;
    if (u->ended || u->next != PENDING_ACCESS || (u->kind | kind) & apart || (u->kind & kind & POINT_ATOMIC)) return 0;
    return (u->kind | kind) & POINT_WRITE && at < u->at + u->size && u->at < at + size;
}

/* The thread does this now: is another one about to do something to the same bytes? */
static void look_for_race(const volatile void *p, size_t n, int kind) {
    if (!races) return;
    if (atomic) kind |= POINT_ATOMIC;
    for (int i = 0; i < nthreads; i++)
        if (i != own_number && conflict((uintptr_t)p, n, kind, &threads[i])) stop("data-race", "two threads access the same memory at once");
}

/* ---- what the models ask for ------------------------------------------------------------------------------------------ */

static void arrive(struct native_thread *t) {
    arrivals++;
    if (((alive > 1 || t->helper) && !atomic) || (t->next == PENDING_WAIT && !is_enabled(own_number)))
        if (give_turn()) wait_for_turn(own_number);
}

/* A lock that is used must be there: the models that use it are no code that a sanitizer looks at. */
static void need_lock(const volatile void *p, size_t n, int kind) {
    if (kind == POINT_SYNC) need((const void *)p, n);
}

PUBLIC void __shrike_point(const volatile void *p, size_t n, int kind) {
    struct native_thread *t = &threads[own_number];
    need_lock(p, n, kind);
    t->next = PENDING_ACCESS;
    if (kind & POINT_WHOLE) n = p ? malloc_usable_size((void *)(uintptr_t)p) : 0;
    t->at = (uintptr_t)p;
    t->size = n;
    t->kind = kind;
    arrive(t);
    look_for_race(p, n, kind);
}

PUBLIC void __shrike_touch(const volatile void *p, size_t n, int kind) {
    need_lock(p, n, kind);
    look_for_race(p, n, kind);
}

PUBLIC void __shrike_wait(const int *word, int value, int differs, int how) {
    struct native_thread *t = &threads[own_number];
    need(word, sizeof *word);
    t->next = PENDING_WAIT;
    t->word = word;
    t->value = value;
    t->differs = differs;
    t->timed = how & WAIT_TIMED;
    t->spurious = how & WAIT_SPURIOUS;
    arrive(t);
}

static void *begin(void *arg) {
    own_number = (int)(intptr_t)arg;
    wait_for_turn(own_number);
    threads[own_number].run(own_number);
    return NULL;
}

static int start(void (*run)(int)) {
    int n = nthreads++;
    pthread_t id;
    threads[n].run = run;
    sem_init(&threads[n].go, 0, 0);
    if (n == 1) sem_init(&threads[0].go, 0, 0);
    if (pthread_create(&id, NULL, begin, (void *)(intptr_t)n) != 0) stop("diverged", "a thread could not be created");
    pthread_detach(id);
    return n;
}

PUBLIC int __shrike_thread_start(void (*run)(int)) {
    alive++;
    return start(run);
}

PUBLIC int __shrike_helper_start(void (*run)(int)) {
    int n = start(run);
    threads[n].helper = 1;
    return n;
}

PUBLIC int __shrike_has_result(void *(*start)(void *)) { return start != NULL; }
PUBLIC void __shrike_start_fits(void (*start)(void), int c11) { call_type_of_start((void *)start, c11); }
PUBLIC int __shrike_thread_alone(void) { return alive == 1; }

__attribute__((weak)) void *__asan_region_is_poisoned(void *start, size_t size);
PUBLIC int __shrike_is_there(const void *p, size_t n) {
    return !__asan_region_is_poisoned || !__asan_region_is_poisoned((void *)(uintptr_t)p, n);
}
PUBLIC size_t __shrike_extent(const void *p) { return malloc_usable_size((void *)(uintptr_t)p); }

PUBLIC void __shrike_own(const void *block) { (void)block; }
PUBLIC int __shrike_thread_self(void) { return own_number; }

PUBLIC void __shrike_thread_end(void) {
    threads[own_number].ended = 1;
    alive--;
    arrivals++;
    give_turn();
    pthread_exit(NULL);
}

PUBLIC void __shrike_atomic_begin(void) {
    __shrike_point(NULL, 0, POINT_READ);
    atomic++;
}

PUBLIC void __shrike_atomic_end(void) {
    if (atomic) atomic--;
}

PUBLIC void __shrike_misuse(const char *what) { stop("misused-lock", what); }

PUBLIC int __shrike_races_wanted(void) {
    if (!turns) read_turns();
    return wants_races;
}
PUBLIC void __shrike_race(const void *p, int kind, int thread, int other_kind) {
    (void)p, (void)kind, (void)thread, (void)other_kind;
    stop("data-race", "two threads access the same memory with nothing to order them");
}
PUBLIC void __shrike_suppose_ordered(void) {}
PUBLIC void __shrike_suppose_locks(void) {}

PUBLIC void __shrike_unsupported(const char *what) { stop("diverged", what); }

PUBLIC void __shrike_suppose(const char *what) { (void)what; }
PUBLIC void __shrike_suppose_works(const char *what) { (void)what; }

PUBLIC long long __shrike_word(const char *name, long long low, long long high) {
    int32_t value = 0;
    (void)low, (void)high;
    take(&value, sizeof value, name);
    return value;
}
