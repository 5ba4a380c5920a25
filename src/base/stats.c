#include "base/stats.h"

#include <assert.h>
#include <string.h>
#include <time.h>

#include "base/json.h"
#include "base/str.h"

static uint64_t look_at(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t clock_ns(void) { return look_at(CLOCK_MONOTONIC); }

uint64_t cpu_ns(void) { return look_at(CLOCK_PROCESS_CPUTIME_ID); }

void stats_init(struct stats *stats) { memset(stats, 0, sizeof *stats); }

void timer_start(struct timer *timer) {
    assert(!timer->started);
    timer->started = clock_ns();
}

void timer_stop(struct timer *timer) {
    assert(timer->started);
    timer->ns += clock_ns() - timer->started;
    timer->started = 0;
    timer->spans++;
}

double timer_seconds(const struct timer *timer) {
    uint64_t open = timer->started ? clock_ns() - timer->started : 0;
    return (double)(timer->ns + open) * 1e-9;
}

void stats_print(const struct stats *stats, struct str *out) {
#define COUNTER(field, group, text) \
    if (stats->field) str_addf(out, "%-10s %15llu  %s\n", group, (unsigned long long)stats->field, text);
#define TIMER(field, group, text)                           \
    if (stats->t_##field.spans || stats->t_##field.started) \
        str_addf(out, "%-10s %13.3f s  %s\n", group, timer_seconds(&stats->t_##field), text);
#include "base/stats.def"
#undef COUNTER
#undef TIMER
}

void stats_json(const struct stats *stats, const char *key, struct str *out) {
    json_open(out, key, '{');
#define COUNTER(field, group, text) json_number(out, group "." #field, stats->field);
#define TIMER(field, group, text) json_addf(out, group "." #field "_s", "%.6f", timer_seconds(&stats->t_##field));
#include "base/stats.def"
#undef COUNTER
#undef TIMER
    json_close(out, "}");
}
