#include "exec/sym/sym.h"

#include <assert.h>
#include <string.h>

#include "base/bytes.h"
#include "exec/sym/input.h"
#include "exec/sym/step.h"
#include "expr/keep.h"
#include "solver/path.h"

const char *gap_text(enum gap gap) {
    static const char *const texts[] = {
#define GAP(name, whose, text) text,
#include "exec/sym/gaps.def"
#undef GAP
    };
    return texts[gap];
}

bool sym_gaps_are_shared(const struct symbolic *sy, uint32_t but) {
    enum { OWN, ALL };
    static const uint8_t whose[] = {
#define GAP(name, whose, text) whose,
#include "exec/sym/gaps.def"
#undef GAP
    };
    for (uint32_t g = 0; g < GAPS; g++) {
        if (!(sy->gaps.seen & ~but & 1u << g)) continue;
        if (whose[g] == OWN || !(sy->gaps.met & 1u << g)) return false;
    }
    return true;
}

/* The user's function that x->now is in; NULL: none. */
static const char *user_function(const struct exec *x) {
    const struct frame *f = x->now && x->now->top ? x->now->top : NULL;
    while (f && f->fn->runtime) f = f->caller;
    return f ? f->fn->name : NULL;
}

void sym_gap_at(struct exec *x, enum gap gap, const char *what, uint32_t pos, const char *function) {
    assert(gap < GAPS);
    struct symbolic *sy = x->sym;
    if (sy->gaps.seen & 1u << gap) return;
    sy->gaps.seen |= 1u << gap;
    sy->gaps.where[gap] = pos && x->p->positions.data[pos].file ? program_where(x->p, pos) : "";
    sy->gaps.function[gap] = function;
    sy->gaps.what[gap] = what ? arena_strdup(&sy->arena, what) : NULL;
}

void sym_gap(struct exec *x, enum gap gap, const char *what) {
    bool somewhere = x->now && x->now->top;
    if (x->sym->gaps.seen & 1u << gap) return;
    if (somewhere && x->now->model) x->sym->gaps.met |= 1u << gap;
    sym_gap_at(x, gap, what, somewhere ? exec_user_position(x) : 0, user_function(x));
}

void sym_gap_text(const struct symbolic *sy, enum gap gap, struct str *out) {
    const char *where = sy->gaps.where[gap], *what = sy->gaps.what[gap], *function = sy->gaps.function[gap];
    if (*where) str_addf(out, "%s: ", where);
    if (*where && function) str_addf(out, "in %s: ", function);
    str_add(out, gap_text(gap));
    if (what) str_addf(out, ": %s", what);
}

void sym_forget_gaps(struct exec *x, uint32_t before) {
    assert(before < 1u << GAPS);
    const uint32_t lasting = 1u << GAP_LIMIT | 1u << GAP_INTERNAL | 1u << GAP_UNCONFIRMED | 1u << GAP_ASSEMBLY;
    x->sym->gaps.seen &= before | lasting;
    x->sym->gaps.met &= x->sym->gaps.seen;
}

static expr symbol_for_memory(void *owner, uint32_t input, uint32_t offset, uint32_t size) {
    return input_part(owner, input, offset, size, 0);
}

/* ---- what collection must keep ---------------------------------------------------------------- */

static void mark_page(struct expr_pool *pool, const struct mem_page *page) {
    const struct overlay *o = page->overlay;
    for (uint32_t i = 0; o && i < o->len; i++)
        if (o->entries[i].expr) expr_mark(pool, (expr){o->entries[i].expr});
}

static void mark_object(void *data, struct mem_object *obj) {
    struct expr_pool *pool = data;
    if (obj->size_sym) expr_mark(pool, (expr){obj->size_sym});
    if (obj->place) expr_mark(pool, (expr){obj->place});
    if (obj->array) expr_mark(pool, (expr){obj->array});
    for (uint32_t i = 0; i < obj->npages; i++)
        if (obj->pages[i] && obj->pages[i]->overlay) mark_page(pool, obj->pages[i]);
}

static void mark_frames(struct expr_pool *pool, const struct frame *top) {
    for (const struct frame *f = top; f; f = f->caller)
        for (uint32_t i = f->fn->nconsts; f->symbolic && i < f->fn->nslots; i++)
            if (f->sym[i]) expr_mark(pool, (expr){f->sym[i]});
}

void sym_mark_state(struct exec *x, const struct state *st) {
    assert(st->pc);
    struct expr_pool *pool = x->sym->pool;
    mark_frames(pool, st->top);
    for (uint32_t i = 0; st->threads && i < st->threads->n; i++) mark_frames(pool, st->threads->at[i].top);
    radix_each(&st->space.objects, mark_object, pool);
    radix_each(&st->space.stack, mark_object, pool);
    trail_mark(pool, st->trail);
}

/* ---- lifetime ------------------------------------------------------------------------------------ */

/* The pool is about to free expressions that no other owner keeps. */
static void forget_tables(struct expr_pool *pool, void *owner) {
    (void)pool;
    struct symbolic *sy = owner;
    map_clear(&sy->tables);
}

void sym_init(struct exec *x, void (*bug)(void *owner, struct exec *x), void *owner) {
    assert(!x->sym && x->now && !x->now->top);
    struct symbolic *sy = mem_zalloc(sizeof *sy);
    x->sym = sy;
    sy->pool = expr_pool_new();
    sy->solver = solver_new(x->ctx, sy->pool);
    arena_init(&sy->arena);
    premises_init(&sy->premises);
    strmap_init(&sy->names);
    map_init(&sy->symbols);
    map_init(&sy->part_of);
    map_init(&sy->pointees);
    map_init(&sy->storage);
    map_init(&sy->twins);
    map_init(&sy->tables);
    map_init(&sy->vasts);
    map_init(&sy->cells);
    map_init(&sy->cells_inputs);
    expr_pool_add_sweeper(sy->pool, forget_tables, sy);
    sy->source = (struct overlay_source){sy->pool, symbol_for_memory, x};
    sy->hooks.bug = bug;
    sy->hooks.owner = owner;
    sym_signatures(x);
    x->quiet = true;
    struct state *st = x->now;
    st->space.track_init = true; /* what is not initialised is an input */
    st->space.symbols = &sy->source;
    st->pc = pathcond_new(sy->solver);
    st->model = model_new();
}

void sym_release(struct exec *x) {
    struct symbolic *sy = x->sym;
    if (!sy) return;
    assert(!sy->concolic && !x->shadow);
    expr_pool_remove_sweeper(sy->pool, forget_tables, sy);
    solver_free(sy->solver);
    expr_pool_free(sy->pool);
    map_release(&sy->tables);
    map_release(&sy->vasts);
    map_release(&sy->cells);
    map_release(&sy->cells_inputs);
    arena_release(&sy->arena);
    premises_release(&sy->premises);
    strmap_release(&sy->names);
    map_release(&sy->symbols);
    vec_release(&sy->parts);
    map_release(&sy->part_of);
    map_release(&sy->pointees);
    map_release(&sy->storage);
    map_release(&sy->twins);
    vec_release(&sy->forked);
    assert(!sy->unproved.len);
    vec_release(&sy->unproved);
    vec_release(&sy->models);
    vec_release(&sy->own);
    mem_free(sy);
    x->sym = NULL;
}

/* Gaps as bytes, for other processes that have the same program. */

enum { MOST_TEXT = 4096 };

void sym_gaps_write(vec_u8 *out, const struct symbolic *sy) {
    put_var(out, sy->gaps.seen);
    put_var(out, sy->gaps.met);
    for (uint32_t g = 0; g < GAPS; g++) {
        if (!(sy->gaps.seen & 1u << g)) continue;
        put_text(out, sy->gaps.where[g] ? sy->gaps.where[g] : "");
        put_text(out, sy->gaps.function[g] ? sy->gaps.function[g] : "");
        put_text(out, sy->gaps.what[g] ? sy->gaps.what[g] : "");
    }
}

/* The text, which lives as long as the run; NULL: none. */
static char *keep(struct symbolic *sy, const char *text) {
    return text && *text ? arena_strdup(&sy->arena, text) : NULL;
}

static void add_gap(struct symbolic *sy, uint32_t g, const char *where, const char *function, const char *what) {
    if (sy->gaps.seen & 1u << g) return;
    sy->gaps.seen |= 1u << g;
    const char *kept = keep(sy, where);
    sy->gaps.where[g] = kept ? kept : "";
    sy->gaps.function[g] = keep(sy, function);
    sy->gaps.what[g] = keep(sy, what);
}

static bool get_gap(struct symbolic *sy, uint32_t g, const uint8_t **p, const uint8_t *end) {
    char *where = get_text(p, end, MOST_TEXT), *function = where ? get_text(p, end, MOST_TEXT) : NULL;
    char *what = function ? get_text(p, end, MOST_TEXT) : NULL;
    if (what) add_gap(sy, g, where, function, what);
    bool ok = what != NULL;
    mem_free(where);
    mem_free(function);
    mem_free(what);
    return ok;
}

bool sym_gaps_read(const uint8_t **p, const uint8_t *end, struct symbolic *sy) {
    uint64_t gaps, met;
    if (!get_var(p, end, &gaps) || !get_var(p, end, &met) || gaps >> GAPS || met >> GAPS) return false;
    for (uint32_t g = 0; g < GAPS; g++)
        if (gaps & 1u << g && !get_gap(sy, g, p, end)) return false;
    sy->gaps.met |= (uint32_t)met;
    return true;
}
