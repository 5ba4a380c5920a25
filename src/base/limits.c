#include "base/limits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* Of the process, libraries that count for themselves (solvers) among them; 0: unknown. */
static uint64_t process_bytes(void) {
    unsigned long long resident = 0, shared = 0;
#ifndef __SANITIZE_ADDRESS__
    FILE *f = fopen("/proc/self/statm", "r");
    if (!f) return 0;
    if (fscanf(f, "%*u %llu %llu", &resident, &shared) != 2) resident = shared = 0;
    fclose(f);
#endif
    return (uint64_t)(resident - shared) * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* Our own bytes are counted; those of libraries only the system knows, and asking it takes a moment. */
static bool is_memory_used_up(struct limits *limits) {
    const uint64_t pause_ns = 50000000, now = clock_ns();
    if (!limits->max_bytes) return false;
    if (mem_live_bytes() > limits->max_bytes) return true;
    if (!limits->first_bytes || now - limits->asked_ns < pause_ns) return false;
    limits->asked_ns = now;
    return process_bytes() > limits->max_bytes + limits->first_bytes;
}

/* ---- cuts for tests ---------------------------------------------------------------------------- */

static void read_cut(struct limits *limits) {
#ifndef NDEBUG
    const char *text = getenv("SHRIKE_CUT"), *colon = text ? strchr(text, ':') : NULL;
    if (!colon) return;
    limits->cut.kind = text;
    limits->cut.looks = strtoull(colon + 1, NULL, 10);
    limits->cut.process = (int)getpid();
    limits->countdown = 0;
#else
    (void)limits;
#endif
}

static bool cut_is(const struct limits *limits, const char *kind) {
    return strncmp(limits->cut.kind, kind, strlen(kind)) == 0 && limits->cut.kind[strlen(kind)] == ':';
}

/* From here on every question is a look. */
static void count_look(struct limits *limits) {
    limits->countdown = 0;
    if (cut_is(limits, "kill") && limits->cut.process == (int)getpid()) return;
    if (!limits->cut.looks || --limits->cut.looks) return;
    fprintf(stderr, "SHRIKE_CUT: %s\n", limits->cut.kind);
    fflush(stderr);
    if (cut_is(limits, "time")) limits->hit = LIMIT_TIME;
    else if (cut_is(limits, "memory")) limits->hit = LIMIT_MEMORY;
    else if (cut_is(limits, "interrupt")) limits->hit = LIMIT_INTERRUPT;
    else if (cut_is(limits, "signal")) raise(SIGINT);
    else if (cut_is(limits, "kill")) raise(SIGKILL);
}

/* ---- limits ------------------------------------------------------------------------------------ */

void limits_reach(struct limits *limits, enum limit limit) {
    if (!limits->hit) limits->hit = limit;
}

void limits_set(struct limits *limits, int64_t seconds, int64_t megabytes) {
    limits->deadline_ns = seconds ? clock_ns() + (uint64_t)seconds * 1000000000u : 0;
    limits->max_bytes = megabytes ? (uint64_t)megabytes << 20 : available_memory() / 10 * 8;
    read_cut(limits);
}

void limits_begin(struct limits *limits) {
    if (!limits->first_bytes) limits->first_bytes = process_bytes();
}

enum limit limits_look(struct limits *limits) {
    limits->countdown = LOOK_EVERY;
    if (limits->hit) return limits->hit;
    if (limits->cut.kind) {
        count_look(limits);
        if (limits->hit) return limits->hit;
    }
    if (limits->interrupted && *limits->interrupted) limits->hit = LIMIT_INTERRUPT;
    else if (limits->deadline_ns && clock_ns() > limits->deadline_ns) limits->hit = LIMIT_TIME;
    else if (is_memory_used_up(limits)) limits->hit = LIMIT_MEMORY;
    return limits->hit;
}

const char *limit_name(enum limit limit) {
    switch (limit) {
    case LIMIT_NONE: return "none";
    case LIMIT_TIME: return "time limit";
    case LIMIT_MEMORY: return "memory limit";
    case LIMIT_INTERRUPT: return "interrupted";
    case LIMIT_INSTRUCTIONS: return "--max-instructions";
    }
    return "?";
}
