#include "base/limits.h"

#include <string.h>

#include "base/mem.h"
#include "base/stats.h"

enum { LOOK_EVERY = 1024 };

void limits_init(struct limits *limits) { memset(limits, 0, sizeof *limits); }

void limits_set(struct limits *limits, int64_t seconds, int64_t megabytes) {
    limits->deadline_ns = seconds ? clock_ns() + (uint64_t)seconds * 1000000000u : 0;
    limits->max_bytes = (uint64_t)megabytes << 20;
}

enum limit limits_look(struct limits *limits) {
    limits->countdown = LOOK_EVERY;
    if (limits->hit) return limits->hit;
    if (limits->interrupted && *limits->interrupted)
        limits->hit = LIMIT_INTERRUPT;
    else if (limits->deadline_ns && clock_ns() > limits->deadline_ns)
        limits->hit = LIMIT_TIME;
    else if (limits->max_bytes && mem_live_bytes() > limits->max_bytes)
        limits->hit = LIMIT_MEMORY;
    return limits->hit;
}

const char *limit_name(enum limit limit) {
    switch (limit) {
    case LIMIT_NONE: return "none";
    case LIMIT_TIME: return "time limit";
    case LIMIT_MEMORY: return "memory limit";
    case LIMIT_INTERRUPT: return "interrupted";
    }
    return "?";
}
