/* The object that an address was computed from. */
#include <assert.h>

#include "base/map.h"
#include "exec/sym/memory.h"
#include "exec/sym/sym.h"

struct shifted_part {
    uint32_t expr, shift;
};

struct origin_walk {
    struct exec *x;
    struct map seen;
    VEC(struct shifted_part) todo;
};

/* Is it an address, or what is left when one was subtracted? */
static bool is_address(const struct exec *x, uint64_t v) {
    uint64_t mask = x->p->is32 ? UINT32_MAX : UINT64_MAX;
    return space_find(&x->now->space, v) || space_find(&x->now->space, -v & mask);
}

static void push(struct origin_walk *w, expr e, uint32_t shift) {
    if (shift < 64 && map_put(&w->seen, (uint64_t)shift << 32 | e.id, 1))
        vec_push(&w->todo, (struct shifted_part){e.id, shift});
}

/* Narrow elements are pieces of whatever there is: those that reach up to where addresses differ count as one. */
static bool look_at_read(struct origin_walk *w, struct shifted_part p) {
    const struct expr_pool *pool = w->x->sym->pool;
    expr array = expr_kid(pool, (expr){p.expr}, 0);
    uint32_t width = expr_elem_width(pool, array), region = w->x->p->is32 ? 16 : 32;
    if (p.shift + width <= region) return true;
    if (width < 8 * w->x->p->ptr_bytes) return false;
    push(w, array, p.shift);
    return true;
}

/* False if an element is an address. */
static bool look_at_table(const struct origin_walk *w, struct shifted_part p) {
    uint32_t count;
    uint64_t rest;
    const uint64_t *values = expr_table(w->x->sym->pool, (expr){p.expr}, &count, &rest);
    for (uint32_t i = 0; i < count; i++)
        if (is_address(w->x, values[i] << p.shift)) return false;
    return !is_address(w->x, rest << p.shift);
}

/* Adds what a part is a sum of, or one of, or the upper bits; false if it is an address. */
static bool look_at(struct origin_walk *w, struct shifted_part p) {
    const struct expr_pool *pool = w->x->sym->pool;
    expr e = {p.expr}, kids[3] = {{0}};
    enum expr_op op = expr_op(pool, e);
    for (int i = 0; i < expr_arity(op); i++) kids[i] = expr_kid(pool, e, i);
    switch (op) {
    case EXPR_CONST: return expr_width(pool, e) > 64 || !is_address(w->x, expr_value(pool, e) << p.shift);
    case EXPR_ITE:
        push(w, kids[1], p.shift);
        push(w, kids[2], p.shift);
        return true;
    case EXPR_ADD:
    case EXPR_MUL:
    case EXPR_AND:
    case EXPR_OR:
        push(w, kids[0], p.shift);
        push(w, kids[1], p.shift);
        return true;
    case EXPR_NEG:
    case EXPR_NOT:
    case EXPR_ZEXT: push(w, kids[0], p.shift); return true;
    case EXPR_READ: return look_at_read(w, p);
    case EXPR_ARRAY_CONST: return look_at_table(w, p);
    case EXPR_STORE:
        push(w, kids[0], p.shift);
        push(w, kids[2], p.shift);
        return true;
    case EXPR_CONCAT: push(w, kids[0], p.shift + expr_width(pool, kids[1])); return true;
    default: return true;
    }
}

/* Are there addresses in the sum? Then its constant may be the distance of two objects,
 * and which object it looks like is chance. */
static bool has_addresses(struct exec *x, expr sum) {
    struct origin_walk w = {.x = x};
    bool none = true;
    map_init(&w.seen);
    push(&w, sum, 0);
    while (none && w.todo.len) none = look_at(&w, vec_pop(&w.todo));
    map_release(&w.seen);
    vec_release(&w.todo);
    return !none;
}

struct mem_object *sym_origin(struct exec *x, expr addr) {
    assert(expr_width(x->sym->pool, addr) == 8 * x->p->ptr_bytes);
    struct expr_pool *pool = x->sym->pool;
    if (expr_op(pool, addr) != EXPR_ADD || !expr_is_const(pool, expr_kid(pool, addr, 1))) return NULL;
    struct mem_object *obj = space_find(&x->now->space, expr_value(pool, expr_kid(pool, addr, 1)));
    return obj && has_addresses(x, expr_kid(pool, addr, 0)) ? NULL : obj;
}
