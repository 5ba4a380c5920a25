/* What the files of the native replay library share. It is linked into the
 * user's compiled program in place of the symbolic engine: inputs come from the
 * test, errors are reported with a stack, everything else is the program's own.
 *
 * The library is not instrumented by the sanitizers and has no debug
 * information, so that the first frame with a source line is the user's.
 */
#ifndef REPLAY_RT_H
#define REPLAY_RT_H

#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

/* The program's own definition, if there is one, comes before ours. */
#define PUBLIC __attribute__((weak))

/* Where reports go; the parent opened it. */
enum { REPORT_FD = 199 };

/* As enum test_input_kind. */
enum { IN_WORD, IN_BYTES, IN_UNINIT, IN_ARG, IN_STDIN, IN_FILE, IN_SCHEDULE, IN_KINDS };

/* One input of the test as it lies in the file: this, the name with its NUL, the
 * bytes; each padded to four. ANY where the test does not say. */
#define ANY UINT32_MAX
struct record {
    uint32_t kind, line, instance, offset, name_len, size;
};

/* Bytes of memory that an input points to; as ir/layout.h has it. */
enum { OUTSIDE_SIZE = 32768 };

/* Storage that the program creates: one for each place, made by the front end. */
struct site {
    const char *name;
    uint32_t line;
    uint32_t instances; /* so far */
};

const char *record_name(const struct record *r);
const unsigned char *record_bytes(const struct record *r);
/* The next record of the kind after `last` (NULL: the first); NULL if there is none. */
const struct record *record_next(const struct record *last, uint32_t kind);

/* getenv for what the parent hands over: the program has an environment of its own. */
const char *setting(const char *name);

/* Takes the next input, which must be n bytes long, or ends the run as diverged. */
void take(void *to, size_t n, const char *name);
/* The next input, whatever its size; NULL if there are no more. */
const struct record *peek(void);
void skip(void);

/* "SHRIKE: what: text" and the stack; does not return. */
__attribute__((noreturn)) void stop(const char *what, const char *text);
/* The same, and the program goes on. */
void remark(const char *what, const char *text);
/* Before a remark: where it is, told only where there is no sanitizer that shows frames. */
void remark_place(const char *file, unsigned line);
/* Opens what the parent handed over. Safe to call often. */
void replay_start(void);

/* Where a file of the run lies, in room for 4096 characters; 0 if there is none of that name. */
int __shrike_place(const char *path, char *to);

/* Fills storage from the test: bytes [from, size) of a new object. */
void fill(void *p, size_t from, size_t size, struct site *site);
/* A block of no bytes must not be accessed, though the sanitizer gives it one. */
void refuse_empty(void *block, size_t size);

/* Does the test say what a function at this place, which an input points to, returns? */
int is_outside_function(const void *p);

/* Ends the run if a library function must not access these bytes. */
void need(const void *p, size_t n);
/* The length of a string that a library function reads to its end, or to the `most`-th
 * character; ends the run if it is not all there. */
/* Stops if a thread cannot begin with this function. */
void call_type_of_start(void *start, int c11);
size_t text_length(const char *s, size_t most);
size_t wide_length(const wchar_t *s, size_t most);
/* Until __shrike_watched, a write right behind what may be accessed at `to` is noticed. */
void __shrike_watch(void *to);
/* The lowest address that the stack of the program may grow to. */
uintptr_t stack_low(void);
/* Above all of it. */
uintptr_t stack_top(void);
/* Is it one of the program's arguments, which are blocks without being the program's to free? */
int is_argument(const void *p);

/* Our handler of SIGABRT, which looks for leaks (main.c). */
void replay_on_abort(int number);

#endif
