/* Arrays: READ and STORE.
 *
 * Forms:
 *   - a read looks through stores to other places: it gets the value stored at
 *     its own index, skips stores whose index surely differs, and stays at the
 *     first store that might alias;
 *   - a read from a table at a known index, or where all elements that the index
 *     can reach are equal, is a constant;
 *   - a read from a table of checksums is the exclusive or of the elements at the
 *     powers of two that make up the index;
 *   - a read at a known index from ITE(c, A, B) reads both;
 *   - a store directly over a store to the same index replaces it; storing what
 *     is there already does nothing.
 */
#include "expr/arith.h"
#include "expr/build.h"
#include "expr/relate.h"

enum { SKIP_STORES = 4096 };

/* Elements 0..max all equal? (The element after the equal ones differs, and the
 * last one stored differs from the rest.) */
static bool is_uniform(const struct expr_table *table, uint64_t max) {
    return table->count == 0 || max < table->equal_prefix;
}

static expr read_linear(struct expr_pool *pool, const struct expr_table *table, expr index, uint32_t width) {
    const uint64_t *elems = table->elems; /* a table's elements stay where they are */
    uint32_t bits = table->linear;
    expr sum = expr_const(pool, width, elems[0]);
    for (uint32_t i = 0; i < bits; i++) {
        expr part = expr_const(pool, width, elems[1u << i] ^ elems[0]);
        expr chosen = expr_sext(pool, expr_extract(pool, index, i, 1), width);
        sum = expr_xor(pool, sum, expr_and(pool, chosen, part));
    }
    return sum;
}

static expr read_table(struct expr_pool *pool, expr array, expr index, uint32_t width) {
    const struct expr_table *table = expr_table_of(pool, array);
    if (expr_is_const(pool, index)) return expr_const(pool, width, expr_table_at(table, expr_value(pool, index)));
    if (is_uniform(table, known_max(pool, index))) return expr_const(pool, width, expr_table_at(table, 0));
    if (table->linear && known_max(pool, index) >> table->linear == 0)
        return read_linear(pool, expr_table_of(pool, array), index, width);
    return intern2(pool, EXPR_READ, width, array, index);
}

static expr read_ite(struct expr_pool *pool, expr array, expr index) {
    expr cond = expr_kid(pool, array, 0), t = expr_kid(pool, array, 1), f = expr_kid(pool, array, 2);
    t = expr_read(pool, t, index);
    f = expr_read(pool, f, index);
    return expr_ite(pool, cond, t, f);
}

expr expr_read(struct expr_pool *pool, expr array, expr index) {
    assert(expr_is_array(pool, array) && expr_index_width(pool, array) == expr_width(pool, index));
    uint32_t width = expr_elem_width(pool, array);
    for (int i = 0; i < SKIP_STORES && expr_op(pool, array) == EXPR_STORE; i++) {
        expr place = expr_kid(pool, array, 1);
        if (expr_same(place, index)) return expr_kid(pool, array, 2);
        if (!surely_differ(pool, place, index)) break;
        array = expr_kid(pool, array, 0);
    }
    if (expr_op(pool, array) == EXPR_ARRAY_CONST) return read_table(pool, array, index, width);
    if (expr_op(pool, array) == EXPR_ITE && expr_is_const(pool, index) && rewrite_enter(pool)) {
        expr r = read_ite(pool, array, index);
        rewrite_leave(pool);
        return r;
    }
    return intern2(pool, EXPR_READ, width, array, index);
}

expr expr_store(struct expr_pool *pool, expr array, expr index, expr value) {
    assert(expr_is_array(pool, array) && expr_index_width(pool, array) == expr_width(pool, index));
    assert(expr_elem_width(pool, array) == expr_width(pool, value));
    if (expr_op(pool, array) == EXPR_STORE && expr_same(expr_kid(pool, array, 1), index))
        array = expr_kid(pool, array, 0);
    if (expr_op(pool, value) == EXPR_READ && expr_same(expr_kid(pool, value, 0), array) &&
        expr_same(expr_kid(pool, value, 1), index))
        return array;
    uint64_t widths = (uint64_t)expr_width(pool, index) << 16 | expr_width(pool, value);
    return expr_intern(pool, EXPR_STORE, 0, widths, array, index, value);
}
