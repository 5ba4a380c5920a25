/* What every part of a run may need: options, statistics, messages, limits and
 * random numbers. There are no mutable globals besides the allocator's. */
#ifndef SHRIKE_BASE_CONTEXT_H
#define SHRIKE_BASE_CONTEXT_H

#include "base/limits.h"
#include "base/log.h"
#include "base/option.h"
#include "base/rng.h"
#include "base/stats.h"

struct watchdog;

struct context {
    struct options opt;
    struct stats stats;
    struct log log;
    struct limits limits;
    struct rng rng;
    const struct hostfiles
        *host; /* the only files that the program under test sees (base/hostfiles.h); NULL: this machine's */
    struct watchdog *watchdog; /* base/watchdog.h; NULL: there is no time limit */
    int cage;    /* descriptor of the program that native runs are started by (base/cage.h), or CAGE_NONE */
    int results; /* descriptor that outputs called "-" are written to */
};

void context_init(struct context *ctx);
void context_release(struct context *ctx);
/* Puts the parsed options (seed, log level, limits) into force. */
void context_apply_options(struct context *ctx);

#endif
