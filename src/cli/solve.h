/* shrike solve: SMT-LIB 2 files. */
#ifndef SHRIKE_CLI_SOLVE_H
#define SHRIKE_CLI_SOLVE_H

struct context;

/* Runs the scripts one after the other (no files, or "-": standard input); answers
 * go to standard output. Returns the exit status: 0, or 1 if a file could not be
 * read or is malformed. */
int cli_solve(struct context *ctx, int nfiles, char *const *files);

#endif
