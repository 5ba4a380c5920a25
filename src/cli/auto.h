/* --engine=auto: the engines in processes of their own, the first definite verdict wins.
 *
 * At most as many run as there are processors; the others are stopped and get their
 * turn later, each turn longer than the last. An engine is started when its first turn
 * comes, so that an easy program costs two. What a process prints is kept back; when it
 * has its verdict it waits at a gate. The parent opens the gate for one of them, and
 * that one prints, writes its files and ends; the others are killed. A crash or a limit
 * of one engine does not end the run.
 *
 * Two definite verdicts that contradict each other are an error of ours: it is told, and
 * the answer is UNKNOWN.
 */
#ifndef SHRIKE_CLI_AUTO_H
#define SHRIKE_CLI_AUTO_H

#include "cli/command.h"

/* One engine's side of the gate; NULL: there is none. */
struct gate;

/* Runs `verify` with ctx->opt.engine set to one engine after the other, each in its own
 * process. Returns the exit status. */
typedef int (*auto_verify_fn)(struct context *ctx, const struct command_line *line, struct gate *gate);
int auto_verify(struct context *ctx, const struct command_line *line, auto_verify_fn verify);

/* The engine has its verdict. Comes back if it is the one to be told; else never. */
void gate_wait(struct gate *gate, int status);

#endif
