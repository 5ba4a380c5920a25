/* Two states become one.
 *
 * States that stand at the same instruction with the same call stack, and that no input
 * leads to both of, are merged: registers and memory words in which they differ become
 * an if-then-else over a guard, the condition that tells their inputs apart; the path
 * condition is what both begin with, and one rest or the other. Slots that nothing will
 * read any more do not count (ir/live.h).
 *
 * What was taken as input on one side only has its number on that side; the next
 * number after the merger is above those of both. The trail gets a choice, which the
 * guard decides under a model (trail_under).
 *
 * States are left apart where more differs than values: live objects, rounds of loops,
 * what setjmp remembers, files. That is always right.
 */
#ifndef SHRIKE_EXEC_SYM_MERGE_H
#define SHRIKE_EXEC_SYM_MERGE_H

#include "exec/sym/input.h"
#include "exec/sym/sym.h"
#include "ir/live.h"
#include "ir/sequence.h"
#include "mem/differ.h"

struct merger {
    struct exec *x;
    const struct live *live;
    const struct sequence *sequence; /* NULL: no rounds are counted */
};

struct merge_register {
    uint32_t level; /* of its frame; 0: the top */
    uint32_t slot;
};

/* Where two states have different values. */
struct merge_difference {
    struct space_difference space;
    VEC(struct merge_register) registers;
};

/* False: more than values differ. (Uninitialised bytes may become inputs.) */
bool merge_compare(const struct merger *m, struct state *a, struct state *b, struct merge_difference *d);
void merge_difference_release(struct merge_difference *d);
/* Frame number `level` of a state, to be changed: nothing on the way to it is shared. */
struct frame *merge_own_frame(struct exec *x, struct state *st, uint32_t level);
/* What a slot holds in two frames, in a width that is enough for both. */
void merge_read(struct exec *x, const struct frame *f, const struct frame *g, uint32_t slot, expr *a, expr *b);

/* Merges `from` into `into` and frees it; false: they stay as they were (but for
 * uninitialised bytes that became inputs). Leaves x->now at NULL. */
bool merge_states(const struct merger *m, struct state *into, struct state *from);

typedef VEC(struct state *) merge_list;
struct merge_counts {
    uint64_t merged;
    uint64_t apart; /* tried in vain */
};
/* Merges those of the list that can be, as few as possible being left, those that parted last first: so conditions
 * fall away again in the order in which they came. (mergelist.c) */
void merge_all(const struct merger *m, merge_list *list, struct merge_counts *counts);

#endif
