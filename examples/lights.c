/* State machine: two traffic lights at a crossing. The button for pedestrians is also
 * obeyed while the other road has yellow.
 *
 *   shrike verify lights.c           assertion-failure in line 47
 *   shrike verify -DFIXED lights.c   SAFE
 */
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

enum colour { RED, YELLOW, GREEN };
enum { STEPS = 8 };

struct crossing {
    enum colour north, east;
    int north_next; /* whose turn it is */
};

static void tick(struct crossing *c) {
    if (c->north == GREEN) c->north = YELLOW;
    else if (c->east == GREEN) c->east = YELLOW;
    else if (c->north == YELLOW || c->east == YELLOW) {
        c->north = c->east = RED;
        c->north_next = !c->north_next;
    } else if (c->north_next) c->north = GREEN;
    else c->east = GREEN;
}

/* Pedestrians want to cross the eastern road: give green to the north. */
static void button(struct crossing *c) {
#ifdef FIXED
    if (c->north == RED && c->east == RED) c->north_next = 1;
#else
    if (c->north == RED && c->east != GREEN) {
        c->north_next = 1;
        c->north = GREEN;
    }
#endif
}

int main(void) {
    struct crossing c = {RED, RED, 0};
    for (int i = 0; i < STEPS; i++) {
        if (__VERIFIER_nondet_bool()) button(&c);
        else tick(&c);
        /* Never may both roads go. */
        assert(c.north == RED || c.east == RED);
    }
    return 0;
}
