/*
 * What the runtime asks of the engine that executes it.
 *
 * The models in this folder are ordinary C. Everything that C cannot express (objects, input,
 * output, the host) goes through the functions below, and through the names that the engine
 * implements itself, wherever the program or a model calls them:
 *
 *   malloc calloc realloc free aligned_alloc memalign        objects with checked bounds
 *   memcpy memmove memset memcmp strlen                      fast paths (also as LLVM intrinsics)
 *   setjmp _setjmp __sigsetjmp longjmp _longjmp siglongjmp
 *   abort __assert_fail alloca                               ends of a path; stack
 *   the functions of math.h                                  the host's, on concrete values
 *
 * The engine ends a program whose main returns r by calling the model exit(r).
 */
#ifndef SHRIKE_RT_H
#define SHRIKE_RT_H

#include <stddef.h>

/* Does the run stand for many executions (symbolic execution)? Output is dropped then, and what
 * the outside decides is unknown. */
int __shrike_exploring(void);

/* The rest of this group is for exploring runs only.
 * Are any of these bytes symbolic? */
int __shrike_symbolic(const void *p, size_t n);
/* May clocks show any time? Otherwise they show one, which tests name all the same. */
int __shrike_clock_is_input(void);
/* An input of this name, between low and high. */
long long __shrike_word(const char *name, long long low, long long high);
/* How many of the files A, B, ... have symbolic contents. */
int __shrike_symbolic_files(void);
/* Is what is known of symbolic files an input (--sym-stat)? */
int __shrike_stat_is_input(void);
/* Is standard input a pipe, which nobody can seek in, instead of a regular file? */
int __shrike_stdin_is_pipe(void);
/* The library keeps this block for itself: that it is never freed is no error (--check=cleanup). */
void __shrike_own(const void *block);
/* How many calls of a run may fail (--fail). */
int __shrike_failures(void);
/* An input of this name with this value: the value, which tests have as well. */
long long __shrike_fixed(const char *name, long long value);
/* A number between low and high that replaying an execution does not need: it follows from the
 * inputs, but not by expressions that we have. */
int __shrike_unknown(int low, int high);
/* One case stands for many here, and the verdict must say so. */
void __shrike_approximate(const char *what);

/* The outside may answer otherwise: a proof says that it rests on this. `what` completes "assuming
 * that ..."; it is a literal, so that it does not depend on the path. */
void __shrike_suppose(const char *what);
/* Suppose that the environment has no more in it than the options say. */
void __shrike_environment(void);
/* The same where only the result of the library function tells. */
void __shrike_suppose_result(const char *what);
/* The same for calls that work; with --fail it is that no more of them fail than that says. */
void __shrike_suppose_works(const char *what);

/* Reads at most n bytes of standard input (n > 0), `from` bytes of which were read before, and
 * returns how many; 0 only at its end. May return fewer than n when fewer are there yet, as a
 * terminal does. */
size_t __shrike_input(void *buf, size_t n, size_t from);

/* Writes n bytes (dropped in exploring runs, but checked) to standard output (fd 1) or standard error (fd 2); cannot fail. */
void __shrike_output(int fd, const void *buf, size_t n);

/* A text made of these bytes would be written now, if anybody saw it. */
void __shrike_shown(const void *p, size_t n);

/* The names in a host directory, each with its NUL, in a fresh heap block that the caller frees, and their size;
 * NULL when it cannot be read. For concrete runs. */
char *__shrike_host_list(const char *path, size_t *size);

/* The contents of a regular host file in a fresh heap block (never NULL, even for size 0) that
 * the caller frees, and its size. NULL when it cannot be read: *err is then the errno value;
 * EISDIR says that path is a directory, which is how the file system model finds directories.
 * Other special files (devices, pipes) must be refused with EACCES. */
void *__shrike_host_load(const char *path, size_t *size, int *err);

/* Offers a file that the program wrote, when the program ends. append: add at the end instead of
 * replacing. 0, or -1 when the engine refuses (the default); refusal is not an error. */
int __shrike_host_save(const char *path, const void *buf, size_t n, int append);

/* snprintf of one value under one conversion such as "%-12.3e" (conversions a A e E f F g G;
 * width and precision are literal; long double specs carry the L). Returns the full length. */
int __shrike_format_double(char *buf, size_t n, const char *spec, double v);
int __shrike_format_long_double(char *buf, size_t n, const char *spec, long double v);

/* strtod and its siblings: *consumed is the length of the number with the white space before it,
 * 0 when there is none. errno is the model's business. */
double __shrike_strtod(const char *s, size_t *consumed);
float __shrike_strtof(const char *s, size_t *consumed);
long double __shrike_strtold(const char *s, size_t *consumed);

/* Time is an input. clock: a CLOCK_* number of time.h; nanoseconds. */
long long __shrike_clock_ns(int clock);

/* Unpredictable bytes are an input too (getrandom, arc4random, /dev/urandom). */
void __shrike_random(void *buf, size_t n);

/* The value of an environment variable that the program started with, or NULL. The string lives
 * as long as the program and is not freed. */
char *__shrike_getenv(const char *name);

/* Ends the program at once: handlers have run and streams are flushed. */
_Noreturn void __shrike_exit(int status);
/* Runs the program's destructors, once. */
void __shrike_run_destructors(void);

/* Ends the program because its default action for this signal does (raise, kill). */
_Noreturn void __shrike_killed(int signal);

/* Tells of a copy whose source and destination overlap: an error, or nothing if nobody looks
 * for it. */
void __shrike_overlap(void);
/* The same for a character that is neither an unsigned char nor EOF. */
void __shrike_character(int c);
/* Tells of a FILE that is used although it is none (any more, if it was closed). */
_Noreturn void __shrike_no_stream(int closed);

/* The program called something that has no model; `what` names it. */
_Noreturn void __shrike_unsupported(const char *what);

/* Provided by the runtime: the engine calls it once before main, so that program_invocation_name
 * and the messages that use it are right. Optional. */
void __shrike_start(int argc, char **argv);

/* Provided by the runtime for --fail (front/define/failing.h): does the call fail that is about to be made? errno is
 * one of these then. `name` is that of the input that says which. */
int __shrike_fails(const char *name, const int *errors, int count);
/* The same for a call with a stream (a FILE, or NULL for standard input if it reads and standard output
 * otherwise), which knows of the error then. What is in its buffer cannot fail to be read. */
int __shrike_stream_fails(void *stream, int reads, const char *name, const int *errors, int count);
/* ... and for --short-io: how many of n bytes a call is to transfer. */
size_t __shrike_short(const char *name, size_t n);

#endif
