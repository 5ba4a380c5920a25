/* Priority queue of (cost, node) pairs, least cost first, ties by node so that
 * results never depend on the order of insertion. */
#ifndef SHRIKE_IR_HEAP_H
#define SHRIKE_IR_HEAP_H

#include <stdbool.h>

#include "base/vec.h"

struct heap_item {
    uint32_t cost;
    uint32_t node;
};

struct heap {
    VEC(struct heap_item) items;
};

void heap_push(struct heap *heap, uint32_t cost, uint32_t node);
/* Takes the least item out. Returns false if there is none. */
bool heap_pop(struct heap *heap, struct heap_item *least);
void heap_release(struct heap *heap);

#endif
