/* Native replay: a test fed to the compiled program, and what happened.
 *
 * The user's program is compiled by clang with AddressSanitizer and UBSan from
 * the bitcode that the engine executes, instrumented by front/native/instrument.c, and
 * linked with the replay library (replay/), which answers every request for an
 * input from the test. So this really runs the user's program: in a process
 * group, working folder for files that it writes, and limits of its own, but
 * with the user's rights (--no-confirm is for users who do not want that).
 *
 * One struct replay serves any number of tests of one program. It owns a
 * temporary folder, which replay_free removes.
 */
#ifndef SHRIKE_REPLAY_REPLAY_H
#define SHRIKE_REPLAY_REPLAY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "exec/core/bug.h"

struct context;
struct front_input;
struct program;
struct replay;
struct str;
struct test;

enum replay_result {
    REPLAY_CONFIRMED,     /* that error at that place (without a claim: an error) */
    REPLAY_ORDINARY,      /* the same, by an ordinary build alone (replay/ordinary.h) */
    REPLAY_DIFFERENT,     /* another error, or elsewhere */
    REPLAY_NOT_CONFIRMED, /* no error */
    REPLAY_DIVERGED,      /* the program takes other inputs than the test has */
    REPLAY_ASSUMPTION,    /* an assumption does not hold */
    REPLAY_UNABLE,        /* could not be built or run, or native code cannot show it */
};

/* An error that is said to happen. */
struct replay_claim {
    enum bug_kind kind;
    const char *file;      /* NULL: anywhere */
    uint32_t line, column; /* column 0: unknown */
    const char *function;  /* the innermost one of the user's; NULL: unknown */
};

/* The replay library as an object file, for 64 and 32 bits. */
struct replay_library {
    const unsigned char *data64, *end64, *data32, *end32;
};

/* Which blocks a run went through (the numbers that front_instrument gives). */
struct replay_trace {
    uint64_t count; /* of all blocks executed */
    uint64_t hash;  /* over all of them */
    vec_u32 ids;    /* the first ones; all if count == ids.len */
};

/* Compiles the program of `input` (files, compiler options, is32, entry,
 * is_error). NULL after adding the reason to *error; clang's own messages go to
 * standard error. input and library must outlive the result. */
struct replay *replay_new(struct context *ctx, const struct front_input *input, const struct replay_library *library,
                          struct str *error);
void replay_free(struct replay *r);

/* Runs the test. `bug` (NULL: any error that --check selects) is the claim and p
 * the program of its and the test's positions (NULL: the test has none).
 * Adds one line on what happened. */
enum replay_result replay_run(struct replay *r, const struct test *t, const struct bug *bug, struct program *p,
                              struct str *what_happened);
/* The same for a claim made of words; NULL: any error. */
enum replay_result replay_run_claim(struct replay *r, const struct test *t, const struct replay_claim *claim,
                                    struct program *p, struct str *what_happened);
/* An error that the last run has shown instead of the claimed one, in a function of the program. */
struct replay_other {
    enum bug_kind kind;
    const char *text, *file, *function;
    uint32_t line, column;
};
/* NULL: none that --check asks for. Lives until the next run. */
const struct replay_other *replay_other(const struct replay *r);
void replay_forget_other(struct replay *r);
/* What the program of the last run printed; both may be NULL. */
void replay_output(struct replay *r, struct str *standard_output, struct str *standard_error);

/* Runs the test without sanitizers and notes the blocks. False after adding the
 * reason to *error. The engine can execute the same bitcode (replay_trace_bitcode),
 * where __shrike_trace(number) is called at the start of each block. */
bool replay_trace(struct replay *r, const struct test *t, struct program *p, struct replay_trace *out,
                  struct str *error);
const char *replay_trace_bitcode(struct replay *r);
void replay_trace_release(struct replay_trace *trace);

/* "CONFIRMED", "NOT CONFIRMED", ... */
const char *replay_result_name(enum replay_result result);

#endif
