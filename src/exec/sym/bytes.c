#include "exec/sym/bytes.h"

#include <assert.h>

#include "base/provoke.h"
#include "exec/sym/access.h"
#include "exec/sym/decider.h"
#include "exec/sym/memory.h"
#include "exec/sym/undefined.h"
#include "exec/sym/vast.h"
#include "expr/arith.h"
#include "expr/relate.h"
#include "mem/bytes.h"
#include "solver/path.h"

enum {
    MAX_CHAIN = PROVOKED(1024, 3),   /* steps that become one expression; then a fork */
    MAX_WINDOW = 32,                 /* places of a byte that are told apart one by one */
    MIN_WINDOWED = PROVOKED(128, 8), /* bytes of an object for which that is better than an array */
};

static uint32_t pointer_bits(const struct exec *x) { return 8 * x->p->ptr_bytes; }

static expr word(struct exec *x, uint64_t v) { return expr_const(x->sym->pool, pointer_bits(x), v); }

/* ---- spans ------------------------------------------------------------------------------------ */

static void set_object(struct exec *x, struct span *v, const struct mem_object *obj) {
    v->base = obj->base;
    v->size = obj->size;
    if (obj->size_sym) v->limit = sym_size_of(x, obj);
}

/* Over locations the address is that of the state. */
static bool open_fixed(struct exec *x, struct span *v, expr addr) {
    assert(x->decider->props.locations);
    enum { MOST = PROVOKED(256, 64) }; /* bytes of an object: each is a location */
    if (!undefined_pin(x, addr, "an address")) return false;
    v->fixed = true;
    v->addr = sym_pin(x, decider_address(x, addr));
    const struct mem_object *obj = space_find(&x->now->space, v->addr);
    bool hard = x->stop || !obj || obj->size_sym || obj->size > MOST;
    if (hard && decider_gives_up(x)) return false;
    decider_needs(x, obj->base, v->write);
    set_object(x, v, obj);
    return true;
}

/* Widens lo to hi by the constants that e + add is one of, as far as they lie in the object, where the address is known
 * to be: what memchr has found is not NULL any more. False: it is not one of a few. */
static bool widen(const struct expr_pool *pool, expr e, uint64_t add, struct span *v, int *left) {
    if (--*left < 0) return false;
    if (expr_is_const(pool, e)) {
        uint64_t off = expr_value(pool, e) + add;
        if (off <= v->size && off < v->lo) v->lo = off;
        if (off <= v->size && off > v->hi) v->hi = off;
        return true;
    }
    if (expr_op(pool, e) == EXPR_ADD && expr_is_const(pool, expr_kid(pool, e, 1)))
        return widen(pool, expr_kid(pool, e, 0), add + expr_value(pool, expr_kid(pool, e, 1)), v, left);
    return expr_op(pool, e) == EXPR_ITE && widen(pool, expr_kid(pool, e, 1), add, v, left) &&
           widen(pool, expr_kid(pool, e, 2), add, v, left);
}

static bool is_window(const struct span *v) { return v->lo <= v->hi && v->hi - v->lo < MAX_WINDOW && v->lo < v->size; }

/* Can the access be at few places only? Then the rest of a large object does not matter. */
static bool is_narrow(struct exec *x, struct span *v) {
    enum { MOST_LEAVES = 256 };
    if (v->size < MIN_WINDOWED) return false;
    solver_quick_range(x->sym->solver, x->now->pc, v->off, &v->lo, &v->hi);
    if (is_window(v)) return true;
    int left = MOST_LEAVES;
    v->lo = UINT64_MAX, v->hi = 0;
    return !x->p->is32 && widen(x->sym->pool, v->off, 0, v, &left) && is_window(v);
}

bool span_open(struct exec *x, struct span *v, expr addr, bool write) {
    assert(expr_width(x->sym->pool, addr) == 8 * x->p->ptr_bytes);
    struct symbolic *sy = x->sym;
    *v = (struct span){.write = write};
    if (x->decider->props.locations) return open_fixed(x, v, addr);
    if (vast_mentions(x, addr)) return vast_gives_up(x);
    if (!undefined_pin(x, addr, "an address")) return false;
    addr = pathcond_simplify(sy->solver, x->now->pc, addr);
    if (x->decider->props.decides_few && !sym_decide_few(x, &addr)) return false;
    struct mem_object *obj = NULL;
    if (!expr_is_const(sy->pool, addr)) {
        if (!sym_find_object(x, addr, write, &obj, &v->off)) return false;
        set_object(x, v, obj);
        v->narrow = is_narrow(x, v);
        if (v->narrow) return true;
        v->array = sym_contents(x, obj);
        if (expr_is(v->array)) return true;
        addr = expr_const(sy->pool, pointer_bits(x), sym_pin(x, addr)); /* a large object */
    }
    v->fixed = true;
    v->addr = expr_value(sy->pool, addr);
    obj = space_find(&x->now->space, v->addr);
    if (obj) set_object(x, v, obj);
    return true;
}

/* The byte at each of the places where it may be. */
static expr byte_in_window(struct exec *x, const struct span *v, uint64_t i) {
    struct expr_pool *pool = x->sym->pool;
    expr e = EXPR_NONE;
    for (uint64_t off = v->hi + 1; off-- > v->lo;) {
        if (i >= v->size || off >= v->size - i) continue;
        expr byte = sym_read(x, v->base + off + i, 1);
        if (!expr_is_const(pool, byte)) byte = pathcond_simplify(x->sym->solver, x->now->pc, byte);
        e = expr_is(e) ? expr_ite(pool, expr_eq(pool, v->off, word(x, off)), byte, e) : byte;
    }
    return expr_is(e) ? e : expr_const(pool, 8, 0);
}

expr span_byte(struct exec *x, struct span *v, uint64_t i) {
    assert(v->fixed || v->narrow || expr_is(v->array));
    struct symbolic *sy = x->sym;
    struct fault fault;
    if (v->fixed) {
        if (space_check(&x->now->space, v->addr + i, 1, v->write, &fault)) return expr_const(sy->pool, 8, 0);
        return pathcond_simplify(sy->solver, x->now->pc, sym_read(x, v->addr + i, 1));
    }
    if (v->narrow) return byte_in_window(x, v, i);
    expr at = expr_add(sy->pool, expr_resize(sy->pool, v->off, 32), expr_const(sy->pool, 32, i));
    return expr_read(sy->pool, v->array, at);
}

/* When is byte i outside (or, if --check asks for that, not initialised)? */
static expr span_outside(struct exec *x, const struct span *v, uint64_t i) {
    assert(v->fixed || expr_is(v->off));
    struct expr_pool *pool = x->sym->pool;
    struct fault fault;
    if (v->fixed) {
        if (space_check(&x->now->space, v->addr + i, 1, v->write, &fault)) return expr_true(pool);
        if (!expr_is(v->limit)) return expr_false(pool);
        return expr_ule(pool, v->limit, word(x, v->addr + i - v->base));
    }
    if (i >= v->size) return expr_true(pool);
    /* No sum, which might wrap around. */
    expr bad = expr_uge(pool, v->off, word(x, v->size - i));
    if (!expr_is(v->limit)) return bad;
    expr room = expr_sub(pool, v->limit, word(x, i));
    expr past = expr_or(pool, expr_ule(pool, v->limit, word(x, i)), expr_uge(pool, v->off, room));
    return expr_or(pool, bad, past);
}

expr span_outside_n(struct exec *x, const struct span *v, expr n) {
    assert(expr_width(x->sym->pool, n) == 8 * x->p->ptr_bytes);
    struct expr_pool *pool = x->sym->pool;
    struct fault fault;
    expr some = expr_ne(pool, n, word(x, 0)), off = v->fixed ? word(x, v->addr - v->base) : v->off;
    if (v->fixed && space_check(&x->now->space, v->addr, 1, v->write, &fault)) return some;
    expr size = expr_is(v->limit) ? v->limit : word(x, v->size);
    expr past = expr_or(pool, expr_ugt(pool, off, size), expr_ugt(pool, n, expr_sub(pool, size, off)));
    return expr_and(pool, some, past);
}

void span_fault(struct exec *x, const struct span *v, uint64_t i, uint64_t n) {
    struct space *s = &x->now->space;
    uint64_t addr = (v->fixed ? v->addr : v->base + sym_sample(x, v->off)) + i;
    struct fault fault;
    if (v->fixed && space_check(s, addr, n, v->write, &fault)) {
        exec_fault(x, &fault);
        return;
    }
    struct mem_object small = *space_find(s, v->base); /* as large as the model says */
    if (expr_is(v->limit)) small.size = sym_sample(x, v->limit);
    exec_fault(x, &(struct fault){FAULT_BOUNDS, addr, n, v->write, &small});
}

/* ---- chains ------------------------------------------------------------------------------------- */

void chain_init(struct exec *x, struct chain *c) { *c = (struct chain){.alive = expr_true(x->sym->pool)}; }

void chain_release(struct chain *c) {
    vec_release(&c->stops);
    vec_release(&c->values);
    vec_release(&c->errors);
}

bool chain_visit(struct exec *x, struct chain *c, const struct span *v, uint64_t i) {
    struct expr_pool *pool = x->sym->pool;
    expr bad = span_outside(x, v, i), when = expr_and(pool, c->alive, bad);
    if (!expr_is_false(pool, when)) vec_push(&c->errors, (struct chain_error){when, v, i});
    if (!expr_is_true(pool, bad)) return true;
    c->alive = expr_false(pool);
    return false;
}

/* A long chain is cut: did it stop by now, or not? */
static bool cut(struct exec *x, struct chain *c) {
    c->open = 0;
    if (!sym_pin(x, c->alive)) {
        c->alive = expr_false(x->sym->pool);
        return false;
    }
    vec_clear(&c->stops);
    vec_clear(&c->values);
    c->alive = expr_true(x->sym->pool);
    return true;
}

/* An instruction may go through more bytes than there is time for. */
static bool is_time_over(struct exec *x) {
    if (!limits_hit(&x->ctx->limits)) return false;
    x->stop = STOP_LIMIT;
    return true;
}

bool chain_step(struct exec *x, struct chain *c, expr stop, expr value) {
    assert(expr_width(x->sym->pool, stop) == 1 && c->stops.len == c->values.len);
    if (is_time_over(x)) return false;
    struct expr_pool *pool = x->sym->pool;
    if (!undefined_use(x, expr_and(pool, c->alive, stop), "what a library function does")) return false;
    if (c->decides) stop = sym_decide(x, stop) ? expr_true(pool) : expr_false(pool);
    if (expr_is_false(pool, stop)) return true;
    vec_push(&c->stops, stop);
    vec_push(&c->values, value);
    c->alive = expr_and(pool, c->alive, expr_not(pool, stop));
    if (expr_is_false(pool, c->alive)) return false;
    return ++c->open < MAX_CHAIN || cut(x, c);
}

static void report_error(struct exec *x, void *data) {
    const struct chain *c = data;
    for (uint32_t i = 0; i < c->errors.len; i++)
        if (model_holds(x->now->model, x->sym->pool, c->errors.data[i].when)) {
            span_fault(x, c->errors.data[i].view, c->errors.data[i].index, 1);
            return;
        }
    assert(x->decider->props.aside); /* asks which error it would be */
    span_fault(x, c->errors.data[0].view, c->errors.data[0].index, 1);
}

bool chain_check(struct exec *x, struct chain *c) {
    if (x->stop == STOP_LIMIT) return false;
    struct expr_pool *pool = x->sym->pool;
    expr bad = expr_false(pool);
    for (uint32_t i = 0; i < c->errors.len; i++) bad = expr_or(pool, bad, c->errors.data[i].when);
    return sym_check(x, bad, report_error, c);
}

expr chain_result(struct exec *x, const struct chain *c, expr otherwise) {
    assert(c->stops.len == c->values.len);
    expr e = otherwise;
    for (uint32_t i = c->stops.len; i-- > 0;) e = expr_ite(x->sym->pool, c->stops.data[i], c->values.data[i], e);
    return e;
}

/* ---- plain bytes ----------------------------------------------------------------------------------- */

const uint8_t *bytes_raw(struct exec *x, uint64_t addr, uint64_t *n) {
    struct fault fault;
    if (space_check(&x->now->space, addr, 1, false, &fault)) return NULL;
    struct mem_object *obj = space_find(&x->now->space, addr);
    if (obj->size_sym || !decider_sees(x, obj)) return NULL;
    const struct mem_page *page = object_page(obj, object_page_of(obj, addr));
    uint32_t off = (uint32_t)(addr & (PAGE_SIZE - 1));
    *n = page->hi - off;
    return page->data + off - page->lo;
}

bool bytes_plain(struct exec *x, uint64_t addr, uint64_t n) {
    assert((addr & (PAGE_SIZE - 1)) + n <= PAGE_SIZE);
    return n == 0 || !space_is_symbolic(&x->now->space, addr, n, true);
}
