/* Learning must not cost more than it saves.
 *
 * Work for making and comparing facts is counted, in ticks (exec/sym/ticks.h); it is paid for by
 * the nodes that they save, at what exploring a node costs: those below the node that a fact was made
 * for, each time it subsumes a state. Where that does not pay learning pauses: the next
 * nodes are plain, without snapshot, points and fact. Pauses double while learning stays
 * useless, so in the long run it costs next to nothing.
 *
 * Every `now` is a number of ticks; they never go back.
 */
#ifndef SHRIKE_ENGINE_INTERPOLATE_THRIFT_H
#define SHRIKE_ENGINE_INTERPOLATE_THRIFT_H

#include <stdbool.h>
#include <stdint.h>

struct thrift {
    /* Since the last look: */
    uint32_t facts, nodes, visits; /* made, explored, times that something was learned */
    uint64_t gained;               /* nodes that facts made unnecessary */
    uint64_t walked;               /* nodes that were looked at in closing loops */
    uint64_t learning;             /* ticks */
    uint64_t looked_at;            /* when that was */
    uint64_t came_true, failed;    /* hopes, since the beginning */
    uint64_t pause, left;          /* nodes of the next pause; of this one */
};

void thrift_init(struct thrift *t, uint64_t now);
/* A fact was computed. */
void thrift_paid(struct thrift *t, uint64_t now);
/* Something was learned, or compared with what is, from `begun` on. */
void thrift_learned(struct thrift *t, uint64_t begun, uint64_t now);
/* A fact made it unnecessary to explore so many nodes. */
void thrift_gained(struct thrift *t, uint64_t nodes);
/* A loop that was left alone in the hope that it closes has closed, or has not. */
void thrift_judged(struct thrift *t, bool came_true);
/* What such a hope is worth that would save so many nodes. */
uint64_t thrift_hopes(const struct thrift *t, uint64_t nodes);
/* So many nodes were looked at to learn something. */
void thrift_walked(struct thrift *t, uint64_t nodes);
/* Has it paused since it last paid? */
bool thrift_disappoints(const struct thrift *t);
/* Is the next node plain? */
bool thrift_pauses(struct thrift *t, uint64_t now);

#endif
