/* The last resort of --timeout.
 *
 * Loops of ours look at the limits, but a library that we call may not end in time, nor may a loop that we took for
 * short. A moment after the time limit a thread of its own prints the verdict and ends the process, whatever the rest
 * of it does. What was printed by then stays; session/results.h sees to the files that are missing then.
 */
#ifndef SHRIKE_BASE_WATCHDOG_H
#define SHRIKE_BASE_WATCHDOG_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct context;

/* In memory that processes forked later share: the first of them that has the verdict prints it. */
struct watchdog {
    uint64_t end_ns;             /* when it ends the process; 0: never */
    _Atomic(const char *) line;  /* the verdict it would print; NULL: none */
    _Atomic(const char *) doing; /* "compiling": what the run is at; NULL: not known */
    atomic_int status;           /* the process's exit status */
    atomic_bool told;            /* the verdict is printed, or about to be */
    atomic_bool written;         /* so is the output called "-" */
    atomic_bool lost;            /* it could not be printed */
};

/* Makes ctx->watchdog, which lives as long as the process. False: there is no memory for it. */
bool watchdog_share(struct context *ctx);
/* The same, and starts the thread if there is a time limit. */
void watchdog_start(struct context *ctx);
/* What the run is at from now on; the text stays. */
void watchdog_doing(const struct context *ctx, const char *what);
/* The verdict that the watchdog prints if the rest of the process prints none in time. Does nothing without a time
 * limit. */
void watchdog_expect(const struct context *ctx, const char *line, int status);
/* To be called right before the verdict is printed, so that it is printed once. Does not return if the watchdog or
 * another process was faster. */
void watchdog_claim(const struct context *ctx, int status);
/* Claims, and prints the line. */
void watchdog_tell(const struct context *ctx, const char *line, int status);
/* The same with what was expected, or UNKNOWN. Returns the exit status. */
int watchdog_tell_expected(const struct context *ctx);

#endif
