/*
 * klee/klee.h for programs written for KLEE: the same names and types, so that they compile and run
 * under shrike unchanged. What each call means to shrike is said here. New programs better include
 * shrike.h.
 */
#ifndef SHRIKE_KLEE_H
#define SHRIKE_KLEE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- inputs ---- */
/* The nbytes at addr become an input called name. */
void klee_make_symbolic(void *addr, size_t nbytes, const char *name);
/* A fresh int. */
int klee_int(const char *name);
/* A fresh int with begin <= result < end (end is not included). */
int klee_range(int begin, int end, const char *name);

/* ---- constraints ---- */
/* Only executions with a condition other than 0 continue. */
void klee_assume(uintptr_t condition);
/* Prefers tests in which the condition holds; object is the input meant. Never changes verdicts. */
void klee_prefer_cex(void *object, uintptr_t condition);
/* As klee_prefer_cex, for the whole POSIX environment: accepted and ignored. */
void klee_posix_prefer_cex(void *object, uintptr_t condition);

/* ---- ends ---- */
/* Ends the execution; no test is written. */
__attribute__((noreturn)) void klee_silent_exit(int status);
/* Ends the execution as abort() does. */
__attribute__((noreturn)) void klee_abort(void);
/* A bug at this file and line; suffix names its kind. */
__attribute__((noreturn)) void klee_report_error(const char *file, int line, const char *message,
                                                 const char *suffix);
void __assert_fail(const char *expression, const char *file, unsigned line, const char *function)
    __attribute__((noreturn));

/* assert() that NDEBUG does not remove. */
#define klee_assert(expr) \
    ((expr) ? (void)(0)   \
            : __assert_fail(#expr, __FILE__, __LINE__, __extension__ __PRETTY_FUNCTION__))

/* ---- looking at values ---- */
/* Does n depend on inputs here? */
unsigned klee_is_symbolic(uintptr_t n);
/* Are we in native replay? 0 under shrike. */
unsigned klee_is_replay(void);
/* One possible value; the execution goes on unconstrained. */
float klee_get_valuef(float expr);
double klee_get_valued(double expr);
long klee_get_valuel(long expr);
long long klee_get_valuell(long long expr);
int32_t klee_get_value_i32(int32_t expr);
int64_t klee_get_value_i64(int64_t expr);
/* The size of the object that ptr points into. */
size_t klee_get_obj_size(void *ptr);
/* Writes the expression to the log, after the message. */
void klee_print_expr(const char *msg, ...);
void klee_print_range(const char *name, int arg);
void klee_stack_trace(void);

/* ---- messages: to the log, once or each time ---- */
void klee_warning(const char *message);
void klee_warning_once(const char *message);

/* ---- merging: hints, which shrike may ignore, for the paths between the two calls ---- */
void klee_open_merge(void);
void klee_close_merge(void);

/* ---- checks and settings ---- */
/* Is [address, address + size) accessible? A bug otherwise. */
void klee_check_memory_access(const void *address, size_t size);
/* Exploration may (1) or may not (0) fork from here on. */
void klee_set_forking(unsigned enable);
/* Calls the program's own function where it called the library's: old by name, new by name. */
void klee_alias_function(const char *fn_name, const char *new_fn_name);
/* The object may not be written any more. */
void klee_mark_global(void *object);
/* An object at a fixed address, for programs that talk to devices. */
void klee_define_fixed_object(void *addr, size_t nbytes);

#ifdef __cplusplus
}
#endif

#endif
