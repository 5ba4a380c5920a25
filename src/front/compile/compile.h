/* The C files of an input as bitcode: clang, its arguments, and what is kept of its output. */
#ifndef SHRIKE_FRONT_COMPILE_COMPILE_H
#define SHRIKE_FRONT_COMPILE_COMPILE_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/map.h"
#include "base/str.h"
#include "base/vec.h"
#include "front/front.h"

struct str;

/* Runs clang on C files, several at a time. */

/* One file being compiled. The texts are the caller's. */
struct clang_job {
    int number;          /* of the input's file */
    const char *prelude; /* a header to be read first, and then nothing is said; NULL: none */
    const char *output;  /* bitcode */
    const char *errors;  /* what clang says */
    const char *depends; /* files that were read, as make wants them; NULL: not wanted */
    pid_t pid;
    VEC(char *) unknown; /* arguments that clang turned out not to know: left out */
};

enum clang_result { CLANG_DONE, CLANG_FAILED, CLANG_AGAIN };

/* Starts clang. False after a message. */
bool clang_start(struct context *ctx, const struct front_input *input, struct clang_job *job);
/* After the process has ended with this status: clang's diagnostics go to standard error (warnings
 * only at log level info). AGAIN: it is to be started once more, without arguments of gcc's that
 * clang does not know. */
enum clang_result clang_end(struct context *ctx, const struct front_input *input, struct clang_job *job, int status);
void clang_job_release(struct clang_job *job);
/* Adds all that decides what clang makes of a file's content: folder and arguments. */
void clang_describe(struct context *ctx, const struct front_input *input, int number, struct str *out);

/* What clang made of a file, kept for the next time.
 *
 * An entry is known by the folder and the arguments of the compilation (KEY, a digest) and holds
 * for as long as all files that clang read have the content that they had: KEY.d has a line
 * DIGEST PATH for each, the bitcode itself (KEY.bc) being the first. */

/* Digests of files that were looked at; zero it to begin. */
struct bitcode_cache {
    const char *folder; /* NULL: there is none, and nothing is found or kept */
    struct strmap numbers;
    VEC(char *) digests;
};
void cache_init(struct bitcode_cache *c, const char *folder);
void cache_release(struct bitcode_cache *c);
/* Adds the bitcode for this key. False if there is none that holds. */
bool cache_find(struct bitcode_cache *c, const char *key, struct str *bitcode);
/* depends: the file that clang wrote with -MD in this folder (NULL: the current one). Failures are
 * not reported: the next run compiles again. */
void cache_keep(struct bitcode_cache *c, const char *key, const char *folder, const char *depends,
                const struct str *bitcode);
/* Adds the paths of the files that the entry depends on, one a line. */
void cache_add_reads(struct bitcode_cache *c, const char *key, struct str *out);
/* The same from what clang wrote with -MD in this folder. */
void cache_add_depends(const char *folder, const char *depends, struct str *out);
/* The key of one of the input's files. */
void cache_key(struct context *ctx, const struct front_input *input, int number, struct str *key);

/* Compiles what is not kept, as many files at a time as there are processors. */
struct compiler {
    struct context *ctx;
    const struct front_input *input;
    struct front_kept *kept; /* the bitcode, by number of the file */
    struct bitcode_cache cache;
    struct str folder; /* for temporary files */
    VEC(bool) fresh;   /* by number: made by clang just now, and not yet in the cache */
};

/* All files that are C. False after a message; compiler_end is to be called either way. */
bool compiler_begin(struct compiler *c, struct context *ctx, const struct front_input *input, struct front_kept *kept);
/* Compiles a file again, this text being in front of it; nothing is said if it does not compile. */
bool compiler_again(struct compiler *c, int number, const struct str *prelude);
/* Its bitcode will not change any more. */
void compiler_settle(struct compiler *c, int number);
void compiler_end(struct compiler *c);

/* Archives, as ar writes them. */

bool bytes_are_bitcode(const char *data, size_t len);
bool bytes_are_archive(const char *data, size_t len);

struct archive_member {
    const char *data;
    size_t size;
};

/* The member behind *at (first: 0), which moves on; its name in *name, which is overwritten. Tables
 * of ar's own are left out. Members of a thin archive have no data, only a name. False at the end
 * or where the archive is damaged. */
bool archive_next(const char *data, size_t size, size_t *at, struct archive_member *member, struct str *name);

/* Library functions that old C declares implicitly. */

/* Appends declarations, in C, of the library functions that the module declares without a
 * prototype as returning int. False: there are none. */
bool implicit_declarations(LLVMModuleRef module, struct str *out);

/* Inline functions. */

/* Bodies of functions that C says are only there to be inlined (C99's `inline`, GNU's `extern
 * inline`) become definitions that give way to any other one; not those that stand before a library
 * function of ours and call it. */
void inline_keep(LLVMModuleRef module, const struct front_input *input);
/* Removes from a module that clang made what it tells optimisers: it runs with -O1 only to keep bodies. */
void inline_remove_claims(LLVMModuleRef module);

/* What clang's warnings show and its code does not: constants that overflow where it emits none, expressions
 * that change a variable twice, or change and read it, without an order between (i = i++), pointers that are compared
 * with string literals, which clang may fold, and variables that are read before they have a value. The function that
 * such an expression lies in begins with a premise; about constants:
 *
 * The initialiser of a local array or struct that is constant as a whole becomes data, and what
 * overflowed on the way, which UBSan's instrumentation would report anywhere else (front/checks/sanitize.h), is
 * gone. clang warns about it. So the warnings are read; where no check of the module has their place, the
 * function that they lie in begins with a call of shrike.unsupported.TEXT, which lowering makes an
 * instruction that is not supported. The call is part of the bitcode, and goes wherever that goes.
 *
 * Not warned about, and so not seen: a cast that is written down, as in (int)1e30, or INT_MIN / -1 in such an
 * initialiser; whatever a #pragma or a system header silences. Behind the last line that a function executes lies what
 * is outside of functions, and never computed. A constant in code that clang leaves out is laid to its function:
 * not supported without need.
 */

/* clang's options for these warnings; no others, and none is an error. */
#define FOLDED_WARNINGS                                                                                             \
    "-Wno-everything", "-Wno-error", "-Winteger-overflow", "-Wno-error=integer-overflow", "-Wshift-count-overflow", \
        "-Wno-error=shift-count-overflow", "-Wshift-count-negative", "-Wno-error=shift-count-negative",             \
        "-Wshift-overflow", "-Wno-error=shift-overflow", "-Wshift-sign-overflow", "-Wno-error=shift-sign-overflow", \
        "-Wliteral-conversion", "-Wno-error=literal-conversion", "-Wunsequenced", "-Wno-error=unsequenced",         \
        "-Wstring-compare", "-Wno-error=string-compare", "-Wuninitialized", "-Wno-error=uninitialized",             \
        "-Wsometimes-uninitialized", "-Wno-error=sometimes-uninitialized", "-Wconditional-uninitialized",           \
        "-Wno-error=conditional-uninitialized"

/* Marks the functions of a module, as clang made it, that clang's warnings are about; most often there is none,
 * and nothing changes. False: the bitcode cannot be read. */
bool folded_mark(const char *said, const struct front_checks *checks, struct str *bitcode);

#endif
