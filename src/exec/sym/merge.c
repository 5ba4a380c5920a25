#include "exec/sym/merge.h"

#include <assert.h>

#include "exec/sym/memory.h"
#include "exec/sym/pointee.h"
#include "exec/sym/vast.h"
#include "expr/arith.h"
#include "expr/relate.h"
#include "solver/path.h"

typedef VEC(expr) expr_list;

/* ---- can they be merged? --------------------------------------------------------------------------- */

static bool same_stack(const struct state *a, const struct state *b) {
    const struct frame *f = a->top, *g = b->top;
    for (; f && g && f != g; f = f->caller, g = g->caller)
        if (f->fn != g->fn || f->pc != g->pc || f->stack_base != g->stack_base || f->varargs != g->varargs ||
            f->active != g->active || f->ret_slot != g->ret_slot || f->ret_count != g->ret_count)
            return false;
    return f == g;
}

static bool alike(const struct state *a, const struct state *b) {
    return a->depth == b->depth && a->phase == b->phase && !a->jumps.len && !b->jumps.len &&
           a->destructors_run == b->destructors_run && a->constructor == b->constructor &&
           memcmp(a->entry_args, b->entry_args, sizeof a->entry_args) == 0 && same_stack(a, b) &&
           trail_parted_by_values(a->trail, b->trail);
}

/* ---- conditions -------------------------------------------------------------------------------------- */

struct conditions {
    struct pathcond *common;
    expr_list left, right; /* what each has more */
    expr guard;            /* holds on the left, and not on the right */
    expr rest[2];          /* what else holds, as far as it is not obvious */
};

static void rest_of(struct pathcond *pc, const struct pathcond *common, expr_list *out) {
    for (uint32_t i = pathcond_len(common); i < pathcond_len(pc); i++) vec_push(out, pathcond_at(pc, i));
}

static bool take_out(expr_list *list, expr e) {
    for (uint32_t i = 0; i < list->len; i++) {
        if (!expr_same(list->data[i], e)) continue;
        memmove(&list->data[i], &list->data[i + 1], (list->len - i - 1) * sizeof *list->data);
        list->len--;
        return true;
    }
    return false;
}

/* What both have goes to the common part. */
static void factor_out(struct solver *s, struct conditions *c) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < c->left.len; i++) {
        expr e = c->left.data[i];
        if (take_out(&c->right, e)) c->common = pathcond_add(s, c->common, e);
        else c->left.data[n++] = e;
    }
    c->left.len = n;
}

static expr all_of(struct expr_pool *pool, const expr_list *list, uint32_t from) {
    expr all = expr_true(pool);
    for (uint32_t i = from; i < list->len; i++) all = expr_and(pool, all, list->data[i]);
    return all;
}

/* Guard and what remains to be said. False: one side has nothing of its own, so that
 * nothing tells them apart. */
static bool tell_apart(struct expr_pool *pool, struct conditions *c) {
    if (!c->left.len || !c->right.len) return false;
    expr first = c->left.data[0];
    c->rest[0] = c->rest[1] = expr_true(pool);
    if (expr_same(expr_not(pool, first), c->right.data[0])) {
        c->guard = first;
        c->rest[0] = expr_or(pool, c->right.data[0], all_of(pool, &c->left, 1));
        c->rest[1] = expr_or(pool, first, all_of(pool, &c->right, 1));
        return true;
    }
    expr left = all_of(pool, &c->left, 0), right = all_of(pool, &c->right, 0);
    c->guard = c->left.len <= c->right.len ? left : expr_not(pool, right);
    c->rest[0] = expr_or(pool, left, right);
    return true;
}

static bool conditions_find(struct exec *x, const struct state *a, const struct state *b, struct conditions *c) {
    c->common = pathcond_retain(pathcond_common(a->pc, b->pc));
    rest_of(a->pc, c->common, &c->left);
    rest_of(b->pc, c->common, &c->right);
    factor_out(x->sym->solver, c);
    return tell_apart(x->sym->pool, c);
}

static void conditions_release(struct conditions *c) {
    pathcond_release(c->common);
    vec_release(&c->left);
    vec_release(&c->right);
}

/* ---- registers --------------------------------------------------------------------------------------- */

static bool same_register(const struct frame *f, const struct frame *g, uint32_t slot) {
    uint32_t a = frame_sym(f, slot), b = frame_sym(g, slot);
    return a || b ? a == b : f->regs[slot] == g->regs[slot];
}

/* False: rounds of a loop differ. */
static bool compare_frames(const struct merger *m, const struct frame *f, const struct frame *g, uint32_t level,
                           struct merge_difference *d) {
    struct bitset live;
    bitset_init(&live);
    live_at(m->live, f->fn, (uint32_t)(f->pc - f->fn->code), &live);
    uint32_t counters = m->sequence ? sequence_counters(m->sequence, f->fn) : f->fn->nslots;
    bool ok = true;
    for (uint32_t slot = f->fn->nconsts; ok && slot < f->fn->nslots; slot++) {
        if (!bitset_has(&live, slot) || same_register(f, g, slot)) continue;
        if (slot >= counters) ok = false;
        vec_push(&d->registers, (struct merge_register){level, slot});
    }
    bitset_release(&live);
    return ok;
}

static bool compare_registers(const struct merger *m, const struct state *a, const struct state *b,
                              struct merge_difference *d) {
    uint32_t level = 0;
    for (const struct frame *f = a->top, *g = b->top; f != g; f = f->caller, g = g->caller, level++)
        if (!compare_frames(m, f, g, level, d)) return false;
    return true;
}

static struct frame *frame_at(struct state *st, uint32_t level) {
    struct frame *f = st->top;
    while (level--) f = f->caller;
    return f;
}

struct frame *merge_own_frame(struct exec *x, struct state *st, uint32_t level) {
    assert(level < st->depth);
    state_own_top(x, st);
    struct frame *f = st->top;
    for (; level--; f = f->caller)
        if (f->caller->refs > 1) frame_own_caller(x, f);
    return f;
}

static uint32_t bits_of(uint64_t v) { return v ? 64 - (uint32_t)__builtin_clzll(v) : 1; }

void merge_read(struct exec *x, const struct frame *f, const struct frame *g, uint32_t slot, expr *a, expr *b) {
    assert(f->fn == g->fn && slot < f->fn->nslots);
    struct expr_pool *pool = x->sym->pool;
    uint32_t sa = frame_sym(f, slot), sb = frame_sym(g, slot);
    uint32_t wa = sa ? expr_width(pool, (expr){sa}) : bits_of(f->regs[slot]);
    uint32_t wb = sb ? expr_width(pool, (expr){sb}) : bits_of(g->regs[slot]), w = wa > wb ? wa : wb;
    w = w == 1 ? 1 : w <= 8 ? 8 : w <= 16 ? 16 : w <= 32 ? 32 : 64;
    *a = sa ? expr_zext(pool, (expr){sa}, w) : expr_const(pool, w, f->regs[slot]);
    *b = sb ? expr_zext(pool, (expr){sb}, w) : expr_const(pool, w, g->regs[slot]);
}

/* ---- memory -------------------------------------------------------------------------------------------- */

/* Uninitialised bytes of the pages become inputs, with the same numbers in both. */
static void raise_pages(struct exec *x, struct state *a, struct state *b, const vec_u64 *pages) {
    a->inputs = b->inputs = a->inputs > b->inputs ? a->inputs : b->inputs;
    for (uint32_t i = 0; i < pages->len; i++)
        for (int k = 0; k < 2; k++) {
            exec_switch(x, k ? b : a);
            sym_raise(x, pages->data[i]);
        }
    exec_switch(x, NULL);
}

/* Can the arrays that differ become one, in both states? */
static bool arrays_merge(struct exec *x, struct state *a, struct state *b, const vec_u64 *arrays) {
    bool ok = true;
    for (uint32_t i = 0; ok && i < arrays->len; i++)
        for (int k = 0; ok && k < 2; k++) ok = sym_is_arrayable(x, space_find(&(k ? b : a)->space, arrays->data[i]));
    return ok;
}

bool merge_compare(const struct merger *m, struct state *a, struct state *b, struct merge_difference *d) {
    assert(a != b && a->pc && b->pc);
    struct exec *x = m->x;
    exec_switch(x, NULL);
    if (!alike(a, b) || !compare_registers(m, a, b, d)) return false;
    pointee_share(x, a, b);
    space_compare(&a->space, &b->space, &d->space);
    if (d->space.impossible) return false;
    if (!d->space.pages.len) return arrays_merge(x, a, b, &d->space.arrays);
    raise_pages(x, a, b, &d->space.pages);
    space_difference_release(&d->space);
    d->space = (struct space_difference){.strict = true, .whole = d->space.whole};
    space_compare(&a->space, &b->space, &d->space);
    return !d->space.impossible && arrays_merge(x, a, b, &d->space.arrays);
}

void merge_difference_release(struct merge_difference *d) {
    space_difference_release(&d->space);
    vec_release(&d->registers);
}

/* What the words hold that differ: reading may make symbols of inputs. */
static void read_words(struct exec *x, struct state *st, const struct space_difference *d, expr_list *values) {
    exec_switch(x, st);
    for (uint32_t i = 0; i < d->words.len; i++)
        vec_push(values, sym_read(x, d->words.data[i].addr, d->words.data[i].n));
}

static void merge_words(struct exec *x, struct state *into, struct state *from, expr guard,
                        const struct space_difference *d) {
    expr_list left = {0}, right = {0};
    read_words(x, into, d, &left);
    read_words(x, from, d, &right);
    exec_switch(x, into);
    for (uint32_t i = 0; i < d->words.len; i++) {
        struct mem_word w = d->words.data[i];
        sym_write(x, w.addr, w.n, expr_ite(x->sym->pool, guard, left.data[i], right.data[i]));
    }
    exec_switch(x, NULL);
    vec_release(&left);
    vec_release(&right);
}

static void merge_arrays(struct exec *x, struct state *into, struct state *from, expr guard, const vec_u64 *arrays) {
    for (uint32_t i = 0; i < arrays->len; i++) {
        exec_switch(x, into);
        uint32_t bytes = sym_array_bytes(x, arrays->data[i]);
        if (!bytes) {
            exec_switch(x, from);
            bytes = sym_array_bytes(x, arrays->data[i]);
        }
        exec_switch(x, from);
        expr right = sym_array_of(x, arrays->data[i], bytes);
        exec_switch(x, into);
        expr left = sym_array_of(x, arrays->data[i], bytes);
        sym_become_array(x, arrays->data[i], expr_ite(x->sym->pool, guard, left, right));
    }
    exec_switch(x, NULL);
}

/* Have vast objects that differ elements of one width? */
static bool vasts_merge(struct exec *x, struct state *a, struct state *b, const vec_u64 *vasts) {
    struct expr_pool *pool = x->sym->pool;
    bool ok = true;
    for (uint32_t i = 0; ok && i < vasts->len; i++) {
        uint32_t left = space_find(&a->space, vasts->data[i])->array,
                 right = space_find(&b->space, vasts->data[i])->array;
        ok = left && right && expr_elem_width(pool, (expr){left}) == expr_elem_width(pool, (expr){right});
    }
    return ok;
}

static void merge_vasts(struct exec *x, struct state *into, struct state *from, expr guard, const vec_u64 *vasts) {
    for (uint32_t i = 0; i < vasts->len; i++) {
        struct mem_object *own = space_find_writable(&into->space, vasts->data[i]);
        expr right = {space_find(&from->space, vasts->data[i])->array};
        own->array = expr_ite(x->sym->pool, guard, (expr){own->array}, right).id;
    }
    if (from->space.vasts > into->space.vasts) into->space.vasts = from->space.vasts;
}

static void merge_registers(struct exec *x, struct state *into, struct state *from, expr guard,
                            const struct merge_difference *d) {
    struct expr_pool *pool = x->sym->pool;
    for (uint32_t i = 0; i < d->registers.len; i++) {
        struct merge_register r = d->registers.data[i];
        struct frame *f = merge_own_frame(x, into, r.level);
        expr a, b;
        merge_read(x, f, frame_at(from, r.level), r.slot, &a, &b);
        expr e = expr_ite(pool, guard, a, b);
        bool constant = expr_is_const(pool, e);
        frame_set(f, r.slot, constant ? expr_value(pool, e) : 0, constant ? 0 : e.id);
    }
}

/* ---- inputs ------------------------------------------------------------------------------------------- */

static void merge_trails(struct state *into, struct state *from, expr guard) {
    assert(into != from);
    VEC(struct trail_count) counts = {0};
    uint32_t end = tally_end(&into->made, &from->made);
    for (uint32_t i = tally_next_difference(&into->made, &from->made, 0); i < end;
         i = tally_next_difference(&into->made, &from->made, i + 1)) {
        uint32_t left = tally_count(&into->made, i), right = tally_count(&from->made, i);
        vec_push(&counts, (struct trail_count){i, left, right});
        if (right > left) tally_set(&into->made, i, right);
    }
    if (counts.len || into->trail != from->trail)
        trail_choose(&into->trail, from->trail, guard, counts.data, counts.len);
    vec_release(&counts);
    if (from->inputs > into->inputs) into->inputs = from->inputs;
}

/* ---- both together ----------------------------------------------------------------------------------- */

static void merge_conditions(struct exec *x, struct state *into, struct conditions *c) {
    assert(expr_width(x->sym->pool, c->guard) == 1);
    struct symbolic *sy = x->sym;
    struct pathcond *pc = pathcond_retain(c->common);
    for (int i = 0; i < 2; i++) pc = pathcond_add(sy->solver, pc, c->rest[i]);
    pathcond_release(into->pc);
    into->pc = pc;
}

static void merge_counters(struct state *into, const struct state *from) {
    if (from->serials > into->serials) into->serials = from->serials;
    if (from->forks > into->forks) into->forks = from->forks;
    if (from->instructions > into->instructions) into->instructions = from->instructions;
}

static void apply(struct exec *x, struct state *into, struct state *from, struct conditions *c,
                  struct merge_difference *d) {
    merge_words(x, into, from, c->guard, &d->space);
    merge_arrays(x, into, from, c->guard, &d->space.arrays);
    merge_vasts(x, into, from, c->guard, &d->space.vasts);
    merge_registers(x, into, from, c->guard, d);
    space_take_dead(&into->space, &from->space, &d->space);
    merge_trails(into, from, c->guard);
    if (!into->model && from->model) into->model = model_retain(from->model);
    merge_conditions(x, into, c);
    merge_counters(into, from);
}

/* What the merger has become: a state like any other, whose model is one. */
static void merge_check(const struct exec *x, const struct state *st) {
    state_check(x, st);
#ifndef NDEBUG
    const uint32_t most = 16; /* the newest constraints: the others were there before */
    uint32_t n = pathcond_len(st->pc);
    assert(st->inputs == 0 || st->trail);
    for (uint32_t i = n > most ? n - most : 0; st->model && i < n; i++)
        assert(model_holds(st->model, x->sym->pool, pathcond_at(st->pc, i)));
#endif
}

bool merge_states(const struct merger *m, struct state *into, struct state *from) {
    struct exec *x = m->x;
    assert(into != from && x->sym);
    struct conditions c = {0};
    struct merge_difference d = {.space = {.whole = true}};
    bool ok = merge_compare(m, into, from, &d) && vasts_merge(x, into, from, &d.space.vasts) &&
              conditions_find(x, into, from, &c);
    if (ok) apply(x, into, from, &c, &d);
    merge_difference_release(&d);
    conditions_release(&c);
    exec_switch(x, NULL);
    if (ok) state_free(x, from);
    merge_check(x, into);
    return ok;
}
