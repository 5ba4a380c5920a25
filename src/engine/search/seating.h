/* States in lists, each with a seat that says in which list it is, and where: whoever leaves takes no time.
 *
 * A seat is the searcher's place of an item (search_item.place). Invariant: the item in list L at index I has the seat
 * {L, I}. */
#ifndef SHRIKE_ENGINE_SEARCH_SEATING_H
#define SHRIKE_ENGINE_SEARCH_SEATING_H

#include "base/vec.h"
#include "engine/search/inside.h"

enum { SEATING_DEEPEST = 64 /* frames that make a place */ };

typedef VEC(struct search_item *) seating_list;

struct seating_seat {
    uint32_t list, index;
};

struct seating {
    VEC(struct seating_seat) seats;
    vec_u32 free;
};

void seating_release(struct seating *s);
/* A seat, for an item that comes; given back when it goes. */
uint32_t seating_take(struct seating *s);
void seating_give(struct seating *s, uint32_t seat);
static inline uint32_t seating_where(const struct seating *s, uint32_t seat) { return s->seats.data[seat].list; }
/* The item joins a list, of that number, or leaves the one that it is in. `searcher`: whose places these are. */
void seating_sit(struct seating *s, seating_list *list, uint32_t number, struct search_item *item, uint32_t seat);
void seating_stand(struct seating *s, seating_list *list, struct search_item *item, uint32_t seat, uint32_t searcher);

/* What was drawn often has few turns. */
static inline double seating_weight(uint64_t drawn) {
    double v = 1 + (double)drawn;
    return 1 / (v * v);
}

#endif
