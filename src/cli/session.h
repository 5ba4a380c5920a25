/* What verify, test and reach share: a program loaded for symbolic execution. */
#ifndef SHRIKE_CLI_SESSION_H
#define SHRIKE_CLI_SESSION_H

#include "cli/command.h"
#include "engine/explore.h"

struct session {
    struct context *ctx;
    const struct command_line *line;
    struct program *p;
    struct exec x;
    struct covered covered;
};

/* Loads the program and makes its first state. False after a message. */
bool session_open(struct session *s, struct context *ctx, const struct command_line *line);
void session_close(struct session *s);
/* Explores it; fills the statistics. False after a message. */
bool session_explore(struct session *s, const struct explore_hooks *hooks, struct explore_result *result);
/* Says on standard error why the exploration is not complete. */
void session_explain(const struct session *s);

#endif
