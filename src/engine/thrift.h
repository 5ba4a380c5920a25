/* Learning must not cost more than it saves.
 *
 * A fact is paid for by the nodes that it saves: those below the node that it was made
 * for, each time it subsumes a state. Where facts do not earn their price learning pauses: the next nodes are plain, without snapshot, points and fact. Pauses
 * double while learning stays useless, so in the long run it costs next to nothing.
 */
#ifndef SHRIKE_ENGINE_THRIFT_H
#define SHRIKE_ENGINE_THRIFT_H

#include <stdbool.h>
#include <stdint.h>

struct thrift {
    uint32_t facts;  /* since the last look */
    uint64_t gained; /* nodes that they made unnecessary */
    uint64_t pause, left; /* nodes of the next pause; of this one */
};

void thrift_init(struct thrift *t);
/* A fact was computed. */
void thrift_paid(struct thrift *t);
/* A fact made it unnecessary to explore so many nodes. */
void thrift_gained(struct thrift *t, uint64_t nodes);
/* Is the next node plain? */
bool thrift_pauses(struct thrift *t);

#endif
