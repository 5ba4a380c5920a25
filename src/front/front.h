/* From C files to a program: clang, LLVM, lowering.
 * The only folder that sees LLVM; nothing of it shows in this header. */
#ifndef SHRIKE_FRONT_FRONT_H
#define SHRIKE_FRONT_FRONT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/option.h"
#include "base/str.h"
#include "base/vec.h"

struct context;
struct program;

/* One of our library models, as bitcode. */
struct front_module {
    const char *name;
    const unsigned char *data, *end;
    const char *symbols; /* names that it defines, each followed by a newline */
};

/* What clang made of the C files of an input, by number of the file: a second load of the same
 * input does without clang. Zero: nothing yet. */
struct front_kept {
    VEC(struct str) bitcode; /* empty: none */
    bool foreign;            /* it came from elsewhere, and is read as files of that kind are */
};
void front_kept_release(struct front_kept *kept);

/* Errors that need more than the plain code of clang and of the passes. */
struct front_checks {
    bool overflow, index, align, boolean; /* instructions of their own */
    bool div, shift, cast;                /* where clang folds constants */
    bool not_finite;                      /* results of floating point (front/checks/operations.h) */
    bool length;                          /* of arrays of variable length: where no variable is made */
    bool uninit;                          /* uses of what has no value */
    bool call; /* functions without a value, wrong arguments (front/checks/flowoff.h, zeros.h) */
};

/* How one file is compiled where a build system has said so. */
struct front_unit {
    const char *folder;      /* in which clang runs; NULL: here */
    const char *name;        /* of the file, seen from there; NULL: its own */
    const char *const *args; /* before those of all files */
    int nargs;
    bool lazy; /* member of a library: linked only if it defines what is missing */
    bool once; /* made for this run: not worth keeping in the cache */
};

/* What a call of a function without a definition does (front/define/external.h). */
enum front_external {
    FRONT_EXTERNAL_NONE,  /* the executor decides */
    FRONT_EXTERNAL_PURE,  /* it returns an input */
    FRONT_EXTERNAL_HAVOC, /* ... and writes inputs where its arguments point */
};

/* What the names of inputs begin with that are the answers of inline assembly (front/define/assembly.h). */
#define FRONT_ASSEMBLY "asm."

struct front_input {
    const char *const *files; /* C, bitcode, LLVM's text, archives of bitcode: at least one */
    int nfiles;
    const struct front_unit *units; /* one for each file; NULL: none has anything of its own */
    const char *cache;              /* folder that keeps what clang made; NULL: none */
    const char *const *stubs;       /* files like those; what the others define as well does not count */
    int nstubs;
    const char *const *clang_args; /* -I, -D, ... */
    int nclang_args;
    const char *include_dir; /* our own headers; NULL: none */
    bool is32;
    bool simplify;
    bool branches; /* ... but keeps every branch: none becomes a select or a part of another */
    bool describe; /* for its types only (front/prototype.h): all functions, all that debug information has */
    struct front_checks checks;
    const char *entry; /* function to start in; NULL: none is needed */
    /* Places that execution is to announce by a call of the built-in
     * __shrike_target(index): FILE:LINE, FILE:FUNCTION, FILE:LABEL, or a name alone. */
    const char *const *targets;
    int ntargets;
    /* Number of the engine built-in with this name, or -1. */
    int (*builtin)(const char *name);
    /* Is a call of this function an error whatever its body does? */
    bool (*is_error)(const char *name);
    enum front_external external;
    bool pointees; /* a pointer may be an input that is followed (exec/sym/pointee.h): whatever it is, is no error */
    bool may_fail; /* allocations (front/define/mayfail.h) */
    bool native;   /* for a native run: assembly that we do not know is executed (front/define/assembly.h) */
    bool fail;     /* other calls of the library (front/define/failing.h) */
    bool tso;      /* threads have store buffers (front/define/threads.h) */
    bool open;     /* all that C allows the library is tried (front/premises/choices.h) */
    bool short_io; /* they transfer less than they could */
    const struct front_module *library64; /* models for LP64 ... */
    int nlibrary64;
    const struct front_module *library32; /* ... and for ILP32 */
    int nlibrary32;
    struct front_kept *kept; /* NULL: clang is run, and nothing kept */
    struct str *reads;       /* gets the path of every file that clang read, one a line; NULL: not wanted */
};

/* A file whose name begins so holds nothing of the user's: functions in it are a harness. */
#define FRONT_HARNESS "<harness of "

/* Compiles, links and lowers. On failure says why on standard error (clang's own
 * diagnostics for C) and returns NULL. */
struct program *front_load(struct context *ctx, const struct front_input *input);

/* What a file is, by its content; only C is known by its name (.c, .i). */
enum front_kind {
    FRONT_C,
    FRONT_BITCODE, /* also as an object of clang -flto */
    FRONT_TEXT,    /* LLVM's */
    FRONT_ARCHIVE,
    FRONT_NATIVE, /* machine code: object, program, shared library */
    FRONT_CXX,
    FRONT_OTHER, /* none of these, or it cannot be read */
};
enum front_kind front_kind_of(const char *path);

/* How an option is written: the word itself, a word that begins so, with the next word as its value, or either. */
enum front_shape { FRONT_ALONE, FRONT_JOINED, FRONT_APART, FRONT_EITHER };
/* How many words the option at argv[0] takes if it is the one of this name; 0: it is another one; -1: its value is
 * missing. *value: joined or apart; else left alone. */
int front_match(enum front_shape shape, const char *name, const char *const *argv, int argc, const char **value);

/* How many words the compiler's option at argv[0] takes, if it is one that changes what programs mean and is not
 * obeyed (front/compile/dialect.def); else 0. */
int front_unobeyed(const char *const *argv, int argc);

/* Is this a target? Then *file_len characters of it are its file (0: none given). */
bool front_is_target(const char *text, size_t *file_len);

#endif
