/* Steps: made, freed, and what they hold. */
#include <assert.h>

#include "engine/cdse/inside.h"
#include "engine/cdse/learn.h"
#include "expr/keep.h"
#include "solver/path.h"

struct stage *cdse_new_stage(struct cdse *cd, bool multi, uint32_t constraints) {
    struct stage *s = cd->spare.len ? vec_pop(&cd->spare) : MEM_NEW(struct stage);
    assert(!s->states.len && !s->touches.len && !s->causes.len && !s->checks.len && !s->kids.len);
    s->multi = multi;
    s->constraints = constraints;
    s->ended_at = NO_CODE;
    s->ended_unless = EXPR_NONE;
    s->ended_pc = NULL;
    return s;
}

/* Its vectors keep their room for the next one. */
void cdse_free_stage(struct cdse *cd, struct stage *s) {
    assert(cd->step != s || !s);
    if (!s) return;
    for (uint32_t i = 0; i < s->kids.len; i++) cdse_free_stage(cd, s->kids.data[i]);
    for (uint32_t i = 0; i < s->states.len; i++) state_free(cd->x, s->states.data[i]);
    for (uint32_t i = 0; i < s->checks.len; i++) pathcond_release(s->checks.data[i].before);
    pathcond_release(s->ended_pc);
    vec_clear(&s->kids);
    vec_clear(&s->states);
    vec_clear(&s->touches);
    vec_clear(&s->causes);
    vec_clear(&s->checks);
    memo_clear(s);
    vec_push(&cd->spare, s);
}

void cdse_free_spare(struct cdse *cd) {
    for (uint32_t i = 0; i < cd->spare.len; i++) {
        struct stage *s = cd->spare.data[i];
        vec_release(&s->kids);
        vec_release(&s->states);
        vec_release(&s->touches);
        vec_release(&s->causes);
        vec_release(&s->checks);
        memo_release(s);
        mem_free(s);
    }
    vec_release(&cd->spare);
}

static void mark_step(struct cdse *cd, const struct stage *s) {
    for (uint32_t k = 0; k < s->kids.len; k++) mark_step(cd, s->kids.data[k]);
    for (uint32_t k = 0; k < s->states.len; k++) sym_mark_state(cd->x, s->states.data[k]);
    for (uint32_t k = 0; k < s->checks.len; k++) expr_mark(cd->x->sym->pool, s->checks.data[k].bad);
    if (expr_is(s->ended_unless)) expr_mark(cd->x->sym->pool, s->ended_unless);
}

void cdse_scan(struct expr_pool *pool, void *owner) {
    struct cdse *cd = owner;
    for (uint32_t w = 0; w <= 64; w++)
        for (uint32_t k = 0; k < cd->stand_ins[w].list.len; k++) expr_mark(pool, cd->stand_ins[w].list.data[k]);
    for (uint32_t k = 0; k < cd->roots.len; k++) sym_mark_state(cd->x, cd->roots.data[k]);
    for (uint32_t i = 0; i < cd->levels.len; i++)
        if (cd->levels.data[i].step && (i == 0 || !cd->chooser)) mark_step(cd, cd->levels.data[i].step);
}
