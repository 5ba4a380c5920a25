#include "exec/library/allocate.h"

#include <assert.h>

#include "exec/decide/decider.h"
#include "exec/library/symbolic.h"
#include "exec/sym/undefined.h"
#include "exec/sym/vast.h"

enum {
    MALLOC_ALIGN = 16,
    FEW_SIZES = 16, /* are decided one by one (decider.decides_few): an object of one size is easier */
};

static uint32_t pointer_bits(const struct exec *x) { return 8 * x->p->ptr_bytes; }

static expr word(struct exec *x, uint64_t v) { return expr_const(x->sym->pool, pointer_bits(x), v); }

/* Half of the address space: more than any allocator gives. */
static uint64_t too_much(const struct exec *x) { return x->p->is32 ? INT32_MAX : INT64_MAX; }

/* ---- how large ------------------------------------------------------------------------------------ */

/* The capacity for a size. Forks off sizes that are too large; of those above the limit
 * one is tried. The size may become constant. False: it is beyond what can be had. */
static bool decide_capacity(struct exec *x, expr *size, uint64_t *capacity) {
    struct symbolic *sy = x->sym;
    struct expr_pool *pool = sy->pool;
    uint64_t limit = (uint64_t)x->ctx->opt.max_alloc_sym, lo, hi;
    if (!undefined_pin(x, *size, "the size of an allocation")) return false;
    *size = pathcond_simplify(sy->solver, x->now->pc, *size);
    if (!expr_is_const(pool, *size)) {
        bool known = sym_bounds(x, *size, &lo, &hi);
        if (known && x->decider->decides_few && hi - lo < FEW_SIZES) *size = word(x, lo = hi = sym_pin(x, *size));
        if (known && hi <= limit) return *capacity = hi, true;
        if (sym_pin(x, expr_ule(pool, *size, word(x, limit)))) return *capacity = limit, true;
        if (sym_pin(x, expr_ugt(pool, *size, word(x, too_much(x))))) return false;
        *size = word(x, sym_settle(x, *size, GAP_SIZE));
    }
    *capacity = expr_value(pool, *size);
    return *capacity <= too_much(x);
}

/* Is an object of that size, which may become constant, to be vast? */
static bool becomes_vast(struct exec *x, expr *size, uint32_t align) {
    uint64_t lo, hi;
    if (expr_is_const(x->sym->pool, *size) || align > VAST_ALIGN || !vast_possible(x)) return false;
    *size = pathcond_simplify(x->sym->solver, x->now->pc, *size);
    if (expr_is_const(x->sym->pool, *size)) return false;
    return !sym_bounds(x, *size, &lo, &hi) || hi > (uint64_t)x->ctx->opt.max_alloc_sym;
}

/* No machine has that much. */
static bool is_beyond_vast(struct exec *x, expr size) {
    return sym_pin(x, expr_ugt(x->sym->pool, size, word(x, vast_most(x))));
}

static void set_size(struct exec *x, struct mem_object *obj, expr size) {
    assert(!obj->size_sym);
    if (!expr_is_const(x->sym->pool, size)) obj->size_sym = size.id;
}

/* ---- the stack ---------------------------------------------------------------------------------------- */

static void report_stack(struct exec *x, void *data) {
    (void)data;
    exec_error(x, BUG_STACK, "stack exhausted: no room for a variable of that size");
}

/* On a stack that has no limit. */
static bool vast_alloca(struct exec *x, uint32_t d, expr size, uint32_t align, const struct ir_alloca *info) {
    uint64_t addr;
    if (is_beyond_vast(x, size)) {
        report_stack(x, NULL);
        return false;
    }
    if (!exec_alloca(x, VAST_HANDLE, align, true, info, &addr)) return false;
    expr place = vast_make(x, space_find_writable(&x->now->space, addr), size, align);
    frame_set(x->now->top, d, 0, place.id);
    return true;
}

bool sym_alloca(struct exec *x, uint32_t d, expr size, uint32_t align, const struct ir_alloca *info) {
    uint64_t capacity, addr, left = exec_stack_left(x);
    bool symbolic = !expr_is_const(x->sym->pool, size);
    if (symbolic && left < UINT32_MAX && sym_pin(x, expr_ugt(x->sym->pool, size, word(x, left))))
        return exec_error(x, BUG_STACK_SIZE, "stack exhausted: no room for a variable of that size, %llu bytes are left",
                          (unsigned long long)left);
    if (left >= UINT32_MAX && becomes_vast(x, &size, align)) return vast_alloca(x, d, size, align, info);
    if (!decide_capacity(x, &size, &capacity)) {
        report_stack(x, NULL);
        return false;
    }
    uint64_t limit = x->stack_size;
    if (symbolic) x->stack_size = 0; /* it may be smaller than that */
    bool made = exec_alloca(x, capacity, align, true, info, &addr);
    x->stack_size = limit;
    if (!made) return false;
    set_size(x, space_find_writable(&x->now->space, addr), size);
    frame_set(x->now->top, d, addr, 0);
    return true;
}

enum model_result model_alloca(struct exec *x, const struct sym_call *c) {
    if (!call_symbolic(x, c, 0)) return MODEL_NO;
    return sym_alloca(x, c->in->d, call_word(x, c, 0), MALLOC_ALIGN, NULL) ? MODEL_DONE : MODEL_STOPPED;
}

/* ---- the heap -------------------------------------------------------------------------------------------- */

/* The new block's address; 0 if there is none. Nothing has changed when this forks. */
static uint64_t allocate(struct exec *x, expr size, bool zero) {
    uint64_t capacity;
    if (!decide_capacity(x, &size, &capacity)) return 0;
    struct mem_object *obj = space_alloc(&x->now->space, OBJECT_HEAP, capacity, MALLOC_ALIGN, exec_user_position(x));
    if (!obj) return exec_no_block(x, capacity), 0;
    if (zero) {
        obj->fill = 0;
        obj->tracked = false;
    }
    set_size(x, obj, size);
    exec_made_block(x, obj);
    return obj->base;
}

/* The same for a size that becomes_vast agrees to. */
static expr allocate_vast(struct exec *x, expr size, bool zero) {
    if (is_beyond_vast(x, size)) return word(x, 0);
    struct mem_object *obj = space_alloc(&x->now->space, OBJECT_HEAP, VAST_HANDLE, MALLOC_ALIGN, exec_user_position(x));
    if (!obj) return exec_no_block(x, VAST_HANDLE), word(x, 0);
    if (zero) {
        obj->fill = 0;
        obj->tracked = false;
    }
    expr place = vast_make(x, obj, size, MALLOC_ALIGN);
    exec_made_block(x, obj);
    return place;
}

static expr allocate_any(struct exec *x, expr size, bool zero) {
    if (becomes_vast(x, &size, MALLOC_ALIGN)) return allocate_vast(x, size, zero);
    return word(x, allocate(x, size, zero));
}

enum model_result model_malloc(struct exec *x, const struct sym_call *c) {
    if (!call_symbolic(x, c, 0)) return MODEL_NO;
    return model_return(x, c, allocate_any(x, call_word(x, c, 0), false));
}

enum model_result model_calloc(struct exec *x, const struct sym_call *c) {
    struct expr_pool *pool = x->sym->pool;
    uint32_t w = pointer_bits(x);
    if (!call_symbolic(x, c, 0) && !call_symbolic(x, c, 1)) return MODEL_NO;
    expr n = call_word(x, c, 0), size = call_word(x, c, 1);
    expr product = expr_mul(pool, expr_zext(pool, n, 2 * w), expr_zext(pool, size, 2 * w));
    expr fits = expr_eq(pool, expr_extract(pool, product, w, w), word(x, 0));
    if (!sym_pin(x, fits)) return model_return(x, c, word(x, 0));
    return model_return(x, c, allocate_any(x, expr_mul(pool, n, size), true));
}

/* Ends the old block, which is live and begins there. */
static void drop(struct exec *x, uint64_t addr) {
    assert(space_find(&x->now->space, addr)->live);
    struct fault fault;
    const struct mem_object *obj = space_find(&x->now->space, addr);
    tlb_forget(&x->tlb, obj->base, obj->size);
    enum fault_kind kind = space_free(&x->now->space, addr, exec_user_position(x), &fault);
    assert(!kind);
    (void)kind;
}

/* Moves as much as both hold; what lies behind the sizes does not matter. */
static void move(struct exec *x, uint64_t to, uint64_t from) {
    assert(to != from);
    struct fault fault;
    struct space *s = &x->now->space;
    uint64_t a = space_find(s, to)->size, b = space_find(s, from)->size, n = a < b ? a : b;
    tlb_forget(&x->tlb, to, n);
    if (n) sym_before_copy(x, from, n);
    if (n) space_move(s, to, from, n, &fault);
}

enum model_result model_free(struct exec *x, const struct sym_call *c) {
    struct mem_object *obj;
    expr off;
    if (!call_symbolic(x, c, 0)) return MODEL_NO;
    switch (vast_find(x, call_word(x, c, 0), &obj, &off)) {
    case VAST_NO: return MODEL_NO;
    case VAST_YES: return vast_free(x, obj, off) ? MODEL_DONE : MODEL_STOPPED;
    case VAST_STOPPED: break;
    }
    return MODEL_STOPPED;
}

enum model_result model_realloc(struct exec *x, const struct sym_call *c) {
    uint64_t old = call_pinned(x, c, 0);
    const struct mem_object *obj = old ? space_find(&x->now->space, old) : NULL;
    bool valid = obj && obj->kind == OBJECT_HEAP && obj->live && obj->base == old;
    if (old && (!valid || (!obj->size_sym && !call_symbolic(x, c, 1)))) return MODEL_NO;
    expr size = call_word(x, c, 1);
    if (!old) return model_return(x, c, word(x, allocate(x, size, false)));
    if (sym_pin(x, expr_eq(x->sym->pool, size, word(x, 0)))) { /* frees, as glibc does */
        drop(x, old);
        return model_return(x, c, word(x, 0));
    }
    uint64_t made = allocate(x, size, false);
    if (made) {
        move(x, made, old);
        drop(x, old);
    }
    return model_return(x, c, word(x, made));
}
