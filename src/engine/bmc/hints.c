#include "engine/bmc/hints.h"

#include <assert.h>

#include "base/log.h"
#include "engine/loopnotes.h"
#include "expr/keep.h"
#include "ir/bound.h"
#include "solver/path.h"

enum {
    MOST_NOTES = 256,
    MOST_REFUSALS = 10, /* that are logged */
    MOST_CONDS = 48,    /* tried at one time */
};

struct hints {
    struct exec *x;
    const struct notes_link *from;
    struct places places;
    VEC(struct loopnote) notes;
    uint32_t refused;
};

struct hints *hints_new(struct run *r) {
    if (!r->link) return NULL;
    struct hints *h = MEM_NEW(struct hints);
    *h = (struct hints){.x = r->x, .from = r->link};
    assert(h->from->hear);
    places_init(&h->places);
    return h;
}

void hints_free(struct hints *h) {
    if (!h) return;
    for (uint32_t i = 0; i < h->notes.len; i++) loopnote_release(&h->notes.data[i]);
    vec_release(&h->notes);
    places_release(&h->places);
    mem_free(h);
}

void hints_mark(const struct hints *h) {
    for (uint32_t i = 0; h && i < h->notes.len; i++)
        for (uint32_t k = 0; k < h->notes.data[i].conds.len; k++)
            expr_mark(h->x->sym->pool, h->notes.data[i].conds.data[k]);
}

static void take(struct hints *h, const vec_u8 *note) {
    struct loopnote t;
    switch (loopnote_read(h->x, &h->places, note->data, note->data + note->len, &t)) {
    case LOOPNOTE_READ:
        h->x->ctx->stats.bmc_heard++;
        if (h->notes.len < MOST_NOTES) vec_push(&h->notes, t);
        else loopnote_release(&t);
        break;
    case LOOPNOTE_REFUSED:
        if (h->refused++ < MOST_REFUSALS) log_warning(&h->x->ctx->log, "refused: a malformed note of an invariant");
        break;
    case LOOPNOTE_OTHER: break;
    }
}

void hints_hear(struct hints *h) {
    vec_u8 note = {0};
    while (h && h->from->hear(h->from->owner, &note)) take(h, &note);
    vec_release(&note);
}

/* ---- which are tried --------------------------------------------------------------------------------- */

static bool is_of_loop(const struct hints *h, const struct loopnote *t, uint32_t loop) {
    assert(loop && loop <= h->x->p->bounds->nloops);
    const struct bound_loop *l = &h->x->p->bounds->loops[loop];
    return t->function == l->function && t->header == l->header;
}

bool hints_are_there(const struct hints *h, uint32_t loop) {
    for (uint32_t i = 0; h && i < h->notes.len; i++)
        if (is_of_loop(h, &h->notes.data[i], loop)) return true;
    return false;
}

static bool same_frames(const struct loopnote *t, const struct state *st) {
    const struct frame *f = st->top;
    uint32_t i = 0;
    for (; f && i < t->frames.len && f->fn == t->frames.data[i]; i++) f = f->caller;
    return !f && i == t->frames.len;
}

/* For all inputs? States here have no model. */
static bool must(struct hints *h, struct state *st, expr cond) {
    expr there = fact_in_state(h->x, &h->places, st, cond);
    if (!expr_is(there)) return false;
    if (expr_is_const(h->x->sym->pool, there)) return expr_is_true(h->x->sym->pool, there);
    return solver_truth(h->x->sym->solver, st->pc, there, NULL, NULL) == TRUTH_TRUE;
}

void hints_begin(struct hints *h, struct state *st, uint32_t loop, cond_list *conds) {
    for (uint32_t i = 0; h && i < h->notes.len; i++) {
        const struct loopnote *t = &h->notes.data[i];
        if (!is_of_loop(h, t, loop) || !same_frames(t, st)) continue;
        for (uint32_t k = 0; k < t->conds.len && conds->len < MOST_CONDS; k++)
            if (!conds_have(conds, t->conds.data[k]) && must(h, st, t->conds.data[k]))
                vec_push(conds, t->conds.data[k]);
    }
}

void hints_assume(struct hints *h, const cond_list *conds, struct state *st) {
    assert(!conds->len || h);
    for (uint32_t i = 0; i < conds->len; i++) {
        expr there = fact_in_state(h->x, &h->places, st, conds->data[i]);
        assert(expr_is(there)); /* it was there at the limit, and the head differs in values only */
        if (expr_is(there)) st->pc = pathcond_add(h->x->sym->solver, st->pc, there);
    }
    if (!conds->len) return;
    model_release(st->model); /* its values for what is free are any */
    st->model = NULL;
}

/* ---- (2) and (3) ------------------------------------------------------------------------------------- */

static const struct frame *frame_number(const struct state *st, uint32_t number) {
    const struct frame *f = st->top;
    assert(number < st->depth);
    for (uint32_t depth = st->depth; depth > number + 1; depth--) f = f->caller;
    return f;
}

static bool is_free(const struct hints_head *at, const struct place *p) {
    bool all = true;
    if (p->kind == PLACE_REGISTER) {
        uint32_t sym = p->frame < at->head->depth ? frame_sym(frame_number(at->head, p->frame), p->slot) : 0;
        return sym && at->free_register(at->owner, sym);
    }
    for (uint32_t i = 0; i < p->size; i++) all &= at->free_byte(at->owner, p->addr + i);
    return all;
}

/* (3) */
static bool is_held(struct hints *h, const struct hints_head *at, struct state *back, expr cond) {
    const struct symbol_set *set = expr_symbols(h->x->sym->pool, cond);
    for (uint32_t i = 0; i < set->len; i++) {
        const struct place *p = places_find(&h->places, (symbol){set->ids[i]});
        if (!p) return false;
        if (is_free(at, p)) continue;
        expr before = place_value(h->x, at->head, p), after = place_value(h->x, back, p);
        if (!expr_is(before) || before.id != after.id) return false;
    }
    return true;
}

bool hints_drop(struct hints *h, const struct hints_head *at, struct state *back, cond_list *conds) {
    uint32_t n = 0, had = conds->len;
    assert(had <= MOST_CONDS && back->depth == at->head->depth);
    for (uint32_t i = 0; i < had; i++)
        if (is_held(h, at, back, conds->data[i]) && must(h, back, conds->data[i])) conds->data[n++] = conds->data[i];
    conds->len = n;
    return n < had;
}
