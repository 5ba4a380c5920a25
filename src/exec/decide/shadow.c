#include "exec/decide/shadow.h"

#include <assert.h>

#include "base/hash.h"
#include "exec/sym/undefined.h"
#include "ir/known.h"

/* ---- places ------------------------------------------------------------------------------------ */

void places_init(struct places *p) {
    *p = (struct places){0};
    map_init(&p->by_key);
    map_init(&p->by_symbol);
}

void places_release(struct places *p) {
    map_release(&p->by_key);
    map_release(&p->by_symbol);
    for (uint32_t i = 0; i < p->frames.len; i++) vec_release(&p->frames.data[i]);
    vec_release(&p->frames);
    vec_release(&p->list);
}

const struct place *places_find(const struct places *p, symbol s) {
    uint64_t *found = map_find(&p->by_symbol, s.id);
    return found ? &p->list.data[*found - 1] : NULL;
}

/* The symbol of a place. Registers are keyed by frame and slot, words by address and
 * size; sizes are below 16, addresses below 2^63. */
static expr place_symbol(struct exec *x, struct places *p, struct place place) {
    uint64_t key = place.kind == PLACE_REGISTER
                       ? UINT64_C(1) << 63 | (uint64_t)place.twin << 62 | (uint64_t)place.frame << 32 | place.slot
                       : hash_mix(place.addr, place.size | (uint64_t)place.twin << 32) >> 1;
    uint64_t *found = map_find(&p->by_key, key);
    if (found) {
        const struct place *old = places_find(p, expr_symbol(x->sym->pool, (expr){(uint32_t)*found}));
        if (old->kind == place.kind && old->addr == place.addr && old->size == place.size && old->twin == place.twin)
            return (expr){(uint32_t)*found};
    }
    char name[64];
    if (place.kind == PLACE_REGISTER)
        snprintf(name, sizeof name, "r%u_%u", place.frame, place.slot);
    else
        snprintf(name, sizeof name, "m%llx_%u", (unsigned long long)place.addr, place.size);
    expr e = expr_sym(x->sym->pool, place.kind == PLACE_REGISTER ? 64 : 8 * place.size, name);
    if (!place.twin) place.own = e;
    vec_push(&p->list, place);
    map_put(&p->by_key, key, e.id);
    map_put(&p->by_symbol, expr_symbol(x->sym->pool, e).id, p->list.len);
    return e;
}

static const struct frame *frame_at(const struct state *st, uint32_t number) {
    const struct frame *f = st->top;
    for (uint32_t depth = st->depth; f && depth > number + 1; depth--) f = f->caller;
    return f;
}

/* Memory of a state that is not in execution. */
static expr read_word(struct exec *x, struct state *st, uint64_t addr, uint32_t n) {
    struct fault fault;
    if (space_check(&st->space, addr, n, false, &fault)) return EXPR_NONE;
    struct state *now = x->now;
    struct shadow *shadow = x->shadow;
    x->now = st;
    x->shadow = NULL;
    uint64_t v = 0;
    expr e = EXPR_NONE;
    if (space_is_symbolic(&st->space, addr, n, true)) {
        e = sym_read(x, addr, n);
    } else {
        space_read(&st->space, addr, &v, n, &fault);
        e = expr_const(x->sym->pool, 8 * n, v);
    }
    x->now = now;
    x->shadow = shadow;
    return e;
}

static expr plain_value(struct exec *x, struct state *st, const struct place *place) {
    if (place->kind == PLACE_MEMORY) return read_word(x, st, place->addr, place->size);
    if (place->frame >= st->depth) return EXPR_NONE;
    const struct frame *f = frame_at(st, place->frame);
    uint32_t sym = frame_sym(f, place->slot);
    if (!sym) return expr_const(x->sym->pool, 64, f->regs[place->slot]);
    return expr_zext(x->sym->pool, (expr){sym}, 64);
}

expr place_value(struct exec *x, struct state *st, const struct place *place) {
    expr e = plain_value(x, st, place);
    return place->twin && expr_is(e) ? undefined_twin(x, e) : e;
}

bool place_constant(struct state *st, const struct place *place, uint64_t *v) {
    struct fault fault;
    *v = 0;
    if (place->kind == PLACE_MEMORY)
        return !space_check(&st->space, place->addr, place->size, false, &fault) &&
               !space_is_symbolic(&st->space, place->addr, place->size, true) &&
               !space_read(&st->space, place->addr, v, place->size, &fault);
    if (place->frame >= st->depth) return false;
    const struct frame *f = frame_at(st, place->frame);
    *v = f->regs[place->slot];
    return !frame_sym(f, place->slot);
}

bool need_is_met(const struct state *st, const struct need *n) {
    const struct mem_object *obj = space_find(&st->space, n->base);
    return obj && obj->live && obj->base == n->base && obj->size >= n->size && !obj->size_sym &&
           obj->kind != OBJECT_FUNCTION && !(n->write && obj->readonly);
}

/* ---- a run ---------------------------------------------------------------------------------------- */

/* The symbol of a place that holds `value` at the start; the model learns it. */
static expr introduce(struct exec *x, struct place place, expr value) {
    struct shadow *sh = x->shadow;
    expr e = place_symbol(x, sh->places, place);
    symbol s = expr_symbol(x->sym->pool, e);
    value = pathcond_simplify(x->sym->solver, sh->origin->pc, value);
    if (expr_is_const(x->sym->pool, value)) map_put(&sh->fixed, s.id, expr_value(x->sym->pool, value));
    model_set(x->now->model, s, model_eval(x->now->model, x->sym->pool, value));
    return e;
}

/* The symbols of registers of frame `number`, at least n slots. */
static const uint32_t *register_symbols(struct exec *x, struct places *p, uint32_t number, uint32_t n) {
    if (number >= p->frames.len) vec_resize(&p->frames, number + 1);
    uint32_t have = p->frames.data[number].len;
    if (have < n) vec_resize(&p->frames.data[number], n);
    for (uint32_t slot = have; slot < n; slot++) {
        expr e = place_symbol(x, p, (struct place){.kind = PLACE_REGISTER, .frame = number, .slot = slot});
        p->frames.data[number].data[slot] = e.id;
    }
    return p->frames.data[number].data;
}

void shadow_enter_frame(struct exec *x) {
    struct shadow *sh = x->shadow;
    struct frame *f = x->now->top;
    if (!f || x->now->depth > sh->frames_seen) return;
    sh->frames_seen = x->now->depth - 1;
    uint32_t first = f->fn->nconsts, n = f->fn->nslots;
    const uint32_t *symbols = register_symbols(x, sh->places, x->now->depth - 1, n);
    if (!f->symbolic) frame_make_symbolic(f);
    for (uint32_t slot = first; slot < n; slot++) {
        if (sh->places->keeps && sh->places->keeps(sh->places->owner, f, slot)) continue;
        f->regs[slot] = 0;
        f->sym[slot] = symbols[slot];
    }
}

void shadow_know(struct exec *x, expr e) {
    struct shadow *sh = x->shadow;
    const struct symbol_set *set = expr_symbols(x->sym->pool, e);
    for (uint32_t i = 0; i < set->len; i++) {
        const struct place *found = places_find(sh->places, (symbol){set->ids[i]});
        if (!found || found->kind != PLACE_REGISTER || !map_put(&sh->known, set->ids[i], 1)) continue;
        struct place place = *found;
        /* The values are those of the snapshot: nobody wrote to the frame before it
         * became the top. */
        introduce(x, place, place_value(x, sh->origin, &place));
    }
}

void shadow_begin(struct exec *x, struct shadow *sh, struct places *places, struct state *origin,
                  struct model *model) {
    *sh = (struct shadow){.places = places, .origin = origin, .frames_seen = origin->depth};
    map_init(&sh->written);
    map_init(&sh->born);
    map_init(&sh->fixed);
    map_init(&sh->known);
    aside_begin(x, &sh->aside);
    x->instructions = 0;
    x->stop = STOP_NONE;
    exec_switch(x, NULL);
    struct state *st = state_fork(x, origin);
    pathcond_release(st->pc);
    st->pc = pathcond_new(x->sym->solver);
    model_release(st->model);
    st->model = model_copy(model);
    exec_switch(x, st);
    x->shadow = sh;
    shadow_enter_frame(x);
}

void shadow_end(struct exec *x, struct shadow *sh) {
    struct state *st = x->now;
    exec_switch(x, NULL);
    state_free(x, st);
    x->shadow = NULL;
    aside_end(x, &sh->aside, false);
    map_release(&sh->written);
    map_release(&sh->born);
    map_release(&sh->fixed);
    map_release(&sh->known);
    vec_release(&sh->duties);
    vec_release(&sh->needs);
}

enum stop shadow_follow(struct exec *x, uint64_t most, bool *forked) {
    enum stop stop;
    do stop = exec_loop(x);
    while (stop == STOP_SLICE && x->instructions < most);
    x->ctx->stats.shadow_instructions += x->instructions;
    *forked = x->sym->forked.len > 0;
    while (x->sym->forked.len) state_free(x, vec_pop(&x->sym->forked));
    return stop;
}

bool shadow_give_up(struct exec *x) {
    if (!x->stop) x->stop = STOP_GIVEN_UP;
    return false;
}

void shadow_duty(struct exec *x, expr cond, enum duty_kind kind) {
    if (expr_is_true(x->sym->pool, cond)) return;
    vec_push(&x->shadow->duties, (struct duty){cond, kind, BUG_NONE});
}

bool shadow_checked(struct exec *x, expr fine, sym_report_fn report, void *data) {
    if (expr_is_true(x->sym->pool, fine) || x->stop) return true;
    report(x, data); /* only to learn what kind of error it would be */
    x->stop = STOP_NONE;
    vec_push(&x->shadow->duties, (struct duty){fine, DUTY_CHECKED, x->bug.kind});
    if (sym_follows(x, fine)) return true;
    /* One step goes on behind it for those that pass, if the model's values do no harm. */
    return x->shadow->one_step && bug_check(x->bug.kind) != CHECK_MEMORY ? true : shadow_give_up(x);
}

static bool ends_step(const struct insn *in) {
    return in->op == IR_POINT || in->op == IR_BR || in->op == IR_SWITCH || (in->op >= IR_BEQ32 && in->op <= IR_BSGENI);
}

bool shadow_at_end(struct exec *x) {
    struct shadow *sh = x->shadow;
    if (sh->one_step && ends_step(x->now->top->pc)) return sh->at_end = true;
    if (sh->armed && x->instructions > sh->end_instructions) shadow_give_up(x); /* it went another way */
    if (!sh->armed || x->instructions != sh->end_instructions || x->now->top->pc != sh->end_pc ||
        x->now->depth != sh->end_depth)
        return false;
    sh->at_end = true;
    return true;
}

/* ---- memory ------------------------------------------------------------------------------------------ */

static bool was_written(const struct shadow *sh, uint64_t addr) {
    return map_get(&sh->written, addr / 8, 0) >> (addr % 8) & 1;
}

void shadow_wrote(struct exec *x, uint64_t addr, uint64_t n) {
    struct map *written = &x->shadow->written;
    for (uint64_t at = addr; at < addr + n;) {
        uint64_t granule = at / 8, mask = map_get(written, granule, 0);
        for (; at < addr + n && at / 8 == granule; at++) mask |= UINT64_C(1) << (at % 8);
        map_put(written, granule, mask);
    }
}

void shadow_born(struct exec *x, uint64_t addr) {
    const struct mem_object *obj = space_find(&x->now->space, addr);
    if (obj) map_put(&x->shadow->born, obj->number, 1);
}

static bool is_born(const struct exec *x, const struct mem_object *obj) {
    return map_find(&x->shadow->born, obj->number) != NULL;
}

void shadow_needs(struct exec *x, uint64_t addr, bool write) {
    struct shadow *sh = x->shadow;
    const struct mem_object *obj = space_find(&x->now->space, addr);
    if (!obj || is_born(x, obj) || (obj->kind == OBJECT_GLOBAL && (!write || !obj->readonly))) return;
    for (uint32_t i = 0; i < sh->needs.len; i++)
        if (sh->needs.data[i].base == obj->base) {
            sh->needs.data[i].write |= write;
            return;
        }
    vec_push(&sh->needs, (struct need){obj->base, obj->size, write});
}

/* Bytes that are as they were at the start, as a location. */
static expr old_word(struct exec *x, const struct mem_object *obj, uint64_t addr, uint32_t n) {
    struct shadow *sh = x->shadow;
    x->shadow = NULL;
    bool uninit = false;
    for (uint32_t i = 0; i < n && !uninit; i++) {
        const struct mem_page *page = obj->pages[object_page_of(obj, addr + i)];
        uint32_t off = (uint32_t)((addr + i) & (PAGE_SIZE - 1));
        uninit = page ? !page_initialised(page, off, 1) : obj->tracked;
    }
    const struct places *p = sh->places;
    bool constant = obj->readonly || (p->keeps_word && p->keeps_word(p->owner, x->now->top, addr, n));
    expr value = sym_read(x, addr, n);
    x->shadow = sh;
    if (uninit || constant) return value; /* an input of its own, or the same in all states */
    return introduce(x, (struct place){.kind = PLACE_MEMORY, .addr = addr, .size = n}, value);
}

static expr plain_read(struct exec *x, uint64_t addr, uint32_t n) {
    struct shadow *sh = x->shadow;
    x->shadow = NULL;
    expr e = sym_read(x, addr, n);
    x->shadow = sh;
    return e;
}

expr shadow_read(struct exec *x, uint64_t addr, uint32_t n) {
    const struct mem_object *obj = space_find(&x->now->space, addr);
    if (is_born(x, obj)) return plain_read(x, addr, n);
    uint32_t written = 0;
    for (uint32_t i = 0; i < n; i++) written += was_written(x->shadow, addr + i);
    if (written == n) return plain_read(x, addr, n);
    if (written == 0) return old_word(x, obj, addr, n);
    expr all = EXPR_NONE;
    for (uint32_t i = 0; i < n; i++) {
        expr byte = shadow_read(x, addr + i, 1);
        all = expr_is(all) ? expr_concat(x->sym->pool, byte, all) : byte;
    }
    return all;
}

expr shadow_twin(struct exec *x, symbol s) {
    struct shadow *sh = x->shadow;
    const struct place *found = places_find(sh->places, s);
    if (!found || found->twin) return EXPR_NONE;
    struct place place = *found;
    place.twin = true;
    expr e = place_symbol(x, sh->places, place), value = EXPR_NONE;
    if (map_put(&sh->known, expr_symbol(x->sym->pool, e).id, 1)) value = place_value(x, sh->origin, &place);
    if (expr_is(value)) introduce(x, place, value);
    return e;
}

expr shadow_address(struct exec *x, expr addr) {
    struct expr_pool *pool = x->sym->pool;
    shadow_know(x, addr);
    const struct symbol_set *set = expr_symbols(pool, addr);
    for (uint32_t i = 0; i < set->len; i++) {
        const uint64_t *fixed = map_find(&x->shadow->fixed, set->ids[i]);
        if (!fixed) continue;
        expr s = expr_of_symbol(pool, (symbol){set->ids[i]});
        expr v = expr_const(pool, expr_width(pool, s), *fixed);
        shadow_duty(x, expr_eq(pool, s, v), DUTY_HOLDS);
        addr = expr_substitute(pool, addr, &s, &v, 1);
    }
    return addr;
}

bool shadow_back(struct exec *x) {
    struct expr_pool *pool = x->sym->pool;
    const struct insn *in = x->now->top->pc;
    expr n = expr_add(pool, sym_slot(x, in->a, 64), expr_const(pool, 64, 1));
    bool cut = in->b != UINT32_MAX && !x->unbounded && sym_sample(x, n) > in->b;
    if (cut) {
        shadow_duty(x, expr_ugt(pool, n, expr_const(pool, 64, in->b)), DUTY_HOLDS);
        return exec_cut(x, in->c, x->now->top->fn);
    }
    sym_set(x, in->d, n);
    return true;
}

bool shadow_exit_matters(const struct exec *x) {
    for (uint32_t i = 1; i < x->p->functions.len; i++) {
        const struct function *f = x->p->functions.data[i];
        if (f->effects & KNOWN_REGISTERS && ir_has_code(f)) return true;
    }
    return x->p->destructors.len > 0 || check_has(x->checks, CHECK_LEAK);
}

bool shadow_exit(struct exec *x, const struct function *fn) {
    bool exits = !fn ? x->now->phase == PHASE_MAIN : known_only(known_effects(fn), KNOWN_ENDS | KNOWN_HANDLERS);
    if (!exits || shadow_exit_matters(x)) return shadow_give_up(x);
    x->stop = STOP_EXIT;
    return false;
}
