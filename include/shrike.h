/*
 * shrike.h: what a program says to shrike, the symbolic-execution platform.
 *
 * A program needs none of this: shrike also understands assert(), __VERIFIER_nondet_*,
 * klee_make_symbolic and other conventions, and can make the command line and standard input
 * symbolic. Compiled without shrike (native replay), the functions are found in the replay library,
 * which answers from a test file.
 *
 *     #include <shrike.h>
 *
 *     int main(void) {
 *         int x = shrike_int("x");
 *         shrike_assume(x > 0);
 *         shrike_assert(x * 2 > x);     // fails: overflow
 *     }
 */
#ifndef SHRIKE_H
#define SHRIKE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define SHRIKE_NORETURN [[noreturn]]
#define SHRIKE_BOOL bool
extern "C" {
#else
#define SHRIKE_NORETURN _Noreturn
#define SHRIKE_BOOL _Bool
#endif

/* Makes the n bytes at p an input: any contents are possible from here on. `name` appears in
 * reports and tests; inputs of one name made several times are numbered. The bytes must lie inside
 * one object. */
void shrike_make_symbolic(void *p, size_t n, const char *name);

/* A fresh input of the type in the name. */
int shrike_int(const char *name);
unsigned shrike_unsigned(const char *name);
long shrike_long(const char *name);
unsigned long shrike_unsigned_long(const char *name);
long long shrike_long_long(const char *name);
unsigned long long shrike_unsigned_long_long(const char *name);
short shrike_short(const char *name);
char shrike_char(const char *name);
unsigned char shrike_byte(const char *name);
SHRIKE_BOOL shrike_bool(const char *name);
float shrike_float(const char *name);
double shrike_double(const char *name);

/* A fresh input with low <= result <= high; both must be satisfiable together. */
int shrike_range(int low, int high, const char *name);

/* Only executions in which the condition is not 0 continue; others are silently given up. */
void shrike_assume(int condition);

/* An execution in which the condition is 0 is a bug, reported with its inputs. */
#define shrike_assert(condition) \
    ((condition) ? (void)0 : shrike_fail(#condition, __FILE__, __LINE__, __func__))

/* A bug, always: what shrike_assert calls. */
SHRIKE_NORETURN void shrike_fail(const char *what, const char *file, unsigned line,
                                 const char *function);

/* Does the value depend on inputs in this execution? 0 when it is one number; always 0 in native
 * replay. For experiments, not for program logic. */
int shrike_is_symbolic(unsigned long long value);

/* One value that the expression can have here; the execution is not constrained to it. */
unsigned long long shrike_get_value(unsigned long long value);

/* Continues with one value only; the other ones are not explored. The result says which. */
unsigned long long shrike_concretize(unsigned long long value);

/* Writes the expression of a value, with a label, to shrike's log. */
void shrike_print(const char *label, unsigned long long value);

/* Ends this execution without a report. */
SHRIKE_NORETURN void shrike_silent_exit(int status);

#ifdef __cplusplus
}
#endif

#endif
