/* How often each of many things has happened on a path.
 *
 * Counters lie in chunks behind a root; both are shared between forks by reference
 * count and copied when one of their counters changes, so a fork costs nothing and a
 * count copies a root and a chunk at most.
 */
#ifndef SHRIKE_EXEC_CORE_TALLY_H
#define SHRIKE_EXEC_CORE_TALLY_H

#include <stdint.h>

struct tally_root;

/* All zero: nothing has happened. */
struct tally {
    struct tally_root *root;
};

void tally_release(struct tally *t);
/* `to`, uninitialised, shares everything with `from`. */
void tally_fork(struct tally *to, const struct tally *from);
/* How often `what` has happened. */
uint32_t tally_count(const struct tally *t, uint32_t what);
/* No count of either is at or above this. */
uint32_t tally_end(const struct tally *a, const struct tally *b);
/* The first thing from `what` on that the two may differ in; tally_end if there is none. */
uint32_t tally_next_difference(const struct tally *a, const struct tally *b, uint32_t what);
/* Raises a count. */
void tally_set(struct tally *t, uint32_t what, uint32_t count);
/* How often `what` happened before; it happened once more. */
uint32_t tally_next(struct tally *t, uint32_t what);

#endif
