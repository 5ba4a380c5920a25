/* Functions of math.h, which have no circuit: a word of their own, and lemmas where an assignment gets it wrong.
 *
 * A lemma says of a box of arguments which range the results are in (solver/libm_range.h). The first of some boxes
 * around the wrong arguments whose range excludes the wrong result is taken, the largest first: so a monotone
 * function is cut off by halves of its domain, and few rounds decide what its shape decides. The last box is the
 * point itself, with the library's own value. */
#include <assert.h>
#include <math.h>

#include "expr/bv.h"
#include "expr/float.h"
#include "solver/bitblast/blaster.h"
#include "solver/libm_range.h"

struct wrong {
    expr e;
    uint64_t args[2][2], result[2], truth[2]; /* words: what is assigned, and the library's value */
};

typedef VEC(struct wrong) vec_wrong;

/* ---- what is wrong -------------------------------------------------------------------------------------- */

static void value_of(const struct blaster *b, expr e, uint64_t *words) {
    uint32_t width = expr_width(b->pool, e);
    const lit *word = blaster_find(b, e);
    words[0] = blaster_value(b, width, word);
    words[1] = width > 64 ? blaster_value(b, width - 64, word + 64) : 0;
}

static void collect(struct blaster *b, expr e, void *data) {
    if (expr_op(b->pool, e) != EXPR_FLIBM || !blaster_find(b, e)) return;
    uint32_t width = expr_width(b->pool, e), widths[2] = {width, width};
    struct wrong w = {.e = e};
    const uint64_t *kids[2] = {w.args[0], w.args[1]};
    for (int i = 0; i < 2; i++) value_of(b, expr_kid(b->pool, e, i), w.args[i]);
    value_of(b, e, w.result);
    bool known = float_apply(EXPR_FLIBM, expr_node(b->pool, e)->aux, width, widths, kids, w.truth);
    (void)known;
    assert(known);
    if (w.result[0] != w.truth[0] || (width > 64 && w.result[1] != w.truth[1])) vec_push((vec_wrong *)data, w);
}

/* ---- lemmas --------------------------------------------------------------------------------------------------- */

static expr constant(struct expr_pool *pool, uint32_t width, double v) { return expr_const(pool, width, float_encode(width, v)); }

static expr within(struct expr_pool *pool, expr e, const struct box_range *r) {
    uint32_t width = expr_width(pool, e);
    expr in = expr_false(pool);
    if (r->number) {
        expr low = expr_fle(pool, constant(pool, width, r->low), e), high = expr_fle(pool, e, constant(pool, width, r->high));
        in = expr_and(pool, low, high);
    }
    return r->nan ? expr_or(pool, in, expr_fnan(pool, e)) : in;
}

static bool excludes(const struct box_range *r, double v) {
    return isnan(v) ? !r->nan : !r->number || v < r->low || v > r->high;
}

static struct box_range numbers(double low, double high) {
    return (struct box_range){.is_float = true, .number = true, .low = low, .high = high};
}

static double largest(uint32_t width) { return float_decode(width, float_encode(width, INFINITY) - 1); }

/* Boxes that functions treat alike, then those that end at v, then little around v, then v. */
enum { ALL, ONLY_NAN, FINITE, POSITIVE, NEGATIVE, FROM_1, FROM_V, TO_V, FINITE_FROM_V, FINITE_TO_V, AROUND_V, V = AROUND_V + 56, BOXES };

static bool box_around(uint32_t width, double v, int which, struct box_range *out) {
    double max = largest(width), side = ldexp(4, AROUND_V - which);
    switch (which) {
    case ALL: *out = numbers(-INFINITY, INFINITY); out->nan = true; return true;
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

/* arguments in the box -> result in its range, if that excludes the wrong one. */
static expr box_lemma(struct blaster *b, const struct wrong *w, struct box_range x, struct box_range y) {
    uint32_t width = expr_width(b->pool, w->e);
    round_box(width, &x);
    round_box(width, &y);
    struct box_range r = libm_range(libm_of_aux(expr_node(b->pool, w->e)->aux), width, &x, &y);
    if (!excludes(&r, float_decode(width, w->result[0]))) return EXPR_NONE;
    expr in = within(b->pool, expr_kid(b->pool, w->e, 0), &x);
    in = expr_and(b->pool, in, within(b->pool, expr_kid(b->pool, w->e, 1), &y)); /* one argument is there twice */
    return expr_or(b->pool, expr_not(b->pool, in), within(b->pool, w->e, &r));
}

static expr range_lemma(struct blaster *b, const struct wrong *w) {
    uint32_t width = expr_width(b->pool, w->e);
    if (width > 64) return EXPR_NONE;
    bool one = expr_same(expr_kid(b->pool, w->e, 0), expr_kid(b->pool, w->e, 1));
    double v[2] = {float_decode(width, w->args[0][0]), float_decode(width, w->args[1][0])};
    struct box_range x, y;
    expr lemma = EXPR_NONE;
    for (int i = 0; i < BOXES && !expr_is(lemma); i++) {
        bool around = box_around(width, v[0], i, &x);
        if (one && around) lemma = box_lemma(b, w, x, x);
        for (int k = 0; !one && around && k <= AROUND_V && !expr_is(lemma); k++)
            if (box_around(width, v[1], k < AROUND_V ? k : V, &y)) lemma = box_lemma(b, w, x, y);
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

static void add_lemma(struct blaster *b, expr lemma) {
    assert(!expr_is_false(b->pool, lemma));
    SAT_ADD(&b->gates.sat, blaster_word(b, lemma)[0]);
}

uint32_t libm_refine(struct blaster *b, const expr *constraints, uint32_t n) {
    if (!b->libm) return 0;
    vec_wrong wrong = {0};
    blaster_visit(b, constraints, n, collect, &wrong);
    for (vec_each(uint32_t, i, &wrong)) {
        expr range = range_lemma(b, &wrong.data[i]);
        if (expr_is(range)) add_lemma(b, range);
        add_lemma(b, point_lemma(b, &wrong.data[i]));
    }
    uint32_t count = wrong.len;
    vec_release(&wrong);
    return count;
}
