/* Programs of a build in place of files. */
#ifndef SHRIKE_CLI_FIND_H
#define SHRIKE_CLI_FIND_H

#include "project/units.h"
#include "session/command.h"

/* Replaces what a build made, among the line's files, by its sources; `behind` words that follow
 * behind the files stay there. The texts are u's. False after a message. */
bool cli_find(struct context *ctx, struct command_line *line, uint32_t behind, struct units *u);

#endif
