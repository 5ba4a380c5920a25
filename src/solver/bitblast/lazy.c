/* Operators over floats that have no circuit (functions of math.h) or a large one (products, quotients, roots): a word
 * of their own, and lemmas where an assignment gets it wrong.
 *
 * A lemma says of a box of arguments which range the results are in (solver/libm_range.h, solver/boxes_value.h). The
 * first of some boxes around the wrong arguments whose range excludes the wrong result is taken, the largest first: so
 * a monotone function is cut off by halves of its domain, and few rounds decide what its shape decides. Then
 * - of a function of math.h, the last box is the point itself, with the library's own value;
 * - products and their like are tied to their circuit when they were wrong LAZY_ROUNDS times. Signs and exponents
 * decide many questions, and a circuit of 53 by 53 bits is not needed for those.
 */
#include <assert.h>
#include <math.h>

#include "base/provoke.h"
#include "expr/arith.h"
#include "expr/bv.h"
#include "expr/float.h"
#include "expr/float_value.h"
#include "expr/relate.h"
#include "solver/bitblast/blaster.h"
#include "solver/bitblast/words.h"
#include "solver/halves.h"
#include "solver/libm_range.h"

enum { LAZY_ROUNDS = PROVOKED(6, 1), LAZY_TIED = LAZY_ROUNDS + 1 };

struct wrong {
    expr e;
    uint64_t args[3][2], result[2], truth[2]; /* words: what is assigned, and the right value */
};

typedef VEC(struct wrong) vec_wrong;

bool lazy_is(const struct expr_pool *pool, expr e) {
    bool large = expr_width(pool, e) > 16; /* circuits of halves are small */
    switch (expr_op(pool, e)) {
    case EXPR_FLIBM: return true;
    case EXPR_FMUL:
        return large && !expr_is_const(pool, expr_kid(pool, e, 0)) && !expr_is_const(pool, expr_kid(pool, e, 1));
    case EXPR_FDIV:
    case EXPR_FSQRT:
    case EXPR_FMA: return large;
    default: return false;
    }
}

void lazy_encode(struct blaster *b, expr e, lit *out) {
    for (uint32_t i = 0; i < expr_width(b->pool, e); i++) out[i] = sat_new_var(&b->gates.sat);
    map_put(&b->lazy, e.id, 0);
}

/* ---- what is wrong ----------------------------------------------------------------------------------- */

static void value_of(const struct blaster *b, expr e, uint64_t *words) {
    uint32_t width = expr_width(b->pool, e);
    const lit *word = blaster_find(b, e);
    words[0] = blaster_value(b, width, word);
    words[1] = width > 64 ? blaster_value(b, width - 64, word + 64) : 0;
}

static void collect(struct blaster *b, expr e, void *data) {
    if (!lazy_is(b->pool, e) || !blaster_find(b, e) || map_get(&b->lazy, e.id, LAZY_TIED) == LAZY_TIED) return;
    uint32_t width = expr_width(b->pool, e), widths[3] = {width, width, width};
    struct wrong w = {.e = e};
    const uint64_t *kids[3] = {w.args[0], w.args[1], w.args[2]};
    for (int i = 0; i < expr_arity(expr_op(b->pool, e)); i++) value_of(b, expr_kid(b->pool, e, i), w.args[i]);
    value_of(b, e, w.result);
    bool known = float_apply(expr_op(b->pool, e), expr_node(b->pool, e)->aux, width, widths, kids, w.truth);
    assert(known || expr_op(b->pool, e) != EXPR_FLIBM);
    if (!known)
        w.truth[0] = ~w.result[0]; /* the processor has no such mode: wrong, until the circuit says what is right */
    if (w.result[0] != w.truth[0] || (width > 64 && w.result[1] != w.truth[1])) vec_push((vec_wrong *)data, w);
}

/* ---- lemmas ------------------------------------------------------------------------------------------ */

static bool same_operands(const struct expr_pool *pool, expr e) {
    return expr_arity(expr_op(pool, e)) > 1 && expr_same(expr_kid(pool, e, 0), expr_kid(pool, e, 1));
}

static expr constant(struct expr_pool *pool, uint32_t width, long double v) {
    float_word bits = float_encode(width, v);
    return expr_const_wide(pool, width, (uint64_t[]){(uint64_t)bits, (uint64_t)(bits >> 64)});
}

static expr within(struct expr_pool *pool, expr e, const struct box_range *r) {
    uint32_t width = expr_width(pool, e);
    expr in = expr_false(pool);
    if (r->number) {
        expr low = expr_fle(pool, constant(pool, width, r->low), e),
             high = expr_fle(pool, e, constant(pool, width, r->high));
        in = expr_and(pool, low, high);
    }
    return r->nan ? expr_or(pool, in, expr_fnan(pool, e)) : in;
}

static bool excludes(const struct box_range *r, long double v) {
    return isnan(v) ? !r->nan : !r->number || v < r->low || v > r->high;
}

static struct box_range numbers(long double low, long double high) {
    return (struct box_range){.is_float = true, .number = true, .low = low, .high = high};
}

static long double largest(uint32_t width) { return halves_neighbour(width, INFINITY, false); }

/* Boxes that functions treat alike, then those that end at v, then little around v, then v. */
enum {
    ALL,
    ONLY_NAN,
    FINITE,
    POSITIVE,
    NEGATIVE,
    FROM_1,
    FROM_V,
    TO_V,
    FINITE_FROM_V,
    FINITE_TO_V,
    AROUND_V,
    V = AROUND_V + 56,
    BOXES
};

static bool box_around(uint32_t width, long double v, int which, struct box_range *out) {
    long double max = largest(width), side = ldexpl(4, AROUND_V - which);
    switch (which) {
    case ALL:
        *out = numbers(-INFINITY, INFINITY);
        out->nan = true;
        return true;
    case ONLY_NAN: *out = (struct box_range){.is_float = true, .nan = true}; return isnan(v);
    case FINITE: *out = numbers(-max, max); break;
    case POSITIVE: *out = numbers(0, INFINITY); break;
    case NEGATIVE: *out = numbers(-INFINITY, 0); break;
    case FROM_1: *out = numbers(1, INFINITY); break;
    case FROM_V: *out = numbers(v, INFINITY); break;
    case TO_V: *out = numbers(-INFINITY, v); break;
    case FINITE_FROM_V: *out = numbers(v, max); break;
    case FINITE_TO_V: *out = numbers(-max, v); break;
    case V: *out = numbers(v, v); break;
    default: *out = numbers(v - side, v + side); break;
    }
    return out->low <= v && v <= out->high;
}

/* The box's ends in the format: `within` compares with these. */
static void round_box(uint32_t width, struct box_range *r) {
    r->low = float_decode(width, float_encode(width, r->low));
    r->high = float_decode(width, float_encode(width, r->high));
}

/* arguments in the boxes -> result in its range, if that excludes the wrong one. */
static expr box_lemma(struct blaster *b, const struct wrong *w, struct box_range *boxes) {
    enum expr_op op = expr_op(b->pool, w->e);
    uint64_t aux = expr_node(b->pool, w->e)->aux;
    uint32_t width = expr_width(b->pool, w->e);
    const struct box_range *kids[3] = {&boxes[0], &boxes[1], &boxes[2]};
    for (int i = 0; i < expr_arity(op); i++) round_box(width, &boxes[i]);
    struct range_node node = {op, width, width, aux, same_operands(b->pool, w->e)};
    struct box_range r =
        op == EXPR_FLIBM ? libm_range(libm_of_aux(aux), width, kids[0], kids[1]) : range_apply(&node, kids);
    if (!excludes(&r, float_decode(width, float_word_of(width, w->result)))) return EXPR_NONE;
    expr in = expr_true(b->pool);
    for (int i = 0; i < expr_arity(op); i++)
        in = expr_and(b->pool, in, within(b->pool, expr_kid(b->pool, w->e, i), &boxes[i]));
    return expr_or(b->pool, expr_not(b->pool, in), within(b->pool, w->e, &r));
}

static long double argument(const struct blaster *b, const struct wrong *w, int i) {
    uint32_t width = expr_width(b->pool, w->e);
    return float_decode(width, float_word_of(width, w->args[i]));
}

static expr libm_lemma(struct blaster *b, const struct wrong *w) {
    uint32_t width = expr_width(b->pool, w->e);
    if (width > 64) return EXPR_NONE;
    bool one = same_operands(b->pool, w->e);
    struct box_range boxes[3] = {0};
    expr lemma = EXPR_NONE;
    for (int i = 0; i < BOXES && !expr_is(lemma); i++) {
        bool around = box_around(width, argument(b, w, 0), i, &boxes[0]);
        boxes[1] = boxes[0];
        if (one && around) lemma = box_lemma(b, w, boxes);
        for (int k = 0; !one && around && k <= AROUND_V && !expr_is(lemma); k++)
            if (box_around(width, argument(b, w, 1), k < AROUND_V ? k : V, &boxes[1])) lemma = box_lemma(b, w, boxes);
    }
    return lemma;
}

/* These very arguments give the library's value. */
static expr point_lemma(struct blaster *b, const struct wrong *w) {
    uint32_t width = expr_width(b->pool, w->e);
    expr lemma = expr_eq(b->pool, w->e, expr_const_wide(b->pool, width, w->truth));
    for (int i = 0; i < 2; i++) {
        expr arg = expr_kid(b->pool, w->e, i), is = expr_eq(b->pool, arg, expr_const_wide(b->pool, width, w->args[i]));
        lemma = expr_or(b->pool, expr_not(b->pool, is), lemma);
    }
    return lemma;
}

/* ---- products and their like ------------------------------------------------------------------------- */

/* All of v's sign but zero, what is further from zero than v, what is not infinite of that, what is nearer, v's power
 * of two, v. */
enum { SIGN, BEYOND, BEYOND_FINITE, NEARER, POWER, POINT, SHAPES };

static struct box_range shape_around(uint32_t width, long double v, int which) {
    if (isnan(v)) return (struct box_range){.is_float = true, .nan = true};
    long double near = fabsl(v), far = near, tiny = halves_neighbour(width, 0, true);
    int power = near > 0 && !isinf(near) ? ilogbl(near) : 0;
    if (v == 0) which = POINT;
    switch (which) {
    case SIGN:
        near = tiny;
        far = INFINITY;
        break;
    case BEYOND: far = INFINITY; break;
    case BEYOND_FINITE: far = fmaxl(far, largest(width)); break;
    case NEARER: near = tiny; break;
    case POWER:
        if (isinf(v)) break;
        near = fmaxl(tiny, ldexpl(1, power));
        far = fminl(largest(width), ldexpl(1, power + 1));
        break;
    default: break;
    }
    return v < 0 ? numbers(-far, -near) : numbers(near, far);
}

static expr shape_lemma(struct blaster *b, const struct wrong *w) {
    int arity = expr_arity(expr_op(b->pool, w->e)), last = SHAPES;
    expr lemma = EXPR_NONE;
    for (int i = 1; i < arity; i++) last *= SHAPES;
    for (int i = 0; i < last && !expr_is(lemma); i++) {
        struct box_range boxes[3] = {0};
        for (int k = 0, rest = i; k < arity; k++, rest /= SHAPES)
            boxes[k] = shape_around(expr_width(b->pool, w->e), argument(b, w, k), rest % SHAPES);
        lemma = box_lemma(b, w, boxes);
    }
    return lemma;
}

static void add_lemma(struct blaster *b, expr lemma) {
    assert(!expr_is_false(b->pool, lemma));
    SAT_ADD(&b->gates.sat, blaster_word(b, lemma)[0]);
}

/* There is one NaN, and the sign of a product or quotient is that of both operands. */
static void add_first_lemmas(struct blaster *b, expr e) {
    uint32_t width = expr_width(b->pool, e);
    expr nan = expr_fnan(b->pool, e), the_nan = constant(b->pool, width, NAN);
    add_lemma(b, expr_or(b->pool, expr_not(b->pool, nan), expr_eq(b->pool, e, the_nan)));
    if (expr_op(b->pool, e) != EXPR_FMUL && expr_op(b->pool, e) != EXPR_FDIV) return;
    expr sign = expr_false(b->pool);
    for (int i = 0; i < 2; i++)
        sign = expr_xor(b->pool, sign, expr_extract(b->pool, expr_kid(b->pool, e, i), width - 1, 1));
    add_lemma(b, expr_or(b->pool, nan, expr_eq(b->pool, sign, expr_extract(b->pool, e, width - 1, 1))));
}

static void tie_to_circuit(struct blaster *b, expr e) {
    expr circuit = float_circuit(b->pool, e);
    const lit *exact = blaster_word(b, circuit);
    word_tie(&b->gates, expr_width(b->pool, e), LIT_TRUE, blaster_find(b, e), exact);
}

static void correct(struct blaster *b, const struct wrong *w) {
    uint64_t rounds = map_get(&b->lazy, w->e.id, 0);
    expr lemma = rounds < LAZY_ROUNDS ? shape_lemma(b, w) : EXPR_NONE;
    if (rounds == 0) add_first_lemmas(b, w->e);
    if (expr_is(lemma)) add_lemma(b, lemma);
    else if (rounds) tie_to_circuit(b, w->e);
    map_put(&b->lazy, w->e.id, expr_is(lemma) || !rounds ? rounds + 1 : LAZY_TIED);
}

/* ---- two of them ------------------------------------------------------------------------------------- */

/* Rounding keeps order: where two products, quotients or roots share a factor or divisor, their order is that of the
 * other operands, or the other way round if the shared one is negative. */
struct pair {
    const struct wrong *a, *b;
    int at_a, at_b; /* the operands that differ */
};

static bool pair_up(const struct expr_pool *pool, const struct wrong *a, const struct wrong *b, struct pair *out) {
    enum expr_op op = expr_op(pool, a->e);
    if (op != expr_op(pool, b->e) || expr_width(pool, a->e) != expr_width(pool, b->e) || op == EXPR_FLIBM ||
        op == EXPR_FMA)
        return false;
    if (expr_node(pool, a->e)->aux != expr_node(pool, b->e)->aux) return false;
    *out = (struct pair){a, b, 0, 0};
    if (op == EXPR_FSQRT) return true;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++) {
            if (op == EXPR_FDIV && (i == 0 || k == 0)) continue; /* the dividends differ */
            if (!expr_same(expr_kid(pool, a->e, i), expr_kid(pool, b->e, k))) continue;
            out->at_a = 1 - i;
            out->at_b = 1 - k;
            return true;
        }
    return false;
}

/* Is the assignment's order wrong? With `down`: the shared operand is negative. */
static bool order_is_wrong(const struct blaster *b, const struct pair *p, bool down) {
    bool root = expr_op(b->pool, p->a->e) == EXPR_FSQRT;
    uint32_t width = expr_width(b->pool, p->a->e);
    long double shared = root ? 1 : argument(b, p->a, 1 - p->at_a);
    long double x = argument(b, p->a, p->at_a), y = argument(b, p->b, p->at_b);
    long double r = float_decode(width, float_word_of(width, p->a->result)),
                s = float_decode(width, float_word_of(width, p->b->result));
    if (down ? !(shared < 0) : !(shared > 0)) return false;
    return x <= y && (down ? r < s : r > s);
}

static expr order_lemma(struct blaster *b, const struct pair *p, bool down) {
    struct expr_pool *pool = b->pool;
    expr first = p->a->e, second = p->b->e, zero = constant(pool, expr_width(pool, first), 0);
    expr when = expr_fle(pool, expr_kid(pool, first, p->at_a), expr_kid(pool, second, p->at_b));
    if (expr_op(pool, first) != EXPR_FSQRT) {
        expr shared = expr_kid(pool, first, 1 - p->at_a);
        when = expr_and(pool, when, down ? expr_flt(pool, shared, zero) : expr_flt(pool, zero, shared));
    }
    expr then = down ? expr_fle(pool, second, first) : expr_fle(pool, first, second);
    then = expr_or(pool, then, expr_or(pool, expr_fnan(pool, first), expr_fnan(pool, second)));
    return expr_or(pool, expr_not(pool, when), then);
}

enum { MOST_PAIRED = 50 };

static void correct_pairs(struct blaster *b, const vec_wrong *wrong) {
    struct pair p;
    for (uint32_t i = 0; i < wrong->len && i < MOST_PAIRED; i++) {
        for (uint32_t k = 0; k < wrong->len && k < MOST_PAIRED; k++) {
            if (i == k || !pair_up(b->pool, &wrong->data[i], &wrong->data[k], &p)) continue;
            for (int down = 0; down < 2; down++)
                if (order_is_wrong(b, &p, down)) add_lemma(b, order_lemma(b, &p, down));
        }
    }
}

/* ---- all --------------------------------------------------------------------------------------------- */

uint32_t lazy_refine(struct blaster *b, const expr *constraints, uint32_t n, uint32_t *looked_up) {
    if (!b->lazy.len) return 0;
    vec_wrong wrong = {0};
    blaster_visit(b, constraints, n, collect, &wrong);
    correct_pairs(b, &wrong);
    for (vec_each(uint32_t, i, &wrong)) {
        const struct wrong *w = &wrong.data[i];
        if (expr_op(b->pool, w->e) != EXPR_FLIBM) {
            correct(b, w);
            continue;
        }
        expr range = libm_lemma(b, w);
        if (expr_is(range)) add_lemma(b, range);
        add_lemma(b, point_lemma(b, w));
        ++*looked_up;
    }
    uint32_t count = wrong.len;
    vec_release(&wrong);
    return count;
}
