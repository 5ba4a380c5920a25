/* What the abstraction says of heads of loops, once there is no way to an error: a state there is in a region that can
 * be reached. */
#include "cond/fact.h"
#include "engine/dash/dash.h"
#include "engine/invariants.h"

/* Marks leaves that tests have come to, and those that links lead to from there. */
static void mark_reachable(const struct regions *g, vec_u8 *reachable) {
    vec_u32 todo = {0};
    vec_resize(reachable, g->list.len);
    for (uint32_t r = REGION_FIRST; r < g->list.len; r++)
        if (g->list.data[r].seen.len) vec_push(&todo, r);
    while (todo.len) {
        uint32_t r = vec_pop(&todo);
        if (reachable->data[r]) continue;
        reachable->data[r] = 1;
        for (uint32_t i = 0; i < g->list.data[r].out.len; i++) vec_push(&todo, g->list.data[r].out.data[i].to);
    }
    vec_release(&todo);
}

/* A state that a test had at the location: it says which variable a place is. NULL: none. */
static struct state *state_at(const struct regions *g, uint32_t loc) {
    for (uint32_t r = REGION_FIRST; r < g->list.len; r++)
        if (g->list.data[r].loc == loc && g->list.data[r].seen.len) return g->list.data[r].seen.data[0];
    return NULL;
}

static void note_region(struct dash *d, uint32_t r) {
    const struct region *region = &d->g.list.data[r];
    const struct location *l = &d->g.locs.data[region->loc];
    struct state *st = region->seen.len ? region->seen.data[0] : state_at(&d->g, region->loc);
    struct fact *f = fact_new();
    regions_conds(&d->g, r, &f->conds, NULL);
    if (l->pc > l->fn->code) invariants_note(d->r->invariants, d->x, &d->wp.places, l->pc - 1, st, f);
    fact_release(f);
}

void dash_note_heads(struct dash *d) {
    vec_u8 reachable = {0};
    if (!d->r->invariants) return;
    mark_reachable(&d->g, &reachable);
    for (uint32_t r = REGION_FIRST; r < d->g.list.len; r++)
        if (reachable.data[r] && !d->g.list.data[r].kids[0]) note_region(d, r);
    vec_release(&reachable);
}
