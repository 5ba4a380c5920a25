/* A tiny arena: memory of one path condition, a few hundred bytes as a rule,
 * given back all at once. (base/arena.h has blocks too large to have one for
 * each of a million path conditions.) */
#ifndef SHRIKE_SOLVER_BUMP_H
#define SHRIKE_SOLVER_BUMP_H

#include <stddef.h>

struct bump_block;
struct bump {
    struct bump_block *blocks; /* the newest first */
};

/* 8-byte aligned, uninitialised; `bump` starts as all zero. */
void *bump_alloc(struct bump *bump, size_t size);
void bump_release(struct bump *bump);

#endif
