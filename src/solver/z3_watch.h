/* Z3 and the limits of a run.
 *
 * Z3 knows nothing of our interrupts, so a thread watches its full solver. The simple
 * solver does not listen, nor look at its own clock, while it turns a query into gates:
 * it gets small queries only.
 */
#ifndef SHRIKE_SOLVER_Z3_WATCH_H
#define SHRIKE_SOLVER_Z3_WATCH_H

#include <pthread.h>
#include <stdbool.h>
#include <z3.h>

#include "expr/expr.h"

struct limits;

struct z3_watch {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    bool running, done;
    Z3_context z3;
    const struct limits *limits;
    uint64_t until_ns; /* of the question; 0: it has no end of its own */
};

/* From now on until z3_watch_stop Z3 is interrupted when the run is, and after so many seconds (0: whenever it is
 * done): Z3 has a clock of its own, which says nothing more if it was over before Z3 began. */
void z3_watch_start(struct z3_watch *w, Z3_context z3, const struct limits *limits, double seconds);
void z3_watch_stop(struct z3_watch *w);

/* Gates that the constraints become, about; stops counting above `most`. */
uint64_t z3_gates(const struct expr_pool *pool, const expr *constraints, uint32_t n, uint64_t most);

#endif
