/* Built-in functions of concrete runs: what the files of exec/library share. */
#ifndef SHRIKE_EXEC_LIBRARY_BUILTIN_H
#define SHRIKE_EXEC_LIBRARY_BUILTIN_H

#include "exec/core/exec.h"

/* args: values of the argument slots, at least 8 of them (zero where none was
 * passed); ret: two slots for the result. Returns as builtin_call does. */
typedef bool (*builtin_fn)(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret);

#define BUILTIN(name, function) bool function(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret);
#include "exec/library/builtins.def"

/* What __builtin_return_address gives: not null, and nothing is there. */
#define RETURN_ADDRESS (UINT32_MAX - 15)
#undef BUILTIN

/* Number of the built-in called so, or -1. */
int builtin_find(const char *name);
/* An error function: reaching it is the error, whatever body the program gives it. */
bool builtin_is_error(const char *name);
/* Runs it. False: stopped, or (x->stop still STOP_NONE) the frames have changed
 * and the loop must go on from the new top. */
bool builtin_call(struct exec *x, int number, const uint64_t *args, uint32_t nargs, uint64_t *ret);

/* A function that returns an input. */
struct nondet {
    const char *name;
    uint32_t width;   /* 0: that of a pointer */
    const char *type; /* in C */
};
/* NULL if built-in `number` is something else. */
const struct nondet *builtin_nondet(int number);
bool builtin_is_math(int number);

/* Math functions: number of the one called so, or -1, and the function itself. */
int math_number(const char *name);
builtin_fn math_function(int number);

/* Threads take turns (exec/core/threads.h), for the built-ins (exec/library/threads.c). */

/* Other threads may run here. True: the operation is done now; false: stopped, or another thread runs. */
bool threads_point(struct exec *x, const struct thread_next *next);
/* A new thread, which is to run fn(number); its number, 0 if it cannot be entered. */
uint32_t threads_start(struct exec *x, struct function *fn, bool helper);
/* The running thread ends. Always returns false. */
bool threads_end(struct exec *x);

/* Functions of the host. */

/* May this function be called in the host? */
bool native_allowed(const struct context *ctx, const char *name);
/* Calls it with the arguments of the call; false: stopped. */
bool native_invoke(struct exec *x, const char *name, const struct ir_call *call, uint64_t *ret);

#endif
