/* Parts of words: EXTRACT, CONCAT, ZEXT, SEXT.
 *
 * Forms:
 *   - CONCAT leans right: its high part is never a CONCAT; neighbouring
 *     constants, and neighbouring extracts of one word, are one operand;
 *   - zeros on top are ZEXT, also above a CONCAT: CONCAT(ZEXT(a), b) is
 *     ZEXT(CONCAT(a, b)), the same for SEXT; a word below its own sign bit is
 *     SEXT;
 *   - ZEXT(ZEXT), SEXT(SEXT) are one; SEXT of what cannot be negative is ZEXT;
 *   - EXTRACT goes through EXTRACT, CONCAT, ZEXT, SEXT, NOT, through a
 *     multiplication by a power of two, and, from bit 0, through NEG and MUL by a
 *     constant; through AND, OR, XOR, ADD, ITE only where an operand gets simpler
 *     by that; so what is left is mostly EXTRACT of symbols, reads and results of
 *     arithmetic;
 *   - pushed extracts are remembered, so that taking the low byte of each value
 *     of a long computation makes one narrow computation beside it, and a word
 *     that was taken apart and put together again is the same word;
 *   - operators of this file over ITE with constant arms move into the arms.
 */
#include "expr/arith.h"
#include "expr/build.h"

#include "base/hash.h"
#include "expr/build_const.h"
#include "expr/relate.h"

enum { SLICE_CACHE = 1 << 12 };

/* Two direct-mapped caches, in which pushed extracts are found by what they are a
 * slice of, and the other way round. Empty entries have a result of none. */
struct slice_cache {
    struct slice_entry {
        uint32_t of;
        uint16_t low;
        uint16_t width;
        expr result;
    } by_origin[SLICE_CACHE], by_result[SLICE_CACHE];
};

void slice_cache_free(struct expr_pool *pool) {
    mem_free(pool->slices);
    pool->slices = NULL;
}

static struct slice_entry *entry_by_origin(struct expr_pool *pool, expr a, uint32_t low, uint32_t width) {
    if (!pool->slices) pool->slices = MEM_NEW(struct slice_cache);
    uint64_t hash = hash_u64((uint64_t)a.id << 32 | low << 16 | width);
    return &pool->slices->by_origin[hash % SLICE_CACHE];
}

static void remember_slice(struct expr_pool *pool, struct slice_entry entry) {
    *entry_by_origin(pool, (expr){entry.of}, entry.low, entry.width) = entry;
    pool->slices->by_result[entry.result.id % SLICE_CACHE] = entry;
}

struct slice_origin {
    expr of; /* none: not known */
    uint32_t low;
};

/* What e is a slice of: as the cache has it (first), and as the node says. */
static void find_origins(const struct expr_pool *pool, expr e, struct slice_origin origins[2]) {
    origins[0] = origins[1] = (struct slice_origin){0};
    if (expr_op(pool, e) == EXPR_EXTRACT)
        origins[1] = (struct slice_origin){expr_kid(pool, e, 0), (uint32_t)expr_node(pool, e)->aux};
    if (!pool->slices) return;
    const struct slice_entry *entry = &pool->slices->by_result[e.id % SLICE_CACHE];
    if (expr_same(entry->result, e)) origins[0] = (struct slice_origin){{entry->of}, entry->low};
}

/* Is a slice of e simpler than EXTRACT(e)? */
static bool slices_well(const struct expr_pool *pool, expr e) {
    switch (expr_op(pool, e)) {
    case EXPR_CONST:
    case EXPR_CONCAT:
    case EXPR_EXTRACT:
    case EXPR_ZEXT:
    case EXPR_SEXT: return true;
    case EXPR_MUL: return expr_is_const(pool, expr_kid(pool, e, 1));
    case EXPR_ITE: return is_const_ite(pool, e);
    default: return false;
    }
}

/* ---- extract --------------------------------------------------------------------------- */

static expr extract_of_concat(struct expr_pool *pool, expr a, uint32_t low, uint32_t width) {
    assert(expr_op(pool, a) == EXPR_CONCAT);
    expr high = expr_kid(pool, a, 0), rest = expr_kid(pool, a, 1);
    uint32_t split = expr_width(pool, rest);
    if (low >= split) return expr_extract(pool, high, low - split, width);
    if (low + width <= split) return expr_extract(pool, rest, low, width);
    high = expr_extract(pool, high, 0, low + width - split);
    rest = expr_extract(pool, rest, low, split - low);
    return expr_concat(pool, high, rest);
}

static expr extract_of_extension(struct expr_pool *pool, expr a, uint32_t low, uint32_t width) {
    assert(expr_op(pool, a) == EXPR_ZEXT || expr_op(pool, a) == EXPR_SEXT);
    expr x = expr_kid(pool, a, 0);
    uint32_t inner = expr_width(pool, x);
    bool is_signed = expr_op(pool, a) == EXPR_SEXT;
    if (low + width <= inner) return expr_extract(pool, x, low, width);
    if (low < inner) {
        x = expr_extract(pool, x, low, inner - low);
        return is_signed ? expr_sext(pool, x, width) : expr_zext(pool, x, width);
    }
    if (!is_signed) return const_zero(pool, width);
    return expr_sext(pool, expr_extract(pool, x, inner - 1, 1), width);
}

/* Of x * c: from bit 0, of the factors; from above, if c is a power of two. */
static expr extract_of_product(struct expr_pool *pool, expr a, uint32_t low, uint32_t width) {
    expr x = expr_kid(pool, a, 0), c = expr_kid(pool, a, 1);
    uint32_t shift, ones;
    if (!expr_is_const(pool, c)) return EXPR_NONE;
    if (low == 0) {
        c = const_slice(pool, c, 0, width);
        return mul_by_const(pool, expr_extract(pool, x, 0, width), c);
    }
    if (!is_run(pool, c, &shift, &ones) || ones != 1) return EXPR_NONE;
    if (low >= shift) return expr_extract(pool, x, low - shift, width);
    if (low + width <= shift) return const_zero(pool, width);
    x = expr_extract(pool, x, 0, low + width - shift);
    return expr_concat(pool, x, const_zero(pool, shift - low));
}

static expr extract_of_sum(struct expr_pool *pool, expr a, uint32_t low, uint32_t width) {
    expr x = expr_kid(pool, a, 0), y = expr_kid(pool, a, 1);
    if (!slices_well(pool, x) && !slices_well(pool, y)) return EXPR_NONE;
    /* no carry comes up from below `low` where one operand has only zeros */
    if (low && known_trailing_zeros(pool, x) < low && known_trailing_zeros(pool, y) < low) return EXPR_NONE;
    x = expr_extract(pool, x, low, width);
    y = expr_extract(pool, y, low, width);
    return expr_add(pool, x, y);
}

static expr extract_of_bitwise(struct expr_pool *pool, expr a, uint32_t low, uint32_t width) {
    expr x = expr_kid(pool, a, 0), y = expr_kid(pool, a, 1);
    enum expr_op op = expr_op(pool, a);
    if (!slices_well(pool, x) && !slices_well(pool, y)) return EXPR_NONE;
    x = expr_extract(pool, x, low, width);
    y = expr_extract(pool, y, low, width);
    if (op == EXPR_AND) return expr_and(pool, x, y);
    return op == EXPR_OR ? expr_or(pool, x, y) : expr_xor(pool, x, y);
}

static expr extract_of_ite(struct expr_pool *pool, expr a, uint32_t low, uint32_t width) {
    expr cond = expr_kid(pool, a, 0), t = expr_kid(pool, a, 1), f = expr_kid(pool, a, 2);
    if (!slices_well(pool, t) || !slices_well(pool, f)) return EXPR_NONE;
    t = expr_extract(pool, t, low, width);
    f = expr_extract(pool, f, low, width);
    return expr_ite(pool, cond, t, f);
}

/* Rules that take the slice of the operands of a. */
static expr extract_pushed(struct expr_pool *pool, expr a, uint32_t low, uint32_t width) {
    switch (expr_op(pool, a)) {
    case EXPR_MUL: return extract_of_product(pool, a, low, width);
    case EXPR_ADD: return extract_of_sum(pool, a, low, width);
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_XOR: return extract_of_bitwise(pool, a, low, width);
    case EXPR_ITE: return extract_of_ite(pool, a, low, width);
    case EXPR_NOT: return expr_not(pool, expr_extract(pool, expr_kid(pool, a, 0), low, width));
    case EXPR_NEG:
        if (low) return EXPR_NONE;
        return expr_neg(pool, expr_extract(pool, expr_kid(pool, a, 0), 0, width));
    default: return EXPR_NONE;
    }
}

static expr extract_remembered(struct expr_pool *pool, expr a, uint32_t low, uint32_t width) {
    const struct slice_entry *entry = entry_by_origin(pool, a, low, width);
    if (entry->of == a.id && entry->low == low && entry->width == width) return entry->result;
    expr r = EXPR_NONE;
    if (rewrite_enter(pool)) {
        r = extract_pushed(pool, a, low, width);
        rewrite_leave(pool);
    }
    if (!expr_is(r)) return intern1(pool, EXPR_EXTRACT, width, low, a);
    assert(expr_width(pool, r) == width);
    remember_slice(pool, (struct slice_entry){a.id, (uint16_t)low, (uint16_t)width, r});
    return r;
}

expr expr_extract(struct expr_pool *pool, expr a, uint32_t low, uint32_t width) {
    assert(width > 0 && low + width <= expr_width(pool, a));
    if (width == expr_width(pool, a)) return a;
    switch (expr_op(pool, a)) {
    case EXPR_CONST: return const_slice(pool, a, low, width);
    case EXPR_EXTRACT:
        low += (uint32_t)expr_node(pool, a)->aux;
        return expr_extract(pool, expr_kid(pool, a, 0), low, width);
    case EXPR_CONCAT: return extract_of_concat(pool, a, low, width);
    case EXPR_ZEXT:
    case EXPR_SEXT: return extract_of_extension(pool, a, low, width);
    case EXPR_SYM:
    case EXPR_READ: break;
    default: return extract_remembered(pool, a, low, width);
    }
    return intern1(pool, EXPR_EXTRACT, width, low, a);
}

/* ---- concat ------------------------------------------------------------------------------ */

/* Neighbouring slices of one word. */
static expr concat_of_slices(struct expr_pool *pool, expr high, expr low) {
    uint32_t width = expr_width(pool, high) + expr_width(pool, low), below = expr_width(pool, low);
    struct slice_origin upper[2], lower[2];
    find_origins(pool, high, upper);
    if (!expr_is(upper[0].of) && !expr_is(upper[1].of)) return EXPR_NONE;
    find_origins(pool, low, lower);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            if (expr_is(upper[i].of) && expr_same(upper[i].of, lower[j].of) && upper[i].low == lower[j].low + below)
                return expr_extract(pool, upper[i].of, lower[j].low, width);
    bool cut = expr_is(upper[1].of) && upper[1].low == below && is_zero(pool, low);
    if (cut && known_trailing_zeros(pool, upper[1].of) >= below) return expr_extract(pool, upper[1].of, 0, width);
    return EXPR_NONE;
}

/* Two neighbouring operands as one, or none. */
static expr concat_fused(struct expr_pool *pool, expr high, expr low) {
    uint32_t width = expr_width(pool, high) + expr_width(pool, low);
    if (both_const(pool, high, low)) return fold_const(pool, EXPR_CONCAT, width, 0, high, low);
    return expr_is_const(pool, high) ? EXPR_NONE : concat_of_slices(pool, high, low);
}

/* Both operands are ITEs on the same condition. */
static expr concat_of_ites(struct expr_pool *pool, expr high, expr low) {
    expr cond = expr_kid(pool, high, 0);
    expr t = expr_concat(pool, expr_kid(pool, high, 1), expr_kid(pool, low, 1));
    expr f = expr_concat(pool, expr_kid(pool, high, 2), expr_kid(pool, low, 2));
    return expr_ite(pool, cond, t, f);
}

expr expr_concat(struct expr_pool *pool, expr high, expr low) {
    uint32_t width = expr_width(pool, high) + expr_width(pool, low);
    assert(expr_width(pool, high) && expr_width(pool, low) && width <= EXPR_MAX_WIDTH);
    expr fused = concat_fused(pool, high, low);
    if (expr_is(fused)) return fused;
    if (is_zero(pool, high)) return expr_zext(pool, low, width);
    enum expr_op op = expr_op(pool, high);
    if (op == EXPR_CONCAT) {
        expr first = expr_kid(pool, high, 0);
        return expr_concat(pool, first, expr_concat(pool, expr_kid(pool, high, 1), low));
    }
    if (op == EXPR_ZEXT || op == EXPR_SEXT) {
        expr inner = expr_concat(pool, expr_kid(pool, high, 0), low);
        return op == EXPR_ZEXT ? expr_zext(pool, inner, width) : expr_sext(pool, inner, width);
    }
    if (expr_op(pool, low) == EXPR_CONCAT) {
        fused = concat_fused(pool, high, expr_kid(pool, low, 0));
        /* A slice may come out as the same two parts: taking them apart again has no end. */
        if (expr_is(fused) && expr_op(pool, fused) != EXPR_CONCAT)
            return expr_concat(pool, fused, expr_kid(pool, low, 1));
    }
    if (expr_width(pool, high) == 1 && expr_same(high, expr_extract(pool, low, width - 2, 1)))
        return expr_sext(pool, low, width);
    if (op == EXPR_ITE && expr_op(pool, low) == EXPR_ITE &&
        expr_same(expr_kid(pool, high, 0), expr_kid(pool, low, 0)) && rewrite_enter(pool)) {
        expr r = concat_of_ites(pool, high, low);
        rewrite_leave(pool);
        return r;
    }
    return intern2(pool, EXPR_CONCAT, width, high, low);
}

/* ---- extensions ---------------------------------------------------------------------------- */

expr expr_zext(struct expr_pool *pool, expr a, uint32_t width) {
    uint32_t inner = expr_width(pool, a);
    assert(inner && width >= inner);
    if (width == inner) return a;
    if (expr_is_const(pool, a)) return fold_const(pool, EXPR_ZEXT, width, 0, a, EXPR_NONE);
    if (is_const_ite(pool, a)) return fold_ite(pool, EXPR_ZEXT, width, 0, a);
    expr x = expr_kid(pool, a, 0);
    if (expr_op(pool, a) == EXPR_ZEXT) return expr_zext(pool, x, width);
    /* the part that was cut off was 0 anyway */
    if (expr_op(pool, a) == EXPR_EXTRACT && expr_node(pool, a)->aux == 0 &&
        known_leading_zeros(pool, x) >= expr_width(pool, x) - inner)
        return expr_resize(pool, x, width);
    return intern1(pool, EXPR_ZEXT, width, 0, a);
}

expr expr_sext(struct expr_pool *pool, expr a, uint32_t width) {
    uint32_t inner = expr_width(pool, a);
    assert(inner && width >= inner);
    if (width == inner) return a;
    if (expr_is_const(pool, a)) return fold_const(pool, EXPR_SEXT, width, 0, a, EXPR_NONE);
    if (is_const_ite(pool, a)) return fold_ite(pool, EXPR_SEXT, width, 0, a);
    if (expr_op(pool, a) == EXPR_SEXT) return expr_sext(pool, expr_kid(pool, a, 0), width);
    if (known_leading_zeros(pool, a) > 0) return expr_zext(pool, a, width);
    return intern1(pool, EXPR_SEXT, width, 0, a);
}

expr expr_resize(struct expr_pool *pool, expr a, uint32_t width) {
    if (expr_width(pool, a) < width) return expr_zext(pool, a, width);
    return expr_extract(pool, a, 0, width);
}

expr keep_bits(struct expr_pool *pool, expr e, uint32_t low, uint32_t length) {
    assert(length > 0 && low + length <= expr_width(pool, e));
    uint32_t width = expr_width(pool, e);
    expr part = expr_extract(pool, e, low, length);
    if (low) part = expr_concat(pool, part, const_zero(pool, low));
    return expr_zext(pool, part, width);
}
