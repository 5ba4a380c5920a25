/* --on: the work of a command is done by others. */
#ifndef SHRIKE_CLI_REMOTE_H
#define SHRIKE_CLI_REMOTE_H

#include "session/piecework.h"

/* How to reach the broker, of the options. role: as the broker lists us; ctx is asked while we wait. */
struct broker *remote_connect(struct context *ctx, const char *role, bool (*is_over)(void *owner));

/* In the place of session_explore, for a session that has begun: submits the job (or goes on with it, if there is one
 * of that name), waits for results, adds them to the session and fills the statistics. engine: that was asked for;
 * behind it s->engine is the one that has answered. first: what the job begins with, if not with the whole program
 * (NULL). False after a message. */
bool remote_explore(struct session *s, enum engine engine, const struct piece *first, const struct piecework_heard *heard);
/* With --on and --job: `shrike jobs` shows the verdict from now on. */
void remote_tell_verdict(struct context *ctx, const char *verdict);
/* --detach: submits the job and no more. Returns the exit status. */
int remote_submit(struct session *s, enum engine engine, const struct piece *first);

/* Loads the program and has `run` explore it: with the engine of the options, with several in processes of their own, or
 * (--on) with other machines, for which --detach does not wait. Returns the exit status. `run` closes the session. */
int remote_or_here(struct context *ctx, const struct command_line *line, enum command command,
                   int (*run)(void *session, int engine, struct gate *gate));

#endif
