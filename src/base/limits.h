/* Limits of a run. Whoever loops asks limits_hit() now and then (it is cheap:
 * the clock and the memory use are only looked at every few thousand calls)
 * and winds up when told so. */
#ifndef SHRIKE_BASE_LIMITS_H
#define SHRIKE_BASE_LIMITS_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

enum limit { LIMIT_NONE, LIMIT_TIME, LIMIT_MEMORY, LIMIT_INTERRUPT };

struct limits {
    uint64_t deadline_ns; /* 0: none */
    uint64_t max_bytes;   /* 0: none */
    uint32_t countdown;
    enum limit hit; /* stays once set */
    const volatile sig_atomic_t *interrupted; /* set by a signal handler; may be NULL */
};

void limits_init(struct limits *limits);
/* Seconds from now, megabytes in all. 0 means no limit of time, and most of the memory that
 * the machine has left: its end would end us without a word. */
void limits_set(struct limits *limits, int64_t seconds, int64_t megabytes);
/* Looks at once. */
enum limit limits_look(struct limits *limits);
const char *limit_name(enum limit limit);

static inline enum limit limits_hit(struct limits *limits) {
    if (limits->countdown--) return limits->hit;
    return limits_look(limits);
}

#endif
