/* Threads take turns (exec/core/threads.h), for the built-ins (exec/library/threads.c). */
#ifndef SHRIKE_EXEC_LIBRARY_SCHEDULE_H
#define SHRIKE_EXEC_LIBRARY_SCHEDULE_H

#include "exec/core/exec.h"

/* Others may come in. True: the operation is done now; false: stopped, or another thread runs. */
bool threads_point(struct exec *x, const struct thread_next *next);
/* A new thread, which is to run fn(number); its number, 0 if it cannot be entered. */
uint32_t threads_start(struct exec *x, struct function *fn, bool helper);
/* The running thread ends. Always returns false. */
bool threads_end(struct exec *x);

#endif
