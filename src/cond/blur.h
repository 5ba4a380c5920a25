/* A cut: one state that stands for all that come to a place in the program.
 *
 * Between two visits of a place (the head of a loop) values change: registers, words of memory. The
 * head of a cut is a state in which each of these *parts* holds a symbol of its own, so that it is
 * any of the visits; what else a state is (call stack, objects that live, files) must be the same
 * in all of them. What changes is found by comparing a state that comes back with the head, and
 * again, until nothing is new (merge_compare, exec/sym/merge.h).
 *
 * A pointer is kept as an offset: its part holds the address of the object that it pointed into at
 * the entry, plus the symbol. That is any address, too, but the executor sees where it came from.
 * The contents of a vast object (exec/sym/vast.h) are one part, whose symbol is an array, and so are
 * those of any object that was written to at an unknown place, if the cut is to have such (`whole`).
 *
 * Objects that come to life on the way and are gone at the end have a new place each time: a pointer to such an object
 * that a part keeps leads nowhere from then on. So an object that comes to life behind a head has a place that no
 * object had in any state so far, and no guess can know it (space_renew).
 *
 * Invariants: (1) no two parts have a byte or a register in common; (2) the symbol of a part is in no state that
 * enters: a state that enters the same place again on one path takes another cut.
 */
#ifndef SHRIKE_COND_BLUR_H
#define SHRIKE_COND_BLUR_H

#include "exec/sym/merge.h"

struct blur_part {
    uint32_t n;           /* bytes at addr; 0: a register, or an object whose contents are an array */
    uint32_t level, slot; /* of the frame, 0 on top; of the register */
    uint64_t addr;        /* of the object, too */
    uint64_t size;        /* of such an object that is not vast */
    expr base;            /* what is added to the symbol; none: nothing */
    expr any;
};

typedef VEC(expr) blur_values;

struct blur {
    const struct merger *merger;
    VEC(struct blur_part) parts;
    uint32_t symbols; /* made so far, for their names */
    bool whole;       /* objects that are arrays are one part each; set by the owner */
    bool renews;      /* objects come to life and are gone again on the way: see below */
};

void blur_init(struct blur *c, const struct merger *m);
void blur_release(struct blur *c);
/* A fork of st, which stands at the place, with all parts free. Its model is that of st, and the symbols
 * have the values that st has there. Leaves x->now at NULL. */
struct state *blur_head(struct blur *c, struct state *st);
/* Compares a state that came back with the head, which was made by blur_head or is itself a state that enters: what
 * differs and is no part yet becomes one; `entry` shows where pointers point to. *grown: a part was added. False: more
 * differs than values. (Uninitialised bytes of both may become inputs.) */
bool blur_compare(struct blur *c, struct state *entry, struct state *head, struct state *back, bool *grown);
/* Are the objects and words that are parts free in a head that blur_head has made, or gone? (Another state that enters
 * may have others there.) If not, what blur_compare says is not all. Leaves x->now at NULL. */
bool blur_is_free(const struct blur *c, struct state *head);
/* What the symbols stand for in a state, in the order of the parts. Leaves x->now at NULL. */
void blur_read(const struct blur *c, struct state *st, blur_values *values);
/* In the model `to`, the symbol of part i gets the value that `value` has under `from`. */
void blur_assign(const struct blur *c, uint32_t i, expr value, struct model *from, struct model *to);
/* What collection must keep. */
void blur_mark(const struct blur *c);
/* e with the symbols replaced by these. */
expr blur_put(const struct blur *c, const blur_values *values, expr e);

#endif
