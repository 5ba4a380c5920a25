/* Work that engines hand over to other processes, and get from them.
 *
 * A way (exec/decide/retrace.h) leads from one of the program's first states to the root of a subtree: all executions
 * that decide as it does. An engine that shares begins with the ways that it is given, or with the program if there are
 * none, and may give states away: what is below them is somebody else's from then on, and not a gap.
 */
#ifndef SHRIKE_ENGINE_SHARE_H
#define SHRIKE_ENGINE_SHARE_H

#include "exec/decide/retrace.h"

struct run;

struct share_way {
    uint32_t root; /* which of the program's first states, in the order in which they are made */
    struct retrace_way way;
};

struct run_share {
    const struct share_way *ways;
    uint32_t nways; /* 0: the whole program */
    /* In how many parts is some of the work wanted elsewhere? SHARE_ALL: all of it, nothing more is to be executed
     * here. Asked often. */
    uint32_t (*wanted)(void *owner, const struct run *so_far);
    /* A state of part `part` (below SHARE_PARTS) is given away; takes a copy of the way. */
    void (*give)(void *owner, uint32_t part, const struct share_way *way);
    /* That was all for now. */
    void (*given)(void *owner);
    void *owner;
};

enum { SHARE_ALL = INT32_MAX, SHARE_PARTS = 64 };

void share_way_release(struct share_way *w);
/* As bytes: what the way is, and what only makes it quicker (values of inputs). */
void share_way_write(const struct share_way *w, vec_u8 *key, vec_u8 *hints);
/* w not initialised. False: not whole, and nothing is to be released. */
bool share_way_read(struct share_way *w, const uint8_t **key, const uint8_t *key_end, const uint8_t **hints, const uint8_t *hints_end);

#endif
