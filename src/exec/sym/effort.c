#include "exec/sym/effort.h"

#include <assert.h>

#include "exec/core/exec.h"
#include "exec/sym/decider.h"

struct efforts *effort_new(void) {
    struct efforts *e = MEM_NEW(struct efforts);
    map_init(&e->by_pos);
    return e;
}

void effort_free(struct efforts *e) {
    if (!e) return;
    map_release(&e->by_pos);
    vec_release(&e->places);
    mem_free(e);
}

static struct effort_place *place_at(struct efforts *e, uint32_t pos) {
    uint64_t *found = map_find(&e->by_pos, pos);
    if (found) {
        assert(e->places.data[*found].pos == pos);
        return &e->places.data[*found];
    }
    map_put(&e->by_pos, pos, e->places.len);
    vec_push(&e->places, (struct effort_place){.pos = pos});
    return &vec_last(&e->places);
}

/* What was executed since the last time is this place's. */
static void charge(struct exec *x, struct effort_place *p) {
    struct efforts *e = x->effort;
    assert(x->instructions >= e->instructions);
    p->instructions += x->instructions - e->instructions;
    e->instructions = x->instructions;
}

static bool is_somewhere(const struct exec *x) { return x->now && x->now->top && !x->decider->props.aside; }

void effort_decides(struct exec *x) {
    assert(x->effort);
    if (!is_somewhere(x)) return;
    x->effort->at = exec_user_position(x);
    struct effort_place *p = place_at(x->effort, x->effort->at);
    p->decisions++;
    charge(x, p);
}

void effort_step(struct exec *x, uint32_t forks) {
    assert(x->effort);
    if (!is_somewhere(x)) return;
    struct effort_place *p = place_at(x->effort, forks && x->effort->at ? x->effort->at : exec_user_position(x));
    p->forks += forks;
    charge(x, p);
}

void effort_asked(void *owner, uint64_t ns) {
    struct exec *x = owner;
    if (!x->effort || !is_somewhere(x)) return;
    struct effort_place *p = place_at(x->effort, exec_user_position(x));
    assert(p->solver_ns + ns >= ns);
    p->questions++;
    p->solver_ns += ns;
}
