/* Limits of a run. Every long loop calls limits_hit() now and then and ends if it is true. (The call is cheap: it looks
 * at the clock and the memory use only every few thousand times.) `hit` stays set: an engine that ended after that has
 * left something out, whatever it says itself.
 *
 * Builds with asserts read the environment variable SHRIKE_CUT=KIND:K (time, memory,
 * interrupt: the limit is hit at the K-th look, counting every question; signal: SIGINT is
 * raised then; kill: SIGKILL, in processes that were forked since). So tests cut a
 * run at every place, whatever the machine's speed. */
#ifndef SHRIKE_BASE_LIMITS_H
#define SHRIKE_BASE_LIMITS_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

enum limit { LIMIT_NONE, LIMIT_TIME, LIMIT_MEMORY, LIMIT_INTERRUPT, LIMIT_INSTRUCTIONS };

struct limits {
    uint64_t deadline_ns; /* 0: none */
    uint64_t max_bytes;   /* 0: none */
    uint64_t first_bytes; /* of the process, before it executed anything; 0: it has not begun */
    uint64_t asked_ns;    /* when the system was last asked for those of the process */
    uint32_t countdown;
    enum limit hit;                           /* stays once set */
    const volatile sig_atomic_t *interrupted; /* set by a signal handler; may be NULL */
    struct {
        const char *kind; /* NULL: nothing is provoked */
        uint64_t looks;   /* to come */
        int process;      /* that read the variable */
    } cut;
};

void limits_init(struct limits *limits);
/* Seconds from now, megabytes in all. 0 means no limit of time, and most of the memory that
 * the machine has left: its end would end us without a word. */
void limits_set(struct limits *limits, int64_t seconds, int64_t megabytes);
/* Execution begins: what the process has taken by now (LLVM's memory, most of all) does not count. */
void limits_begin(struct limits *limits);
/* Looks at once. */
enum limit limits_look(struct limits *limits);
/* For code that counts for itself: it has come to this limit. */
void limits_reach(struct limits *limits, enum limit limit);
const char *limit_name(enum limit limit);

static inline enum limit limits_hit(struct limits *limits) {
    if (limits->countdown--) return limits->hit;
    return limits_look(limits);
}

#endif
