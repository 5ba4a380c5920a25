#include "cond/blur.h"

#include <assert.h>
#include <stdio.h>

#include "exec/sym/cells.h"
#include "exec/sym/memory.h"
#include "exec/sym/undefined.h"
#include "exec/sym/vast.h"
#include "expr/arith.h"
#include "expr/keep.h"
#include "expr/relate.h"

void blur_init(struct blur *c, const struct merger *m) { *c = (struct blur){.merger = m}; }

void blur_release(struct blur *c) { vec_release(&c->parts); }

static struct expr_pool *pool_of(const struct blur *c) { return c->merger->x->sym->pool; }

static const struct frame *frame_at(const struct state *st, uint32_t level) {
    const struct frame *f = st->top;
    while (level--) f = f->caller;
    return f;
}

/* ---- values --------------------------------------------------------------------------------------- */

static expr register_value(const struct blur *c, const struct state *st, const struct blur_part *p) {
    const struct frame *f = frame_at(st, p->level);
    uint32_t sym = frame_sym(f, p->slot), width = expr_width(pool_of(c), p->any);
    return sym ? expr_resize(pool_of(c), (expr){sym}, width) : expr_const(pool_of(c), width, f->regs[p->slot]);
}

static bool is_array(const struct blur *c, const struct blur_part *p) { return expr_is_array(pool_of(c), p->any); }

/* Is the object of this part there, and can it be such an array? */
static bool has_object(const struct blur *c, const struct state *st, const struct blur_part *p) {
    const struct mem_object *obj = space_find(&st->space, p->addr);
    if (!obj || !obj->live || obj->base != p->addr) return false;
    if (!p->size) return obj->place;
    return !obj->place && obj->size == p->size && sym_is_arrayable(c->merger->x, obj);
}

/* Are the bytes of this part there? Another state that enters may have freed the block, or have another one. */
static bool has_word(const struct state *st, const struct blur_part *p) {
    const struct mem_object *obj = space_find(&st->space, p->addr);
    return obj && obj->live && !obj->place && p->addr >= obj->base && p->addr - obj->base + p->n <= obj->size;
}

/* Is none of its bytes there, so that the program cannot have written to it? */
static bool is_lost(const struct state *st, const struct blur_part *p) {
    const struct mem_object *first = space_find(&st->space, p->addr),
                            *last = space_find(&st->space, p->addr + p->n - 1);
    return !(first && first->live) && !(last && last->live);
}

static expr array_value(const struct blur *c, const struct state *st, const struct blur_part *p) {
    struct exec *x = c->merger->x;
    uint32_t width = expr_elem_width(x->sym->pool, p->any);
    if (!p->size) return vast_contents(x, p->addr, width);
    if (has_object(c, st, p)) return sym_array_of(x, p->addr, width / 8);
    return expr_array_sym(x->sym->pool, 32, width, "cells"); /* of another object: anything */
}

static expr part_value(const struct blur *c, struct state *st, const struct blur_part *p) {
    struct expr_pool *pool = pool_of(c);
    if (is_array(c, p)) return array_value(c, st, p);
    if (p->n && !has_word(st, p)) return expr_sym(pool, 8 * p->n, "lost"); /* anything */
    expr e = p->n ? sym_read(c->merger->x, p->addr, p->n) : register_value(c, st, p);
    return expr_is(p->base) ? expr_sub(pool, e, p->base) : e;
}

void blur_read(const struct blur *c, struct state *st, blur_values *values) {
    vec_clear(values);
    exec_switch(c->merger->x, st);
    for (uint32_t i = 0; i < c->parts.len; i++) vec_push(values, part_value(c, st, &c->parts.data[i]));
    exec_switch(c->merger->x, NULL);
}

struct blur_putting {
    const struct blur *c;
    const blur_values *values;
};

static expr value_of(void *owner, symbol s) {
    const struct blur_putting *r = owner;
    for (uint32_t i = 0; i < r->c->parts.len; i++)
        if (expr_symbol(pool_of(r->c), r->c->parts.data[i].any).id == s.id) return r->values->data[i];
    return EXPR_NONE;
}

expr blur_put(const struct blur *c, const blur_values *values, expr e) {
    assert(values->len == c->parts.len);
    struct blur_putting r = {c, values};
    return expr_replace(pool_of(c), e, value_of, &r);
}

/* ---- models ---------------------------------------------------------------------------------------- */

/* What lies below all stores of an array under a model; these are appended to `stores`, the last one first. */
static expr array_root(struct expr_pool *pool, expr array, struct model *m, blur_values *stores) {
    for (;;) {
        enum expr_op op = expr_op(pool, array);
        if (op == EXPR_ITE) {
            array = expr_kid(pool, array, model_holds(m, pool, expr_kid(pool, array, 0)) ? 1 : 2);
        } else if (op == EXPR_STORE) {
            vec_push(stores, array);
            array = expr_kid(pool, array, 0);
        } else {
            return array;
        }
    }
}

static void assign_root(struct expr_pool *pool, expr root, const struct model *from, symbol s, struct model *to) {
    uint64_t index, value, rest;
    uint32_t cursor = 0, count;
    if (expr_op(pool, root) == EXPR_ARRAY_CONST) {
        const uint64_t *elems = expr_table(pool, root, &count, &rest);
        model_set_rest(to, s, rest);
        for (uint32_t i = 0; i < count; i++) model_set_elem(to, s, i, elems[i]);
        return;
    }
    symbol old = expr_symbol(pool, root);
    model_set_rest(to, s, model_get_rest(from, old));
    while (model_next_elem(from, old, &cursor, &index, &value)) model_set_elem(to, s, index, value);
}

static void assign_array(struct expr_pool *pool, expr array, struct model *from, symbol s, struct model *to) {
    blur_values stores = {0};
    assign_root(pool, array_root(pool, array, from, &stores), from, s, to);
    while (stores.len) {
        expr store = vec_pop(&stores);
        model_set_elem(to, s, model_eval(from, pool, expr_kid(pool, store, 1)),
                       model_eval(from, pool, expr_kid(pool, store, 2)));
    }
    vec_release(&stores);
}

void blur_assign(const struct blur *c, uint32_t i, expr value, struct model *from, struct model *to) {
    assert(i < c->parts.len && from != to);
    struct expr_pool *pool = pool_of(c);
    symbol s = expr_symbol(pool, c->parts.data[i].any);
    if (expr_is_array(pool, value)) assign_array(pool, value, from, s, to);
    else model_set(to, s, model_eval(from, pool, value));
}

void blur_mark(const struct blur *c) {
    for (uint32_t i = 0; i < c->parts.len; i++) {
        expr_mark(pool_of(c), c->parts.data[i].any);
        if (expr_is(c->parts.data[i].base)) expr_mark(pool_of(c), c->parts.data[i].base);
    }
}

/* ---- the head ---------------------------------------------------------------------------------------- */

/* The state's model, in which the symbols have the values that they stand for. */
static void extend_model(struct blur *c, struct state *st) {
    blur_values values = {0};
    blur_read(c, st, &values);
    struct model *m = model_copy(st->model);
    for (uint32_t i = 0; i < values.len; i++) blur_assign(c, i, values.data[i], st->model, m);
    model_release(st->model);
    st->model = m;
    vec_release(&values);
}

/* A later state may enter with another object at this place; such an object is compared as it is. */
static void free_array(const struct blur *c, struct state *st, const struct blur_part *p) {
    struct exec *x = c->merger->x;
    if (!has_object(c, st, p)) return;
    if (!p->size) {
        space_find_writable(&st->space, p->addr)->array = p->any.id;
        return;
    }
    exec_switch(x, st);
    sym_become_array(x, p->addr, p->any);
    exec_switch(x, NULL);
}

static void free_part(struct blur *c, struct state *st, const struct blur_part *p) {
    struct expr_pool *pool = pool_of(c);
    struct exec *x = c->merger->x;
    if (is_array(c, p)) {
        free_array(c, st, p);
        return;
    }
    expr e = expr_is(p->base) ? expr_add(pool, p->any, p->base) : p->any;
    if (!p->n) {
        frame_set(merge_own_frame(x, st, p->level), p->slot, 0, e.id);
        return;
    }
    if (!has_word(st, p)) return;
    exec_switch(x, st);
    sym_write(x, p->addr, p->n, e);
    exec_switch(x, NULL);
}

struct state *blur_head(struct blur *c, struct state *st) {
    assert(st->model);
    struct state *head = state_fork(c->merger->x, st);
    extend_model(c, head);
    for (uint32_t i = 0; i < c->parts.len; i++) free_part(c, head, &c->parts.data[i]);
    if (c->renews) space_renew(&head->space);
    return head;
}

bool blur_is_free(const struct blur *c, struct state *head) {
    bool ok = true;
    exec_switch(c->merger->x, head);
    for (uint32_t i = 0; ok && i < c->parts.len; i++) {
        const struct blur_part *p = &c->parts.data[i];
        if (is_array(c, p)) ok = has_object(c, head, p) && expr_same(array_value(c, head, p), p->any);
        else if (p->n) ok = has_word(head, p) || is_lost(head, p);
    }
    exec_switch(c->merger->x, NULL);
    return ok;
}

/* ---- what changes ------------------------------------------------------------------------------------- */

static expr fresh(struct blur *c, uint32_t width) {
    char name[32];
    struct exec *x = c->merger->x;
    snprintf(name, sizeof name, "any%u", c->symbols++);
    expr e = expr_sym(x->sym->pool, width, name);
    if (undefined_tracked(x)) undefined_add(x, e); /* a round may leave anything there */
    return e;
}

/* The start of the object that a known address lies in, or at the end of, or that an expression shows to
 * point into; none: it is none. */
static expr base_of(const struct blur *c, struct state *st, expr e) {
    struct exec *x = c->merger->x;
    struct expr_pool *pool = pool_of(c);
    uint32_t w = x->p->ptr_bytes * 8;
    bool known = expr_is_const(pool, e);
    uint64_t v = known ? expr_value(pool, e) : 0;
    expr off;
    if (expr_width(pool, e) != w) return EXPR_NONE;
    exec_switch(x, st);
    const struct mem_object *vast = known ? NULL : vast_origin(x, e, &off);
    const struct mem_object *obj = vast         ? vast
                                   : known && v ? space_find(&st->space, v)
                                   : known      ? NULL
                                                : sym_origin(x, e);
    exec_switch(x, NULL);
    if (vast) return (expr){vast->place};
    if (!obj || !obj->live || obj->place || (known && v - obj->base > obj->size)) return EXPR_NONE;
    return expr_const(pool, w, obj->base);
}

/* The part that is this register, or UINT32_MAX. */
static uint32_t find_register(const struct blur *c, struct merge_register r) {
    for (uint32_t i = 0; i < c->parts.len; i++)
        if (!c->parts.data[i].n && !c->parts.data[i].addr && c->parts.data[i].level == r.level &&
            c->parts.data[i].slot == r.slot)
            return i;
    return UINT32_MAX;
}

static expr register_base(const struct blur *c, struct state *entry, struct merge_register r, uint32_t width) {
    const struct frame *f = frame_at(entry, r.level);
    uint32_t sym = frame_sym(f, r.slot);
    if (width != c->merger->x->p->ptr_bytes * 8) return EXPR_NONE;
    expr value = {sym};
    return base_of(c, entry, sym ? value : expr_const(pool_of(c), width, f->regs[r.slot]));
}

/* A register is free in the width that was seen. */
static bool add_register(struct blur *c, struct state *entry, const struct state *head, const struct state *back,
                         struct merge_register r) {
    struct exec *x = c->merger->x;
    expr a, b;
    merge_read(x, frame_at(head, r.level), frame_at(back, r.level), r.slot, &a, &b);
    uint32_t width = expr_width(x->sym->pool, a), at = find_register(c, r);
    if (at != UINT32_MAX && expr_width(x->sym->pool, c->parts.data[at].any) >= width) return false;
    struct blur_part p = {
        .level = r.level, .slot = r.slot, .base = register_base(c, entry, r, width), .any = fresh(c, width)};
    if (at != UINT32_MAX) c->parts.data[at] = p;
    else vec_push(&c->parts, p);
    return true;
}

static bool is_within(const struct blur *c, struct mem_word w) {
    for (uint64_t at = w.addr; at < w.addr + w.n;) {
        uint64_t next = at;
        for (uint32_t i = 0; i < c->parts.len; i++) {
            const struct blur_part *p = &c->parts.data[i];
            if (p->n && p->addr <= at && at < p->addr + p->n) next = p->addr + p->n;
        }
        if (next == at) return false;
        at = next;
    }
    return true;
}

/* Parts that have a byte of the word become part of it. */
static struct mem_word take_in(struct blur *c, struct mem_word w) {
    uint64_t end = w.addr + w.n;
    for (uint32_t i = c->parts.len; i-- > 0;) {
        const struct blur_part *p = &c->parts.data[i];
        if (!p->n || p->addr + p->n <= w.addr || p->addr >= end) continue;
        if (p->addr < w.addr) w.addr = p->addr;
        if (p->addr + p->n > end) end = p->addr + p->n;
        c->parts.data[i] = vec_pop(&c->parts);
        i = c->parts.len; /* it has grown: another may meet it now */
    }
    w.n = (uint32_t)(end - w.addr);
    return w;
}

/* The object that a word of the entering state points into; none: it is no pointer. */
static expr word_base(const struct blur *c, struct state *entry, uint64_t addr, uint32_t n) {
    struct exec *x = c->merger->x;
    const struct mem_object *obj = space_find(&entry->space, addr);
    if (n != x->p->ptr_bytes || !obj || addr < obj->base || addr - obj->base + n > obj->size) return EXPR_NONE;
    exec_switch(x, entry);
    expr e = sym_read(x, addr, n);
    exec_switch(x, NULL);
    return base_of(c, entry, e);
}

/* States are compared in words of 4 bytes: half of a pointer is a pointer. */
static struct mem_word whole_pointer(const struct blur *c, struct state *entry, struct mem_word w) {
    uint64_t size = c->merger->x->p->ptr_bytes, start = w.addr & ~(size - 1);
    if (w.n < size && w.addr + w.n <= start + size && expr_is(word_base(c, entry, start, (uint32_t)size)))
        return (struct mem_word){start, (uint32_t)size};
    return w;
}

/* Does it lie in an object that is a part? */
static bool is_in_array(const struct blur *c, uint64_t addr) {
    for (uint32_t i = 0; i < c->parts.len; i++)
        if (c->parts.data[i].size && addr - c->parts.data[i].addr < c->parts.data[i].size) return true;
    return false;
}

static bool add_word(struct blur *c, struct state *entry, struct mem_word w) {
    assert(w.n);
    if (is_in_array(c, w.addr) || is_within(c, w)) return false;
    w = take_in(c, whole_pointer(c, entry, w));
    for (uint32_t off = 0; off < w.n; off += 8) { /* models and parts know words of 64 bits */
        uint32_t n = w.n - off < 8 ? w.n - off : 8;
        struct blur_part p = {
            .n = n, .addr = w.addr + off, .base = word_base(c, entry, w.addr + off, n), .any = fresh(c, 8 * n)};
        vec_push(&c->parts, p);
    }
    return true;
}

static bool is_part(const struct blur *c, uint64_t base) {
    for (uint32_t i = 0; i < c->parts.len; i++)
        if (is_array(c, &c->parts.data[i]) && c->parts.data[i].addr == base) return true;
    return false;
}

/* The contents of a vast object, in elements of the width that one of both has. */
static bool add_vast(struct blur *c, const struct state *head, const struct state *back, uint64_t base) {
    struct exec *x = c->merger->x;
    char name[32];
    if (is_part(c, base)) return false;
    uint32_t a = space_find(&head->space, base)->array, b = space_find(&back->space, base)->array;
    uint32_t width = expr_elem_width(x->sym->pool, (expr){b ? b : a});
    snprintf(name, sizeof name, "any%u", c->symbols++);
    expr any = expr_array_sym(x->sym->pool, x->p->ptr_bytes * 8, width, name);
    vec_push(&c->parts, (struct blur_part){.addr = base, .any = any});
    return true;
}

/* The size of elements that the object at base has in one of both. */
static uint32_t array_bytes(const struct blur *c, struct state *head, struct state *back, uint64_t base) {
    struct exec *x = c->merger->x;
    exec_switch(x, back);
    uint32_t bytes = sym_array_bytes(x, base);
    if (!bytes) {
        exec_switch(x, head);
        bytes = sym_array_bytes(x, base);
    }
    exec_switch(x, NULL);
    return bytes;
}

/* Words that were parts until now belong to it. */
static bool add_array(struct blur *c, struct state *head, struct state *back, uint64_t base) {
    char name[32];
    if (is_part(c, base)) return false;
    uint64_t size = space_find(&head->space, base)->size;
    for (uint32_t i = c->parts.len; i-- > 0;)
        if (c->parts.data[i].n && c->parts.data[i].addr - base < size) c->parts.data[i] = vec_pop(&c->parts);
    snprintf(name, sizeof name, "any%u", c->symbols++);
    expr any = expr_array_sym(pool_of(c), 32, 8 * array_bytes(c, head, back, base), name);
    vec_push(&c->parts, (struct blur_part){.addr = base, .size = size, .any = any});
    return true;
}

bool blur_compare(struct blur *c, struct state *entry, struct state *head, struct state *back, bool *grown) {
    struct merge_difference d = {.space = {.whole = c->whole}};
    if (c->whole && cells_share(c->merger->x, entry, back)) return *grown = true;
    bool ok = merge_compare(c->merger, head, back, &d);
    for (uint32_t i = 0; ok && i < d.space.arrays.len; i++) *grown |= add_array(c, head, back, d.space.arrays.data[i]);
    for (uint32_t i = 0; ok && i < d.registers.len; i++)
        *grown |= add_register(c, entry, head, back, d.registers.data[i]);
    for (uint32_t i = 0; ok && i < d.space.words.len; i++) *grown |= add_word(c, entry, d.space.words.data[i]);
    for (uint32_t i = 0; ok && i < d.space.vasts.len; i++) *grown |= add_vast(c, head, back, d.space.vasts.data[i]);
    if (ok && d.space.moved && !c->renews) *grown = c->renews = true;
    merge_difference_release(&d);
    return ok;
}
