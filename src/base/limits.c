#include "base/limits.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/stats.h"

enum { LOOK_EVERY = 1024 };

void limits_init(struct limits *limits) { memset(limits, 0, sizeof *limits); }

/* Bytes that the machine could give us; 0: unknown. */
static uint64_t available_memory(void) {
    char line[256];
    unsigned long long kilobytes = 0;
    FILE *f = fopen("/proc/meminfo", "r");
    if (!f) return 0;
    while (fgets(line, sizeof line, f) && sscanf(line, "MemAvailable: %llu", &kilobytes) != 1) {}
    fclose(f);
    return (uint64_t)kilobytes << 10;
}

void limits_set(struct limits *limits, int64_t seconds, int64_t megabytes) {
    limits->deadline_ns = seconds ? clock_ns() + (uint64_t)seconds * 1000000000u : 0;
    limits->max_bytes = megabytes ? (uint64_t)megabytes << 20 : available_memory() / 10 * 8;
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
