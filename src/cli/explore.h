/* How verify and reach begin. */
#ifndef SHRIKE_CLI_EXPLORE_H
#define SHRIKE_CLI_EXPLORE_H

#include "job/submit.h"
#include "portfolio/portfolio.h"

/* Loads the program and has `run` explore it: with the engine of the options, with several in processes of their own,
 * or with workers (--on). `run` closes the session. Returns the exit status. */
int cli_explore(struct context *ctx, const struct command_line *line, enum command command,
                int (*run)(void *session, int engine, struct gate *gate));
/* --detach: submits the job of a loaded session and prints its name. Returns the exit status. */
int cli_submit(struct session *s, enum engine engine, const struct piece *first);

#endif
