/* Child processes: tools that we trust, and the program under test. */
#ifndef SHRIKE_REPLAY_PROCESS_H
#define SHRIKE_REPLAY_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/child.h"

struct context;
struct str;

enum {
    PROCESS_REPORT_FD = 199, /* where the sanitizers and the replay library report */
};

/* Neither goes on for more than a moment after the run's time limit, nor when it is interrupted. */

struct process_tool {
    const char *const *argv; /* argv[0] is found by PATH */
    const char *folder;      /* in which it may write */
    const char *where;       /* it runs here; NULL: where we are */
    bool quiet;              /* its messages are dropped; else they go to standard error */
};

/* Runs a tool to its end, in a cage. False after adding a reason. */
bool process_tool(const struct context *ctx, const struct process_tool *tool, struct str *error);

struct process_run {
    const char *const *argv; /* argv[0] is what the program sees */
    const char *program;
    const char *const *env;                       /* "NAME=value", in place of what we have under that name */
    const char *input, *output, *errors, *report; /* files */
    bool piped; /* standard input is a pipe with what is in `input` (up to a megabyte, else the file itself) */
    uint64_t seconds;
    uint64_t stack;  /* bytes; 0: many, as deep recursion that ends is no error */
    uint64_t memory; /* bytes, of all its processes */
    const char *const *seen, *const
                                 *written; /* folders and files, NULL behind the last: seen in the cage, and writable */
};

/* Runs a program under test in a process group of its own with limits; all of the
 * group is dead when this returns. *value: exit status, signal or errno. */
enum child_end process_run(struct context *ctx, const struct process_run *run, int *value);

#endif
