#include "engine/search/seating.h"

#include <assert.h>

void seating_release(struct seating *s) {
    vec_release(&s->seats);
    vec_release(&s->free);
}

uint32_t seating_take(struct seating *s) {
    if (s->free.len) return vec_pop(&s->free);
    vec_push(&s->seats, (struct seating_seat){0, 0});
    return s->seats.len - 1;
}

void seating_give(struct seating *s, uint32_t seat) { vec_push(&s->free, seat); }

void seating_sit(struct seating *s, seating_list *list, uint32_t number, struct search_item *item, uint32_t seat) {
    assert(seat < s->seats.len);
    s->seats.data[seat] = (struct seating_seat){number, list->len};
    vec_push(list, item);
}

void seating_stand(struct seating *s, seating_list *list, struct search_item *item, uint32_t seat, uint32_t searcher) {
    uint32_t index = s->seats.data[seat].index;
    assert(index < list->len && list->data[index] == item);
    struct search_item *last = vec_pop(list);
    if (last == item) return;
    list->data[index] = last;
    s->seats.data[last->place[searcher]].index = index;
}
