/* How often each of many things has happened on a path.
 *
 * Counters lie in chunks behind a root; both are shared between forks by reference
 * count and copied when one of their counters changes, so a fork costs nothing and a
 * count copies a root and a chunk at most.
 */
#ifndef SHRIKE_EXEC_TALLY_H
#define SHRIKE_EXEC_TALLY_H

#include <stdint.h>

struct tally_root;

/* All zero: nothing has happened. */
struct tally {
    struct tally_root *root;
};

void tally_release(struct tally *t);
/* `to`, uninitialised, shares everything with `from`. */
void tally_fork(struct tally *to, const struct tally *from);
/* How often `what` happened before; it happened once more. */
uint32_t tally_next(struct tally *t, uint32_t what);

#endif
