/* argp.h: what its parser (argp.c) and the text of its help (argp_help.c) share. */
#ifndef RT_ARGP_HELP_H
#define RT_ARGP_HELP_H

#include "stream.h"

#include <argp.h>

static inline bool rt_argp_is_end(const struct argp_option *o) { return !o->key && !o->name && !o->doc && !o->group; }
/* Has the option a letter? */
static inline bool rt_argp_has_letter(const struct argp_option *o) { return !(o->flags & OPTION_DOC) && o->key >= ' ' && o->key < 127; }
/* What the program handed to this part of the parser that runs; NULL if none does. */
void *rt_argp_input(const struct argp *argp, const struct argp_state *state);
/* Prints what the flags (ARGP_HELP_...) say. */
void rt_argp_help(const struct argp *argp, const struct argp_state *state, FILE *stream, unsigned flags, const char *name);

#endif
