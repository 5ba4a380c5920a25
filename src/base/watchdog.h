/* The last resort of --timeout.
 *
 * Everybody who loops looks at the limits, but a library that we call, or a loop that nobody
 * thought long, may not come to its end. A moment after the time limit a thread of its own says
 * the verdict and ends the process, whatever the rest of it does. What was printed by then stays;
 * files that are written at the end may be missing, which is said.
 */
#ifndef SHRIKE_BASE_WATCHDOG_H
#define SHRIKE_BASE_WATCHDOG_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct context;

/* In memory that processes forked later share: whichever of them comes to the verdict says it. */
struct watchdog {
    uint64_t end_ns;             /* when it ends the process */
    _Atomic(const char *) line;  /* the verdict it would print; NULL: none */
    atomic_int status;           /* the process's exit status */
    atomic_bool told;            /* the verdict is printed, or about to be */
};

/* Starts the thread if there is a time limit: ctx->watchdog, which lives as long as the process. */
void watchdog_start(struct context *ctx);
/* What is to be said if nobody else comes to it. Does nothing without a time limit. */
void watchdog_expect(const struct context *ctx, const char *line, int status);
/* To be called right before the verdict is printed: only one does. Does not return if it is too late. */
void watchdog_claim(const struct context *ctx, int status);
/* Claims, and prints the line. */
void watchdog_tell(const struct context *ctx, const char *line, int status);
/* The same with what was expected, or UNKNOWN. Returns the exit status. */
int watchdog_tell_expected(const struct context *ctx);

#endif
