/* Which blocks a path went through: how many, and a hash over their numbers. Native
 * replay counts the same way (replay/trace.c), so equal traces mean equal paths. */
#ifndef SHRIKE_EXEC_CORE_TRACE_H
#define SHRIKE_EXEC_CORE_TRACE_H

#include <stdint.h>

struct path_trace {
    uint64_t count, hash;
};

static inline struct path_trace path_trace_empty(void) { return (struct path_trace){0, 14695981039346656037u}; }
static inline struct path_trace path_trace_add(struct path_trace t, uint32_t id) {
    return (struct path_trace){t.count + 1, (t.hash ^ id) * 1099511628211u};
}

#endif
