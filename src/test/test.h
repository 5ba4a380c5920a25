/* A test: the inputs of one execution, in the order in which the program takes
 * them, and how the execution ended.
 *
 * It is what engines hand to writers (ktest.c, testcomp.c), what readers give
 * back, and what native replay feeds to the compiled program. Names follow KLEE
 * where it has any: "arg00", "arg01", ... are command-line arguments, "stdin" is
 * standard input, "A-data", "B-data", ... are files A, B, ...
 */
#ifndef SHRIKE_TEST_TEST_H
#define SHRIKE_TEST_TEST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

struct str;

/* Names of memory that inputs point to: OUTSIDE_NAME, its address in hexadecimal digits and +OFFSET. */
#define OUTSIDE_NAME "memory at 0x"

enum test_input_kind {
    TEST_WORD,   /* what one call of a nondeterministic function returned */
    TEST_BYTES,  /* an object made symbolic */
    TEST_UNINIT, /* an uninitialised value that the execution depends on */
    TEST_ARG,    /* a command-line argument, NUL included */
    TEST_STDIN,
    TEST_FILE,
    TEST_SCHEDULE, /* turns of threads (exec/core/threads.h), as text: "THREAD@ARRIVAL ..." */
};

struct test_input {
    enum test_input_kind kind;
    char *name;     /* as the program or we call it; not unique */
    char *type;     /* C type of a TEST_WORD, such as "unsigned int"; NULL if unknown */
    uint8_t *bytes; /* little endian */
    uint32_t size;
    uint32_t pos; /* where the program took it (program.positions); 0: unknown */
};

enum { TEST_MOST_MB = 64 };

struct test {
    VEC(struct test_input) inputs;
    bool partial; /* it would have more than TEST_MOST_MB, and some inputs are left out */
};

void test_release(struct test *t);
/* Appends an input; everything is copied. */
void test_add(struct test *t, enum test_input_kind kind, const char *name, const char *type, const void *bytes,
              uint32_t size, uint32_t pos);

/* "word", "bytes", "uninitialised", "argument", "stdin", "file", "schedule". */
const char *test_kind_name(enum test_input_kind kind);
/* The kind called so; false if there is none. */
bool test_kind_find(const char *name, enum test_input_kind *kind);

/* Is it what a function without body has returned or written (front/define/external.h calls it so)? Then
 * the function's name is added; name may be NULL. */
bool test_is_external(const struct test_input *in, struct str *name);

#endif
