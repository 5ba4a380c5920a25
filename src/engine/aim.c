#include "engine/aim.h"

#include <assert.h>

#include "exec/core/state.h"
#include "ir/ahead.h"
#include "ir/callgraph.h"
#include "ir/cfg.h"

enum { FRAMES_LOOKED_AT = 1000 }; /* deep recursion: hope instead of looking */

struct target_mark {
    uint32_t target;
    struct code_point at;
};

struct aim {
    const struct program *p;
    struct callgraph *cg;
    struct ahead *ahead;
    VEC(struct target_mark) marks; /* calls of __shrike_target */
    bool *is_open;
    uint32_t ntargets;
    uint32_t open;
    uint32_t exit_function; /* runs after main; 0: none */
};

static void find_marks(struct aim *aim) {
    const struct function *target = program_function(aim->p, "__shrike_target");
    if (!target) return; /* no code of any target is left */
    for (uint32_t i = 0; i < aim->cg->sites.len; i++) {
        const struct call_site *site = &aim->cg->sites.data[i];
        if (site->callee != target->id) continue;
        const struct function *fn = aim->p->functions.data[site->function];
        const struct ir_call *call = &fn->calls[fn->code[site->pc].b];
        assert(call->nargs == 1 && call->args[0].slot < fn->nconsts);
        uint64_t number = fn->consts[call->args[0].slot];
        assert(number < aim->ntargets);
        vec_push(&aim->marks, (struct target_mark){(uint32_t)number, {site->function, site->pc}});
    }
}

static void update(struct aim *aim) {
    VEC(struct code_point) points = {0};
    for (uint32_t i = 0; i < aim->marks.len; i++)
        if (aim->is_open[aim->marks.data[i].target]) vec_push(&points, aim->marks.data[i].at);
    ahead_aim(aim->ahead, points.data, points.len);
    vec_release(&points);
}

struct aim *aim_new(struct program *p, uint32_t ntargets) {
    struct aim *aim = MEM_NEW(struct aim);
    aim->p = p;
    cfg_build_all(p);
    aim->cg = callgraph_new(p);
    aim->ahead = ahead_new(aim->cg);
    aim->ntargets = aim->open = ntargets;
    aim->is_open = mem_zalloc(ntargets * sizeof *aim->is_open);
    for (uint32_t i = 0; i < ntargets; i++) aim->is_open[i] = true;
    const struct function *at_exit = program_function(p, "exit");
    if (at_exit) aim->exit_function = at_exit->id;
    find_marks(aim);
    update(aim);
    return aim;
}

void aim_free(struct aim *aim) {
    if (!aim) return;
    ahead_free(aim->ahead);
    callgraph_free(aim->cg);
    vec_release(&aim->marks);
    mem_free(aim->is_open);
    mem_free(aim);
}

bool aim_is_open(const struct aim *aim, uint32_t target) {
    assert(target < aim->ntargets);
    return aim->is_open[target];
}

uint32_t aim_open(const struct aim *aim) { return aim->open; }

void aim_close(struct aim *aim, uint32_t target) {
    assert(aim_is_open(aim, target));
    aim->is_open[target] = false;
    aim->open--;
    update(aim);
}

bool aim_hopeless(const struct aim *aim, const struct state *st) {
    /* Main is still to come, or longjmp may go anywhere up the stack. */
    if (st->phase < PHASE_MAIN || st->jumps.len) return false;
    if (st->phase == PHASE_MAIN && aim->exit_function && ahead_in(aim->ahead, aim->exit_function)) return false;
    uint32_t looked = 0;
    for (const struct frame *f = st->top; f; f = f->caller)
        if (++looked > FRAMES_LOOKED_AT ||
            ahead_from(aim->ahead, (struct code_point){f->fn->id, (uint32_t)(f->pc - f->fn->code)}))
            return false;
    return true;
}
