/* Cheap facts about values: a few levels deep, no memory. */
#include "expr/build.h"
#include "expr/build_const.h"

enum { LOOK_DEPTH = 4, MOST_TERMS = 1000 };

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }
static uint32_t most(uint32_t a, uint32_t b) { return a > b ? a : b; }
static uint32_t minus(uint32_t a, uint32_t b) { return a > b ? a - b : 0; }

/* ---- zeros at the top -------------------------------------------------------------- */

static uint32_t leading(const struct expr_pool *pool, uint32_t id, int depth);

/* Remainder by, or quotient by, a constant other than 0. */
static uint32_t leading_divided(const struct expr_pool *pool, const struct expr_node *n, int depth) {
    expr divisor = {n->kids[1]};
    uint32_t above = leading(pool, n->kids[0], depth);
    if (!expr_is_const(pool, divisor) || is_zero(pool, divisor)) return n->op == EXPR_UREM ? above : 0;
    uint32_t zeros = bv_leading_zeros(expr_const_words(pool, divisor), n->width);
    if (n->op == EXPR_UREM) return most(above, zeros);
    return least(n->width, above + (n->width - zeros - 1));
}

static uint32_t leading_inner(const struct expr_pool *pool, const struct expr_node *n, int depth) {
    uint32_t a = leading(pool, n->kids[0], depth);
    uint32_t kid_width = pool->nodes[n->kids[0]].width;
    switch (n->op) {
    case EXPR_ZEXT: return n->width - kid_width + a;
    case EXPR_CONCAT: return a == kid_width ? a + leading(pool, n->kids[1], depth) : a;
    case EXPR_AND: return most(a, leading(pool, n->kids[1], depth));
    case EXPR_OR:
    case EXPR_XOR: return least(a, leading(pool, n->kids[1], depth));
    case EXPR_ADD: return minus(least(a, leading(pool, n->kids[1], depth)), 1);
    case EXPR_MUL: return minus(a + leading(pool, n->kids[1], depth), n->width);
    case EXPR_LSHR: return a;
    case EXPR_EXTRACT: return least(n->width, minus((uint32_t)n->aux + n->width + a, kid_width));
    default: return 0;
    }
}

static uint32_t leading(const struct expr_pool *pool, uint32_t id, int depth) {
    const struct expr_node *n = &pool->nodes[id];
    if (n->op == EXPR_CONST) return bv_leading_zeros(expr_const_words(pool, (expr){id}), n->width);
    if (depth == 0 || n->op == EXPR_SYM || n->op == EXPR_READ) return 0;
    if (n->op == EXPR_ITE) return least(leading(pool, n->kids[1], depth - 1), leading(pool, n->kids[2], depth - 1));
    if (n->op == EXPR_UREM || n->op == EXPR_UDIV) return leading_divided(pool, n, depth - 1);
    return leading_inner(pool, n, depth - 1);
}

uint32_t known_leading_zeros(const struct expr_pool *pool, expr e) {
    uint32_t zeros = leading(pool, e.id, LOOK_DEPTH);
    assert(zeros <= expr_width(pool, e));
    return zeros;
}

/* ---- zeros at the bottom ------------------------------------------------------------- */

static uint32_t trailing(const struct expr_pool *pool, uint32_t id, int depth) {
    const struct expr_node *n = &pool->nodes[id];
    if (n->op == EXPR_CONST) return bv_trailing_zeros(expr_const_words(pool, (expr){id}), n->width);
    if (depth-- == 0) return 0;
    switch (n->op) {
    case EXPR_NEG:
    case EXPR_SHL: return trailing(pool, n->kids[0], depth);
    case EXPR_ZEXT:
    case EXPR_SEXT: return trailing(pool, n->kids[0], depth);
    case EXPR_ADD:
    case EXPR_OR:
    case EXPR_XOR: return least(trailing(pool, n->kids[0], depth), trailing(pool, n->kids[1], depth));
    case EXPR_AND: return most(trailing(pool, n->kids[0], depth), trailing(pool, n->kids[1], depth));
    case EXPR_MUL: return least(n->width, trailing(pool, n->kids[0], depth) + trailing(pool, n->kids[1], depth));
    case EXPR_ITE: return least(trailing(pool, n->kids[1], depth), trailing(pool, n->kids[2], depth));
    case EXPR_CONCAT: {
        uint32_t low = trailing(pool, n->kids[1], depth);
        return low == pool->nodes[n->kids[1]].width ? low + trailing(pool, n->kids[0], depth) : low;
    }
    case EXPR_EXTRACT: return least(n->width, minus(trailing(pool, n->kids[0], depth), (uint32_t)n->aux));
    default: return 0;
    }
}

uint32_t known_trailing_zeros(const struct expr_pool *pool, expr e) {
    uint32_t zeros = trailing(pool, e.id, LOOK_DEPTH);
    assert(zeros <= expr_width(pool, e));
    return zeros;
}

uint64_t known_max(const struct expr_pool *pool, expr e) {
    const struct expr_node *n = expr_node(pool, e);
    assert(n->width <= 64);
    if (n->op == EXPR_CONST) return n->aux;
    uint32_t bits = n->width - known_leading_zeros(pool, e);
    uint64_t max = bits ? bv_mask(bits) : 0;
    expr right = {n->kids[1]};
    if ((n->op == EXPR_UREM || n->op == EXPR_AND) && expr_is_const(pool, right)) {
        uint64_t c = expr_value(pool, right);
        if (n->op == EXPR_UREM && c && c - 1 < max) return c - 1;
        if (n->op == EXPR_AND && c < max) return c;
    }
    if (n->op == EXPR_ZEXT) return known_max(pool, (expr){n->kids[0]});
    return max;
}

/* Adds the maxima of the terms of e to *sum. False: too many, or too large. */
static bool add_maxima(const struct expr_pool *pool, expr e, uint64_t limit, uint64_t *sum, uint32_t *left) {
    for (;; e = expr_kid(pool, e, 0)) {
        if (!*left) return false;
        --*left;
        if (expr_op(pool, e) != EXPR_ADD) break;
        if (!add_maxima(pool, expr_kid(pool, e, 1), limit, sum, left)) return false;
    }
    uint64_t max = known_max(pool, e);
    if (max > limit - *sum) return false;
    *sum += max;
    return true;
}

bool known_not_to_wrap(const struct expr_pool *pool, expr sum) {
    uint32_t width = expr_width(pool, sum), left = MOST_TERMS;
    uint64_t total = 0;
    return width <= 64 && add_maxima(pool, sum, bv_mask(width), &total, &left);
}

/* ---- relations between two ------------------------------------------------------------- */

static bool is_successor(const struct expr_pool *pool, expr c, expr next) {
    if (!both_const(pool, c, next)) return false;
    uint32_t width = expr_width(pool, c);
    uint64_t one[BV_MAX_WORDS], sum[BV_MAX_WORDS];
    bv_set(one, 1, width);
    bv_add(sum, expr_const_words(pool, c), one, width);
    return bv_equal(sum, expr_const_words(pool, next), width);
}

/* x < c and c-1 < x, for the order that both use. */
static bool are_opposite_strict(const struct expr_pool *pool, const struct expr_node *a, const struct expr_node *b) {
    expr a0 = {a->kids[0]}, a1 = {a->kids[1]}, b0 = {b->kids[0]}, b1 = {b->kids[1]};
    if (a->op != b->op || (a->op != EXPR_ULT && a->op != EXPR_SLT)) return false;
    if (expr_same(a0, b1) && is_successor(pool, b0, a1)) return true;
    return expr_same(a1, b0) && is_successor(pool, a0, b1);
}

bool are_complements(const struct expr_pool *pool, expr a, expr b) {
    const struct expr_node *na = expr_node(pool, a), *nb = expr_node(pool, b);
    if (na->op == EXPR_NOT && na->kids[0] == b.id) return true;
    if (nb->op == EXPR_NOT && nb->kids[0] == a.id) return true;
    if (na->op == EXPR_CONST || nb->op == EXPR_CONST || na->width != 1) return false;
    if (are_opposite_strict(pool, na, nb)) return true;
    bool unsigned_pair = (na->op == EXPR_ULT && nb->op == EXPR_ULE) || (na->op == EXPR_ULE && nb->op == EXPR_ULT);
    bool signed_pair = (na->op == EXPR_SLT && nb->op == EXPR_SLE) || (na->op == EXPR_SLE && nb->op == EXPR_SLT);
    return (unsigned_pair || signed_pair) && na->kids[0] == nb->kids[1] && na->kids[1] == nb->kids[0];
}

/* x + c as its parts; c is none for a plain x. */
static void split_offset(const struct expr_pool *pool, expr e, expr *base, expr *offset) {
    *base = e;
    *offset = EXPR_NONE;
    if (expr_op(pool, e) != EXPR_ADD || !expr_is_const(pool, expr_kid(pool, e, 1))) return;
    *base = expr_kid(pool, e, 0);
    *offset = expr_kid(pool, e, 1);
}

bool surely_differ(const struct expr_pool *pool, expr a, expr b) {
    assert(expr_width(pool, a) == expr_width(pool, b));
    expr base_a, base_b, offset_a, offset_b;
    if (expr_same(a, b)) return false;
    if (both_const(pool, a, b)) return true;
    split_offset(pool, a, &base_a, &offset_a);
    split_offset(pool, b, &base_b, &offset_b);
    return expr_same(base_a, base_b); /* then the offsets are not equal */
}
