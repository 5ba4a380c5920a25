#include "solver/narrow.h"

#include "expr/bv.h"

enum { MOST_DEPTH = 8 };

static bool bound(struct expr_pool *pool, expr e, bool value, int depth, struct narrow_bound *out);

/* The node that e says something about: e itself, or what e is the size of (all bits but the top one). */
static expr whole_of(struct expr_pool *pool, expr e, bool *size) {
    const struct expr_node *n = expr_node(pool, e);
    *size = false;
    if (n->op != EXPR_EXTRACT || n->aux) return e;
    uint32_t width = expr_width(pool, (expr){n->kids[0]});
    if (width - 1 != n->width || width > 64) return e;
    *size = true;
    return (expr){n->kids[0]};
}

/* The node of e has low <= e <= high; nothing, if low is above. */
static bool tell(struct expr_pool *pool, expr e, uint64_t low, uint64_t high, struct narrow_bound *out) {
    bool size;
    uint32_t width = expr_width(pool, e);
    *out = (struct narrow_bound){.of = whole_of(pool, e, &size)};
    if (width > 64) return false;
    if (low > high) return true;
    if (!size) out->set = halves_of_bits(width, false, low, high);
    else out->set.side[0] = out->set.side[1] = (struct half){true, low, high};
    return true;
}

/* e <= c, or c <= e, in the order of signed words: both sides change places. */
static bool tell_signed(struct expr_pool *pool, expr e, uint64_t low, uint64_t high, struct narrow_bound *out) {
    uint32_t width = expr_width(pool, e);
    if (width > 64) return false;
    *out = (struct narrow_bound){.of = e};
    if (low > high) return true;
    struct halves turned = halves_of_bits(width, false, low, high);
    out->set.side[0] = turned.side[1];
    out->set.side[1] = turned.side[0];
    return true;
}

static bool compare(struct expr_pool *pool, const struct expr_node *n, bool value, struct narrow_bound *out) {
    expr a = {n->kids[0]}, b = {n->kids[1]};
    bool or_equal = n->op == EXPR_ULE || n->op == EXPR_SLE, is_signed = n->op == EXPR_SLT || n->op == EXPR_SLE;
    uint32_t width = expr_width(pool, a);
    if (width > 64) return false;
    if (!value) { /* b < a, b <= a */
        expr t = a;
        a = b;
        b = t;
        or_equal = !or_equal;
    }
    uint64_t mask = bv_mask(width), turn = is_signed ? (uint64_t)1 << (width - 1) : 0, low = 0, high = mask;
    bool upper = expr_is_const(pool, b);
    if (upper == expr_is_const(pool, a)) return false;
    uint64_t c = expr_value(pool, upper ? b : a) ^ turn;
    bool none = !or_equal && c == (upper ? 0 : mask);
    if (upper) high = c - !or_equal;
    else low = c + !or_equal;
    if (none) low = 1, high = 0;
    expr of = upper ? a : b;
    return is_signed ? tell_signed(pool, of, low, high, out) : tell(pool, of, low, high, out);
}

static bool equals(struct expr_pool *pool, const struct expr_node *n, bool value, struct narrow_bound *out) {
    expr a = {n->kids[0]}, b = {n->kids[1]};
    if (expr_is_const(pool, a)) a = b, b = (expr){n->kids[0]};
    if (!value || !expr_is_const(pool, b) || expr_width(pool, a) > 64) return false;
    return tell(pool, a, expr_value(pool, b), expr_value(pool, b), out);
}

/* The top bit alone. */
static bool sign(struct expr_pool *pool, const struct expr_node *n, bool value, struct narrow_bound *out) {
    uint32_t width = expr_width(pool, (expr){n->kids[0]});
    if (n->width != 1 || width > 64 || n->aux != width - 1) return false;
    *out = (struct narrow_bound){.of = {n->kids[0]}, .set = halves_all(width, false)};
    out->set.side[!value].some = false;
    return true;
}

static bool both(struct expr_pool *pool, const struct expr_node *n, bool value, int depth, struct narrow_bound *out) {
    struct narrow_bound other;
    expr second = {n->kids[1]};
    bool meet = (n->op == EXPR_AND) == value;
    if (!bound(pool, (expr){n->kids[0]}, value, depth - 1, out)) return false;
    if (!bound(pool, second, value, depth - 1, &other) || !expr_same(out->of, other.of)) return false;
    out->set = meet ? halves_meet(&out->set, &other.set) : halves_join(&out->set, &other.set);
    return true;
}

static bool bound(struct expr_pool *pool, expr e, bool value, int depth, struct narrow_bound *out) {
    struct expr_node n = *expr_node(pool, e);
    if (!depth || n.width != 1) return false;
    switch (n.op) {
    case EXPR_NOT: return bound(pool, (expr){n.kids[0]}, !value, depth - 1, out);
    case EXPR_AND:
    case EXPR_OR: return both(pool, &n, value, depth, out);
    case EXPR_ULT:
    case EXPR_ULE:
    case EXPR_SLT:
    case EXPR_SLE: return compare(pool, &n, value, out);
    case EXPR_EQ: return equals(pool, &n, value, out);
    case EXPR_EXTRACT: return sign(pool, &n, value, out);
    default: return false;
    }
}

bool narrow_bound(struct expr_pool *pool, expr e, struct narrow_bound *out) {
    return bound(pool, e, true, MOST_DEPTH, out);
}
