#include "cond/wp.h"

#include <assert.h>

#include "base/hash.h"
#include "exec/sym/errors.h"
#include "expr/arith.h"
#include "expr/relate.h"

enum { STEP_MOST = 1 << 16 }; /* instructions of one step */

void wp_init(struct wp *w, struct exec *x, bool varying) {
    *w = (struct wp){.x = x, .varying = varying};
    places_init(&w->places);
    map_init(&w->ghost_keys);
    map_init(&w->ghost_symbols);
}

void wp_release(struct wp *w) {
    places_release(&w->places);
    map_release(&w->ghost_keys);
    map_release(&w->ghost_symbols);
    vec_release(&w->ghosts);
}

/* ---- ghosts ---------------------------------------------------------------------------------------- */

static uint64_t ghost_key(const struct ghost *g) {
    uint64_t key = hash_mix(g->kind, g->need.base);
    return hash_mix(hash_mix(key, g->need.size), g->need.write);
}

static bool same_ghost(const struct ghost *a, const struct ghost *b) {
    return a->kind == b->kind && a->need.base == b->need.base && a->need.size == b->need.size &&
           a->need.write == b->need.write;
}

static expr ghost_symbol(struct wp *w, struct ghost g) {
    assert(w->ghost_symbols.len == w->ghosts.len);
    uint64_t key = ghost_key(&g), at;
    while ((at = map_get(&w->ghost_keys, key, 0))) { /* chains of equal hashes are short */
        uint32_t index = (uint32_t)(at >> 32);
        if (same_ghost(&w->ghosts.data[index - 1], &g)) return (expr){(uint32_t)at};
        key = hash_u64(key);
    }
    char name[80];
    if (g.kind == GHOST_OBJECT)
        snprintf(name, sizeof name, "live%llx_%llu%s", (unsigned long long)g.need.base, (unsigned long long)g.need.size,
                 g.need.write ? "w" : "");
    else snprintf(name, sizeof name, "%s", g.kind == GHOST_STACK ? "stack" : "heap");
    expr e = expr_sym(w->x->sym->pool, g.kind == GHOST_OBJECT ? 1 : 64, name);
    vec_push(&w->ghosts, g);
    map_put(&w->ghost_keys, key, (uint64_t)w->ghosts.len << 32 | e.id);
    map_put(&w->ghost_symbols, expr_symbol(w->x->sym->pool, e).id, w->ghosts.len);
    return e;
}

struct mixing {
    const struct space *space;
    uint64_t sum;
};

static void mix_object(void *data, struct mem_object *obj) {
    struct mixing *m = data;
    uint32_t next = space_next_generation(m->space, obj);
    if (next) m->sum += hash_mix(obj->number, next);
}

/* All that decides where the next local variables are put. */
static uint64_t stack_value(const struct state *st) {
    struct mixing m = {&st->space, hash_mix(st->space.stack_depth, st->space.generation)};
    radix_each(&st->space.stack, mix_object, &m);
    return m.sum;
}

static uint64_t ghost_value(const struct state *st, const struct ghost *g) {
    if (g->kind == GHOST_HEAP) return st->space.next_number;
    return g->kind == GHOST_OBJECT ? need_is_met(st, &g->need) : stack_value(st);
}

/* ---- formulas in states ------------------------------------------------------------------------------ */

struct state_ghosts {
    struct wp *w;
    struct state *st;
};

struct at_end {
    struct wp *w;
    struct wp_step *step;
};

static const struct ghost *find_ghost(const struct wp *w, symbol s) {
    uint64_t at = map_get(&w->ghost_symbols, s.id, 0);
    return at ? &w->ghosts.data[at - 1] : NULL;
}

bool wp_has_inputs(struct wp *w, expr e) {
    const struct symbol_set *set = expr_symbols(w->x->sym->pool, e);
    for (uint32_t i = 0; i < set->len; i++)
        if (!places_find(&w->places, (symbol){set->ids[i]}) && !find_ghost(w, (symbol){set->ids[i]})) return true;
    return false;
}

static expr unknown(struct wp *w, uint32_t width) {
    char name[32];
    snprintf(name, sizeof name, "any%llu", (unsigned long long)w->unknowns++);
    return expr_sym(w->x->sym->pool, width, name);
}

static uint32_t place_width(const struct place *p) { return p->kind == PLACE_REGISTER ? 64 : 8 * p->size; }

static expr value_in_state(void *owner, symbol s) {
    const struct state_ghosts *at = owner;
    struct wp *w = at->w;
    const struct ghost *g = find_ghost(w, s);
    if (g) return expr_const(w->x->sym->pool, g->kind == GHOST_OBJECT ? 1 : 64, ghost_value(at->st, g));
    const struct place *found = places_find(&w->places, s);
    if (!found) return EXPR_NONE;
    struct place place = *found;
    expr v = place_value(w->x, at->st, &place);
    return expr_is(v) ? v : unknown(w, place_width(&place));
}

expr wp_in_state(struct wp *w, struct state *st, expr e) {
    struct state_ghosts at = {w, st};
    return expr_replace(w->x->sym->pool, e, value_in_state, &at);
}

uint64_t wp_value(struct wp *w, struct state *st, symbol s) {
    assert(st->model);
    const struct ghost *g = find_ghost(w, s);
    if (g) return ghost_value(st, g);
    struct place place = *places_find(&w->places, s);
    expr v = place_value(w->x, st, &place);
    return expr_is(v) ? model_eval(st->model, w->x->sym->pool, v) : 0;
}

bool wp_holds(struct wp *w, struct state *st, expr e) {
    assert(expr_width(w->x->sym->pool, e) == 1 && !wp_has_inputs(w, e));
    struct expr_pool *pool = w->x->sym->pool;
    const struct symbol_set *set = expr_symbols(pool, e);
    struct model *m = model_new();
    for (uint32_t i = 0; i < set->len; i++) model_set(m, (symbol){set->ids[i]}, wp_value(w, st, (symbol){set->ids[i]}));
    bool holds = model_holds(m, pool, e);
    model_release(m);
    return holds;
}

/* ---- a step ------------------------------------------------------------------------------------------ */

/* Does an error of this kind matter? It does not if the run does not look for it and it ends the real program, too. */
static bool matters(const struct exec *x, enum bug_kind kind) {
    return bug_has(x->wanted, kind) || !error_ends_run(kind);
}

static void add_failing(struct wp *w, struct wp_step *step, expr guard, expr bad) {
    struct expr_pool *pool = w->x->sym->pool;
    step->failing = expr_or(pool, step->failing, expr_and(pool, guard, bad));
}

static bool sort_duty(void *owner, const struct duty *d, const cond_list *assumed) {
    const struct at_end *at = owner;
    struct expr_pool *pool = at->w->x->sym->pool;
    if (d->kind == DUTY_REFUSED) return true; /* assumed says what it is */
    vec_push(d->kind == DUTY_HOLDS ? &at->step->alias : &at->step->passed, d->cond);
    if (d->kind == DUTY_CHECKED && matters(at->w->x, d->bug))
        add_failing(at->w, at->step, conds_all(pool, assumed), expr_not(pool, d->cond));
    return true;
}

/* Objects accessed must be there: a check like others. Whether other objects are in their
 * place is not known, so it counts for aliasing. */
static void sort_needs(struct wp *w, struct wp_step *step) {
    struct expr_pool *pool = w->x->sym->pool;
    for (uint32_t i = 0; i < step->run.shadow.needs.len; i++) {
        expr live = ghost_symbol(w, (struct ghost){GHOST_OBJECT, step->run.shadow.needs.data[i]});
        vec_push(&step->passed, live);
        add_failing(w, step, expr_true(pool), expr_not(pool, live));
    }
}

/* Numbers of blocks may be reused: where the next one is does not follow from one number. */
static bool reuses_blocks(const struct state *st) { return st->space.next_number > SPACE_QUARANTINE; }

/* What is true at the start of the step only: where storage was made. */
static void fix_places(struct wp *w, struct wp_step *step, const struct state *origin) {
    struct expr_pool *pool = w->x->sym->pool;
    if (w->varying && step->moved) {
        expr here = ghost_symbol(w, (struct ghost){.kind = GHOST_STACK});
        vec_push(&step->alias, expr_eq(pool, here, expr_const(pool, 64, stack_value(origin))));
    }
    if (step->grew) {
        expr next = ghost_symbol(w, (struct ghost){.kind = GHOST_HEAP});
        vec_push(&step->alias, expr_eq(pool, next, expr_const(pool, 64, origin->space.next_number)));
    }
}

static bool stack_moved(const struct wp_step *step, const struct state *end) {
    const struct state *start = step->run.shadow.origin;
    bool returned = step->run.shadow.frames_seen + 1 < start->depth;
    return step->run.shadow.born.len || returned || stack_value(start) != stack_value(end);
}

void wp_open(struct wp *w, struct state *origin, struct model *m, struct wp_step *step) {
    assert(origin->model && m);
    struct exec *x = w->x;
    *step = (struct wp_step){.failing = expr_false(x->sym->pool)};
    step_open(x, &w->places, origin, m, &(struct step_until){.most = STEP_MOST, .one = true}, &step->run);
    if (reuses_blocks(x->now) || step->run.end == STEP_BOUND) step->run.end = STEP_LOST;
    step->moved = stack_moved(step, x->now);
    step->grew = x->now->space.next_number != origin->space.next_number;
    if (step->run.end == STEP_LOST)
        log_debug(&x->ctx->log, "step not followed at %s",
                  x->now->top ? program_where(x->p, x->now->top->pc->pos) : "the end");
    step->assumed = step->run.shadow.refused;
    step_duties(&step->run, sort_duty, &(struct at_end){w, step});
    sort_needs(w, step);
    fix_places(w, step, origin);
    conds_check(x->sym->pool, &step->passed);
    assert(expr_width(x->sym->pool, step->failing) == 1);
}

/* Liveness at the end: as at the start unless the step made or ended the object. */
static expr object_at_end(struct wp *w, struct wp_step *step, const struct ghost *g) {
    struct exec *x = w->x;
    struct expr_pool *pool = x->sym->pool;
    const struct mem_object *obj = space_find(&x->now->space, g->need.base);
    const struct mem_object *old = space_find(&step->run.shadow.origin->space, g->need.base);
    if (!obj) return ghost_symbol(w, *g);
    bool above = obj->kind == OBJECT_STACK && (obj->number & ~STACK_OBJECT) >= x->now->space.stack_depth;
    bool changed = map_find(&step->run.shadow.born, obj->number) || !old || old->live != obj->live;
    if (above || changed) return expr_bool(pool, need_is_met(x->now, &g->need));
    return ghost_symbol(w, *g);
}

static expr value_at_end(void *owner, symbol s) {
    const struct at_end *at = owner;
    struct wp *w = at->w;
    struct wp_step *step = at->step;
    struct exec *x = w->x;
    const struct ghost *g = find_ghost(w, s);
    if (g && g->kind == GHOST_OBJECT) {
        struct ghost copy = *g; /* the list may move */
        return object_at_end(w, step, &copy);
    }
    if (g && g->kind == GHOST_HEAP)
        return step->grew ? expr_const(x->sym->pool, 64, x->now->space.next_number) : ghost_symbol(w, *g);
    if (g) return step->moved ? expr_const(x->sym->pool, 64, stack_value(x->now)) : ghost_symbol(w, *g);
    const struct place *found = places_find(&w->places, s);
    if (!found) return EXPR_NONE;
    struct place place = *found;
    expr v = step_value(&step->run, &place);
    return expr_is(v) ? v : unknown(w, place_width(&place));
}

expr wp_pull(struct wp *w, struct wp_step *step, expr e) {
    assert(step->run.end != STEP_LOST && expr_width(w->x->sym->pool, e) == 1);
    struct at_end at = {w, step};
    return expr_replace(w->x->sym->pool, e, value_at_end, &at);
}

void wp_close(struct wp_step *step) {
    step_close(&step->run);
    vec_release(&step->alias);
    vec_release(&step->passed);
}
