#include "ir/heap.h"

static bool before(struct heap_item a, struct heap_item b) {
    return a.cost < b.cost || (a.cost == b.cost && a.node < b.node);
}

void heap_push(struct heap *heap, uint32_t cost, uint32_t node) {
    struct heap_item item = {cost, node};
    vec_push(&heap->items, item);
    struct heap_item *items = heap->items.data;
    uint32_t i = heap->items.len - 1;
    while (i > 0 && before(item, items[(i - 1) / 2])) {
        items[i] = items[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    items[i] = item;
}

bool heap_pop(struct heap *heap, struct heap_item *least) {
    if (!heap->items.len) return false;
    struct heap_item *items = heap->items.data;
    *least = items[0];
    struct heap_item item = vec_pop(&heap->items);
    uint32_t n = heap->items.len, i = 0;
    for (;;) {
        uint32_t child = 2 * i + 1;
        if (child >= n) break;
        if (child + 1 < n && before(items[child + 1], items[child])) child++;
        if (!before(items[child], item)) break;
        items[i] = items[child];
        i = child;
    }
    if (n) items[i] = item;
    return true;
}

void heap_release(struct heap *heap) { vec_release(&heap->items); }
