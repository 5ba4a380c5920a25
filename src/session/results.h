/* The files that the options ask for are whole or absent: those of an earlier run are removed before this one begins, a
 * file is written beside and renamed, and if the process that should write them ends before it has, the process above
 * it writes what little is known. */
#ifndef SHRIKE_SESSION_RESULTS_H
#define SHRIKE_SESSION_RESULTS_H

#include <stdbool.h>

struct command_line;
struct context;
struct str;

/* Can all of them be written? Those of an earlier run are removed then. False after a message. */
bool results_prepare(struct context *ctx, const struct command_line *line);
/* Where an output is called "-", standard output is its own from now on: what else would be printed
 * there goes to standard error. False after a message. */
bool results_take_standard_output(struct context *ctx);
/* Writes a file, "-" being standard output. False after a message. */
bool results_write(struct context *ctx, const char *path, const struct str *text);

/* Runs the command in a process of its own if it is to write results (`guarded`: its verdict is one word). Returns the
 * exit status; in the parent *parent is set, and nothing more is to be printed there. */
int results_guard(struct context *ctx, struct command_line *line, int (*run)(struct context *, struct command_line *),
                  bool *parent);

#endif
