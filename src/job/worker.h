/* A worker: takes pieces of any job from the broker, has them executed, and sends what came of them. */
#ifndef SHRIKE_JOB_WORKER_H
#define SHRIKE_JOB_WORKER_H

#include "base/context.h"

/* Works on as many pieces at one time as --jobs says, each in a process of its own, until a limit or --idle ends it.
 * Returns the exit status. */
int worker_run(struct context *ctx);

#endif
