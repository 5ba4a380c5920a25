/* `shrike show`: the program as the engine sees it. */
#ifndef SHRIKE_CLI_SHOW_H
#define SHRIKE_CLI_SHOW_H

struct context;
struct program;

/* Prints ir, cfg, calls or loops of one function (NULL: of all that are the
 * user's) on standard output. Returns the exit status: 0, or 1 after an error
 * message if there is no such thing to show or the program breaks an invariant. */
int cli_show(struct context *ctx, struct program *p, const char *what, const char *function);

#endif
