/* Completion scripts for shells, made of the tables of commands and options. */
#ifndef SHRIKE_CLI_COMPLETE_H
#define SHRIKE_CLI_COMPLETE_H

#include <stdbool.h>

#include "base/option.h"

struct str;

struct command_name {
    const char *name, *help;
    enum command command;
};

/* For "bash" or "zsh"; false for others. */
bool complete_write(const char *shell, const struct command_name *commands, int n, struct str *out);

#endif
