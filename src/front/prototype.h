/* A function as its caller sees it: parameters and global variables with their C types, from debug
 * information. Nothing of LLVM shows in this header. */
#ifndef SHRIKE_FRONT_PROTOTYPE_H
#define SHRIKE_FRONT_PROTOTYPE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"

struct context;
struct front_input;
struct str;

enum c_kind {
    C_VOID,
    C_NUMBER, /* integers, floating point, vectors: any bytes are a value */
    C_BOOL,
    C_ENUM,
    C_POINTER,
    C_ARRAY,
    C_STRUCT,
    C_UNION,
    C_FUNCTION,
    C_TYPEDEF,
    C_CONST,
    C_VOLATILE,
    C_RESTRICT,
    C_ATOMIC,
    C_STRANGE, /* nothing that C can say again */
};

struct c_member {
    const char *name; /* "": an anonymous struct or union, or a bit-field without a name */
    struct c_type *type;
    bool bit_field;
};

/* Types refer to one another in circles: a node is complete only when all are. */
struct c_type {
    enum c_kind kind;
    const char *name;                /* of a number, tag or typedef; "": none */
    uint64_t size;                   /* bytes, as debug information says; 0: unknown or nothing */
    struct c_type *base;             /* pointee, element, result, what is renamed or qualified */
    uint64_t count;                  /* elements of an array */
    bool open;                       /* struct or union: not defined; array: without a size; function: takes more */
    VEC(struct c_member) members;    /* of struct and union */
    VEC(struct c_type *) parameters; /* of a function */
};

struct c_parameter {
    const char *name; /* "": none */
    struct c_type *type;
    bool nonnull;
    uint64_t bytes; /* that it points to at least; 0: no promise */
};

struct c_global {
    const char *name;
    struct c_type *type;
    bool is_static;     /* of its file */
    const char *inside; /* the function that declares it; NULL: none */
};

struct prototype {
    struct arena arena;
    const char *file; /* of the input: where the function is defined */
    int number;       /* of that file */
    struct c_type *result;
    bool variadic;
    VEC(struct c_parameter) parameters;
    VEC(struct c_global) own;    /* variables of that file that are not constant ... */
    VEC(struct c_global) others; /* ... and of the other ones */
    bool bitcode;                /* some files are not C, and not described */
    bool has_main;               /* one of the files defines main */
    VEC(struct c_type *) types;  /* all that were made */
};

enum prototype_result {
    PROTOTYPE_FOUND,
    PROTOTYPE_NONE,   /* no C file defines it */
    PROTOTYPE_FAILED, /* after a message: a file cannot be compiled, or several define it */
};

/* Looks for a function in the C files of the input, in `file` alone unless that is NULL. Release the
 * prototype in any case. */
enum prototype_result prototype_read(struct context *ctx, const struct front_input *input, const char *file,
                                     const char *function, struct prototype *out);
void prototype_release(struct prototype *s);

/* The type without names and qualifiers that are around it. */
struct c_type *c_plain(struct c_type *t);
/* Is it qualified so, before it comes to a pointer, struct or number? */
bool c_has(const struct c_type *t, enum c_kind qualifier);

#endif
