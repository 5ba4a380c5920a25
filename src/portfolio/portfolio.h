/* Several engines as processes: which of them runs when, whose answer counts.
 *
 * As many run as there are processors; the others are stopped until their share of the processor time is the smallest.
 * The first definite verdict ends the run; the process that prints the verdict also prints the errors and targets that
 * others have found. A crash of one engine, or its going beyond the memory limit, does not end the run. Two answers
 * that contradict each other are an error of ours: the run reports it, keeps everything needed to see it again in a
 * folder, and answers UNKNOWN.
 */
#ifndef SHRIKE_PORTFOLIO_PORTFOLIO_H
#define SHRIKE_PORTFOLIO_PORTFOLIO_H

#include "base/context.h"
#include "portfolio/gate.h"

struct portfolio_engine {
    const char *name;
    int engine;      /* for `run` */
    double weight;   /* share of processor time, beside the others' */
    double delay_ms; /* starts as if it had used that much of its share */
    bool stales;     /* gets less while it executes no code that is new to it */
};

enum { PORTFOLIO_MOST = 16, PORTFOLIO_TELLER = -1 };

struct portfolio {
    struct context *ctx;
    const struct portfolio_engine *engines; /* in order of their first turns */
    uint32_t nengines;
    uint32_t ntargets;
    uint32_t processors; /* 0: those that we may use */
    /* In a process of its own: runs the engine, waits at the gate and tells; returns the exit
     * status. PORTFOLIO_TELLER: no engine came so far, tell what `merge` of gate_wait gets. */
    int (*run)(void *owner, int engine, struct gate *gate);
    /* Errors contradict a proof: writes what is to be kept of one (MAIL_FINDING) into a folder;
     * may be NULL. */
    void (*keep)(void *owner, const char *folder, uint32_t number, const uint8_t *p, const uint8_t *end);
    void *owner;
    const char *const *files; /* sources to keep then */
    uint32_t nfiles;
};

/* Returns the exit status; ctx has the statistics of the process that printed the verdict. */
int portfolio_run(const struct portfolio *p);

#endif
