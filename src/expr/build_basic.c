/* Plain constructors: folding and identities. */
#include "expr/build.h"

expr expr_not(struct expr_pool *pool, expr a) {
    uint32_t w = expr_width(pool, a);
    if (expr_is_const(pool, a)) return fold_const(pool, EXPR_NOT, w, 0, a, EXPR_NONE);
    expr k0 = expr_kid(pool, a, 0), k1 = expr_kid(pool, a, 1);
    switch (expr_op(pool, a)) {
    case EXPR_NOT: return k0;
    case EXPR_ULT: return expr_ule(pool, k1, k0);
    case EXPR_ULE: return expr_ult(pool, k1, k0);
    case EXPR_SLT: return expr_sle(pool, k1, k0);
    case EXPR_SLE: return expr_slt(pool, k1, k0);
    default: return intern1(pool, EXPR_NOT, w, 0, a);
    }
}

expr expr_neg(struct expr_pool *pool, expr a) {
    uint32_t w = expr_width(pool, a);
    if (expr_is_const(pool, a)) return fold_const(pool, EXPR_NEG, w, 0, a, EXPR_NONE);
    if (expr_op(pool, a) == EXPR_NEG) return expr_kid(pool, a, 0);
    return intern1(pool, EXPR_NEG, w, 0, a);
}

static expr binary(struct expr_pool *pool, enum expr_op op, uint32_t w, expr a, expr b) {
    assert(expr_width(pool, a) == expr_width(pool, b) && expr_width(pool, a) > 0);
    if (both_const(pool, a, b)) return fold_const(pool, op, w, 0, a, b);
    return EXPR_NONE;
}

#define PLAIN(name, OP_NAME, INTERN, RULES)                              \
    expr expr_##name(struct expr_pool *pool, expr a, expr b) {           \
        uint32_t w = expr_width(pool, a);                                \
        expr r = binary(pool, EXPR_##OP_NAME, w, a, b);                  \
        if (expr_is(r)) return r;                                        \
        RULES return INTERN(pool, EXPR_##OP_NAME, w, a, b);              \
    }

PLAIN(add, ADD, intern_ordered, if (is_zero(pool, a)) return b; if (is_zero(pool, b)) return a;)
PLAIN(mul, MUL, intern_ordered, if (is_one(pool, a)) return b; if (is_one(pool, b)) return a;
      if (is_zero(pool, a)) return a; if (is_zero(pool, b)) return b;)
PLAIN(udiv, UDIV, intern2, if (is_one(pool, b)) return a;)
PLAIN(sdiv, SDIV, intern2, )
PLAIN(urem, UREM, intern2, )
PLAIN(srem, SREM, intern2, )
PLAIN(and, AND, intern_ordered, if (expr_same(a, b)) return a; if (is_zero(pool, a)) return a;
      if (is_zero(pool, b)) return b; if (is_ones(pool, a)) return b;
      if (is_ones(pool, b)) return a;)
PLAIN(or, OR, intern_ordered, if (expr_same(a, b)) return a; if (is_zero(pool, a)) return b;
      if (is_zero(pool, b)) return a; if (is_ones(pool, a)) return a;
      if (is_ones(pool, b)) return b;)
PLAIN(xor, XOR, intern_ordered, if (expr_same(a, b)) return const_zero(pool, w);
      if (is_zero(pool, a)) return b; if (is_zero(pool, b)) return a;
      if (is_ones(pool, a)) return expr_not(pool, b); if (is_ones(pool, b)) return expr_not(pool, a);)
PLAIN(shl, SHL, intern2, if (is_zero(pool, b)) return a;)
PLAIN(lshr, LSHR, intern2, if (is_zero(pool, b)) return a;)
PLAIN(ashr, ASHR, intern2, if (is_zero(pool, b)) return a;)

#define COMPARE(name, OP_NAME, INTERN, RULES)                            \
    expr expr_##name(struct expr_pool *pool, expr a, expr b) {           \
        expr r = binary(pool, EXPR_##OP_NAME, 1, a, b);                  \
        if (expr_is(r)) return r;                                        \
        RULES return INTERN(pool, EXPR_##OP_NAME, 1, a, b);              \
    }
COMPARE(eq, EQ, intern_ordered, if (expr_same(a, b)) return expr_true(pool);
        if (expr_is_true(pool, b)) return a; if (expr_is_true(pool, a)) return b;
        if (expr_is_false(pool, b)) return expr_not(pool, a);
        if (expr_is_false(pool, a)) return expr_not(pool, b);)
COMPARE(ult, ULT, intern2, if (expr_same(a, b)) return expr_false(pool);)
COMPARE(ule, ULE, intern2, if (expr_same(a, b)) return expr_true(pool);)
COMPARE(slt, SLT, intern2, if (expr_same(a, b)) return expr_false(pool);)
COMPARE(sle, SLE, intern2, if (expr_same(a, b)) return expr_true(pool);)

expr expr_concat(struct expr_pool *pool, expr high, expr low) {
    uint32_t w = expr_width(pool, high) + expr_width(pool, low);
    if (both_const(pool, high, low)) return fold_const(pool, EXPR_CONCAT, w, 0, high, low);
    return intern2(pool, EXPR_CONCAT, w, high, low);
}

expr expr_extract(struct expr_pool *pool, expr a, uint32_t low, uint32_t width) {
    assert(width > 0 && low + width <= expr_width(pool, a));
    if (width == expr_width(pool, a)) return a;
    if (expr_is_const(pool, a)) return fold_const(pool, EXPR_EXTRACT, width, low, a, EXPR_NONE);
    return intern1(pool, EXPR_EXTRACT, width, low, a);
}

expr expr_zext(struct expr_pool *pool, expr a, uint32_t width) {
    assert(width >= expr_width(pool, a));
    if (width == expr_width(pool, a)) return a;
    if (expr_is_const(pool, a)) return fold_const(pool, EXPR_ZEXT, width, 0, a, EXPR_NONE);
    return intern1(pool, EXPR_ZEXT, width, 0, a);
}

expr expr_sext(struct expr_pool *pool, expr a, uint32_t width) {
    assert(width >= expr_width(pool, a));
    if (width == expr_width(pool, a)) return a;
    if (expr_is_const(pool, a)) return fold_const(pool, EXPR_SEXT, width, 0, a, EXPR_NONE);
    return intern1(pool, EXPR_SEXT, width, 0, a);
}

expr expr_ite(struct expr_pool *pool, expr cond, expr then_e, expr else_e) {
    assert(expr_width(pool, cond) == 1 && expr_width(pool, then_e) == expr_width(pool, else_e));
    if (expr_is_const(pool, cond)) return expr_is_true(pool, cond) ? then_e : else_e;
    if (expr_same(then_e, else_e)) return then_e;
    uint64_t widths = 0;
    if (expr_is_array(pool, then_e))
        widths = (uint64_t)expr_index_width(pool, then_e) << 16 | expr_elem_width(pool, then_e);
    return expr_intern(pool, EXPR_ITE, expr_width(pool, then_e), widths, cond, then_e, else_e);
}

expr expr_read(struct expr_pool *pool, expr array, expr index) {
    assert(expr_index_width(pool, array) == expr_width(pool, index));
    uint32_t width = expr_elem_width(pool, array);
    if (expr_op(pool, array) == EXPR_ARRAY_CONST && expr_is_const(pool, index))
        return expr_const(pool, width,
                          expr_table_at(expr_table_of(pool, array), expr_value(pool, index)));
    return intern2(pool, EXPR_READ, width, array, index);
}

expr expr_store(struct expr_pool *pool, expr array, expr index, expr value) {
    uint64_t widths = (uint64_t)expr_width(pool, index) << 16 | expr_width(pool, value);
    assert(expr_index_width(pool, array) == expr_width(pool, index) &&
           expr_elem_width(pool, array) == expr_width(pool, value));
    return expr_intern(pool, EXPR_STORE, 0, widths, array, index, value);
}

expr expr_guard(struct expr_pool *pool, expr d, expr e) {
    assert(expr_width(pool, d) == 1 && !expr_is_array(pool, e));
    if (expr_is_true(pool, d)) return e;
    return intern2(pool, EXPR_GUARD, expr_width(pool, e), d, e);
}
