/* What the files that write a harness share. */
#ifndef SHRIKE_HARNESS_INSIDE_H
#define SHRIKE_HARNESS_INSIDE_H

#include <stdint.h>

#include "base/str.h"
#include "front/prototype.h"
#include "harness/harness.h"

struct harness_writer {
    const struct harness_wish *wish;
    const struct prototype *of;
    struct harness *h;
    struct str *out; /* statements go here ... */
    uint32_t indent;
    struct str stubs; /* ... and functions that pointers lead to here */
    uint32_t nstubs;
    uint64_t depth; /* objects farther away are left out */
    uint32_t lines;
    uint32_t objects; /* that are made */
    bool too_long;    /* nothing more is written */
    bool streams;     /* FILE * is among the parameters */
    VEC(bool) used;   /* which --sym-size found its pointer */
    struct str *error;
};

/* A place of the program that is to be given a value. */
struct harness_place {
    const char *path; /* as C says it; also the name of the input */
    struct c_type *type;
    uint64_t level; /* how many pointers lead to it */
    bool nonnull;
    uint64_t bytes; /* promised behind it; 0: no promise */
    bool constant;  /* part of something that is const */
    bool anonymous; /* the path is that of the structure around it */
};

/* ---- text (write.c) ---- */

/* A statement, or a line of one. */
void write_line(struct harness_writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A line that opens or closes a block. */
void write_open(struct harness_writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
void write_close(struct harness_writer *w, const char *text);
/* Noted once. */
void write_assumption(struct harness_writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same about an object that is given `n` elements, where a caller could give it more. */
void write_size(struct harness_writer *w, uint64_t n, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Text that lives as long as the harness. */
#define write_text(w, ...) arena_printf(&(w)->h->arena, __VA_ARGS__)

/* ---- values (value.c) ---- */

void write_value(struct harness_writer *w, const struct harness_place *p);
/* `n` bytes from `address` on are one input, of elements of `type`. */
void write_bytes(struct harness_writer *w, const char *address, const char *n, const char *name, struct c_type *type,
                 uint64_t count);
/* Element i of an array, or behind a pointer, at this path. */
const char *element_path(struct harness_writer *w, const char *path, uint64_t i);
/* Cannot be assigned to. */
bool is_constant(const struct harness_place *p);
/* Neither pointers nor truth values: any bytes will do. */
bool is_raw(struct c_type *t);

/* ---- pointers (pointer.c) ---- */

/* NULL, or a fresh object, or a function that returns anything. */
void write_pointer(struct harness_writer *w, const struct harness_place *p);
/* The parameter that says how many elements there are behind this pointer; NULL: none. */
const char *size_parameter(struct harness_writer *w, const char *path);
/* The most elements that anything points to that --sym-size does not name. */
uint64_t most_elements(const struct harness_writer *w);
/* Is what `a` points to as large as what `b` is to point to? */
bool pointer_fits(struct harness_writer *w, const struct harness_place *a, const struct harness_place *b);
/* Are all values of --sym-size numbers or parameters? False with the reason in w->error. */
bool sizes_are_valid(struct harness_writer *w);

#endif
