#include <assert.h>

#include "expr/float.h"
#include "expr/float_value.h"
#include "solver/bitblast/blaster.h"
#include "solver/bitblast/words.h"

const lit *blaster_find(const struct blaster *b, expr e) { return (const lit *)(uintptr_t)map_get(&b->words, e.id, 0); }

static const lit *kid_word(const struct blaster *b, expr e, int i) {
    const lit *word = blaster_find(b, expr_kid(b->pool, e, i));
    assert(word && "kids are encoded before their parent");
    return word;
}

/* ---- largest values ---------------------------------------------------------------- */

/* Before a word stand a bound of its value and the number of variables it brought. */
struct word_header {
    uint64_t most; /* UINT64_MAX also if it has more than 64 bits */
    uint32_t vars;
};
enum { HEADER_LITS = sizeof(struct word_header) / sizeof(lit) };

static struct word_header *header_of(const lit *word) { return (struct word_header *)(uintptr_t)(word - HEADER_LITS); }

uint32_t blaster_word_vars(const lit *word) { return header_of(word)->vars; }
uint64_t blaster_word_most(const lit *word) { return header_of(word)->most; }

static uint64_t most_of_kid(const struct blaster *b, expr e, int i) {
    const lit *word = blaster_find(b, expr_kid(b->pool, e, i));
    return word ? header_of(word)->most : UINT64_MAX;
}

static uint64_t least_of(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* A bound of a sum of n bits if it is below 2^n; else UINT64_MAX. */
static uint64_t most_of_sum(uint32_t n, uint64_t a, uint64_t b) {
    uint64_t sum;
    if (n > 64 || __builtin_add_overflow(a, b, &sum)) return UINT64_MAX;
    return n < 64 && sum >> n ? UINT64_MAX : sum;
}

uint64_t blaster_add(struct blaster *b, uint32_t n, const lit *x, uint64_t most_x, const lit *y, uint64_t most_y,
                     lit *out) {
    uint64_t most = most_of_sum(n, most_x, most_y);
    uint32_t used = most == UINT64_MAX ? n : most ? 64 - (uint32_t)__builtin_clzll(most) : 0;
    word_add(&b->gates, used, x, y, LIT_FALSE, out);
    for (uint32_t i = used; i < n; i++) out[i] = LIT_FALSE;
    return most;
}

/* The constant that e, of at most 64 bits, divides by; 0 if it is none. */
static uint64_t divisor_of(const struct blaster *b, expr e) {
    expr by = expr_kid(b->pool, e, 1);
    return expr_width(b->pool, e) <= 64 && expr_is_const(b->pool, by) ? expr_value(b->pool, by) : 0;
}

/* The bits say most; where bits are lost (3 + 3 needs as many as 3 + 4) this helps. */
static uint64_t most_of(const struct blaster *b, expr e, const lit *word) {
    uint32_t n = expr_width(b->pool, e);
    if (n > 64) return UINT64_MAX;
    uint64_t most = 0;
    for (uint32_t i = 0; i < n; i++)
        if (word[i] != LIT_FALSE) most |= (uint64_t)1 << i;
    switch (expr_op(b->pool, e)) {
    case EXPR_ADD: return least_of(most, most_of_sum(n, most_of_kid(b, e, 0), most_of_kid(b, e, 1)));
    case EXPR_ZEXT: return least_of(most, most_of_kid(b, e, 0));
    case EXPR_UREM: { /* by a constant */
        uint64_t below = divisor_of(b, e);
        return below ? least_of(least_of(most, most_of_kid(b, e, 0)), below - 1) : most;
    }
    case EXPR_ITE: {
        uint64_t yes = most_of_kid(b, e, 1), no = most_of_kid(b, e, 2);
        return least_of(most, yes > no ? yes : no);
    }
    default: return most;
    }
}

/* ---- one node --------------------------------------------------------------------- */

static void encode_const(struct blaster *b, expr e, lit *out) {
    uint64_t scratch;
    const uint64_t *words = expr_words(b->pool, e, &scratch);
    for (uint32_t i = 0; i < expr_width(b->pool, e); i++) out[i] = words[i / 64] >> (i % 64) & 1 ? LIT_TRUE : LIT_FALSE;
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
    if (sum_encode(b, e, out)) return;
    int negated = negated_operand(b, e);
    if (negated < 0) {
        const lit *x = kid_word(b, e, 0), *y = kid_word(b, e, 1);
        blaster_add(b, n, x, blaster_word_most(x), y, blaster_word_most(y), out);
        return;
    }
    lit complement[EXPR_MAX_WIDTH];
    const lit *positive = kid_word(b, expr_kid(b->pool, e, negated), 0);
    for (uint32_t i = 0; i < n; i++) complement[i] = -positive[i];
    word_add(&b->gates, n, kid_word(b, e, 1 - negated), complement, LIT_TRUE, out);
}

/* A remainder by a constant that goes into the dividend once at most (sums modulo
 * something are made of these): the difference, or the dividend. */
static bool encode_short_remainder(struct blaster *b, expr e, lit *out) {
    uint32_t n = expr_width(b->pool, e);
    uint64_t by = divisor_of(b, e), most = by ? blaster_word_most(kid_word(b, e, 0)) : 0;
    if (!by || most == UINT64_MAX || most / 2 >= by) return false;
    const lit *x = kid_word(b, e, 0), *c = kid_word(b, e, 1);
    lit complement[EXPR_MAX_WIDTH], difference[EXPR_MAX_WIDTH];
    for (uint32_t i = 0; i < n; i++) complement[i] = -c[i];
    word_add(&b->gates, n, x, complement, LIT_TRUE, difference);
    word_mux(&b->gates, n, word_less(&b->gates, n, x, c, false), x, difference, out);
    /* The gates do not see that the difference is small. */
    for (uint32_t i = 0; i < n; i++)
        if (by - 1 < (uint64_t)1 << i) out[i] = LIT_FALSE;
    return true;
}

static void encode_divide(struct blaster *b, expr e, lit *out) {
    if (expr_op(b->pool, e) == EXPR_UREM && encode_short_remainder(b, e, out)) return;
    lit other[EXPR_MAX_WIDTH];
    uint32_t n = expr_width(b->pool, e);
    enum expr_op op = expr_op(b->pool, e);
    bool rem = op == EXPR_UREM || op == EXPR_SREM;
    bool is_signed = op == EXPR_SDIV || op == EXPR_SREM;
    (is_signed ? word_signed_divide : word_divide)(&b->gates, n, kid_word(b, e, 0), kid_word(b, e, 1),
                                                   rem ? other : out, rem ? out : other);
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
    return (is_signed ? word_signed_less : word_less)(&b->gates, n, kid_word(b, e, 0), kid_word(b, e, 1), or_equal);
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

/* Its operands are encoded, so what the circuit brings is its own. Without a circuit there is
 * no answer from here. */
static void encode_float(struct blaster *b, expr e, lit *out) {
    uint32_t n = expr_width(b->pool, e);
    if (lazy_is(b->pool, e)) {
        lazy_encode(b, e, out);
        return;
    }
    expr circuit = float_circuit(b->pool, e);
    if (expr_is(circuit)) {
        memcpy(out, blaster_word(b, circuit), n * sizeof *out);
        return;
    }
    b->gates.sat.broken = true;
    for (uint32_t i = 0; i < n; i++) out[i] = LIT_FALSE;
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
    case EXPR_EXTRACT: memcpy(out, kid_word(b, e, 0) + expr_node(b->pool, e)->aux, n * sizeof *out); break;
    case EXPR_ZEXT:
    case EXPR_SEXT: encode_extend(b, e, out); break;
    case EXPR_ITE: word_mux(g, n, kid_word(b, e, 0)[0], kid_word(b, e, 1), kid_word(b, e, 2), out); break;
    case EXPR_GUARD: encode_guard(b, e, out); break;
    case EXPR_READ: memcpy(out, array_read_word(b, e), n * sizeof *out); break;
    case EXPR_ARRAY_SYM:
    case EXPR_ARRAY_CONST:
    case EXPR_STORE:
    case EXPR_OPS: assert(!"an array has no word"); break;
    default: encode_float(b, e, out); break;
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
    if (op == EXPR_EQ && poly_compare(b->pool, expr_kid(b->pool, e, 0), expr_kid(b->pool, e, 1)) != POLY_OPEN)
        return true;
    bool ready = true;
    if (op == EXPR_ADD && sum_prepare(b, e, &ready)) return ready;
    int negated = op == EXPR_ADD ? negated_operand(b, e) : -1;
    for (int i = 0; i < expr_arity(op); i++) {
        expr kid = expr_kid(b->pool, e, i);
        if (i == negated) kid = expr_kid(b->pool, kid, 0);
        if (push_if_missing(b, kid)) ready = false;
    }
    return ready;
}

static void make_word(struct blaster *b, expr e) {
    uint32_t before = b->gates.sat.vars;
    lit *out = arena_alloc(&b->arena, (HEADER_LITS + expr_width(b->pool, e)) * sizeof *out);
    out += HEADER_LITS;
    encode_node(b, e, out);
    *header_of(out) = (struct word_header){most_of(b, e, out), b->gates.sat.vars - before};
    map_put(&b->words, e.id, (uintptr_t)out);
}

const lit *blaster_word(struct blaster *b, expr e) {
    const lit *known = blaster_find(b, e);
    if (known) return known;
    assert(!expr_is_array(b->pool, e));
    uint32_t base = b->stack.len; /* a circuit is encoded while its operator waits */
    vec_push(&b->stack, e.id);
    while (b->stack.len > base) {
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
