#include "cli/behind.h"

#include "base/bitset.h"
#include "ir/ahead.h"
#include "ir/callgraph.h"
#include "ir/cfg.h"
#include "ir/known.h"

struct code_place {
    uint32_t function, pos;
};

struct behind {
    const struct program *p;
    struct callgraph *cg;
    struct ahead *ahead;
    VEC(struct code_place) places;
};

struct behind *behind_new(struct program *p) {
    struct behind *b = MEM_NEW(struct behind);
    cfg_build_all(p);
    b->p = p;
    b->cg = callgraph_new(p);
    b->ahead = ahead_new(b->cg);
    return b;
}

void behind_free(struct behind *b) {
    if (!b) return;
    ahead_free(b->ahead);
    callgraph_free(b->cg);
    vec_release(&b->places);
    mem_free(b);
}

void behind_add(struct behind *b, uint32_t function, uint32_t pos) {
    vec_push(&b->places, (struct code_place){function, pos});
}

/* Jumps out of calls are not followed: then anything may come. */
static bool jumps_far(const struct program *p) { return known_in_program(p, KNOWN_SETS_JUMP); }

/* From the instructions at a position on, in the function itself. */
static bool reaches_inside(const struct behind *b, const struct code_place *at) {
    const struct function *fn = b->p->functions.data[at->function];
    for (uint32_t pc = 0; pc < fn->ncode; pc++)
        if (fn->code[pc].pos == at->pos && ahead_from(b->ahead, (struct code_point){at->function, pc})) return true;
    return false;
}

/* After the function has returned to its callers, and they to theirs. */
static bool reaches_outside(const struct behind *b, uint32_t function) {
    struct bitset seen;
    vec_u32 todo = {0};
    bool found = false;
    bitset_init(&seen);
    bitset_add(&seen, function);
    vec_push(&todo, function);
    while (todo.len && !found) {
        uint32_t f = vec_pop(&todo);
        found = b->p->is32 || bitset_has(&b->cg->address_taken, f);
        for (uint32_t i = 0; i < b->cg->sites.len && !found; i++) {
            const struct call_site *site = &b->cg->sites.data[i];
            if (site->callee != f) continue;
            found = ahead_from(b->ahead, (struct code_point){site->function, site->pc + 1});
            if (bitset_add(&seen, site->function)) vec_push(&todo, site->function);
        }
    }
    vec_release(&todo);
    bitset_release(&seen);
    return found;
}

uint32_t behind_may_reach(struct behind *b, const struct code_point *points, uint32_t npoints) {
    const struct function *at_exit = program_function(b->p, "exit");
    ahead_aim(b->ahead, points, npoints);
    for (uint32_t i = 0; i < b->places.len; i++) {
        const struct code_place *at = &b->places.data[i];
        if (jumps_far(b->p) || reaches_inside(b, at) || reaches_outside(b, at->function) ||
            (at_exit && ahead_in(b->ahead, at_exit->id)))
            return at->pos;
    }
    return 0;
}
