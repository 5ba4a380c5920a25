#include <assert.h>

#include "expr/expr.h"
#include "solver/bitblast/blaster.h"
#include "solver/bitblast/poly.h"
#include "solver/bitblast/words.h"

const lit *blaster_find(const struct blaster *b, expr e) {
    return (const lit *)(uintptr_t)map_get(&b->words, e.id, 0);
}

static const lit *kid_word(const struct blaster *b, expr e, int i) {
    const lit *word = blaster_find(b, expr_kid(b->pool, e, i));
    assert(word && "kids are encoded before their parent");
    return word;
}

/* ---- one node --------------------------------------------------------------------- */

static void encode_const(struct blaster *b, expr e, lit *out) {
    uint64_t scratch;
    const uint64_t *words = expr_words(b->pool, e, &scratch);
    for (uint32_t i = 0; i < expr_width(b->pool, e); i++)
        out[i] = words[i / 64] >> (i % 64) & 1 ? LIT_TRUE : LIT_FALSE;
}

static void make_vars(struct blaster *b, uint32_t n, lit *out) {
    for (uint32_t i = 0; i < n; i++) out[i] = sat_new_var(&b->gates.sat);
}

/* a + -c is one adder with the operand complemented and a carry in: the operand
 * of the ADD (0 or 1) that is such a NEG and has no word of its own, or -1. */
static int negated_operand(const struct blaster *b, expr add) {
    for (int i = 1; i >= 0; i--) {
        expr kid = expr_kid(b->pool, add, i);
        if (expr_op(b->pool, kid) == EXPR_NEG && !blaster_find(b, kid)) return i;
    }
    return -1;
}

static void encode_add(struct blaster *b, expr e, lit *out) {
    uint32_t n = expr_width(b->pool, e);
    int negated = negated_operand(b, e);
    if (negated < 0) {
        word_add(&b->gates, n, kid_word(b, e, 0), kid_word(b, e, 1), LIT_FALSE, out);
        return;
    }
    lit complement[EXPR_MAX_WIDTH];
    const lit *positive = kid_word(b, expr_kid(b->pool, e, negated), 0);
    for (uint32_t i = 0; i < n; i++) complement[i] = -positive[i];
    word_add(&b->gates, n, kid_word(b, e, 1 - negated), complement, LIT_TRUE, out);
}

static void encode_divide(struct blaster *b, expr e, lit *out) {
    lit other[EXPR_MAX_WIDTH];
    uint32_t n = expr_width(b->pool, e);
    enum expr_op op = expr_op(b->pool, e);
    bool rem = op == EXPR_UREM || op == EXPR_SREM;
    bool is_signed = op == EXPR_SDIV || op == EXPR_SREM;
    (is_signed ? word_signed_divide : word_divide)(&b->gates, n, kid_word(b, e, 0),
                                                   kid_word(b, e, 1), rem ? other : out,
                                                   rem ? out : other);
}

static void encode_bitwise(struct blaster *b, expr e, lit *out) {
    const lit *x = kid_word(b, e, 0), *y = kid_word(b, e, 1);
    enum expr_op op = expr_op(b->pool, e);
    for (uint32_t i = 0; i < expr_width(b->pool, e); i++)
        out[i] = op == EXPR_AND  ? gate_and(&b->gates, x[i], y[i])
                 : op == EXPR_OR ? gate_or(&b->gates, x[i], y[i])
                                 : gate_xor(&b->gates, x[i], y[i]);
}

static void encode_shift(struct blaster *b, expr e, lit *out) {
    const lit *x = kid_word(b, e, 0), *by = kid_word(b, e, 1);
    uint32_t n = expr_width(b->pool, e);
    enum expr_op op = expr_op(b->pool, e);
    if (op == EXPR_SHL) word_shift_left(&b->gates, n, x, by, out);
    else word_shift_right(&b->gates, n, x, by, op == EXPR_ASHR ? x[n - 1] : LIT_FALSE, out);
}

static lit encode_equal(struct blaster *b, expr e) {
    expr x = expr_kid(b->pool, e, 0), y = expr_kid(b->pool, e, 1);
    switch (poly_compare(b->pool, x, y)) {
    case POLY_EQUAL: return LIT_TRUE;
    case POLY_DIFFERENT: return LIT_FALSE;
    case POLY_OPEN: break;
    }
    return word_equal(&b->gates, expr_width(b->pool, x), kid_word(b, e, 0), kid_word(b, e, 1));
}

static lit encode_compare(struct blaster *b, expr e) {
    enum expr_op op = expr_op(b->pool, e);
    if (op == EXPR_EQ) return encode_equal(b, e);
    bool is_signed = op == EXPR_SLT || op == EXPR_SLE;
    bool or_equal = op == EXPR_ULE || op == EXPR_SLE;
    uint32_t n = expr_width(b->pool, expr_kid(b->pool, e, 0));
    return (is_signed ? word_signed_less : word_less)(&b->gates, n, kid_word(b, e, 0),
                                                      kid_word(b, e, 1), or_equal);
}

static void encode_concat(struct blaster *b, expr e, lit *out) {
    uint32_t low = expr_width(b->pool, expr_kid(b->pool, e, 1));
    uint32_t high = expr_width(b->pool, expr_kid(b->pool, e, 0));
    memcpy(out, kid_word(b, e, 1), low * sizeof *out);
    memcpy(out + low, kid_word(b, e, 0), high * sizeof *out);
}

static void encode_extend(struct blaster *b, expr e, lit *out) {
    const lit *x = kid_word(b, e, 0);
    uint32_t from = expr_width(b->pool, expr_kid(b->pool, e, 0));
    lit top = expr_op(b->pool, e) == EXPR_SEXT ? x[from - 1] : LIT_FALSE;
    for (uint32_t i = 0; i < expr_width(b->pool, e); i++) out[i] = i < from ? x[i] : top;
}

/* Bits that equal e's where d holds and are free elsewhere. */
static void encode_guard(struct blaster *b, expr e, lit *out) {
    const lit *d = kid_word(b, e, 0), *x = kid_word(b, e, 1);
    uint32_t n = expr_width(b->pool, e);
    if (d[0] == LIT_TRUE) {
        memcpy(out, x, n * sizeof *out);
        return;
    }
    make_vars(b, n, out);
    word_tie(&b->gates, n, d[0], out, x);
}

static void encode_node(struct blaster *b, expr e, lit *out) {
    struct gates *g = &b->gates;
    uint32_t n = expr_width(b->pool, e);
    switch (expr_op(b->pool, e)) {
    case EXPR_CONST: encode_const(b, e, out); break;
    case EXPR_SYM: make_vars(b, n, out); break;
    case EXPR_NOT:
        for (uint32_t i = 0; i < n; i++) out[i] = -kid_word(b, e, 0)[i];
        break;
    case EXPR_NEG: word_negate_if(g, n, LIT_TRUE, kid_word(b, e, 0), out); break;
    case EXPR_ADD: encode_add(b, e, out); break;
    case EXPR_MUL: word_mul(g, n, kid_word(b, e, 0), kid_word(b, e, 1), out); break;
    case EXPR_UDIV:
    case EXPR_SDIV:
    case EXPR_UREM:
    case EXPR_SREM: encode_divide(b, e, out); break;
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_XOR: encode_bitwise(b, e, out); break;
    case EXPR_SHL:
    case EXPR_LSHR:
    case EXPR_ASHR: encode_shift(b, e, out); break;
    case EXPR_EQ:
    case EXPR_ULT:
    case EXPR_ULE:
    case EXPR_SLT:
    case EXPR_SLE: out[0] = encode_compare(b, e); break;
    case EXPR_CONCAT: encode_concat(b, e, out); break;
    case EXPR_EXTRACT:
        memcpy(out, kid_word(b, e, 0) + expr_node(b->pool, e)->aux, n * sizeof *out);
        break;
    case EXPR_ZEXT:
    case EXPR_SEXT: encode_extend(b, e, out); break;
    case EXPR_ITE:
        word_mux(g, n, kid_word(b, e, 0)[0], kid_word(b, e, 1), kid_word(b, e, 2), out);
        break;
    case EXPR_GUARD: encode_guard(b, e, out); break;
    case EXPR_READ: memcpy(out, array_read_word(b, e), n * sizeof *out); break;
    case EXPR_ARRAY_SYM:
    case EXPR_ARRAY_CONST:
    case EXPR_STORE:
    case EXPR_OPS: assert(!"an array has no word");
    }
}

/* ---- traversal ----------------------------------------------------------------------- */

static bool push_if_missing(struct blaster *b, expr e) {
    if (blaster_find(b, e)) return false;
    vec_push(&b->stack, e.id);
    return true;
}

/* Pushes what must be encoded before e; returns true if there was nothing. */
static bool prepare_kids(struct blaster *b, expr e) {
    enum expr_op op = expr_op(b->pool, e);
    if (op == EXPR_READ) return array_prepare_read(b, e);
    if (op == EXPR_EQ &&
        poly_compare(b->pool, expr_kid(b->pool, e, 0), expr_kid(b->pool, e, 1)) != POLY_OPEN)
        return true;
    bool ready = true;
    int negated = op == EXPR_ADD ? negated_operand(b, e) : -1;
    for (int i = 0; i < expr_arity(op); i++) {
        expr kid = expr_kid(b->pool, e, i);
        if (i == negated) kid = expr_kid(b->pool, kid, 0);
        if (push_if_missing(b, kid)) ready = false;
    }
    return ready;
}

/* The literal before a word holds the number of variables that it brought. */
static void make_word(struct blaster *b, expr e) {
    uint32_t before = b->gates.sat.vars;
    lit *out = arena_alloc(&b->arena, (1 + expr_width(b->pool, e)) * sizeof *out);
    encode_node(b, e, out + 1);
    out[0] = (lit)(b->gates.sat.vars - before);
    map_put(&b->words, e.id, (uintptr_t)(out + 1));
}

const lit *blaster_word(struct blaster *b, expr e) {
    const lit *known = blaster_find(b, e);
    if (known) return known;
    assert(!expr_is_array(b->pool, e));
    vec_clear(&b->stack);
    vec_push(&b->stack, e.id);
    while (b->stack.len) {
        expr top = {vec_last(&b->stack)};
        if (blaster_find(b, top)) {
            (void)vec_pop(&b->stack);
        } else if (prepare_kids(b, top)) {
            (void)vec_pop(&b->stack);
            make_word(b, top);
        }
    }
    return blaster_find(b, e);
}
