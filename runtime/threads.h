/* Threads: what the models in threads.c ask of whoever executes them, an engine (src/exec/core/threads.h) or the
 * library of native runs (replay/threads.c). One thread runs at a time; others come in at points and waits only. */
#ifndef SHRIKE_THREADS_H
#define SHRIKE_THREADS_H

#include <stddef.h>

/* As ir/access.h. */
enum { POINT_READ = 0, POINT_WRITE = 1, POINT_ATOMIC = 2, POINT_WHOLE = 4, POINT_ANYTHING = 8, POINT_LOCK = 16, POINT_ASSUME = 32, POINT_HELD = 64, POINT_SEEN = 128, POINT_WIDE = 256, POINT_SYNC = 1 | 2 | 16 };
/* POINT_HELD: in the thread's store buffer, so that no other sees it; POINT_SEEN: a store leaves it. */
enum { THREADS_MOST = 64 };

/* Others may come in; then the thread does something to these bytes. */
void __shrike_point(const volatile void *p, size_t n, int kind);
/* In the same step it does something to these, too. */
void __shrike_touch(const volatile void *p, size_t n, int kind);
/* Others come in until *word is `value` (or, if `differs`, is not); the thread goes on with a step that may change
 * the word. `how`: it need not wait for ever; it may go on all the same, if whoever schedules lets it. */
enum { WAIT_TIMED = 1, WAIT_SPURIOUS = 2 };
void __shrike_wait(const int *word, int value, int differs, int how);
/* Threads are numbered from 0, which is the first. A new one runs main(number), which does not return. */
int __shrike_thread_start(void (*run)(int));
int __shrike_thread_self(void);
/* Does the function return something? Native runs do not know, and say that it does. */
int __shrike_has_result(void *(*start)(void *));
/* Is it a function of another type than a thread begins with (of threads.h if c11)? Then that is an error. Functions
 * without result pass. */
void __shrike_start_fits(void (*start)(void), int c11);
_Noreturn void __shrike_thread_end(void);
/* Between these nobody comes in. */
void __shrike_atomic_begin(void);
void __shrike_atomic_end(void);
/* The program uses a lock or a thread in a way that is undefined. */
void __shrike_misuse(const char *what);
/* The copy of a thread-local variable that the thread has; `image`: what a new thread finds there. */
void *__shrike_thread_local(void *variable, const void *image, size_t size);

/* ---- store buffers (buffers.c): programs call these if the memory model has some, models always ---- */
/* Before a store (or a copy) of n bytes, which goes to memory as ever, and behind it: if it is to be held back, memory
 * becomes what it was. `copied`: in pieces. The first one is a point. */
void __shrike_store(void *p, size_t n, int kind);
void __shrike_stored(void *p, size_t n, int copied);
/* A point; where to load from what the thread sees at p. */
void *__shrike_load(void *p, size_t n, int kind);
/* Goes on when all stores of the thread are in memory; ... those of these bytes are. */
void __shrike_fence(void);
void __shrike_settle(const void *p, size_t n);
/* Before a function of the library, which knows memory only. */
void __shrike_buffer_library(void);
/* The bytes come to their end: a variable, a block that is freed. */
void __shrike_forget(const void *p, size_t n);
void __shrike_forget_block(const void *p);
/* Atomic sections under such a model: nothing is held back before or in them. */
void __shrike_tso_atomic_begin(void);
void __shrike_tso_atomic_end(void);
/* A thread gets a buffer, and a helper that empties it. */
void __shrike_buffer_begin(int thread);

/* ... which ask of whoever executes them: a thread that counts for none, is there only one (helpers apart), may
 * these bytes be written, and how large is a block? */
int __shrike_helper_start(void (*run)(int));
int __shrike_thread_alone(void);
int __shrike_is_there(const void *p, size_t n);
size_t __shrike_extent(const void *p);

/* ---- what happens before what (orders.c): programs with atomic operations that are not sequentially consistent call
 * these, models always ---- */
enum { ORDER_ACQUIRE = 1, ORDER_RELEASE = 2, ORDER_BOTH = 4 };
/* Behind a point: an access; an atomic one (ORDER_BOTH: it reads and writes). */
void __shrike_plain(const volatile void *p, size_t size, int kind);
void __shrike_ordered(const volatile void *p, size_t size, int kind, int order);
/* Who acquires is behind all that was done before a release. */
void __shrike_acquire(const volatile void *by);
void __shrike_release(const volatile void *by);
/* The running thread makes another one, or ends. */
void __shrike_order_create(int thread);
void __shrike_order_end(void);
/* A variable comes to its end; a block is freed; a function of the library does anything. */
void __shrike_order_forget(const void *p, size_t size);
void __shrike_order_free(const void *p);
void __shrike_order_library(void);
void __shrike_order_atomic_begin(void);
void __shrike_order_atomic_end(void);

/* ... which ask of whoever executes them: are races looked for? */
int __shrike_races_wanted(void);
/* There is one: the running thread accesses p, as another one has done. */
void __shrike_race(const void *p, int kind, int thread, int other_kind);
/* A proof rests on it that atomic operations order all; that functions of the library have locks. */
void __shrike_suppose_ordered(void);
void __shrike_suppose_locks(void);
/* If races are looked for: the step reads or writes a text. */
void __shrike_touch_text(const char *text, int kind);

/* Has a thread that waits for a condition been woken? (threads.c, for locks.c) */
int *__shrike_woken(int thread);

#endif
