/* malloc and similar functions with a symbolic size. */
#include <assert.h>

#include "exec/library/symbolic.h"
#include "exec/sym/access.h"
#include "exec/sym/allocate.h"
#include "exec/sym/decide.h"
#include "exec/sym/memory.h"
#include "exec/sym/vast.h"
#include "expr/arith.h"
#include "expr/relate.h"
#include "mem/bytes.h"

static expr word(struct exec *x, uint64_t v) { return expr_const(x->sym->pool, 8 * x->p->ptr_bytes, v); }

enum model_result model_alloca(struct exec *x, const struct sym_call *c) {
    if (!call_symbolic(x, c, 0)) return MODEL_NO;
    return sym_alloca(x, c->in->d, call_word(x, c, 0), MALLOC_ALIGN, NULL) ? MODEL_DONE : MODEL_STOPPED;
}

enum model_result model_malloc(struct exec *x, const struct sym_call *c) {
    if (!call_symbolic(x, c, 0)) return MODEL_NO;
    return model_return(x, c, sym_allocate_any(x, call_word(x, c, 0), false));
}

enum model_result model_calloc(struct exec *x, const struct sym_call *c) {
    struct expr_pool *pool = x->sym->pool;
    uint32_t w = 8 * x->p->ptr_bytes;
    if (!call_symbolic(x, c, 0) && !call_symbolic(x, c, 1)) return MODEL_NO;
    expr n = call_word(x, c, 0), size = call_word(x, c, 1);
    expr product = expr_mul(pool, expr_zext(pool, n, 2 * w), expr_zext(pool, size, 2 * w));
    expr fits = expr_eq(pool, expr_extract(pool, product, w, w), word(x, 0));
    if (!sym_pin(x, fits)) return model_return(x, c, word(x, 0));
    return model_return(x, c, sym_allocate_any(x, expr_mul(pool, n, size), true));
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
    if (!old) return model_return(x, c, word(x, sym_allocate(x, size, false)));
    if (sym_pin(x, expr_eq(x->sym->pool, size, word(x, 0)))) { /* frees, as glibc does */
        drop(x, old);
        return model_return(x, c, word(x, 0));
    }
    uint64_t made = sym_allocate(x, size, false);
    if (made) {
        move(x, made, old);
        drop(x, old);
    }
    return model_return(x, c, word(x, made));
}
