#include "engine/search/buckets.h"

#include <assert.h>

void buckets_release(struct buckets *s) {
    vec_release(&s->slots);
    vec_release(&s->free);
}

uint32_t buckets_new_slot(struct buckets *s) {
    if (s->free.len) return vec_pop(&s->free);
    vec_push(&s->slots, (struct bucket_slot){0, 0});
    return s->slots.len - 1;
}

void buckets_free_slot(struct buckets *s, uint32_t slot) { vec_push(&s->free, slot); }

void buckets_add(struct buckets *s, bucket *list, uint32_t number, struct search_item *item, uint32_t slot) {
    assert(slot < s->slots.len);
    s->slots.data[slot] = (struct bucket_slot){number, list->len};
    vec_push(list, item);
}

void buckets_remove(struct buckets *s, bucket *list, struct search_item *item, uint32_t slot, uint32_t searcher) {
    uint32_t index = s->slots.data[slot].index;
    assert(index < list->len && list->data[index] == item);
    struct search_item *last = vec_pop(list);
    if (last == item) return;
    list->data[index] = last;
    s->slots.data[last->place[searcher]].index = index;
}
