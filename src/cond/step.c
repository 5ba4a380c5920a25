#include "cond/step.h"

#include <assert.h>

#include "exec/sym/undefined.h"
#include "mem/bytes.h"

static enum step_end end_of(const struct step *step, enum stop stop) {
    if (step->shadow.armed) return step->shadow.at_end ? STEP_THERE : STEP_LOST;
    if (stop == STOP_POINT) return STEP_POINT;
    if (stop == STOP_FORKED && step->shadow.at_end) return STEP_BRANCH;
    if (stop == STOP_EXIT || stop == STOP_ABORT) return STEP_OVER;
    if (stop == STOP_BOUND) return STEP_BOUND;
    return stop == STOP_ASSUME ? STEP_ASSUME : STEP_LOST;
}

static void set_end(struct exec *x, struct shadow *sh, const struct step_until *until) {
    assert(!until->one || !until->pc);
    sh->armed = until->pc != NULL;
    sh->end_instructions = until->instructions;
    sh->end_pc = until->pc;
    sh->end_depth = until->depth;
    sh->one_step = until->one;
    if (until->one) x->unbounded = true;
}

void step_open(struct exec *x, struct places *places, struct state *origin, struct model *m,
               const struct step_until *until, struct step *step) {
    assert(origin->top && m && !x->shadow);
    *step = (struct step){.x = x};
    shadow_begin(x, &step->shadow, places, origin, m);
    set_end(x, &step->shadow, until);
    bool forked;
    enum stop stop = shadow_follow(x, until->most, &forked);
    step->end = forked ? STEP_LOST : end_of(step, stop);
}

bool step_duties(const struct step *step, duty_fn visit, void *owner) {
    cond_list assumed = {0};
    bool ok = true;
    for (uint32_t i = 0; ok && i < step->shadow.duties.len; i++) {
        struct duty d = step->shadow.duties.data[i]; /* a visit may add some */
        assert(d.kind != DUTY_REFUSED || i + 1 == step->shadow.duties.len);
        ok = visit(owner, &d, &assumed);
        if (d.kind == DUTY_ASSUMED) vec_push(&assumed, d.cond);
    }
    vec_release(&assumed);
    return ok;
}

expr step_value(const struct step *step, const struct place *place) {
    struct exec *x = step->x;
    assert(x->shadow == &step->shadow);
    if (place->twin) {
        struct place plain = *place;
        plain.twin = false;
        expr e = step_value(step, &plain);
        return expr_is(e) ? undefined_twin(x, e) : e;
    }
    if (place->kind == PLACE_REGISTER && place->frame < step->shadow.frames_seen) return place->own; /* not touched */
    if (place->kind == PLACE_REGISTER) return place_value(x, x->now, place);
    struct fault fault;
    if (space_check(&x->now->space, place->addr, place->size, false, &fault)) return EXPR_NONE;
    shadow_needs(x, place->addr, false);
    return shadow_read(x, place->addr, place->size);
}

void step_close(struct step *step) { shadow_end(step->x, &step->shadow); }
