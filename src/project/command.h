/* Commands of compilers and linkers. */
#ifndef SHRIKE_PROJECT_COMMAND_H
#define SHRIKE_PROJECT_COMMAND_H

#include "project/project.h"

/* Adds what the command made in this folder; argv[0] is the compiler or linker. */
void command_digest(struct project *p, const char *folder, const char *const *argv, int argc);
/* The same for a command of compile_commands.json: nothing but the object of this source. Its
 * number, or UINT32_MAX if it makes none. */
uint32_t command_object(struct project *p, const char *folder, const char *const *argv, int argc, const char *source);

#endif
