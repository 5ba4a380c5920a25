#include "exec/sym/blocks.h"

#include <assert.h>

#include "base/provoke.h"
#include "exec/sym/access.h"
#include "exec/sym/decider.h"
#include "exec/sym/memory.h"
#include "exec/sym/undefined.h"
#include "exec/sym/vast.h"
#include "expr/arith.h"
#include "expr/relate.h"
#include "solver/path.h"

enum { MAX_BLOCK = PROVOKED(512, 8) }; /* bytes that one instruction may change under a condition */

static uint32_t pointer_bits(const struct exec *x) { return 8 * x->p->ptr_bytes; }

static expr word(struct exec *x, uint64_t v) { return expr_const(x->sym->pool, pointer_bits(x), v); }

static bool constant(const struct exec *x, expr e) { return expr_is_const(x->sym->pool, e); }

static expr simplify(struct exec *x, expr e) { return pathcond_simplify(x->sym->solver, x->now->pc, e); }

/* A block operation; the source is a view, or one byte, or bytes given. */
struct block {
    expr to, from, n, byte;
    bool fill;
    const expr *given;
    uint32_t ngiven;
    struct span target, source;
    uint64_t most;   /* n is at most this */
    uint64_t lo, hi; /* range of the target's offset, if not fixed */
};

/* ---- checks -------------------------------------------------------------------------------------- */

struct checked_span {
    const struct span *view;
    expr n;
};

static void report(struct exec *x, void *data) {
    const struct checked_span *k = data;
    span_fault(x, k->view, 0, sym_sample(x, k->n));
}

static bool check(struct exec *x, const struct span *v, expr n) {
    struct checked_span k = {v, n};
    return sym_check(x, span_outside_n(x, v, n), report, &k);
}

/* ---- how large ------------------------------------------------------------------------------------- */

/* Largest value of e; false if the solver does not say. */
static bool largest(struct exec *x, expr e, uint64_t *lo, uint64_t *hi) {
    if (constant(x, e)) return *lo = *hi = expr_value(x->sym->pool, e), true;
    return sym_bounds(x, e, lo, hi);
}

/* Pins what has too many values; everything is checked already. */
static void bound(struct exec *x, struct block *b) {
    uint64_t lo;
    if (x->decider->props.decides_places || !largest(x, b->n, &lo, &b->most) ||
        (b->most > MAX_BLOCK && !constant(x, b->n))) {
        b->n = word(x, sym_pin(x, b->n));
        b->most = expr_value(x->sym->pool, b->n);
    }
    if (b->target.fixed) return;
    if (!x->decider->props.decides_places && largest(x, b->target.off, &b->lo, &b->hi) &&
        b->hi - b->lo + b->most <= MAX_BLOCK)
        return;
    b->target.fixed = true;
    b->target.addr = sym_pin(x, b->to);
    b->to = word(x, b->target.addr);
}

/* ---- writing ---------------------------------------------------------------------------------------- */

static void put(struct exec *x, uint64_t addr, expr when, expr byte) {
    assert(expr_width(x->sym->pool, when) == 1 && expr_width(x->sym->pool, byte) == 8);
    struct expr_pool *pool = x->sym->pool;
    if (expr_is_false(pool, when)) return;
    if (!expr_is_true(pool, when)) byte = expr_ite(pool, when, byte, sym_read(x, addr, 1));
    sym_write(x, addr, 1, byte);
}

void block_write(struct exec *x, const struct span *v, const expr *bytes, const expr *in, uint64_t n) {
    assert(v->fixed);
    for (uint64_t i = 0; i < n; i++) put(x, v->addr + i, in[i], bytes[i]);
}

static expr source_byte(struct exec *x, struct block *b, uint64_t i) {
    if (b->given) return i < b->ngiven ? b->given[i] : expr_const(x->sym->pool, 8, 0);
    return b->fill ? b->byte : span_byte(x, &b->source, i);
}

typedef VEC(expr) expr_list;

/* The source, before anything is written: the two may overlap. */
static void snapshot(struct exec *x, struct block *b, expr_list *bytes) {
    for (uint64_t i = 0; i < b->most; i++) vec_push(bytes, source_byte(x, b, i));
}

static void write_fixed(struct exec *x, struct block *b, const expr_list *bytes) {
    assert(b->target.fixed && bytes->len == b->most);
    struct expr_pool *pool = x->sym->pool;
    uint64_t room =
        b->target.base + b->target.size - b->target.addr; /* n was checked: whatever bound it has, no more is written */
    for (uint64_t i = 0; i < b->most && i < room; i++)
        put(x, b->target.addr + i, expr_ult(pool, word(x, i), b->n), bytes->data[i]);
}

/* The bytes as an array, to be read at target index minus target offset. */
static expr as_array(struct exec *x, const expr_list *bytes) {
    struct expr_pool *pool = x->sym->pool;
    vec_u64 values = {0};
    for (uint32_t i = 0; i < bytes->len; i++)
        vec_push(&values, constant(x, bytes->data[i]) ? expr_value(pool, bytes->data[i]) : 0);
    expr array = expr_array_const(pool, 32, 8, values.data, values.len);
    for (uint32_t i = 0; i < bytes->len; i++)
        if (!constant(x, bytes->data[i])) array = expr_store(pool, array, expr_const(pool, 32, i), bytes->data[i]);
    vec_release(&values);
    return array;
}

/* Every byte of the target that the block may cover is changed where it does. */
static void write_anywhere(struct exec *x, struct block *b, const expr_list *bytes) {
    assert(!b->target.fixed && bytes->len == b->most);
    struct expr_pool *pool = x->sym->pool;
    expr array = as_array(x, bytes);
    for (uint64_t at = b->lo; at < b->hi + b->most && at < b->target.size; at++) {
        expr i = expr_sub(pool, word(x, at), b->target.off);
        expr in = expr_and(pool, expr_ule(pool, b->target.off, word(x, at)), expr_ult(pool, i, b->n));
        put(x, b->target.base + at, in, expr_read(pool, array, expr_resize(pool, i, 32)));
    }
}

static bool run(struct exec *x, struct block *b) {
    if (!(constant(x, b->to) && constant(x, b->n)) && decider_gives_up(x)) return false;
    if (!undefined_pin(x, b->n, "the length of a block") || !span_open(x, &b->target, b->to, true)) return false;
    bool view = !b->fill && !b->given;
    if (view && (!span_open(x, &b->source, b->from, false) || !check(x, &b->source, b->n))) return false;
    if (!check(x, &b->target, b->n)) return false;
    bound(x, b);
    assert(b->target.fixed || b->lo <= b->hi);
    expr_list bytes = {0};
    snapshot(x, b, &bytes);
    if (b->target.fixed) write_fixed(x, b, &bytes);
    else write_anywhere(x, b, &bytes);
    vec_release(&bytes);
    return true;
}

/* ---- whole words --------------------------------------------------------------------------------------- */

static uint32_t part_size(uint64_t done, uint64_t n) {
    for (uint32_t size = 8; size > 1; size /= 2)
        if (done % size == 0 && n - done >= size) return size;
    return 1;
}

/* A copy of known length goes word by word, so that words stay words. Only the source's
 * address is symbolic. */
static bool copy_words(struct exec *x, uint64_t to, expr from, uint64_t n) {
    assert(n && !expr_is_const(x->sym->pool, from));
    struct expr_pool *pool = x->sym->pool;
    expr_list parts = {0};
    bool ok = true;
    for (uint64_t done = 0; ok && done < n; done += part_size(done, n)) {
        expr value = {0};
        ok = sym_load_at(x, expr_add(pool, from, word(x, done)), part_size(done, n), &value);
        vec_push(&parts, value);
    }
    uint32_t i = 0;
    for (uint64_t done = 0; ok && done < n; done += part_size(done, n))
        sym_write(x, to + done, part_size(done, n), parts.data[i++]);
    vec_release(&parts);
    return ok;
}

static bool copy_to_fixed(struct exec *x, expr to, expr from, uint64_t n) {
    struct span target, source;
    if (!span_open(x, &source, from, false) || !check(x, &source, word(x, n))) return false;
    if (!span_open(x, &target, to, true) || !check(x, &target, word(x, n))) return false;
    if (source.fixed) return exec_copy(x, target.addr, source.addr, n);
    return copy_words(x, target.addr, from, n);
}

/* ---- all --------------------------------------------------------------------------------------------- */

/* Over locations places and lengths are those of the state: what is checked is no part of
 * the path condition there, so their range is not known. */
static void hold(struct exec *x, expr *e) {
    if (x->decider->props.locations) *e = word(x, sym_pin(x, *e));
}

bool block_copy(struct exec *x, expr to, expr from, expr n) {
    struct expr_pool *pool = x->sym->pool;
    if (vast_mentions(x, to) || vast_mentions(x, from)) return vast_gives_up(x);
    to = simplify(x, to), from = simplify(x, from), n = simplify(x, n);
    hold(x, &to);
    hold(x, &from);
    hold(x, &n);
    if (constant(x, n) && constant(x, to)) {
        uint64_t length = expr_value(pool, n);
        if (length == 0) return true;
        if (constant(x, from)) return exec_copy(x, expr_value(pool, to), expr_value(pool, from), length);
        return copy_to_fixed(x, to, from, length);
    }
    return run(x, &(struct block){.to = to, .from = from, .n = n});
}

/* What was filled in is forgotten. */
static bool fill_vast(struct exec *x, expr to, expr n) {
    struct mem_object *obj;
    expr off;
    switch (vast_find(x, to, &obj, &off)) {
    case VAST_NO: return vast_gives_up(x);
    case VAST_YES: return vast_forget(x, obj, off, n);
    case VAST_STOPPED: break;
    }
    return false;
}

bool block_fill(struct exec *x, expr to, expr byte, expr n) {
    assert(expr_width(x->sym->pool, byte) == 8);
    struct expr_pool *pool = x->sym->pool;
    if (vast_mentions(x, to)) return fill_vast(x, to, n);
    to = simplify(x, to), n = simplify(x, n), byte = simplify(x, byte);
    hold(x, &to);
    hold(x, &n);
    if (constant(x, n) && expr_value(pool, n) == 0) return true;
    if (constant(x, n) && constant(x, to) && constant(x, byte))
        return exec_fill(x, expr_value(pool, to), (uint8_t)expr_value(pool, byte), expr_value(pool, n));
    return run(x, &(struct block){.to = to, .byte = byte, .n = n, .fill = true});
}

bool block_put(struct exec *x, expr to, const expr *bytes, uint32_t count, expr n) {
    if (vast_mentions(x, to)) return vast_gives_up(x);
    return run(x, &(struct block){.to = simplify(x, to), .n = simplify(x, n), .given = bytes, .ngiven = count});
}

bool block_prepare(struct exec *x, expr to, expr *n, uint64_t *most) {
    if (vast_mentions(x, to)) return vast_gives_up(x);
    struct block b = {.to = simplify(x, to), .n = simplify(x, *n)};
    if (!undefined_pin(x, b.n, "the length of a block")) return false;
    if (!span_open(x, &b.target, b.to, true) || !check(x, &b.target, b.n)) return false;
    b.target.fixed = true; /* only the length */
    bound(x, &b);
    *n = b.n;
    *most = b.most;
    return true;
}

/* ---- overlap ----------------------------------------------------------------------------------------- */

static void report_overlap(struct exec *x, void *data) {
    (void)data;
    exec_overlap(x);
}

/* Blocks within different objects are apart, or out of bounds. */
static bool other_objects(struct exec *x, expr to, expr from) {
    struct expr_pool *pool = x->sym->pool;
    if (!constant(x, to) || !constant(x, from)) return false;
    return layout_object(x->now->space.layout, expr_value(pool, to)) !=
           layout_object(x->now->space.layout, expr_value(pool, from));
}

bool block_apart(struct exec *x, expr to, expr from, expr written, expr read, bool strict) {
    struct expr_pool *pool = x->sym->pool;
    if (!bug_has(x->wanted, BUG_OVERLAP)) return true;
    to = simplify(x, to), from = simplify(x, from);
    if (other_objects(x, to, from)) return true;
    expr meet = expr_or(pool, expr_ult(pool, expr_sub(pool, to, from), read),
                        expr_ult(pool, expr_sub(pool, from, to), written));
    if (!strict) meet = expr_and(pool, meet, expr_ne(pool, to, from));
    return sym_check(x, meet, report_overlap, NULL);
}
