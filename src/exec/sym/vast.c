#include "exec/sym/vast.h"

#include <assert.h>
#include <stdio.h>

#include "exec/sym/access.h"
#include "exec/sym/decider.h"
#include "expr/arith.h"
#include "expr/relate.h"
#include "solver/path.h"

enum {
    PLACES32 = 128,   /* of 32-bit programs, a megabyte each */
    PLACES64 = 4096,  /* of 64-bit programs */
    SPREAD_BITS = 20, /* of the symbol */
    LEAST_ALIGN = 16,
    MOST_CHOICES = 16, /* that an address may leave open */
    EFFORT = 100       /* conflicts, for a question about alignment */
};

/* Half of the address space is behind the last place. */
#define FIRST32 UINT64_C(0x70000000)
#define FIRST64 UINT64_C(0x5000000000000000)
#define STEP64 (UINT64_C(1) << 48)

static uint32_t pointer_bits(const struct exec *x) { return 8 * x->p->ptr_bytes; }

static expr word(struct exec *x, uint64_t v) { return expr_const(x->sym->pool, pointer_bits(x), v); }

uint64_t vast_most(const struct exec *x) { return x->p->is32 ? INT32_MAX : STEP64 / 2; }

/* ---- making one ----------------------------------------------------------------------------------- */

bool vast_possible(const struct exec *x) {
    return x->sym->wants_vast && layout_keep_free(x->now->space.layout, FIRST32);
}

static uint64_t first_place(const struct exec *x, uint32_t number) {
    if (x->p->is32) return FIRST32 + (uint64_t)(number % PLACES32 << SPREAD_BITS);
    return FIRST64 + number % PLACES64 * STEP64;
}

/* A symbol that belongs to the object at base. */
static void note_symbol(struct exec *x, expr e, uint64_t base) {
    map_put(&x->sym->vasts, expr_symbol(x->sym->pool, e).id, base);
}

expr vast_make(struct exec *x, struct mem_object *obj, expr size, uint32_t align) {
    assert(vast_possible(x) && !obj->place && !obj->size_sym && align <= VAST_ALIGN && obj->size == VAST_HANDLE);
    struct expr_pool *pool = x->sym->pool;
    char name[32];
    uint32_t w = pointer_bits(x), bits = (uint32_t)__builtin_ctz(align > LEAST_ALIGN ? align : LEAST_ALIGN);
    uint64_t base = obj->base;
    snprintf(name, sizeof name, "place%u", x->sym->vasts.len);
    expr any = expr_sym(pool, SPREAD_BITS - bits, name);
    note_symbol(x, any, base);
    expr place =
        expr_add(pool, expr_shl(pool, expr_zext(pool, any, w), word(x, bits)), word(x, first_place(x, obj->number)));
    obj->place = place.id;
    obj->size_sym = size.id;
    obj->array = 0;
    x->now->space.vasts++;
    return place;
}

/* ---- which one ------------------------------------------------------------------------------------- */

bool vast_mentions(const struct exec *x, expr e) {
    if (!x->sym->vasts.len) return false;
    const struct symbol_set *set = expr_symbols(x->sym->pool, e);
    for (uint32_t i = 0; i < set->len; i++)
        if (map_find(&x->sym->vasts, set->ids[i]) &&
            !expr_is_array(x->sym->pool, expr_of_symbol(x->sym->pool, (symbol){set->ids[i]})))
            return true;
    return false;
}

/* The object whose symbol it is, in this state; NULL: it is gone, or the symbol is none. */
static struct mem_object *object_of(const struct exec *x, const struct state *st, symbol s) {
    uint64_t *base = map_find(&x->sym->vasts, s.id);
    struct mem_object *obj = base ? space_find(&st->space, *base) : NULL;
    if (!obj || !obj->place) return NULL;
    const struct symbol_set *set = expr_symbols(x->sym->pool, (expr){obj->place});
    bool own = set->len == 1 && set->ids[0] == s.id;
    if (own) return obj;
    if (!obj->array) return NULL;
    set = expr_symbols(x->sym->pool, (expr){obj->array});
    for (uint32_t i = 0; i < set->len; i++)
        if (set->ids[i] == s.id) return obj;
    return NULL;
}

bool vast_knows(const struct exec *x, const struct state *st, symbol s) { return object_of(x, st, s) != NULL; }

struct mem_object *vast_origin(struct exec *x, expr addr, expr *off) {
    struct expr_pool *pool = x->sym->pool;
    if (!x->sym->vasts.len || expr_width(pool, addr) != pointer_bits(x)) return NULL;
    const struct symbol_set *set = expr_symbols(pool, addr);
    for (uint32_t i = 0; i < set->len; i++) {
        symbol s = {set->ids[i]};
        if (expr_is_array(pool, expr_of_symbol(pool, s))) continue;
        struct mem_object *obj = object_of(x, x->now, s);
        if (!obj) continue;
        *off = expr_sub(pool, addr, (expr){obj->place});
        return vast_mentions(x, *off) ? NULL : obj;
    }
    return NULL;
}

/* An if-then-else among what the sum is made of; none: there is none. */
static expr open_choice(const struct expr_pool *pool, expr e, uint32_t *left) {
    if (!*left) return EXPR_NONE;
    --*left;
    enum expr_op op = expr_op(pool, e);
    if (op == EXPR_ITE) return e;
    if (op != EXPR_ADD && op != EXPR_NEG && op != EXPR_MUL) return EXPR_NONE;
    for (int i = 0; i < expr_arity(op); i++) {
        expr found = open_choice(pool, expr_kid(pool, e, i), left);
        if (expr_is(found)) return found;
    }
    return EXPR_NONE;
}

bool vast_gives_up(struct exec *x) {
    sym_gap(x, GAP_POINTER, NULL);
    x->stop = STOP_GIVEN_UP;
    return false;
}

static enum vast_found give_up(struct exec *x) {
    vast_gives_up(x);
    return VAST_STOPPED;
}

enum vast_found vast_find(struct exec *x, expr addr, struct mem_object **obj, expr *off) {
    struct expr_pool *pool = x->sym->pool;
    for (int i = 0; i < MOST_CHOICES && vast_mentions(x, addr); i++) {
        *obj = vast_origin(x, addr, off);
        if (*obj) {
            *off = pathcond_simplify(x->sym->solver, x->now->pc, *off);
            return VAST_YES;
        }
        uint32_t left = 64;
        expr choice = open_choice(pool, addr, &left);
        if (!expr_is(choice)) return give_up(x);
        bool yes = sym_pin(x, expr_kid(pool, choice, 0));
        if (x->stop) return VAST_STOPPED;
        expr way = expr_kid(pool, choice, yes ? 1 : 2);
        addr = expr_substitute(pool, addr, &choice, &way, 1);
    }
    return vast_mentions(x, addr) ? give_up(x) : VAST_NO;
}

/* ---- bounds ------------------------------------------------------------------------------------------ */

struct vast_access {
    struct mem_object *obj;
    expr off;
    uint32_t n;
    bool write;
};

static void report_bounds(struct exec *x, void *data) {
    const struct vast_access *a = data;
    struct mem_object small = *a->obj; /* as large as the model says, where it lies there */
    small.size = sym_sample(x, (expr){a->obj->size_sym});
    small.base = sym_sample(x, (expr){a->obj->place});
    exec_fault(x, &(struct fault){FAULT_BOUNDS, small.base + sym_sample(x, a->off), a->n, a->write, &small});
}

static bool check_access(struct exec *x, struct vast_access *a) {
    assert(a->obj->place && a->n && a->n <= 8);
    struct expr_pool *pool = x->sym->pool;
    if (!a->obj->live) {
        exec_fault(x, &(struct fault){FAULT_DEAD, sym_sample(x, (expr){a->obj->place}), a->n, a->write, a->obj});
        return false;
    }
    expr size = {a->obj->size_sym}, n = word(x, a->n);
    expr bad = expr_or(pool, expr_ult(pool, size, n), expr_ugt(pool, a->off, expr_sub(pool, size, n)));
    return sym_check(x, bad, report_bounds, a);
}

bool vast_forget(struct exec *x, struct mem_object *obj, expr off, expr n) {
    assert(obj->place);
    struct expr_pool *pool = x->sym->pool;
    struct vast_access a = {obj, off, 1, true};
    uint64_t base = obj->base;
    if (!obj->live) return check_access(x, &a);
    expr size = {obj->size_sym}, none = expr_eq(pool, n, word(x, 0));
    expr bad = expr_or(pool, expr_ugt(pool, off, size), expr_ugt(pool, n, expr_sub(pool, size, off)));
    if (!sym_check(x, expr_and(pool, expr_not(pool, none), bad), report_bounds, &a)) return false;
    struct mem_object *own = space_find_writable(&x->now->space, base);
    own->array = 0;
    own->tracked = true; /* what it was made with is gone */
    return true;
}

/* ---- contents ---------------------------------------------------------------------------------------- */

/* Is the offset surely a multiple of 2^shift? */
static bool is_aligned(struct exec *x, expr off, uint32_t shift) {
    struct symbolic *sy = x->sym;
    if (!shift) return true;
    expr low = expr_extract(sy->pool, off, 0, shift), zero = expr_const(sy->pool, shift, 0);
    expr so = expr_eq(sy->pool, low, zero);
    if (expr_is_const(sy->pool, so)) return expr_is_true(sy->pool, so);
    uint64_t effort = solver_set_effort(sy->solver, EFFORT);
    enum truth truth = solver_truth(sy->solver, x->now->pc, so, x->now->model, NULL);
    solver_set_effort(sy->solver, effort);
    return truth == TRUTH_TRUE;
}

/* Contents that were never written to. */
static expr unwritten(struct exec *x, const struct mem_object *obj, uint32_t width) {
    struct expr_pool *pool = x->sym->pool;
    if (!obj->tracked) {
        uint64_t all = obj->fill * UINT64_C(0x0101010101010101);
        return expr_array_fill(pool, pointer_bits(x), expr_const(pool, width, all));
    }
    char name[32];
    snprintf(name, sizeof name, "cells%u", x->sym->vasts.len);
    expr e = expr_array_sym(pool, pointer_bits(x), width, name);
    note_symbol(x, e, obj->base);
    return e;
}

expr vast_contents(struct exec *x, uint64_t base, uint32_t width) {
    struct mem_object *obj = space_find(&x->now->space, base);
    bool vast = obj && obj->place;
    if (vast && !obj->array) {
        expr e = unwritten(x, obj, width);
        space_find_writable(&x->now->space, base)->array = e.id;
        return e;
    }
    expr array = {vast ? obj->array : 0};
    if (vast && expr_elem_width(x->sym->pool, array) == width) return array;
    return expr_array_sym(x->sym->pool, pointer_bits(x), width, "cells");
}

/* The elements of the contents, which the first access makes as large as its own, if it is aligned. */
static expr elements_for(struct exec *x, const struct vast_access *a, uint32_t *shift) {
    if (a->obj->array) {
        *shift = (uint32_t)__builtin_ctz(expr_elem_width(x->sym->pool, (expr){a->obj->array}) / 8);
        return (expr){a->obj->array};
    }
    *shift = (uint32_t)__builtin_ctz(a->n);
    if (a->n != 1u << *shift || !is_aligned(x, a->off, *shift)) *shift = 0;
    return vast_contents(x, a->obj->base, 8u << *shift);
}

static expr index_of(struct exec *x, expr off, uint32_t shift) { return expr_lshr(x->sym->pool, off, word(x, shift)); }

/* Where in its element a byte is, in bits; as wide as the element. */
static expr place_in_element(struct exec *x, expr off, uint32_t shift) {
    struct expr_pool *pool = x->sym->pool;
    expr byte = expr_zext(pool, expr_extract(pool, off, 0, shift), 8u << shift);
    return expr_shl(pool, byte, expr_const(pool, 8u << shift, 3));
}

static expr read_byte(struct exec *x, expr array, expr off, uint32_t shift) {
    struct expr_pool *pool = x->sym->pool;
    expr e = expr_read(pool, array, index_of(x, off, shift));
    return shift ? expr_extract(pool, expr_lshr(pool, e, place_in_element(x, off, shift)), 0, 8) : e;
}

static expr store_byte(struct exec *x, expr array, expr off, uint32_t shift, expr value) {
    struct expr_pool *pool = x->sym->pool;
    expr index = index_of(x, off, shift);
    if (!shift) return expr_store(pool, array, index, value);
    uint32_t w = 8u << shift;
    expr place = place_in_element(x, off, shift), mask = expr_shl(pool, expr_const(pool, w, 255), place);
    expr kept = expr_and(pool, expr_read(pool, array, index), expr_not(pool, mask));
    return expr_store(pool, array, index, expr_or(pool, kept, expr_shl(pool, expr_zext(pool, value, w), place)));
}

static expr behind(struct exec *x, expr off, uint32_t n) { return expr_add(x->sym->pool, off, word(x, n)); }

bool vast_load(struct exec *x, struct mem_object *obj, expr off, uint32_t n, expr *value) {
    struct expr_pool *pool = x->sym->pool;
    struct vast_access a = {obj, off, n, false};
    uint32_t shift;
    if (!check_access(x, &a)) return false;
    expr array = elements_for(x, &a, &shift);
    if (n == 1u << shift && is_aligned(x, off, shift)) {
        *value = expr_read(pool, array, index_of(x, off, shift));
        return true;
    }
    *value = read_byte(x, array, off, shift);
    for (uint32_t i = 1; i < n; i++) *value = expr_concat(pool, read_byte(x, array, behind(x, off, i), shift), *value);
    return true;
}

bool vast_store(struct exec *x, struct mem_object *obj, expr off, uint32_t n, expr value) {
    struct expr_pool *pool = x->sym->pool;
    struct vast_access a = {obj, off, n, true};
    uint64_t base = obj->base;
    uint32_t shift;
    if (!check_access(x, &a)) return false;
    expr array = elements_for(x, &a, &shift);
    if (n == 1u << shift && is_aligned(x, off, shift)) {
        array = expr_store(pool, array, index_of(x, off, shift), value);
    } else {
        for (uint32_t i = 0; i < n; i++)
            array = store_byte(x, array, behind(x, off, i), shift, expr_extract(pool, value, 8 * i, 8));
    }
    space_find_writable(&x->now->space, base)->array = array.id;
    return true;
}

/* ---- its end ------------------------------------------------------------------------------------------ */

static void report_start(struct exec *x, void *data) {
    const struct vast_access *a = data;
    exec_fault(x, &(struct fault){FAULT_NOT_START, sym_sample(x, (expr){a->obj->place}) + sym_sample(x, a->off), 1,
                                  true, a->obj});
}

bool vast_free(struct exec *x, struct mem_object *obj, expr off) {
    struct vast_access a = {obj, off, 1, true};
    struct fault fault;
    expr bad = expr_not(x->sym->pool, expr_eq(x->sym->pool, off, word(x, 0)));
    if (!sym_check(x, bad, report_start, &a)) return false;
    if (!space_free(&x->now->space, obj->base, exec_user_position(x), &fault)) return true;
    exec_fault(x, &fault);
    return false;
}
