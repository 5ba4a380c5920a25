/* An error as one C program that shows it by itself (--reproducer FILE.c): the source with the
 * headers of its own inside, the inputs as a table, and functions that hand them out, to be compiled
 * by gcc with its sanitizers. Nothing of shrike is needed. A program of several files is one file as well,
 * which is compiled once for each part (-DSHRIKE_PART=N): their static names and macros stay apart. */
#ifndef SHRIKE_REPORT_REPRODUCER_H
#define SHRIKE_REPORT_REPRODUCER_H

#include <stdbool.h>
#include <stdint.h>

struct bug;
struct program;
struct str;
struct test;

/* A file, and how it is compiled in a build. */
struct reproducer_part {
    const char *file;
    const char *folder;      /* in which its options are meant; NULL: here */
    const char *const *args; /* -D, -I, -include, -std, ... of its own */
    uint32_t nargs;
    bool lazy; /* of a library: part of the program only if something of it is */
};

struct reproducer {
    struct program *p;
    const struct bug *bug;
    const struct test *test; /* with arguments and environment */
    const struct reproducer_part *parts;
    uint32_t nparts;
    const char *const *compiler; /* options for all files */
    uint32_t ncompiler;
    const char *headers; /* folder of our own headers */
    bool is32;
    const char *name;  /* of the program */
    const char *entry; /* function of one of the files to start in; NULL: main */
};

/* False after adding to why what a program of its own cannot show. */
bool reproducer_write(const struct reproducer *r, struct str *out, struct str *why);

#endif
