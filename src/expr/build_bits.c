/* Bitwise operators: NOT, AND, OR, XOR, over words and over booleans (width 1).
 *
 * Forms:
 *   - x & c, where c is one run of ones, is a slice: ZEXT, CONCAT with zeros and
 *     EXTRACT; other masks stay AND(x, c);
 *   - or and xor of words whose bits cannot overlap are CONCAT
 *     ((a << 8) | b for a byte b);
 *   - AND, OR, XOR of ZEXTs work on the narrow words; with a constant they split
 *     CONCAT and ZEXT into the parts;
 *   - one constant for each chain, outermost: (x & c1) & c2 is x & (c1 & c2);
 *   - xor with all ones is NOT; NOT moves out of XOR and into its constant;
 *   - NOT(NOT) is nothing; NOT of a comparison is the opposite comparison;
 *     ~(x + c) is a sum (build_sum.c); NOT moves into SEXT, and into AND and OR
 *     where it disappears in both operands (de Morgan);
 *   - x & x, x & ~x, absorption, and x & (~x | y) = x & y (and the duals) are
 *     found along chains of up to CHAIN_LOOK operands;
 *   - (x & y) | (x & ~y) is x, so conditions of merged paths disappear.
 */
#include "expr/arith.h"
#include "expr/build.h"
#include "expr/build_const.h"
#include "expr/relate.h"

enum { CHAIN_LOOK = 8 };

/* ---- not ---------------------------------------------------------------------------- */

/* Does NOT(e) need no NOT node? */
static bool negates_freely(const struct expr_pool *pool, expr e) {
    switch (expr_op(pool, e)) {
    case EXPR_CONST:
    case EXPR_NOT:
    case EXPR_ULT:
    case EXPR_ULE:
    case EXPR_SLT:
    case EXPR_SLE: return true;
    default: return false;
    }
}

static expr not_of_and_or(struct expr_pool *pool, expr a) {
    expr x = expr_kid(pool, a, 0), y = expr_kid(pool, a, 1);
    bool is_and = expr_op(pool, a) == EXPR_AND;
    if (!negates_freely(pool, x) || !negates_freely(pool, y)) return EXPR_NONE;
    if (!rewrite_enter(pool)) return EXPR_NONE;
    x = expr_not(pool, x);
    y = expr_not(pool, y);
    expr r = is_and ? expr_or(pool, x, y) : expr_and(pool, x, y);
    rewrite_leave(pool);
    return r;
}

/* Not(a < b), where a constant keeps the comparison strict: not(5 < x) is x < 6. */
static expr not_of_less(struct expr_pool *pool, expr e) {
    assert(expr_op(pool, e) == EXPR_ULT || expr_op(pool, e) == EXPR_SLT);
    expr a = expr_kid(pool, e, 0), b = expr_kid(pool, e, 1);
    bool is_signed = expr_op(pool, e) == EXPR_SLT;
    /* Nothing is above the largest or below the smallest; only raw nodes say so. */
    if (is_signed ? is_smax(pool, a) || is_smin(pool, b) : is_ones(pool, a) || is_zero(pool, b)) return expr_true(pool);
    if (expr_is_const(pool, a)) {
        a = const_plus(pool, a, 1);
        return is_signed ? expr_slt(pool, b, a) : expr_ult(pool, b, a);
    }
    if (expr_is_const(pool, b)) {
        b = const_plus(pool, b, -1);
        return is_signed ? expr_slt(pool, b, a) : expr_ult(pool, b, a);
    }
    return intern2(pool, is_signed ? EXPR_SLE : EXPR_ULE, 1, b, a);
}

static expr not_pushed(struct expr_pool *pool, expr a, uint32_t width) {
    expr x = expr_kid(pool, a, 0), y = expr_kid(pool, a, 1);
    switch (expr_op(pool, a)) {
    case EXPR_NOT: return x;
    case EXPR_ULT:
    case EXPR_SLT: return not_of_less(pool, a);
    case EXPR_ULE: return intern2(pool, EXPR_ULT, 1, y, x);
    case EXPR_SLE: return intern2(pool, EXPR_SLT, 1, y, x);
    case EXPR_AND:
    case EXPR_OR: return not_of_and_or(pool, a);
    case EXPR_XOR:
        if (!expr_is_const(pool, y)) return EXPR_NONE;
        return expr_xor(pool, x, expr_not(pool, y));
    case EXPR_SEXT: return expr_sext(pool, expr_not(pool, x), width);
    case EXPR_NEG: return expr_add(pool, x, const_ones(pool, width));
    case EXPR_ADD:
        if (!expr_is_const(pool, y)) return EXPR_NONE;
        /* Of one bit, which no constructor makes: a difference would come back here. */
        if (width == 1) return expr_xor(pool, x, expr_not(pool, y));
        return expr_sub(pool, const_ones(pool, width), a);
    case EXPR_ITE: return is_const_ite(pool, a) ? fold_ite(pool, EXPR_NOT, width, 0, a) : EXPR_NONE;
    default: return EXPR_NONE;
    }
}

expr expr_not(struct expr_pool *pool, expr a) {
    uint32_t width = expr_width(pool, a);
    assert(width > 0);
    if (expr_is_const(pool, a)) return fold_const(pool, EXPR_NOT, width, 0, a, EXPR_NONE);
    expr r = not_pushed(pool, a, width);
    return expr_is(r) ? r : intern1(pool, EXPR_NOT, width, 0, a);
}

/* ---- rules that the three binary operators share ---------------------------------------- */

static expr bitwise(struct expr_pool *pool, enum expr_op op, expr a, expr b) {
    assert(op == EXPR_AND || op == EXPR_OR || op == EXPR_XOR);
    if (op == EXPR_AND) return expr_and(pool, a, b);
    return op == EXPR_OR ? expr_or(pool, a, b) : expr_xor(pool, a, b);
}

/* op(CONCAT(h, l), c) part by part. */
static expr split_with_const(struct expr_pool *pool, enum expr_op op, expr a, expr c) {
    expr high = expr_kid(pool, a, 0), low = expr_kid(pool, a, 1);
    uint32_t split = expr_width(pool, low), above = expr_width(pool, high);
    high = bitwise(pool, op, high, const_slice(pool, c, split, above));
    low = bitwise(pool, op, low, const_slice(pool, c, 0, split));
    return expr_concat(pool, high, low);
}

/* op(ZEXT(x), c): the bits above x are those of op(0, c). */
static expr zext_with_const(struct expr_pool *pool, enum expr_op op, expr a, expr c) {
    assert(expr_op(pool, a) == EXPR_ZEXT);
    expr x = expr_kid(pool, a, 0);
    uint32_t width = expr_width(pool, a), inner = expr_width(pool, x);
    expr high = const_zero(pool, width - inner);
    if (op != EXPR_AND) high = const_slice(pool, c, inner, width - inner);
    x = bitwise(pool, op, x, const_slice(pool, c, 0, inner));
    return expr_concat(pool, high, x);
}

static expr with_const(struct expr_pool *pool, enum expr_op op, expr a, expr c) {
    assert(expr_is_const(pool, c) && !expr_is_const(pool, a));
    uint32_t width = expr_width(pool, a);
    if (expr_op(pool, a) == op && expr_is_const(pool, expr_kid(pool, a, 1))) {
        c = fold_const(pool, op, width, 0, c, expr_kid(pool, a, 1));
        return bitwise(pool, op, expr_kid(pool, a, 0), c);
    }
    if (expr_op(pool, a) == EXPR_CONCAT) return split_with_const(pool, op, a, c);
    if (expr_op(pool, a) == EXPR_ZEXT) return zext_with_const(pool, op, a, c);
    return fold_ite_pair(pool, op, width, a, c);
}

static bool same_split(const struct expr_pool *pool, expr a, expr b) {
    return expr_op(pool, a) == EXPR_CONCAT && expr_op(pool, b) == EXPR_CONCAT &&
           expr_width(pool, expr_kid(pool, a, 1)) == expr_width(pool, expr_kid(pool, b, 1));
}

static expr part_by_part(struct expr_pool *pool, enum expr_op op, expr a, expr b) {
    expr ah = expr_kid(pool, a, 0), al = expr_kid(pool, a, 1);
    expr bh = expr_kid(pool, b, 0), bl = expr_kid(pool, b, 1);
    expr high = bitwise(pool, op, ah, bh);
    return expr_concat(pool, high, bitwise(pool, op, al, bl));
}

/* Both extended: on the wider of the inner words. */
static expr zext_pair(struct expr_pool *pool, enum expr_op op, expr a, expr b) {
    expr x = expr_kid(pool, a, 0), y = expr_kid(pool, b, 0);
    uint32_t wx = expr_width(pool, x), wy = expr_width(pool, y), inner = wx > wy ? wx : wy;
    x = expr_zext(pool, x, inner);
    y = expr_zext(pool, y, inner);
    expr r = bitwise(pool, op, x, y);
    return expr_zext(pool, r, expr_width(pool, a));
}

/* a has only zeros where b can have ones: a | b and a ^ b are a CONCAT. */
static expr concat_if_disjoint(struct expr_pool *pool, expr a, expr b) {
    uint32_t width = expr_width(pool, a);
    uint32_t used = width - known_leading_zeros(pool, b);
    if (used == 0 || used >= width || known_trailing_zeros(pool, a) < used) return EXPR_NONE;
    expr high = expr_extract(pool, a, used, width - used);
    return expr_concat(pool, high, expr_extract(pool, b, 0, used));
}

/* Constants folded and moved to b, then the rules above; none if nothing applies. */
static expr bitwise_common(struct expr_pool *pool, enum expr_op op, expr a, expr b) {
    uint32_t width = expr_width(pool, a);
    if (both_const(pool, a, b)) return fold_const(pool, op, width, 0, a, b);
    expr r = fold_ite_pair(pool, op, width, a, b);
    if (expr_is(r) || width == 1) return r;
    if (!rewrite_enter(pool)) return EXPR_NONE;
    if (expr_is_const(pool, b)) r = with_const(pool, op, a, b);
    else if (expr_op(pool, a) == EXPR_ZEXT && expr_op(pool, b) == EXPR_ZEXT) r = zext_pair(pool, op, a, b);
    else if (same_split(pool, a, b)) r = part_by_part(pool, op, a, b);
    if (!expr_is(r) && op != EXPR_AND) r = concat_if_disjoint(pool, a, b);
    if (!expr_is(r) && op != EXPR_AND) r = concat_if_disjoint(pool, b, a);
    rewrite_leave(pool);
    return r;
}

static void constant_last(const struct expr_pool *pool, expr *a, expr *b) {
    if (!expr_is_const(pool, *a)) return;
    expr c = *a;
    *a = *b;
    *b = c;
}

/* ---- chains of and, of or ------------------------------------------------------------------ */

/* What a chain of `op` says about x: it has it, or its complement. */
enum occurrence { ABSENT, PRESENT, OPPOSITE };

static enum occurrence compare_operand(const struct expr_pool *pool, expr operand, expr x) {
    if (expr_same(operand, x)) return PRESENT;
    return are_complements(pool, operand, x) ? OPPOSITE : ABSENT;
}

/* Which operand of a chain's node carries the chain on. */
static int longer_side(const struct expr_pool *pool, enum expr_op op, expr chain) {
    return expr_op(pool, expr_kid(pool, chain, 1)) == op ? 1 : 0;
}

static enum occurrence find_in_chain(const struct expr_pool *pool, enum expr_op op, expr chain, expr x) {
    enum occurrence seen = compare_operand(pool, chain, x);
    for (int i = 0; i < CHAIN_LOOK && seen == ABSENT && expr_op(pool, chain) == op; i++) {
        int side = longer_side(pool, op, chain);
        seen = compare_operand(pool, expr_kid(pool, chain, 1 - side), x);
        chain = expr_kid(pool, chain, side);
        if (seen == ABSENT) seen = compare_operand(pool, chain, x);
    }
    return seen;
}

/* op is AND or OR; `dual` the other. What a and b have in common as operands of
 * one chain decides, or makes one of them superfluous. */
static expr absorb(struct expr_pool *pool, enum expr_op op, expr a, expr b) {
    assert(op == EXPR_AND || op == EXPR_OR);
    enum expr_op dual = op == EXPR_AND ? EXPR_OR : EXPR_AND;
    uint32_t width = expr_width(pool, a);
    enum occurrence seen = find_in_chain(pool, op, a, b);
    if (seen == PRESENT) return a;
    if (seen == OPPOSITE) return op == EXPR_AND ? const_zero(pool, width) : const_ones(pool, width);
    if (expr_op(pool, b) != dual) return EXPR_NONE;
    expr x = expr_kid(pool, b, 0), y = expr_kid(pool, b, 1);
    enum occurrence has_x = find_in_chain(pool, op, a, x), has_y = find_in_chain(pool, op, a, y);
    if (has_x == PRESENT || has_y == PRESENT) return a;
    if (has_x == OPPOSITE) return bitwise(pool, op, a, y);
    return has_y == OPPOSITE ? bitwise(pool, op, a, x) : EXPR_NONE;
}

/* (x & y) | (x & ~y), and the dual. */
static expr merge_cases(const struct expr_pool *pool, enum expr_op op, expr a, expr b) {
    enum expr_op dual = op == EXPR_AND ? EXPR_OR : EXPR_AND;
    if (expr_op(pool, a) != dual || expr_op(pool, b) != dual) return EXPR_NONE;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            if (expr_same(expr_kid(pool, a, i), expr_kid(pool, b, j)) &&
                are_complements(pool, expr_kid(pool, a, 1 - i), expr_kid(pool, b, 1 - j)))
                return expr_kid(pool, a, i);
    return EXPR_NONE;
}

static expr and_or_rules(struct expr_pool *pool, enum expr_op op, expr a, expr b) {
    if (expr_same(a, b)) return a;
    expr r = absorb(pool, op, a, b);
    if (!expr_is(r)) r = absorb(pool, op, b, a);
    if (!expr_is(r)) r = merge_cases(pool, op, a, b);
    return r;
}

/* a op b, with a constant that one of them has moved outwards. */
static expr intern_chain(struct expr_pool *pool, enum expr_op op, expr a, expr b) {
    uint32_t width = expr_width(pool, a);
    if (expr_op(pool, a) != op || !expr_is_const(pool, expr_kid(pool, a, 1))) {
        expr swap = a;
        a = b;
        b = swap;
    }
    bool pull = expr_op(pool, a) == op && expr_is_const(pool, expr_kid(pool, a, 1)) && !expr_is_const(pool, b);
    if (!pull || !rewrite_enter(pool)) return intern_ordered(pool, op, width, a, b);
    expr c = expr_kid(pool, a, 1), inner = bitwise(pool, op, expr_kid(pool, a, 0), b);
    expr r = bitwise(pool, op, inner, c);
    rewrite_leave(pool);
    return r;
}

/* ---- and ------------------------------------------------------------------------------------- */

/* Two values of one word at once. */
static bool contradict(const struct expr_pool *pool, expr a, expr b) {
    if (expr_op(pool, a) != EXPR_EQ || expr_op(pool, b) != EXPR_EQ) return false;
    expr ca = expr_kid(pool, a, 1), cb = expr_kid(pool, b, 1);
    return expr_same(expr_kid(pool, a, 0), expr_kid(pool, b, 0)) && both_const(pool, ca, cb);
}

static expr and_with_const(struct expr_pool *pool, expr a, expr c) {
    uint32_t low, length;
    if (is_zero(pool, c)) return c;
    if (is_ones(pool, c)) return a;
    if (is_run(pool, c, &low, &length)) return keep_bits(pool, a, low, length);
    return EXPR_NONE;
}

/* ZEXT(x) & y needs only the low bits of y. */
static expr and_with_zext(struct expr_pool *pool, expr a, expr y) {
    assert(expr_op(pool, a) == EXPR_ZEXT);
    expr x = expr_kid(pool, a, 0);
    expr low = expr_and(pool, x, expr_extract(pool, y, 0, expr_width(pool, x)));
    return expr_zext(pool, low, expr_width(pool, a));
}

expr expr_and(struct expr_pool *pool, expr a, expr b) {
    uint32_t width = expr_width(pool, a);
    assert(width == expr_width(pool, b) && width > 0);
    constant_last(pool, &a, &b);
    expr r = expr_is_const(pool, b) ? and_with_const(pool, a, b) : and_or_rules(pool, EXPR_AND, a, b);
    if (!expr_is(r)) r = bitwise_common(pool, EXPR_AND, a, b);
    if (expr_is(r)) return r;
    if (width == 1 && contradict(pool, a, b)) return expr_false(pool);
    if (known_trailing_zeros(pool, a) + known_leading_zeros(pool, b) >= width ||
        known_trailing_zeros(pool, b) + known_leading_zeros(pool, a) >= width)
        return const_zero(pool, width);
    bool extended = expr_op(pool, a) == EXPR_ZEXT || expr_op(pool, b) == EXPR_ZEXT;
    if (extended && rewrite_enter(pool)) {
        bool first = expr_op(pool, a) == EXPR_ZEXT;
        r = and_with_zext(pool, first ? a : b, first ? b : a);
        rewrite_leave(pool);
        return r;
    }
    return intern_chain(pool, EXPR_AND, a, b);
}

/* ---- or ----------------------------------------------------------------------------------------
 */

expr expr_or(struct expr_pool *pool, expr a, expr b) {
    assert(expr_width(pool, a) == expr_width(pool, b) && expr_width(pool, a) > 0);
    constant_last(pool, &a, &b);
    if (is_zero(pool, b)) return a;
    if (is_ones(pool, b)) return b;
    expr r = EXPR_NONE;
    if (!expr_is_const(pool, b)) r = and_or_rules(pool, EXPR_OR, a, b);
    if (!expr_is(r)) r = bitwise_common(pool, EXPR_OR, a, b);
    return expr_is(r) ? r : intern_chain(pool, EXPR_OR, a, b);
}

/* ---- xor ---------------------------------------------------------------------------------------
 */

/* a ^ x where a is a chain with x in it: the chain without x, else none. */
static expr xor_cancel(struct expr_pool *pool, expr a, expr x, int depth) {
    if (expr_same(a, x)) return const_zero(pool, expr_width(pool, a));
    if (depth == 0 || expr_op(pool, a) != EXPR_XOR) return EXPR_NONE;
    int side = longer_side(pool, EXPR_XOR, a);
    for (int i = 0; i < 2; i++) {
        expr rest = expr_kid(pool, a, 1 - i);
        expr without = xor_cancel(pool, expr_kid(pool, a, i), x, i == side ? depth - 1 : 0);
        if (expr_is(without)) return expr_xor(pool, without, rest);
    }
    return EXPR_NONE;
}

static expr xor_rules(struct expr_pool *pool, expr a, expr b) {
    if (is_zero(pool, b)) return a;
    if (is_ones(pool, b)) return expr_not(pool, a);
    expr x = expr_kid(pool, a, 0), y = expr_kid(pool, b, 0);
    if (expr_op(pool, a) == EXPR_NOT) return expr_not(pool, expr_xor(pool, x, b));
    if (expr_op(pool, b) == EXPR_NOT) return expr_not(pool, expr_xor(pool, a, y));
    if (are_complements(pool, a, b)) return const_ones(pool, expr_width(pool, a));
    expr r = xor_cancel(pool, a, b, CHAIN_LOOK);
    return expr_is(r) ? r : xor_cancel(pool, b, a, CHAIN_LOOK);
}

expr expr_xor(struct expr_pool *pool, expr a, expr b) {
    assert(expr_width(pool, a) == expr_width(pool, b) && expr_width(pool, a) > 0);
    constant_last(pool, &a, &b);
    expr r = both_const(pool, a, b) ? EXPR_NONE : xor_rules(pool, a, b);
    if (!expr_is(r)) r = bitwise_common(pool, EXPR_XOR, a, b);
    return expr_is(r) ? r : intern_chain(pool, EXPR_XOR, a, b);
}
