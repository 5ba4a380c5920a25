#include "exec/sym/allocate.h"

#include <assert.h>

#include "exec/sym/access.h"
#include "exec/sym/decider.h"
#include "exec/sym/undefined.h"
#include "exec/sym/vast.h"
#include "expr/arith.h"
#include "expr/relate.h"
#include "solver/path.h"

enum {
    FEW_SIZES = 16, /* are decided one by one (decider.props.decides_few): an object of one size is easier */
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
        if (known && x->decider->props.decides_few && hi - lo < FEW_SIZES) *size = word(x, lo = hi = sym_pin(x, *size));
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
        return exec_error(x, BUG_STACK_SIZE,
                          "stack exhausted: no room for a variable of that size, %llu bytes are left",
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

/* ---- the heap ---------------------------------------------------------------------------------------- */

uint64_t sym_allocate(struct exec *x, expr size, bool zero) {
    assert(expr_width(x->sym->pool, size) == pointer_bits(x));
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

expr sym_allocate_any(struct exec *x, expr size, bool zero) {
    if (becomes_vast(x, &size, MALLOC_ALIGN)) return allocate_vast(x, size, zero);
    return word(x, sym_allocate(x, size, zero));
}
