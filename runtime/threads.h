/* Threads: what the models in threads.c ask of whoever executes them, an engine (src/exec/core/threads.h) or the
 * library of native runs (replay/threads.c). One thread runs at a time; others come in at points and waits only. */
#ifndef SHRIKE_THREADS_H
#define SHRIKE_THREADS_H

#include <stddef.h>

/* As ir/access.h. */
enum { POINT_READ = 0, POINT_WRITE = 1, POINT_ATOMIC = 2, POINT_WHOLE = 4, POINT_ANYTHING = 8, POINT_LOCK = 16, POINT_ASSUME = 32, POINT_SYNC = 1 | 2 | 16 };
enum { THREADS_MOST = 64 };

/* Others may come in; then the thread does something to these bytes. */
void __shrike_point(const volatile void *p, size_t n, int kind);
/* In the same step it does something to these, too. */
void __shrike_touch(const volatile void *p, size_t n, int kind);
/* Others come in until *word is `value` (or, if `differs`, is not); the thread goes on with a step that may change
 * the word. `timed`: it need not wait for ever. */
void __shrike_wait(const int *word, int value, int differs, int timed);
/* Threads are numbered from 0, which is the first. A new one runs main(number), which does not return. */
int __shrike_thread_start(void (*run)(int));
int __shrike_thread_self(void);
_Noreturn void __shrike_thread_end(void);
/* Between these nobody comes in. */
void __shrike_atomic_begin(void);
void __shrike_atomic_end(void);
/* The program uses a lock or a thread in a way that is undefined. */
void __shrike_misuse(const char *what);
/* The copy of a thread-local variable that the thread has; `image`: what a new thread finds there. */
void *__shrike_thread_local(void *variable, const void *image, size_t size);

/* Has a thread that waits for a condition been woken? (threads.c, for locks.c) */
int *__shrike_woken(int thread);

#endif
