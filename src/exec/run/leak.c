/* --check=leak: heap blocks that nothing points to when the program ends; --check=cleanup: any that is not freed.
 *
 * Roots are globals, live stack objects and the registers of frames; any aligned
 * word that is an address inside a block keeps it. A block that only registers keep is a
 * gap: one of them may not be used any more. A symbolic word may point to one block under
 * one model and to another, or none, under the next. So blocks that concrete words keep
 * are certain; another one is if the path has no model under which all symbolic words of
 * certain objects point elsewhere. If there is such a model, the search starts again with
 * it, and every symbolic word has its value there.
 */
#include <assert.h>
#include <string.h>

#include "exec/run/program.h"
#include "exec/sym/decider.h"
#include "exec/sym/vast.h"
#include "expr/arith.h"
#include "expr/relate.h"
#include "mem/overlay.h"

struct leak_search {
    struct exec *x;
    struct bitset reached; /* object numbers */
    vec_u32 todo;
    const struct mem_object *lost; /* the first block found that is not reached */
    bool sampled;                  /* symbolic words count with their value under the model ... */
    VEC(expr) words;               /* ... or else they are collected */
};

static void reach_object(struct leak_search *s, const struct mem_object *obj) {
    assert(obj->kind == OBJECT_HEAP && obj->live);
    if (bitset_add(&s->reached, obj->number)) vec_push(&s->todo, obj->number);
}

static void reach(struct leak_search *s, uint64_t addr) {
    const struct mem_object *obj = space_find(&s->x->now->space, addr);
    if (obj && obj->kind == OBJECT_HEAP && obj->live && addr >= obj->base && addr <= obj->base + obj->size)
        reach_object(s, obj);
}

/* Does the word point into a vast block, under the model? */
static bool reach_vast(struct leak_search *s, expr e) {
    expr off;
    struct mem_object *obj = vast_origin(s->x, e, &off);
    if (obj && obj->kind == OBJECT_HEAP && obj->live &&
        sym_sample(s->x, off) <= sym_sample(s->x, (expr){obj->size_sym}))
        reach_object(s, obj);
    return obj;
}

static void reach_symbolic(struct leak_search *s, expr e) {
    if (s->sampled && reach_vast(s, e)) return;
    if (s->sampled) reach(s, sym_sample(s->x, e));
    else vec_push(&s->words, e);
}

/* A word with symbolic bytes. Inputs that the path has not looked at point nowhere. */
static void scan_symbolic(struct leak_search *s, const struct mem_page *page, uint32_t off, uint32_t word) {
    if (overlay_has_raw(page, off, word)) return;
    /* Without raw bytes reading leaves the page as it is. */
    expr e = overlay_get(&s->x->sym->source, (struct mem_page *)page, off, word);
    if (expr_is(e)) reach_symbolic(s, e);
}

static void scan_page(struct leak_search *s, const struct mem_page *page) {
    uint32_t word = s->x->p->ptr_bytes;
    uint32_t first = (page->lo + word - 1) / word * word;
    for (uint32_t off = first; off + word <= page->hi; off += word) {
        if (page->overlay && overlay_meets(page, off, word)) {
            scan_symbolic(s, page, off, word);
            continue;
        }
        uint64_t value = 0;
        memcpy(&value, page->data + off - page->lo, word);
        if (value) reach(s, value);
    }
}

static void scan_object(struct leak_search *s, const struct mem_object *obj) {
    for (uint32_t i = 0; i < obj->npages; i++)
        if (obj->pages[i]) scan_page(s, obj->pages[i]);
}

static void scan_root(void *data, struct mem_object *obj) {
    if (obj->live && obj->kind != OBJECT_HEAP) scan_object(data, obj);
}

static void scan_stack(struct leak_search *s, const struct frame *top) {
    for (const struct frame *f = top; f; f = f->caller)
        for (uint32_t i = f->fn->nconsts; i < f->fn->nslots; i++) {
            if (frame_sym(f, i)) reach_symbolic(s, (expr){frame_sym(f, i)});
            else reach(s, f->regs[i]);
        }
}

static void scan_frames(struct leak_search *s) {
    const struct threads *ts = s->x->now->threads;
    scan_stack(s, s->x->now->top);
    for (uint32_t i = 0; ts && i < ts->n; i++) scan_stack(s, ts->at[i].top);
}

static void find_lost(void *data, struct mem_object *obj) {
    struct leak_search *s = data;
    if (!s->lost && !obj->given && !bitset_has(&s->reached, obj->number)) s->lost = obj;
}

/* The function with code at a position, for the report. */
static const char *function_at(const struct program *p, uint32_t pos) {
    for (uint32_t i = 1; i < p->functions.len; i++)
        for (uint32_t k = 0; k < p->functions.data[i]->ncode; k++)
            if (p->functions.data[i]->code[k].pos == pos) return p->functions.data[i]->name;
    return "?";
}

static void report_block(struct exec *x, const struct mem_object *obj, enum bug_kind kind) {
    assert(obj->kind == OBJECT_HEAP && obj->live);
    assert(kind == BUG_LEAK || kind == BUG_CLEANUP);
    x->stop = STOP_NONE;
    exec_error(x, kind, "%llu-byte heap block allocated at %s is %s", (unsigned long long)obj->size,
               program_where(x->p, obj->made_pos),
               kind == BUG_LEAK ? "never freed, and nothing points to it any more" : "not freed when the program ends");
    vec_clear(&x->bug.stack);
    vec_push(&x->bug.stack, (struct bug_frame){function_at(x->p, obj->made_pos), obj->made_pos});
    x->bug.pos = obj->made_pos;
}

/* What the blocks reached so far point to, and then the first lost one. */
static void follow(struct leak_search *s) {
    while (s->todo.len) scan_object(s, radix_get(&s->x->now->space.objects, vec_pop(&s->todo)));
    s->lost = NULL;
    space_each_heap(&s->x->now->space, find_lost, s);
}

static void begin(struct leak_search *s, struct exec *x, bool sampled) {
    *s = (struct leak_search){.x = x, .sampled = sampled};
    bitset_init(&s->reached);
    radix_each(&x->now->space.objects, scan_root, s);
    radix_each(&x->now->space.stack, scan_root, s);
    follow(s);
}

static void end(struct leak_search *s) {
    bitset_release(&s->reached);
    vec_release(&s->todo);
    vec_release(&s->words);
}

/* Under the state's model, or where nothing is symbolic. */
static void look_with_model(struct exec *x) {
    assert(!check_has(x->checks, CHECK_CLEANUP));
    struct leak_search s;
    begin(&s, x, true);
    bool in_doubt = s.lost;
    if (s.lost) {
        scan_frames(&s);
        follow(&s);
    }
    if (s.lost) report_block(x, s.lost, BUG_LEAK);
    else if (in_doubt && x->sym) sym_gap(x, GAP_LEAK, NULL);
    end(&s);
}

/* ---- all models ------------------------------------------------------------------------------------ */

static bool is_pointer_wide(const struct leak_search *s, expr e) {
    return expr_width(s->x->sym->pool, e) == 8 * s->x->p->ptr_bytes;
}

/* All symbolic words point elsewhere. */
static expr points_elsewhere(const struct leak_search *s, const struct mem_object *obj) {
    assert(obj->live);
    struct expr_pool *pool = s->x->sym->pool;
    uint32_t w = 8 * s->x->p->ptr_bytes;
    expr all = expr_true(pool);
    for (uint32_t i = 0; i < s->words.len; i++) {
        if (!is_pointer_wide(s, s->words.data[i])) continue;
        expr start = {obj->place}, size = {obj->size_sym};
        if (!obj->place) start = expr_const(pool, w, obj->base), size = expr_const(pool, w, obj->size);
        expr inside = expr_ule(pool, expr_sub(pool, s->words.data[i], start), size);
        all = expr_and(pool, all, expr_not(pool, inside));
    }
    return all;
}

/* Looks again with a model under which no certain word points to the block. Given inputs
 * are not to be changed. */
static void look_without(struct leak_search *s, struct model *m) {
    assert(m && !s->sampled);
    struct state *st = s->x->now;
    if (s->x->decider->props.given) {
        sym_gap(s->x, GAP_LEAK, NULL);
        model_release(m);
        return;
    }
    struct model *before = st->model;
    st->model = m;
    look_with_model(s->x);
    if (s->x->stop == STOP_BUG) {
        model_release(before);
        return;
    }
    st->model = before;
    model_release(m);
    sym_gap(s->x, GAP_LEAK, NULL); /* another block may keep it there, or may not */
}

/* Is the block that looks lost kept after all, whatever the model? */
static bool is_kept(struct leak_search *s) {
    assert(s->lost && s->x->sym);
    struct exec *x = s->x;
    struct model *m = NULL;
    expr elsewhere = points_elsewhere(s, s->lost);
    switch (solver_check(x->sym->solver, x->now->pc, elsewhere, x->now->model, &m)) {
    case ANSWER_UNSAT: return true;
    case ANSWER_UNKNOWN: sym_gap(x, GAP_SOLVER, NULL); return false;
    case ANSWER_SAT: look_without(s, m); return false;
    }
    return false;
}

static void find_first(void *data, struct mem_object *obj) {
    const struct mem_object **first = data;
    if (!*first && !obj->given && !obj->own) *first = obj;
}

/* Whether a block was freed does not depend on models. */
static void look_for_any(struct exec *x) {
    const struct mem_object *first = NULL;
    space_each_heap(&x->now->space, find_first, &first);
    if (first) report_block(x, first, BUG_CLEANUP);
}

void exec_check_leaks(struct exec *x) {
    assert(check_has(x->checks, CHECK_LEAK) && (!x->sym || x->now->model));
    if (check_has(x->checks, CHECK_CLEANUP)) {
        look_for_any(x);
        return;
    }
    look_with_model(x);
    if (!x->sym || x->stop == STOP_BUG) return;
    struct leak_search s;
    begin(&s, x, false);
    while (s.lost && is_kept(&s)) {
        reach_object(&s, s.lost);
        follow(&s);
    }
    end(&s);
}
