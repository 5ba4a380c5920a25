/* States in lists, each with a slot that says in which list it is, and where: to remove one takes constant time.
 *
 * A slot is the searcher's place of an item (search_item.place). Invariant: the item in list L at index I has the slot
 * {L, I}. */
#ifndef SHRIKE_ENGINE_SEARCH_BUCKETS_H
#define SHRIKE_ENGINE_SEARCH_BUCKETS_H

#include "base/vec.h"
#include "engine/search/inside.h"

enum { BUCKETS_DEEPEST = 64 /* frames that make a place */ };

typedef VEC(struct search_item *) bucket;

struct bucket_slot {
    uint32_t list, index;
};

struct buckets {
    VEC(struct bucket_slot) slots;
    vec_u32 free;
};

void buckets_release(struct buckets *s);
/* A slot, for an item that comes; given back when it goes. */
uint32_t buckets_new_slot(struct buckets *s);
void buckets_free_slot(struct buckets *s, uint32_t slot);
static inline uint32_t buckets_where(const struct buckets *s, uint32_t slot) { return s->slots.data[slot].list; }
/* The item joins a list, of that number, or leaves the list that it is in. `searcher`: whose places these are. */
void buckets_add(struct buckets *s, bucket *list, uint32_t number, struct search_item *item, uint32_t slot);
void buckets_remove(struct buckets *s, bucket *list, struct search_item *item, uint32_t slot, uint32_t searcher);

/* What was drawn often has few turns. */
static inline double buckets_weight(uint64_t drawn) {
    double v = 1 + (double)drawn;
    return 1 / (v * v);
}

#endif
