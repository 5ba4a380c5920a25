/* Identities, besides constants: x op x of comparisons; neutral elements; (x + c) + d and sums with the constant
 * behind; double negation; extract of zext, sext, concat, extract; concat of neighbours; ite of equals;
 * a truth made a word and back; select of a store at a constant; sums with the same BASE in =, - and ite. */
#include "certify/term.h"

#include "base/hash.h"

void terms_init(struct terms *t) {
    *t = (struct terms){0};
    map_init(&t->by_hash);
    vec_push(&t->nodes, (struct term_node){0});
}

void terms_release(struct terms *t) {
    vec_release(&t->nodes);
    map_release(&t->by_hash);
}

static bool same(const struct term_node *a, const struct term_node *b) {
    return a->op == b->op && a->width == b->width && a->aux == b->aux && a->kid[0] == b->kid[0] &&
           a->kid[1] == b->kid[1] && a->kid[2] == b->kid[2];
}

static term intern(struct terms *t, struct term_node n) {
    uint64_t h = hash_mix(hash_mix((uint64_t)n.op << 16 | n.width, n.aux), (uint64_t)n.kid[0] << 32 | n.kid[1]);
    h = hash_mix(h, n.kid[2]);
    uint32_t first = (uint32_t)map_get(&t->by_hash, h, 0);
    for (uint32_t i = first; i; i = t->nodes.data[i].next)
        if (same(&t->nodes.data[i], &n)) return (term){i};
    n.next = first;
    n.based = n.op == TERM_BASE;
    for (int i = 0; i < 3; i++) n.based |= n.kid[i] && t->nodes.data[n.kid[i]].based;
    vec_push(&t->nodes, n);
    map_put(&t->by_hash, h, t->nodes.len - 1);
    return (term){t->nodes.len - 1};
}

static enum term_op op_of(const struct terms *t, term a) { return (enum term_op)term_at(t, a)->op; }
static term kid(const struct terms *t, term a, int i) { return (term){term_at(t, a)->kid[i]}; }

term term_const(struct terms *t, uint32_t width, uint64_t value) {
    assert(width <= 64);
    return intern(t, (struct term_node){
                         .op = TERM_CONST, .width = (uint16_t)width, .aux = value & (width ? term_mask(width) : 1)});
}

term term_bool(struct terms *t, bool value) { return term_const(t, 0, value); }

term term_sym(struct terms *t, uint32_t width) {
    return intern(t, (struct term_node){.op = TERM_SYM, .width = (uint16_t)width, .aux = ++t->symbols});
}

term term_base(struct terms *t, uint32_t width, uint64_t object) {
    return intern(t, (struct term_node){.op = TERM_BASE, .width = (uint16_t)width, .aux = object});
}

term term_zeros(struct terms *t) { return intern(t, (struct term_node){.op = TERM_ZEROS, .width = TERM_ARRAY}); }

term term_not(struct terms *t, term a) {
    assert(term_width(t, a) == 0);
    if (term_is_const(t, a)) return term_bool(t, !term_value(t, a));
    if (op_of(t, a) == TERM_NOT) return kid(t, a, 0);
    return intern(t, (struct term_node){.op = TERM_NOT, .kid = {a.id}});
}

/* ---- constants --------------------------------------------------------------------------------------- */

static int64_t as_signed(uint64_t v, uint32_t width) {
    return width < 64 && v >> (width - 1) & 1 ? (int64_t)(v | ~term_mask(width)) : (int64_t)v;
}

static uint64_t fold_shift(enum term_op op, uint32_t width, uint64_t a, uint64_t b) {
    if (b >= width) return op == TERM_ASHR && as_signed(a, width) < 0 ? UINT64_MAX : 0;
    if (op == TERM_SHL) return a << b;
    return op == TERM_LSHR ? a >> b : (uint64_t)(as_signed(a, width) >> b);
}

static uint64_t fold_division(enum term_op op, uint32_t width, uint64_t a, uint64_t b) {
    int64_t x = as_signed(a, width), y = as_signed(b, width);
    uint64_t ux = x < 0 ? -(uint64_t)x : (uint64_t)x, uy = y < 0 ? -(uint64_t)y : (uint64_t)y;
    switch (op) {
    case TERM_UDIV: return b ? a / b : UINT64_MAX;
    case TERM_UREM: return b ? a % b : a;
    case TERM_SDIV: return !b ? (x < 0 ? 1 : UINT64_MAX) : (x < 0) != (y < 0) ? -(ux / uy) : ux / uy;
    default: return !b ? a : x < 0 ? -(ux % uy) : ux % uy;
    }
}

static uint64_t fold(enum term_op op, uint32_t width, uint64_t a, uint64_t b) {
    switch (op) {
    case TERM_AND:
    case TERM_BAND: return a & b;
    case TERM_OR:
    case TERM_BOR: return a | b;
    case TERM_BXOR: return a ^ b;
    case TERM_EQ: return a == b;
    case TERM_ULT: return a < b;
    case TERM_ULE: return a <= b;
    case TERM_SLT: return as_signed(a, width) < as_signed(b, width);
    case TERM_SLE: return as_signed(a, width) <= as_signed(b, width);
    case TERM_BADD: return a + b;
    case TERM_BSUB: return a - b;
    case TERM_BMUL: return a * b;
    case TERM_SHL:
    case TERM_LSHR:
    case TERM_ASHR: return fold_shift(op, width, a, b);
    default: return fold_division(op, width, a, b);
    }
}

/* ---- binary operators -------------------------------------------------------------------------------- */

static bool is_commutative(enum term_op op) {
    return op == TERM_AND || op == TERM_OR || op == TERM_EQ || op == TERM_BADD || op == TERM_BMUL || op == TERM_BAND ||
           op == TERM_BOR || op == TERM_BXOR;
}

static term plain(struct terms *t, enum term_op op, term a, term b) {
    uint32_t w = term_compares(op) ? 0 : term_width(t, a);
    return intern(t, (struct term_node){.op = (uint8_t)op, .width = (uint16_t)w, .kid = {a.id, b.id}});
}

static bool is_sum(const struct terms *t, term a) { return op_of(t, a) == TERM_BADD && term_is_const(t, kid(t, a, 1)); }

/* Sums have their constant behind. */
static term add(struct terms *t, term a, term b) {
    uint32_t w = term_width(t, a);
    if (term_is(t, b, 0)) return a;
    if (is_sum(t, a)) {
        term rest = kid(t, a, 0), c = kid(t, a, 1);
        if (term_is_const(t, b)) return add(t, rest, term_const(t, w, term_value(t, c) + term_value(t, b)));
        return add(t, add(t, rest, b), c);
    }
    if (is_sum(t, b)) return add(t, add(t, a, kid(t, b, 0)), kid(t, b, 1));
    return plain(t, TERM_BADD, a, b);
}

bool term_split(struct terms *t, term a, uint64_t *object, term *off) {
    if (!term_is_based(t, a)) return false;
    enum term_op op = op_of(t, a);
    if (op == TERM_BASE) return *object = term_at(t, a)->aux, *off = term_const(t, term_width(t, a), 0), true;
    if (op != TERM_BADD && op != TERM_BSUB) return false;
    term x = kid(t, a, 0), y = kid(t, a, 1), rest;
    if (term_split(t, x, object, &rest)) return *off = term_binary(t, op, rest, y), true;
    if (op != TERM_BADD || !term_split(t, y, object, &rest)) return false;
    return *off = add(t, x, rest), true;
}

/* Have both the same base? Then what is added to it. */
static bool have_one_base(struct terms *t, term a, term b, term *x, term *y, uint64_t *object) {
    uint64_t other;
    return term_split(t, a, object, x) && term_split(t, b, &other, y) && *object == other;
}

/* A word that is a truth, compared with a constant. */
static term equal_to_truth(struct terms *t, term a, term b) {
    if (op_of(t, a) == TERM_ZEXT) {
        uint32_t w = term_width(t, kid(t, a, 0));
        if (term_value(t, b) >> w) return term_bool(t, false);
        return term_binary(t, TERM_EQ, kid(t, a, 0), term_const(t, w, term_value(t, b)));
    }
    if (op_of(t, a) != TERM_ITE || !term_is(t, kid(t, a, 1), 1) || !term_is(t, kid(t, a, 2), 0)) return (term){0};
    if (term_is(t, b, 1)) return kid(t, a, 0);
    return term_is(t, b, 0) ? term_not(t, kid(t, a, 0)) : term_bool(t, false);
}

static term simpler(struct terms *t, enum term_op op, term a, term b) {
    uint64_t object;
    term x, y;
    if ((op == TERM_EQ || op == TERM_BSUB) && have_one_base(t, a, b, &x, &y, &object)) return term_binary(t, op, x, y);
    if (op == TERM_BADD) return add(t, a, b);
    if (op == TERM_BSUB && term_is_const(t, b)) return add(t, a, term_const(t, term_width(t, a), -term_value(t, b)));
    if (op == TERM_BSUB && a.id == b.id) return term_const(t, term_width(t, a), 0);
    if (op == TERM_BMUL && (term_is(t, b, 1) || term_is(t, b, 0))) return term_is(t, b, 1) ? a : b;
    if (op == TERM_AND && term_is_const(t, b)) return term_value(t, b) ? a : b;
    if (op == TERM_OR && term_is_const(t, b)) return term_value(t, b) ? b : a;
    if ((op == TERM_AND || op == TERM_OR) && a.id == b.id) return a;
    if (op == TERM_EQ && term_width(t, a) && term_width(t, a) != TERM_ARRAY && term_is_const(t, b))
        return equal_to_truth(t, a, b);
    if (op == TERM_EQ && term_width(t, a) == 0 && term_is_const(t, b)) return term_value(t, b) ? a : term_not(t, a);
    return (term){0};
}

term term_binary(struct terms *t, enum term_op op, term a, term b) {
    assert(term_width(t, a) == term_width(t, b));
    uint32_t w = term_width(t, a);
    if (w != TERM_ARRAY && term_is_const(t, a) && term_is_const(t, b))
        return term_const(t, term_compares(op) ? 0 : w, fold(op, w, term_value(t, a), term_value(t, b)));
    if (is_commutative(op) && w != TERM_ARRAY && term_is_const(t, a)) return term_binary(t, op, b, a);
    if (term_compares(op) && a.id == b.id) return term_bool(t, op == TERM_EQ || op == TERM_ULE || op == TERM_SLE);
    term s = simpler(t, op, a, b);
    return s.id ? s : plain(t, op, a, b);
}

/* Are both words of one width with zeros in front (b: perhaps a constant)? */
static bool are_zero_extended(struct terms *t, term a, term b, term *x, term *y) {
    if (term_is_const(t, a) && op_of(t, b) == TERM_ZEXT) return are_zero_extended(t, b, a, y, x);
    if (op_of(t, a) != TERM_ZEXT) return false;
    *x = kid(t, a, 0);
    uint32_t w = term_width(t, *x);
    if (op_of(t, b) == TERM_ZEXT && term_width(t, kid(t, b, 0)) == w) return *y = kid(t, b, 0), true;
    if (!term_is_const(t, b) || term_value(t, b) & ~term_mask(w)) return false;
    return *y = term_const(t, w, term_value(t, b)), true;
}

term term_ite(struct terms *t, term c, term a, term b) {
    assert(term_width(t, c) == 0 && term_width(t, a) == term_width(t, b));
    if (term_is_const(t, c)) return term_value(t, c) ? a : b;
    if (a.id == b.id) return a;
    if (term_width(t, a) == 0 && term_is_const(t, a) && term_is_const(t, b))
        return term_value(t, a) ? c : term_not(t, c);
    uint64_t object;
    term x, y;
    if (are_zero_extended(t, a, b, &x, &y)) return term_zext(t, term_ite(t, c, x, y), term_width(t, a));
    if (have_one_base(t, a, b, &x, &y, &object))
        return add(t, term_base(t, term_width(t, a), object), term_ite(t, c, x, y));
    return intern(t,
                  (struct term_node){.op = TERM_ITE, .width = (uint16_t)term_width(t, a), .kid = {c.id, a.id, b.id}});
}

/* ---- parts ------------------------------------------------------------------------------------------- */

static bool are_neighbours(const struct terms *t, term high, term low) {
    const struct term_node *h = term_at(t, high), *l = term_at(t, low);
    return h->op == TERM_EXTRACT && l->op == TERM_EXTRACT && h->kid[0] == l->kid[0] && h->aux == l->aux + l->width;
}

term term_concat(struct terms *t, term high, term low) {
    uint32_t wh = term_width(t, high), wl = term_width(t, low);
    assert(wh && wl && wh + wl <= 64);
    if (term_is_const(t, high) && term_is_const(t, low))
        return term_const(t, wh + wl, term_value(t, high) << wl | term_value(t, low));
    if (term_is(t, high, 0)) return term_zext(t, low, wh + wl);
    if (are_neighbours(t, high, low)) return term_extract(t, kid(t, high, 0), (uint32_t)term_at(t, low)->aux, wh + wl);
    return intern(t, (struct term_node){.op = TERM_CONCAT, .width = (uint16_t)(wh + wl), .kid = {high.id, low.id}});
}

/* Of something that is a narrower word in front of which something is. */
static term extract_extended(struct terms *t, term a, uint32_t low, uint32_t width) {
    term inner = kid(t, a, 0);
    uint32_t w = term_width(t, inner);
    if (low + width <= w) return term_extract(t, inner, low, width);
    if (op_of(t, a) == TERM_ZEXT && low >= w) return term_const(t, width, 0);
    if (low == 0) return op_of(t, a) == TERM_ZEXT ? term_zext(t, inner, width) : term_sext(t, inner, width);
    return (term){0};
}

static term extract_simpler(struct terms *t, term a, uint32_t low, uint32_t width) {
    const struct term_node *n = term_at(t, a);
    if (n->op == TERM_CONST) return term_const(t, width, n->aux >> low);
    if (n->op == TERM_EXTRACT) return term_extract(t, kid(t, a, 0), low + (uint32_t)n->aux, width);
    if (n->op == TERM_ZEXT || n->op == TERM_SEXT) return extract_extended(t, a, low, width);
    if (n->op != TERM_CONCAT) return (term){0};
    uint32_t wl = term_width(t, kid(t, a, 1));
    if (low >= wl) return term_extract(t, kid(t, a, 0), low - wl, width);
    return low + width <= wl ? term_extract(t, kid(t, a, 1), low, width) : (term){0};
}

term term_extract(struct terms *t, term a, uint32_t low, uint32_t width) {
    assert(width && low + width <= term_width(t, a));
    if (width == term_width(t, a)) return a;
    term s = extract_simpler(t, a, low, width);
    if (s.id) return s;
    return intern(t, (struct term_node){.op = TERM_EXTRACT, .width = (uint16_t)width, .aux = low, .kid = {a.id}});
}

term term_zext(struct terms *t, term a, uint32_t width) {
    assert(width >= term_width(t, a) && width <= 64);
    if (width == term_width(t, a)) return a;
    if (term_is_const(t, a)) return term_const(t, width, term_value(t, a));
    if (op_of(t, a) == TERM_ZEXT) return term_zext(t, kid(t, a, 0), width);
    return intern(t, (struct term_node){.op = TERM_ZEXT, .width = (uint16_t)width, .kid = {a.id}});
}

term term_sext(struct terms *t, term a, uint32_t width) {
    uint32_t w = term_width(t, a);
    assert(width >= w && width <= 64 && w);
    if (width == w) return a;
    if (term_is_const(t, a)) return term_const(t, width, (uint64_t)as_signed(term_value(t, a), w));
    if (op_of(t, a) == TERM_ZEXT) return term_zext(t, kid(t, a, 0), width); /* wider than its kid: not negative */
    return intern(t, (struct term_node){.op = TERM_SEXT, .width = (uint16_t)width, .kid = {a.id}});
}

term term_resize(struct terms *t, term a, uint32_t width) {
    return term_width(t, a) > width ? term_extract(t, a, 0, width) : term_zext(t, a, width);
}

term term_truth(struct terms *t, term a) {
    if (term_width(t, a) == 0) return a;
    return term_not(t, term_binary(t, TERM_EQ, a, term_const(t, term_width(t, a), 0)));
}

term term_of_truth(struct terms *t, term c, uint32_t width) {
    return term_ite(t, c, term_const(t, width, 1), term_const(t, width, 0));
}

/* ---- arrays ------------------------------------------------------------------------------------------ */

term term_select(struct terms *t, term array, term index) {
    assert(term_width(t, array) == TERM_ARRAY && term_width(t, index) == 64);
    while (op_of(t, array) == TERM_STORE) {
        term at = kid(t, array, 1);
        if (at.id == index.id) return kid(t, array, 2);
        if (!term_is_const(t, at) || !term_is_const(t, index)) break;
        array = kid(t, array, 0);
    }
    if (op_of(t, array) == TERM_ZEROS) return term_const(t, 8, 0);
    return intern(t, (struct term_node){.op = TERM_SELECT, .width = 8, .kid = {array.id, index.id}});
}

term term_store(struct terms *t, term array, term index, term byte) {
    assert(term_width(t, array) == TERM_ARRAY && term_width(t, index) == 64 && term_width(t, byte) == 8);
    return intern(t, (struct term_node){.op = TERM_STORE, .width = TERM_ARRAY, .kid = {array.id, index.id, byte.id}});
}
