/* Statistics of a run, all from stats.def. A counter is a plain uint64_t field:
 * `ctx->stats.queries++`. A timer is a pair of calls around the timed work;
 * timers may nest, each counts its own full span. */
#ifndef SHRIKE_BASE_STATS_H
#define SHRIKE_BASE_STATS_H

#include <stdint.h>

struct str;

struct timer {
    uint64_t ns;      /* finished spans */
    uint64_t started; /* 0: not running */
    uint64_t spans;
};

struct stats {
#define COUNTER(field, group, text) uint64_t field;
#define TIMER(field, group, text) struct timer t_##field;
#include "base/stats.def"
#undef COUNTER
#undef TIMER
};

/* Monotonic clock. */
uint64_t clock_ns(void);
/* Processor time of this process: what work costs, also while others run and it is stopped. */
uint64_t cpu_ns(void);

void stats_init(struct stats *stats);
void timer_start(struct timer *timer);
void timer_stop(struct timer *timer);
double timer_seconds(const struct timer *timer);

/* A table for people: groups with what is not zero. */
void stats_print(const struct stats *stats, struct str *out);
/* One JSON object: "group.field": value; timers in seconds. */
void stats_json(const struct stats *stats, const char *key, struct str *out);

#endif
