#include "exec/decide/shadow.h"

#include <assert.h>

#include "base/hash.h"
#include "exec/decide/fork.h"
#include "exec/library/symbolic.h"
#include "exec/run/loop.h"
#include "exec/sym/apart.h"
#include "exec/sym/decider.h"
#include "exec/sym/frames.h"
#include "exec/sym/input.h"
#include "exec/sym/memory.h"
#include "exec/sym/undefined.h"
#include "expr/arith.h"
#include "expr/relate.h"
#include "ir/known.h"
#include "ir/operands.h"
#include "mem/bytes.h"
#include "solver/path.h"

static const struct decider shadow_decider;

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
    assert(place.kind == PLACE_REGISTER || (place.size && place.size <= PAGE_SIZE));
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
    if (place.kind == PLACE_REGISTER) snprintf(name, sizeof name, "r%u_%u", place.frame, place.slot);
    else snprintf(name, sizeof name, "m%llx_%u", (unsigned long long)place.addr, place.size);
    expr e = expr_sym(x->sym->pool, place.kind == PLACE_REGISTER ? 64 : 8 * place.size, name);
    if (!place.twin) place.own = e;
    vec_push(&p->list, place);
    map_put(&p->by_key, key, e.id);
    map_put(&p->by_symbol, expr_symbol(x->sym->pool, e).id, p->list.len);
    return e;
}

expr places_word(struct exec *x, struct places *p, uint64_t addr, uint32_t n) {
    return place_symbol(x, p, (struct place){.kind = PLACE_MEMORY, .addr = addr, .size = n});
}

expr places_register(struct exec *x, struct places *p, uint32_t frame, uint32_t slot) {
    return place_symbol(x, p, (struct place){.kind = PLACE_REGISTER, .frame = frame, .slot = slot});
}

static const struct frame *frame_at(const struct state *st, uint32_t number) {
    const struct frame *f = st->top;
    for (uint32_t depth = st->depth; f && depth > number + 1; depth--) f = f->caller;
    return f;
}

/* Reads see what memory holds from now on: a shadow run uses the decider below it. Returns the decider to put back. */
static const struct decider *plainly(struct exec *x) {
    const struct decider *decider = x->decider;
    if (x->shadow) x->decider = x->shadow->below;
    return decider;
}

/* Memory of a state that is not in execution. */
static expr read_word(struct exec *x, struct state *st, uint64_t addr, uint32_t n) {
    struct fault fault;
    if (space_check(&st->space, addr, n, false, &fault)) return EXPR_NONE;
    struct state *now = x->now;
    const struct decider *decider = plainly(x);
    x->now = st;
    uint64_t v = 0;
    expr e = EXPR_NONE;
    if (space_is_symbolic(&st->space, addr, n, true)) {
        e = sym_read(x, addr, n);
    } else {
        space_read(&st->space, addr, &v, n, &fault);
        e = expr_const(x->sym->pool, 8 * n, v);
    }
    x->now = now;
    x->decider = decider;
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
    assert(expr_is(value) && x->now->model);
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
    assert(n);
    if (number >= p->frames.len) vec_resize(&p->frames, number + 1);
    uint32_t have = p->frames.data[number].len;
    if (have < n) vec_resize(&p->frames.data[number], n);
    for (uint32_t slot = have; slot < n; slot++) {
        expr e = places_register(x, p, number, slot);
        p->frames.data[number].data[slot] = e.id;
    }
    return p->frames.data[number].data;
}

/* A frame that was there at the start becomes the top: its registers are symbols. */
static void shadow_enter(struct exec *x, struct frame *f, uint32_t depth) {
    struct shadow *sh = x->shadow;
    if (!f || depth > sh->frames_seen) return;
    assert(f->refs == 1);
    sh->frames_seen = depth - 1;
    uint32_t first = f->fn->nconsts, n = f->fn->nslots;
    const uint32_t *symbols = register_symbols(x, sh->places, depth - 1, n);
    if (!f->symbolic) frame_make_symbolic(f);
    for (uint32_t slot = first; slot < n; slot++) {
        if (sh->places->keeps && sh->places->keeps(sh->places->owner, f, slot)) continue;
        f->regs[slot] = 0;
        f->sym[slot] = symbols[slot];
    }
}

/* The model learns the registers in e, whose symbols are handed out without looking. */
static void shadow_know(struct exec *x, expr e) {
    struct shadow *sh = x->shadow;
    const struct symbol_set *set = expr_symbols(x->sym->pool, e);
    for (uint32_t i = 0; i < set->len; i++) {
        const struct place *found = places_find(sh->places, (symbol){set->ids[i]});
        if (!found || found->kind != PLACE_REGISTER || !map_put(&sh->known, set->ids[i], 1)) continue;
        struct place place = *found;
        /* The values are those of the snapshot: nothing was written to the frame before it
         * became the top. */
        introduce(x, place, place_value(x, sh->origin, &place));
    }
}

void shadow_begin(struct exec *x, struct shadow *sh, struct places *places, struct state *origin, struct model *model) {
    assert(origin->model && origin->top && !x->sym->forked.len);
    assert(!x->shadow && model);
    *sh = (struct shadow){.places = places, .origin = origin, .frames_seen = origin->depth, .outer = x->decider};
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
    st->points = UINT32_MAX; /* to be asked at each whether it is the end */
    x->shadow = sh;
    x->decider = &shadow_decider;
    sh->below = &fork_decider;
    shadow_enter(x, st->top, st->depth);
}

void shadow_end(struct exec *x, struct shadow *sh) {
    struct state *st = x->now;
    assert(x->shadow == sh && x->decider == &shadow_decider);
    exec_switch(x, NULL);
    state_free(x, st);
    x->shadow = NULL;
    x->decider = sh->outer;
    aside_end(x, &sh->aside, false);
    map_release(&sh->written);
    map_release(&sh->born);
    map_release(&sh->fixed);
    map_release(&sh->known);
    vec_release(&sh->duties);
    vec_release(&sh->needs);
    vec_release(&sh->leads);
}

enum stop shadow_follow(struct exec *x, uint64_t most, bool *forked) {
    enum stop stop;
    assert(x->shadow && x->now != x->shadow->origin);
    do stop = exec_loop(x);
    while (stop == STOP_SLICE && x->instructions < most);
    x->sym->shadowed += x->instructions;
    x->ctx->stats.shadow_instructions += x->instructions;
    *forked = x->sym->forked.len > 0;
    while (x->sym->forked.len) state_free(x, vec_pop(&x->sym->forked));
    x->shadow->below = x->shadow->outer; /* what is read at its end is the run's again */
    return stop;
}

static bool shadow_give_up(struct exec *x) {
    if (!x->stop) x->stop = STOP_GIVEN_UP;
    return false;
}

static void shadow_duty(struct exec *x, expr cond, enum duty_kind kind) {
    assert(expr_width(x->sym->pool, cond) == 1);
    if (expr_is_true(x->sym->pool, cond)) return;
    vec_push(&x->shadow->duties, (struct duty){cond, kind, BUG_NONE});
}

/* A check: no error where `fine` holds. False: given up. */
static bool shadow_checked(struct exec *x, expr fine, sym_report_fn report, void *data) {
    if (expr_is_true(x->sym->pool, fine) || x->stop) return true;
    report(x, data); /* only to learn what kind of error it would be */
    x->stop = STOP_NONE;
    vec_push(&x->shadow->duties, (struct duty){fine, DUTY_CHECKED, x->bug.kind});
    if (sym_follows(x, fine)) return true;
    /* A run of one step goes on behind the check for the states that pass it, if the model's values do no harm. */
    return x->shadow->one_step && bug_check(x->bug.kind) != CHECK_MEMORY ? true : shadow_give_up(x);
}

static bool ends_step(const struct insn *in) {
    return in->op == IR_POINT || in->op == IR_BR || in->op == IR_SWITCH || ir_is_fused_branch(in->op);
}

static bool shadow_at_end(struct exec *x) {
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

static void shadow_wrote(struct exec *x, uint64_t addr, uint64_t n) {
    assert(addr + n >= addr);
    struct map *written = &x->shadow->written;
    for (uint64_t at = addr; at < addr + n;) {
        uint64_t granule = at / 8, mask = map_get(written, granule, 0);
        for (; at < addr + n && at / 8 == granule; at++) mask |= UINT64_C(1) << (at % 8);
        map_put(written, granule, mask);
    }
}

static void shadow_born(struct exec *x, uint64_t addr) {
    const struct mem_object *obj = space_find(&x->now->space, addr);
    if (obj) map_put(&x->shadow->born, obj->number, 1);
}

static bool is_born(const struct exec *x, const struct mem_object *obj) {
    return map_find(&x->shadow->born, obj->number) != NULL;
}

void shadow_needs(struct exec *x, uint64_t addr, bool write) {
    assert(x->shadow);
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

/* How many of the bytes were never set? */
static uint32_t count_unset(const struct mem_object *obj, uint64_t addr, uint32_t n) {
    uint32_t unset = 0;
    for (uint32_t i = 0; i < n; i++) {
        const struct mem_page *page = obj->pages[object_page_of(obj, addr + i)];
        uint32_t off = (uint32_t)((addr + i) & (PAGE_SIZE - 1));
        unset += page ? !page_initialised(page, off, 1) : obj->tracked;
    }
    return unset;
}

/* Bytes that are as they were at the start, all set or none, as a location. */
static expr old_word(struct exec *x, const struct mem_object *obj, uint64_t addr, uint32_t n) {
    assert(obj->live && addr >= obj->base && addr - obj->base + n <= obj->size);
    struct shadow *sh = x->shadow;
    const struct decider *decider = plainly(x);
    bool unset = count_unset(obj, addr, n) > 0;
    const struct places *p = sh->places;
    bool constant = obj->readonly || (p->keeps_word && p->keeps_word(p->owner, x->now->top, addr, n));
    expr value = sym_read(x, addr, n);
    x->decider = decider;
    if (unset) shadow_wrote(x, addr, n); /* read again it is the same */
    if (unset || constant) return value; /* an input of its own, or the same in all states */
    return introduce(x, (struct place){.kind = PLACE_MEMORY, .addr = addr, .size = n}, value);
}

static expr plain_read(struct exec *x, uint64_t addr, uint32_t n) {
    const struct decider *decider = plainly(x);
    expr e = sym_read(x, addr, n);
    x->decider = decider;
    return e;
}

expr shadow_read(struct exec *x, uint64_t addr, uint32_t n) {
    const struct mem_object *obj = space_find(&x->now->space, addr);
    assert(obj && n);
    if (is_born(x, obj)) return plain_read(x, addr, n);
    uint32_t written = 0;
    for (uint32_t i = 0; i < n; i++) written += was_written(x->shadow, addr + i);
    if (written == n) return plain_read(x, addr, n);
    uint32_t unset = count_unset(obj, addr, n);
    if (written == 0 && (unset == 0 || unset == n)) return old_word(x, obj, addr, n);
    expr all = EXPR_NONE;
    for (uint32_t i = 0; i < n; i++) {
        expr byte = shadow_read(x, addr + i, 1);
        all = expr_is(all) ? expr_concat(x->sym->pool, byte, all) : byte;
    }
    return all;
}

static expr shadow_twin(struct exec *x, symbol s) {
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

static expr shadow_address(struct exec *x, expr addr) {
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

static bool shadow_access(struct exec *x, uint64_t addr, uint64_t n, bool write) {
    struct fault fault;
    if (n == 0) return true;
    /* The access must be fine, as it was in the run that this one follows. */
    if (space_check(&x->now->space, addr, n, write, &fault)) return shadow_give_up(x);
    if (space_find(&x->now->space, addr)->size_sym) return shadow_give_up(x);
    shadow_needs(x, addr, write);
    if (write) shadow_wrote(x, addr, n);
    return true;
}

/* What e, a location or its lower bits, or an input, is at the start. */
static expr at_start(struct exec *x, expr e) {
    struct expr_pool *pool = x->sym->pool;
    bool part = expr_op(pool, e) == EXPR_EXTRACT;
    expr whole = part ? expr_kid(pool, e, 0) : e;
    const struct place *found =
        expr_op(pool, whole) == EXPR_SYM ? places_find(x->shadow->places, expr_symbol(pool, whole)) : NULL;
    if (!found) return e;
    struct place place = *found;
    expr v = place_value(x, x->shadow->origin, &place);
    if (!expr_is(v)) return v;
    if (part) v = expr_extract(pool, v, expr_node(pool, e)->aux, expr_width(pool, e));
    return pathcond_simplify(x->sym->solver, x->shadow->origin->pc, v);
}

static bool shadow_unseen(struct exec *x, expr pointer) {
    struct shadow *sh = x->shadow;
    if (sh->one_step) return false;
    for (uint32_t i = 0; i < sh->leads.len; i++)
        if (expr_same(sh->leads.data[i].pointer, pointer)) return !sh->leads.data[i].addr;
    expr v = at_start(x, pointer);
    if (!expr_is(v) || expr_op(x->sym->pool, v) != EXPR_SYM || !input_has(x, expr_symbol(x->sym->pool, v)))
        return false;
    vec_push(&sh->leads, (struct lead){pointer, 0});
    return true;
}

/* Single steps do not know from where the pointer comes. */
static bool shadow_leads(struct exec *x, expr pointer, uint64_t addr) {
    if (x->shadow->one_step) return shadow_give_up(x);
    vec_push(&x->shadow->leads, (struct lead){pointer, addr});
    return true;
}

/* A state that the fact of this node covers must not rest on more than what is listed: it has the
 * same objects there. */
static bool shadow_pair(struct exec *x, const struct insn *in, expr a, expr b) {
    if (x->shadow->one_step) return false;
    struct expr_pool *pool = x->sym->pool;
    uint64_t at_a = sym_sample(x, a), at_b = sym_sample(x, b);
    bool same = layout_object(&x->p->layout, at_a) == layout_object(&x->p->layout, at_b);
    const char *what = apart_premise(x, (enum ir_apart)in->c, at_a, at_b);
    if (what) return exec_premise(x, what), true;
    if (same && !x->p->is32) {
        shadow_duty(x, expr_eq(pool, expr_extract(pool, a, 32, 32), expr_extract(pool, b, 32, 32)), DUTY_HOLDS);
        return true;
    }
    shadow_duty(x, sym_equals(x, a, at_a), DUTY_HOLDS);
    shadow_duty(x, sym_equals(x, b, at_b), DUTY_HOLDS);
    return true;
}

/* ---- decisions --------------------------------------------------------------------------------------- */

/* As the model says; a duty of one kind or the other. */
static bool follow(struct exec *x, expr cond, enum duty_kind if_so, enum duty_kind if_not) {
    bool holds = sym_follows(x, cond);
    shadow_duty(x, holds ? cond : expr_not(x->sym->pool, cond), holds ? if_so : if_not);
    return holds;
}

static bool shadow_assume(struct exec *x, expr cond) {
    if (follow(x, cond, DUTY_ASSUMED, DUTY_REFUSED)) return true;
    x->stop = STOP_ASSUME;
    x->shadow->refused = cond;
    return false;
}

static bool shadow_branch(struct exec *x, expr cond, uint32_t yes, uint32_t no) {
    struct frame *top = x->now->top;
    top->pc = top->fn->code + (follow(x, cond, DUTY_HOLDS, DUTY_HOLDS) ? yes : no);
    return true;
}

static bool shadow_switch(struct exec *x, const struct ir_switch *sw, expr value) {
    uint32_t target = sym_switch_target(sw, sym_sample(x, value));
    shadow_duty(x, sym_switch_way(x, sw, value, target), DUTY_HOLDS);
    x->now->top->pc = x->now->top->fn->code + target;
    return true;
}

static uint64_t shadow_pin(struct exec *x, expr e) {
    uint64_t v = sym_sample(x, e);
    shadow_duty(x, sym_equals(x, e, v), DUTY_HOLDS);
    return v;
}

static uint64_t shadow_settle(struct exec *x, expr e, enum gap why) {
    (void)why; /* concrete in the path, or a gap that was reported */
    return shadow_pin(x, e);
}

static bool shadow_check(struct exec *x, expr bad, sym_report_fn report, void *data) {
    return shadow_checked(x, expr_not(x->sym->pool, bad), report, data);
}

/* Does the location hold the same in both runs, at the start of the segment? */
static bool is_defined_place(struct exec *x, symbol s) {
    const struct place *place = places_find(x->shadow->places, s);
    if (!place) return false;
    struct place copy = *place;
    expr value = place_value(x, x->shadow->origin, &copy);
    return expr_is(value) && !undefined_in(x, value);
}

/* Facts are simple if whole locations must be defined, and that is mostly true. */
static bool use_locations(struct exec *x, struct undefined_use *u) {
    struct expr_pool *pool = x->sym->pool;
    const struct symbol_set *set = expr_symbols(pool, u->e);
    vec_u32 ids = {0};
    bool simple = true, ok = true;
    vec_append(&ids, set->ids, set->len);
    for (uint32_t i = 0; i < ids.len && simple; i++) {
        symbol s = {ids.data[i]};
        bool input = !places_find(x->shadow->places, s) && !map_find(&x->sym->twins, s.id);
        simple = input || is_defined_place(x, s);
    }
    if (!simple) ok = shadow_checked(x, expr_eq(pool, u->e, undefined_twin(x, u->e)), undefined_report, u);
    for (uint32_t i = 0; i < ids.len && simple && ok; i++) {
        expr s = expr_of_symbol(pool, (symbol){ids.data[i]});
        ok = shadow_checked(x, expr_eq(pool, s, undefined_twin(x, s)), undefined_report, u);
    }
    vec_release(&ids);
    return ok && !x->stop;
}

static bool shadow_use(struct exec *x, struct undefined_use *u) {
    return x->shadow->one_step || use_locations(x, u); /* dash does not look for them: a gap */
}

/* ---- loops, calls and the end -------------------------------------------------------------------------- */

/* Counts; going on needs nothing, being cut does. */
static bool shadow_back(struct exec *x) {
    assert(x->now->top->pc->op == IR_BACK);
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

/* Fine if that only ends the program. */
static bool end_program(struct exec *x, bool exits) {
    if (!exits || shadow_exit_matters(x)) return shadow_give_up(x);
    x->stop = STOP_EXIT;
    return false;
}

static bool shadow_leave(struct exec *x) { return end_program(x, x->now->phase == PHASE_MAIN); }

static bool shadow_library(struct exec *x, const struct function *fn, const struct ir_call *call) {
    if (x->shadow->one_step && sym_reads_only(fn)) return true;
    bool defined = !undefined_tracked(x) || !call->nargs ||
                   undefined_use(x, sym_slot(x, call->args[0].slot, 8), "the exit status");
    return defined && end_program(x, known_only(known_effects(fn), KNOWN_ENDS | KNOWN_HANDLERS));
}

/* Only callers that ask for single steps know where the next heap blocks are; longer runs count the
 * instructions of the original. */
static enum builtin_way shadow_builtin(const struct exec *x, const struct function *fn) {
    if (x->shadow->one_step && sym_is_heap(fn)) return BUILTIN_PINNED;
    if (x->shadow->one_step && sym_reads_only(fn)) return BUILTIN_MODEL;
    return sym_is_followed(fn) ? BUILTIN_USUAL : BUILTIN_LOST;
}

static const struct decider shadow_decider = {
    .ask.assume = shadow_assume,
    .ask.branch = shadow_branch,
    .ask.switch_to = shadow_switch,
    .ask.pin = shadow_pin,
    .ask.settle = shadow_settle,
    .ask.check = shadow_check,
    .ask.use = shadow_use,
    .values.know = shadow_know,
    .values.read = shadow_read,
    .values.wrote = shadow_wrote,
    .values.twin = shadow_twin,
    .values.address = shadow_address,
    .on.give_up = shadow_give_up,
    .on.needs = shadow_needs,
    .on.access = shadow_access,
    .on.born = shadow_born,
    .on.enter = shadow_enter,
    .on.back = shadow_back,
    .on.at_end = shadow_at_end,
    .on.leave = shadow_leave,
    .on.library = shadow_library,
    .on.builtin = shadow_builtin,
    .on.pair = shadow_pair,
    .on.leads = shadow_leads,
    .on.unseen = shadow_unseen,
    .props.aside = true,
    .props.locations = true,
    .props.file_size = -1,
};
