/* An error as one C program that shows it by itself (--reproducer FILE.c): the source with the
 * headers of its own inside, the inputs as a table, and functions that hand them out, to be compiled
 * by gcc with its sanitizers. Nothing of shrike is needed. */
#ifndef SHRIKE_REPORT_REPRODUCER_H
#define SHRIKE_REPORT_REPRODUCER_H

#include <stdbool.h>
#include <stdint.h>

struct bug;
struct program;
struct str;
struct test;

struct reproducer {
    struct program *p;
    const struct bug *bug;
    const struct test *test;     /* with arguments and environment */
    const char *const *files;
    uint32_t nfiles;
    const char *const *compiler; /* options of the compiler: -D, -I, -include, -std, ... */
    uint32_t ncompiler;
    const char *headers;         /* folder of our own headers */
    bool is32;
    bool entry;                  /* a function was analysed, not a program */
};

/* False after adding to why what a program of its own cannot show. */
bool reproducer_write(const struct reproducer *r, struct str *out, struct str *why);

#endif
