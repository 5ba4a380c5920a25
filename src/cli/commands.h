/* The commands; each returns an exit status (base/exit.h). */
#ifndef SHRIKE_CLI_COMMANDS_H
#define SHRIKE_CLI_COMMANDS_H

#include "session/command.h"

int cli_test(struct context *ctx, const struct command_line *line);
int cli_reach(struct context *ctx, struct command_line *line);
int cli_verify(struct context *ctx, const struct command_line *line);
int cli_run(struct context *ctx, const struct command_line *line);
int cli_fuzz(struct context *ctx, struct command_line *line);
int cli_confirm(struct context *ctx, struct command_line *line);
int cli_harness(struct context *ctx, struct command_line *line);
int cli_capture(struct context *ctx, const struct command_line *line);
int cli_check(struct context *ctx, struct command_line *line);
int cli_watch(struct context *ctx, const struct command_line *line);
int cli_work(struct context *ctx);
int cli_jobs(struct context *ctx, const struct command_line *line);
int cli_replay(struct context *ctx, struct command_line *line);
/* shrike doctor */
int cli_doctor(struct context *ctx);

#endif
