/* What the options say of the outside: command line, environment, standard input and files. */
#ifndef SHRIKE_EXEC_SYM_OUTSIDE_H
#define SHRIKE_EXEC_SYM_OUTSIDE_H

#include "exec/core/exec.h"

/* Do the options --sym-arg, --sym-args, --sym-stdin, --sym-files make sense? */
bool sym_options_valid(const struct options *opt, struct str *error);
/* Number and size of symbolic files; smallest and largest size of standard input (false:
 * it is not symbolic). */
void sym_files(const struct options *opt, uint64_t *number, uint64_t *size);
bool sym_stdin(const struct options *opt, uint64_t *least, uint64_t *most);

/* What is assumed of the environment, and how that narrows the inputs (premise.h). */
const char *sym_environment_words(const struct exec *x, const char **narrows);
/* "MIN-MAXxLEN" or "NxLEN", as --sym-args has it; false: it is not of that form. */
bool sym_args_range(const char *text, uint64_t *least, uint64_t *most, uint64_t *len);
/* "NAME" or "NAME=LEN", as --sym-env has it. */
bool sym_env_length(const char *text, uint64_t *len);

#endif
