#include "cond/guess.h"

#include <assert.h>
#include <stdlib.h>

#include "base/str.h"
#include "expr/arith.h"
#include "expr/keep.h"
#include "expr/print.h"
#include "expr/relate.h"
#include "solver/path.h"

enum {
    MOST_TERMS = 20,
    MOST_TERM_SIZE = 12, /* nodes */
    MOST_CONDITIONS = 200,
    MOST_LOOKED = 60, /* nodes of one value */
    MOST_PLACES = 8,  /* of arrays */
    MOST_ATOMS = 48,
    MOST_CELLS = 4, /* of an array that a loop changes, of which something is guessed */
    MOST_POINTS = 96,
    MOST_GUESSES = 400,
    MOST_LIMITS = 160,
    MOST_MOVES = 12, /* of a bound */
    MOST_HULLS = 24,
    MOST_VALUES = 6,   /* that are cases of their own */
    MOST_SHAPES = 120, /* conditions on cells */
    EFFORT = 4000      /* conflicts for one question, while few guesses are made; four times as many with each step */
};

static struct expr_pool *pool_of(const struct guesses *g) { return g->x->sym->pool; }

/* ---- lifetime ----------------------------------------------------------------------------------------- */

void guesses_init(struct guesses *g, struct exec *x, bool (*knows)(void *owner, symbol s), void *owner) {
    *g = (struct guesses){.x = x, .knows = knows, .owner = owner};
    map_init(&g->is_refuted);
    for (uint32_t i = 0; i < 2; i++) g->cell[i] = expr_sym(pool_of(g), 32u << i, "cell");
}

static void drop_hulls(struct guesses *g) {
    for (uint32_t i = 0; i < g->hulls.len; i++) hull_release(&g->hulls.data[i].hull);
    vec_clear(&g->hulls);
}

static void drop_points(struct guesses *g) {
    while (g->points.len) model_release(vec_pop(&g->points));
}

void guesses_release(struct guesses *g) {
    drop_hulls(g);
    drop_points(g);
    vec_release(&g->hulls);
    vec_release(&g->points);
    vec_release(&g->vars);
    vec_release(&g->terms);
    vec_release(&g->conditions);
    vec_release(&g->list);
    vec_release(&g->limits);
    vec_release(&g->refuted);
    vec_release(&g->before);
    vec_release(&g->shapes);
    map_release(&g->is_refuted);
}

void guesses_mark(const struct guesses *g) {
    struct expr_pool *pool = pool_of(g);
    const cond_list *const lists[] = {&g->vars, &g->terms, &g->conditions, &g->refuted, &g->shapes};
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
        for (uint32_t i = 0; i < lists[k]->len; i++) expr_mark(pool, lists[k]->data[i]);
    for (uint32_t i = 0; i < g->before.len; i++) expr_mark(pool, g->before.data[i]);
    for (uint32_t i = 0; i < g->list.len; i++) {
        expr_mark(pool, g->list.data[i].cond);
        if (expr_is(g->list.data[i].term)) expr_mark(pool, g->list.data[i].term);
    }
    for (uint32_t i = 0; i < g->hulls.len; i++)
        if (expr_is(g->hulls.data[i].when)) expr_mark(pool, g->hulls.data[i].when);
}

void guesses_restart(struct guesses *g, const struct blur *c) {
    drop_hulls(g);
    drop_points(g);
    vec_clear(&g->list);
    vec_clear(&g->vars);
    vec_clear(&g->terms);
    vec_clear(&g->before);
    vec_clear(&g->shapes);
    for (uint32_t i = 0; i < c->parts.len; i++) vec_push(&g->vars, c->parts.data[i].any);
}

void guesses_forget(struct guesses *g) {
    map_clear(&g->is_refuted);
    vec_clear(&g->refuted);
}

static void refute(struct guesses *g, expr e) {
    if (map_put(&g->is_refuted, e.id, 1)) vec_push(&g->refuted, e);
}

/* ---- what a guess may speak of ------------------------------------------------------------------------ */

void guesses_before(struct guesses *g, const blur_values *values) {
    assert(values->len == g->vars.len);
    vec_clear(&g->before);
    vec_append(&g->before, values->data, values->len);
}

static bool is_cell(const struct guesses *g, uint32_t symbol_id) {
    return expr_symbol(pool_of(g), g->cell[0]).id == symbol_id || expr_symbol(pool_of(g), g->cell[1]).id == symbol_id;
}

static bool is_var(const struct guesses *g, uint32_t symbol_id) {
    for (uint32_t i = 0; i < g->vars.len; i++)
        if (expr_symbol(pool_of(g), g->vars.data[i]).id == symbol_id) return true;
    return false;
}

/* Has every symbol of e a value at the cut? *own: it speaks of a var. */
static bool is_known(const struct guesses *g, expr e, bool *own) {
    const struct symbol_set *set = expr_symbols(pool_of(g), e);
    *own = false;
    for (uint32_t i = 0; i < set->len; i++) {
        if (is_var(g, set->ids[i])) *own = true;
        else if (!is_cell(g, set->ids[i]) && !g->knows(g->owner, (symbol){set->ids[i]})) return false;
    }
    return true;
}

static bool is_word(uint32_t width) { return width == 8 || width == 16 || width == 32 || width == 64; }

void guesses_term(struct guesses *g, expr e) {
    struct expr_pool *pool = pool_of(g);
    if (expr_is_array(pool, e) || !is_word(expr_width(pool, e))) return;
    if (expr_op(pool, e) == EXPR_ADD && expr_is_const(pool, expr_kid(pool, e, 1))) e = expr_kid(pool, e, 0);
    bool own;
    if (expr_is_const(pool, e) || g->terms.len >= MOST_TERMS || conds_have(&g->terms, e)) return;
    if (expr_size(pool, e, MOST_TERM_SIZE + 1) <= MOST_TERM_SIZE && is_known(g, e, &own)) vec_push(&g->terms, e);
}

static void add_limit(struct guesses *g, int64_t v) {
    for (uint32_t i = 0; i < g->limits.len; i++)
        if ((int64_t)g->limits.data[i] == v) return;
    if (g->limits.len < MOST_LIMITS) vec_push(&g->limits, (uint64_t)v);
}

static int64_t signed_value(uint64_t v, uint32_t width) {
    return width == 64 ? (int64_t)v : (int64_t)(v << (64 - width)) >> (64 - width);
}

static void note_constant(struct guesses *g, expr e) {
    struct expr_pool *pool = pool_of(g);
    uint32_t width = expr_width(pool, e);
    if (!is_word(width)) return;
    int64_t s = signed_value(expr_value(pool, e), width);
    for (int64_t d = -1; d <= 1; d++) add_limit(g, (int64_t)((uint64_t)s + (uint64_t)d));
    if (s < 0) add_limit(g, (int64_t)expr_value(pool, e)); /* as an unsigned one */
}

static int compare_limits(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

/* A round adds what the program adds: sums of two are reached, too. */
static void close_limits(struct guesses *g) {
    static const int64_t usual[] = {-1, 0, 1, 127, 255, 32767, 65535};
    uint32_t n = g->limits.len < 12 ? g->limits.len : 12;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = i; k < n; k++) add_limit(g, (int64_t)(g->limits.data[i] + g->limits.data[k]));
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) add_limit(g, usual[i]);
    qsort(g->limits.data, g->limits.len, sizeof *g->limits.data, compare_limits);
}

/* ---- comparisons ------------------------------------------------------------------------------------- */

static bool is_comparison(const struct expr_pool *pool, expr e) {
    switch (expr_op(pool, e)) {
    case EXPR_EQ:
    case EXPR_ULT:
    case EXPR_ULE:
    case EXPR_SLT:
    case EXPR_SLE: return !expr_is_array(pool, expr_kid(pool, e, 0));
    default: return false;
    }
}

/* A bit of a word, which counts as a word of its own: what is odd is a term. */
static bool is_bit(const struct expr_pool *pool, expr e) {
    return expr_op(pool, e) == EXPR_EXTRACT && expr_width(pool, e) == 1;
}

/* Appends the comparisons, and single bits, that a condition is made of. */
static void find_atoms(const struct guesses *g, expr e, uint32_t depth, cond_list *out) {
    struct expr_pool *pool = pool_of(g);
    if (!depth || out->len > 32 || expr_width(pool, e) != 1 || expr_is_const(pool, e)) return;
    if (is_comparison(pool, e) || is_bit(pool, e)) {
        if (!conds_have(out, e)) vec_push(out, e);
        return;
    }
    for (int i = 0; i < expr_arity(expr_op(pool, e)); i++) {
        expr kid = expr_kid(pool, e, i);
        if (!expr_is_array(pool, kid)) find_atoms(g, kid, depth - 1, out);
    }
}

/* ---- cells --------------------------------------------------------------------------------------------- */

/* Places of arrays that a value depends on: where it is read, and where something was written before. */
static void find_places(const struct guesses *g, expr e, uint32_t *left, cond_list *out) {
    struct expr_pool *pool = pool_of(g);
    if (!*left || out->len >= MOST_PLACES || expr_is_const(pool, e)) return;
    --*left;
    enum expr_op op = expr_op(pool, e);
    if ((op == EXPR_READ || op == EXPR_STORE) && !conds_have(out, expr_kid(pool, e, 1)))
        vec_push(out, expr_kid(pool, e, 1));
    if (op == EXPR_READ || op == EXPR_STORE) {
        find_places(g, expr_kid(pool, e, 0), left, out);
        return;
    }
    for (int i = 0; i < expr_arity(op); i++) find_places(g, expr_kid(pool, e, i), left, out);
}

/* Whether two places are one is what reads ask, though no condition says so. */
static void compare_places(const struct guesses *g, const cond_list *places, cond_list *atoms) {
    struct expr_pool *pool = pool_of(g);
    for (uint32_t i = 0; i < places->len; i++)
        for (uint32_t k = i + 1; k < places->len && atoms->len < MOST_ATOMS; k++) {
            expr a = places->data[i], b = places->data[k];
            if (expr_width(pool, a) != expr_width(pool, b)) continue;
            expr atom = expr_eq(pool, a, b);
            if (is_comparison(pool, atom) && !conds_have(atoms, atom)) vec_push(atoms, atom);
        }
}

static void find_cells(const struct guesses *g, cond_list *atoms) {
    cond_list places = {0};
    for (uint32_t i = 0; i < g->conditions.len; i++) {
        uint32_t left = MOST_LOOKED;
        find_places(g, g->conditions.data[i], &left, &places);
    }
    compare_places(g, &places, atoms);
    vec_release(&places);
}

bool guesses_condition(struct guesses *g, expr e) {
    if (conds_have(&g->conditions, e) || g->conditions.len >= MOST_CONDITIONS) return false;
    vec_push(&g->conditions, e);
    return true;
}

/* Conditions inside of a value: of selects, and bits that are added. */
static void look_into(struct guesses *g, expr e, uint32_t *left) {
    struct expr_pool *pool = pool_of(g);
    bool own;
    if (!*left || expr_is_array(pool, e) || expr_is_const(pool, e)) return;
    --*left;
    if (expr_width(pool, e) == 1) {
        if (is_known(g, e, &own) && own) guesses_condition(g, e);
        return;
    }
    for (int i = 0; i < expr_arity(expr_op(pool, e)); i++) look_into(g, expr_kid(pool, e, i), left);
}

/* Of cells that the round has passed. */
static void look_at_cells(struct guesses *g, const struct blur *c, const blur_values *values) {
    struct forall_round r = {pool_of(g), c, &g->before, values, NULL, g->zeal >= ZEAL_CASES, {g->cell[0], g->cell[1]}};
    cond_list atoms = {0}, found = {0};
    for (uint32_t i = 0; i < g->conditions.len; i++) find_atoms(g, g->conditions.data[i], 8, &atoms);
    r.asked = &atoms;
    forall_guess(&r, &found);
    for (uint32_t i = 0; i < found.len && g->shapes.len < MOST_SHAPES; i++)
        if (!conds_have(&g->shapes, found.data[i])) vec_push(&g->shapes, found.data[i]);
    vec_release(&atoms);
    vec_release(&found);
}

void guesses_look(struct guesses *g, const struct blur *c, struct state *st) {
    blur_values values = {0};
    blur_read(c, st, &values);
    for (uint32_t i = 0; i < values.len; i++) {
        uint32_t left = MOST_LOOKED;
        look_into(g, values.data[i], &left);
    }
    if (g->instances && g->before.len == c->parts.len) look_at_cells(g, c, &values);
    vec_release(&values);
}

void guesses_cells(struct guesses *g, expr any, expr value) {
    struct expr_pool *pool = pool_of(g);
    for (int i = 0; i < MOST_CELLS && expr_op(pool, value) == EXPR_STORE; i++, value = expr_kid(pool, value, 0)) {
        expr cell = expr_eq(pool, expr_read(pool, any, expr_kid(pool, value, 1)), expr_kid(pool, value, 2));
        if (!expr_is_const(pool, cell)) guesses_condition(g, cell);
    }
}

/* ---- points ------------------------------------------------------------------------------------------ */

static bool hull_takes(struct guesses *g, struct guess_hull *h, struct model *m) {
    uint64_t point[HULL_MOST];
    if (expr_is(h->when) && !model_holds(m, pool_of(g), h->when)) return false;
    for (uint32_t i = 0; i < h->hull.n; i++) point[i] = model_eval(m, pool_of(g), g->terms.data[h->term[i]]);
    return hull_add(&h->hull, point);
}

void guesses_point(struct guesses *g, const struct model *m) {
    if (g->points.len < MOST_POINTS) vec_push(&g->points, model_copy(m));
}

static bool holds_everywhere(struct guesses *g, expr e) {
    for (uint32_t i = 0; i < g->points.len; i++)
        if (!model_holds(g->points.data[i], pool_of(g), e)) return false;
    return true;
}

/* A product of unknowns is a term of equations alone, and at first of simple ones: all else about it is a hard
 * question. */
static bool is_product(const struct expr_pool *pool, expr e) {
    return expr_op(pool, e) == EXPR_MUL && !expr_is_const(pool, expr_kid(pool, e, 1));
}

/* ---- making guesses ------------------------------------------------------------------------------------ */

static bool has_guess(const struct guesses *g, expr e) {
    for (uint32_t i = 0; i < g->list.len; i++)
        if (expr_same(g->list.data[i].cond, e)) return true;
    return false;
}

/* May e be guessed at all? */
static bool is_worthwhile(struct guesses *g, expr e) {
    bool own;
    if (expr_is_const(pool_of(g), e) || map_find(&g->is_refuted, e.id) || g->list.len >= MOST_GUESSES) return false;
    return is_known(g, e, &own) && own && !has_guess(g, e);
}

static void guess_plain(struct guesses *g, expr e) {
    if (is_worthwhile(g, e) && holds_everywhere(g, e)) vec_push(&g->list, (struct guess){.cond = e});
}

/* Both orders of two words, strict or not, in one signedness. */
static void guess_order(struct guesses *g, expr a, expr b, bool is_signed) {
    struct expr_pool *pool = pool_of(g);
    expr (*less)(struct expr_pool *, expr, expr) = is_signed ? expr_slt : expr_ult;
    expr (*most)(struct expr_pool *, expr, expr) = is_signed ? expr_sle : expr_ule;
    guess_plain(g, less(pool, a, b));
    guess_plain(g, most(pool, a, b));
    guess_plain(g, less(pool, b, a));
    guess_plain(g, most(pool, b, a));
}

static void guess_neighbours(struct guesses *g, expr atom) {
    struct expr_pool *pool = pool_of(g);
    enum expr_op op = expr_op(pool, atom);
    guess_plain(g, atom);
    guess_plain(g, expr_not(pool, atom));
    if (op == EXPR_EXTRACT) return;
    expr a = expr_kid(pool, atom, 0), b = expr_kid(pool, atom, 1);
    expr one = expr_const(pool, expr_width(pool, a), 1);
    for (int s = 0; s < 2; s++) {
        if (op != EXPR_EQ && s != (op == EXPR_SLT || op == EXPR_SLE)) continue;
        guess_order(g, a, b, s);
        guess_order(g, a, expr_add(pool, b, one), s);
        guess_order(g, expr_add(pool, a, one), b, s);
    }
}

static void guess_atoms(struct guesses *g, const cond_list *atoms) {
    struct expr_pool *pool = pool_of(g);
    for (uint32_t i = 0; i < g->conditions.len; i++) {
        guess_plain(g, g->conditions.data[i]);
        guess_plain(g, expr_not(pool, g->conditions.data[i]));
    }
    for (uint32_t i = 0; i < atoms->len; i++) guess_neighbours(g, atoms->data[i]);
}

/* Flags keep their value. Where cells matter, points may come from states that no execution reaches: they do not count.
 */
static void guess_bits(struct guesses *g) {
    struct expr_pool *pool = pool_of(g);
    for (uint32_t i = 0; i < 2 * g->vars.len; i++) {
        expr e = g->vars.data[i / 2];
        if (expr_width(pool, e) != 1) continue;
        e = i % 2 ? expr_not(pool, e) : e;
        if (is_worthwhile(g, e) && (g->instances || holds_everywhere(g, e)))
            vec_push(&g->list, (struct guess){.cond = e});
    }
}

static void guess_pairs(struct guesses *g) {
    struct expr_pool *pool = pool_of(g);
    for (uint32_t i = 0; i < g->vars.len; i++)
        for (uint32_t k = 0; k < g->terms.len; k++) {
            expr a = g->vars.data[i], b = g->terms.data[k];
            if (expr_same(a, b) || k < i || !is_word(expr_width(pool, a)) || expr_width(pool, a) != expr_width(pool, b))
                continue;
            if (is_product(pool, b)) {
                guess_plain(g, expr_eq(pool, a, b));
                continue;
            }
            guess_order(g, a, b, true);
            guess_order(g, a, b, false);
        }
}

/* q where p holds, or where it does not. */
static void guess_case(struct guesses *g, expr p, expr q) {
    struct expr_pool *pool = pool_of(g);
    guess_plain(g, expr_or(pool, p, q));
    guess_plain(g, expr_or(pool, expr_not(pool, p), q));
}

/* Where one comparison holds, another does, perhaps a weaker one: what tells the two apart is in the points. */
static void guess_cases(struct guesses *g, const cond_list *atoms) {
    struct expr_pool *pool = pool_of(g);
    for (uint32_t i = 0; i < atoms->len; i++)
        for (uint32_t k = 0; k < atoms->len; k++) {
            expr q = atoms->data[k];
            if (i == k) continue;
            guess_case(g, atoms->data[i], q);
            guess_case(g, atoms->data[i], expr_not(pool, q));
            enum expr_op op = expr_op(pool, q);
            if (op == EXPR_SLT)
                guess_case(g, atoms->data[i], expr_sle(pool, expr_kid(pool, q, 0), expr_kid(pool, q, 1)));
            if (op == EXPR_ULT)
                guess_case(g, atoms->data[i], expr_ule(pool, expr_kid(pool, q, 0), expr_kid(pool, q, 1)));
        }
}

/* What a flag tells of the order of two: one is a place that was noted when the flag changed, say. */
static void guess_flag(struct guesses *g, expr flag) {
    struct expr_pool *pool = pool_of(g);
    for (uint32_t i = 0; i < g->vars.len; i++)
        for (uint32_t k = 0; k < g->vars.len; k++) {
            expr a = g->vars.data[i], b = g->vars.data[k];
            if (i != k && is_word(expr_width(pool, a)) && expr_width(pool, a) == expr_width(pool, b))
                guess_case(g, flag, expr_ult(pool, a, b));
        }
}

static void guess_flags(struct guesses *g) {
    for (uint32_t i = 0; i < g->vars.len; i++)
        if (expr_width(pool_of(g), g->vars.data[i]) == 1) guess_flag(g, g->vars.data[i]);
}

/* ---- bounds ------------------------------------------------------------------------------------------ */

static expr bound_condition(struct guesses *g, const struct guess *b) {
    struct expr_pool *pool = pool_of(g);
    expr c = expr_const(pool, expr_width(pool, b->term), b->value);
    expr low = b->upper ? b->term : c, high = b->upper ? c : b->term;
    return b->is_signed ? expr_sle(pool, low, high) : expr_ule(pool, low, high);
}

/* Is v beyond the bound? */
static bool is_beyond(const struct guess *b, uint64_t v, uint64_t bound, uint32_t width) {
    if (b->is_signed) {
        int64_t s = signed_value(v, width), t = signed_value(bound, width);
        return b->upper ? s > t : s < t;
    }
    return b->upper ? v > bound : v < bound;
}

/* Is limit a value of this width and signedness? */
static bool fits(const struct guess *b, int64_t limit, uint32_t width, uint64_t *v) {
    *v = width == 64 ? (uint64_t)limit : (uint64_t)limit & ((UINT64_C(1) << width) - 1);
    return b->is_signed ? signed_value(*v, width) == limit : (limit >= 0 || width == 64) && *v == (uint64_t)limit;
}

/* The nearest limit that v is not beyond; false: there is none. */
static bool next_limit(const struct guesses *g, const struct guess *b, uint64_t v, uint32_t width, uint64_t *found) {
    bool any = false;
    for (uint32_t i = 0; i < g->limits.len; i++) {
        uint64_t at;
        if (!fits(b, (int64_t)g->limits.data[i], width, &at) || is_beyond(b, v, at, width)) continue;
        if (any && is_beyond(b, at, *found, width)) continue;
        *found = at;
        any = true;
    }
    return any;
}

/* The bound with v within; false: it says nothing any more. */
static bool move_bound(struct guesses *g, struct guess *b, uint64_t v) {
    uint32_t width = expr_width(pool_of(g), b->term);
    if (b->moved++ >= MOST_MOVES || !next_limit(g, b, v, width, &b->value)) return false;
    b->cond = bound_condition(g, b);
    return !expr_is_const(pool_of(g), b->cond);
}

/* The tightest bound that all points keep. */
static void guess_bound(struct guesses *g, expr term, bool is_signed, bool upper) {
    struct guess b = {.kind = GUESS_BOUND, .term = term, .is_signed = is_signed, .upper = upper};
    uint32_t width = expr_width(pool_of(g), term);
    if (!g->points.len) return;
    b.value = model_eval(g->points.data[0], pool_of(g), term);
    for (uint32_t i = 1; i < g->points.len; i++) {
        uint64_t v = model_eval(g->points.data[i], pool_of(g), term);
        if (is_beyond(&b, v, b.value, width)) b.value = v;
    }
    b.cond = bound_condition(g, &b);
    if (is_worthwhile(g, b.cond)) vec_push(&g->list, b);
}

static void guess_bounds_of(struct guesses *g, expr term) {
    if (!is_word(expr_width(pool_of(g), term))) return;
    for (int i = 0; i < 4; i++) guess_bound(g, term, i & 1, i & 2);
}

static void guess_bounds(struct guesses *g) {
    struct expr_pool *pool = pool_of(g);
    for (uint32_t i = 0; i < g->vars.len; i++) guess_bounds_of(g, g->vars.data[i]);
    for (uint32_t i = 0; g->zeal >= ZEAL_PAIRS && i < g->vars.len; i++)
        for (uint32_t k = i + 1; k < g->terms.len; k++)
            if (expr_width(pool, g->vars.data[i]) == expr_width(pool, g->terms.data[k]) &&
                !is_product(pool, g->terms.data[k]) && g->list.len < MOST_GUESSES / 2)
                guess_bounds_of(g, expr_sub(pool, g->vars.data[i], g->terms.data[k]));
}

/* ---- equations ----------------------------------------------------------------------------------------- */

static expr equation(struct guesses *g, const struct guess_hull *h, const struct hull_vector *v) {
    struct expr_pool *pool = pool_of(g);
    uint32_t width = h->hull.width, shift = hull_shift(&h->hull, v);
    assert(shift < width);
    expr sum = expr_const(pool, width, 0);
    for (uint32_t i = 0; i < h->hull.n; i++) {
        uint64_t c = v->c[i] >> shift;
        if (c) sum = expr_add(pool, sum, expr_mul(pool, g->terms.data[h->term[i]], expr_const(pool, width, c)));
    }
    expr right = expr_const(pool, width, hull_constant(&h->hull, v) >> shift);
    return expr_eq(pool, expr_extract(pool, sum, 0, width - shift), expr_extract(pool, right, 0, width - shift));
}

static void list_equations(struct guesses *g) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < g->list.len; i++)
        if (g->list.data[i].kind != GUESS_EQUATION) g->list.data[n++] = g->list.data[i];
    g->list.len = n;
    for (uint32_t i = 0; i < g->hulls.len; i++)
        for (uint32_t k = 0; g->hulls.data[i].hull.any && k < g->hulls.data[i].hull.kernel.len; k++) {
            expr e = equation(g, &g->hulls.data[i], &g->hulls.data[i].hull.kernel.data[k]),
                 when = g->hulls.data[i].when;
            if (expr_is(when)) e = expr_or(pool_of(g), expr_not(pool_of(g), when), e);
            if (expr_width(pool_of(g), e) == 1 && is_worthwhile(g, e))
                vec_push(&g->list, (struct guess){.cond = e, .kind = GUESS_EQUATION});
        }
}

static void make_hull(struct guesses *g, uint32_t width, expr when) {
    struct guess_hull h = {.when = when};
    uint32_t n = 0;
    for (uint32_t i = 0; i < g->terms.len && n < HULL_MOST; i++)
        if (expr_width(pool_of(g), g->terms.data[i]) == width &&
            (g->zeal >= ZEAL_CASES || !is_product(pool_of(g), g->terms.data[i])))
            h.term[n++] = i;
    if (!n) return;
    hull_init(&h.hull, n, width);
    for (uint32_t i = 0; i < g->points.len; i++) hull_takes(g, &h, g->points.data[i]);
    vec_push(&g->hulls, h);
}

/* Does it speak of none of the vars? */
static bool is_given(const struct guesses *g, expr e) {
    bool own;
    return is_known(g, e, &own) && !own;
}

static void make_hulls_when(struct guesses *g, expr when) {
    for (uint32_t width = 32; width <= 64 && g->hulls.len < MOST_HULLS; width *= 2) make_hull(g, width, when);
}

/* The few values that a term has in all points; false: they are many. */
static bool few_values(struct guesses *g, expr term, vec_u64 *values) {
    vec_clear(values);
    for (uint32_t i = 0; i < g->points.len; i++) {
        uint64_t v = model_eval(g->points.data[i], pool_of(g), term);
        uint32_t at = 0;
        while (at < values->len && values->data[at] != v) at++;
        if (at < values->len) continue;
        if (values->len == MOST_VALUES) return false;
        vec_push(values, v);
    }
    return true;
}

/* Equations for each value of a term that has few: it chooses what a function does. */
static void make_hulls_by_value(struct guesses *g) {
    struct expr_pool *pool = pool_of(g);
    vec_u64 values = {0};
    for (uint32_t i = 0; i < g->terms.len; i++) {
        expr term = g->terms.data[i];
        if (expr_op(pool, term) != EXPR_SYM || !is_given(g, term) || !few_values(g, term, &values) || values.len < 2)
            continue;
        for (uint32_t k = 0; k < values.len; k++)
            make_hulls_when(g, expr_eq(pool, term, expr_const(pool, expr_width(pool, term), values.data[k])));
    }
    vec_release(&values);
}

/* Equations that hold in one case, and not in others. */
static void make_hulls_by_case(struct guesses *g, const cond_list *atoms) {
    for (uint32_t i = 0; i < atoms->len; i++) {
        if (!is_given(g, atoms->data[i])) continue;
        make_hulls_when(g, atoms->data[i]);
        make_hulls_when(g, expr_not(pool_of(g), atoms->data[i]));
    }
    make_hulls_by_value(g);
}

static void make_hulls(struct guesses *g, const cond_list *atoms) {
    drop_hulls(g);
    for (uint32_t width = 8; width <= 64; width *= 2) make_hull(g, width, EXPR_NONE);
    if (g->relates && g->zeal >= ZEAL_PAIRS) make_hulls_by_case(g, atoms);
    list_equations(g);
}

/* ---- cells ------------------------------------------------------------------------------------------- */

/* The same in one point, for the first cells. */
static bool holds_in_cells(struct guesses *g, struct model *point, expr e) {
    enum { FIRST = 14 };
    struct model *m = model_copy(point);
    bool ok = true;
    for (uint64_t v = 0; ok && v < FIRST; v++) {
        for (int k = 0; k < 2; k++) model_set(m, expr_symbol(pool_of(g), g->cell[k]), v);
        ok = model_holds(m, pool_of(g), e);
    }
    model_release(m);
    return ok;
}

static bool holds_in_all_cells(struct guesses *g, expr e) {
    for (uint32_t i = 0; i < g->points.len; i++)
        if (!holds_in_cells(g, g->points.data[i], e)) return false;
    return true;
}

static void guess_shapes(struct guesses *g) {
    for (uint32_t i = 0; i < g->shapes.len; i++)
        if (is_worthwhile(g, g->shapes.data[i]) && holds_in_all_cells(g, g->shapes.data[i]))
            vec_push(&g->list, (struct guess){.cond = g->shapes.data[i], .kind = GUESS_CELL});
}

void guesses_of_cells(const struct guesses *g, forall_list *out) {
    for (uint32_t i = 0; i < g->list.len; i++)
        for (int k = 0; k < 2 && g->list.data[i].kind == GUESS_CELL; k++) {
            const struct symbol_set *set = expr_symbols(pool_of(g), g->list.data[i].cond);
            for (uint32_t s = 0; s < set->len; s++)
                if (set->ids[s] == expr_symbol(pool_of(g), g->cell[k]).id)
                    vec_push(out, (struct forall){g->cell[k], g->list.data[i].cond});
        }
}

/* ---- together ---------------------------------------------------------------------------------------- */

static void find_terms(struct guesses *g, cond_list *atoms) {
    struct expr_pool *pool = pool_of(g);
    for (uint32_t i = 0; i < g->vars.len; i++)
        if (!conds_have(&g->terms, g->vars.data[i]) && is_word(expr_width(pool, g->vars.data[i])))
            vec_push(&g->terms, g->vars.data[i]);
    for (uint32_t i = 0; i < g->conditions.len; i++) find_atoms(g, g->conditions.data[i], 8, atoms);
    find_cells(g, atoms);
    for (uint32_t i = 0; i < atoms->len; i++)
        if (is_bit(pool, atoms->data[i]))
            guesses_term(g, expr_zext(pool, atoms->data[i], expr_width(pool, expr_kid(pool, atoms->data[i], 0))));
    for (uint32_t i = 0; i < atoms->len; i++)
        for (int k = 0; k < 2 && is_comparison(pool, atoms->data[i]); k++) {
            expr side = expr_kid(pool, atoms->data[i], k);
            if (expr_is_const(pool, side)) note_constant(g, side);
            else guesses_term(g, side);
        }
}

void guesses_make(struct guesses *g) {
    cond_list atoms = {0};
    vec_clear(&g->list);
    vec_clear(&g->limits);
    find_terms(g, &atoms);
    close_limits(g);
    guess_bounds(g);
    guess_atoms(g, &atoms);
    guess_bits(g);
    if (g->zeal >= ZEAL_PAIRS) guess_pairs(g);
    if (g->zeal >= ZEAL_CASES) guess_cases(g, &atoms), guess_flags(g);
    guess_shapes(g);
    make_hulls(g, &atoms);
    vec_release(&atoms);
}

void guesses_keep_known(struct guesses *g) {
    uint32_t n = 0;
    bool own;
    for (uint32_t i = 0; i < g->list.len; i++)
        if (is_known(g, g->list.data[i].cond, &own)) g->list.data[n++] = g->list.data[i];
    g->list.len = n;
}

/* The guesses must allow this state: it is reachable, or the guesses themselves lead to it. What they say of cells was
 * assumed only of the cells that `tried` reads. The others may be anything in the state, so it says nothing of other
 * guesses about cells. */
static bool allow(struct guesses *g, struct model *m, expr tried) {
    bool changed = false, new_hull = false;
    uint32_t n = 0;
    for (uint32_t i = 0; i < g->list.len; i++) {
        struct guess b = g->list.data[i];
        bool silent = b.kind == GUESS_EQUATION || (g->instances && !expr_same(b.cond, tried));
        bool keeps = silent || model_holds(m, pool_of(g), b.cond);
        if (!keeps) {
            changed = true;
            refute(g, b.cond);
            keeps = b.kind == GUESS_BOUND && move_bound(g, &b, model_eval(m, pool_of(g), b.term));
        }
        if (keeps) g->list.data[n++] = b;
    }
    g->list.len = n;
    for (uint32_t i = 0; i < g->hulls.len; i++) new_hull |= hull_takes(g, &g->hulls.data[i], m);
    if (new_hull) list_equations(g);
    return changed | new_hull;
}

static void drop_guess(struct guesses *g, uint32_t i) {
    refute(g, g->list.data[i].cond);
    g->list.data[i] = vec_last(&g->list);
    g->list.len--;
}

/* The model in which the vars have what they stand for in a state with this model. */
static struct model *point_of(const struct blur *c, const blur_values *values, struct model *m) {
    struct model *point = model_copy(m);
    for (uint32_t i = 0; i < c->parts.len; i++) blur_assign(c, i, values->data[i], m, point);
    return point;
}

/* e, where what is known of the cells that it reads holds: true of the same states. */
static expr with_instances(const struct guesses *g, const struct state *st, expr e) {
    struct expr_pool *pool = pool_of(g);
    cond_list list = {0};
    if (!g->instances || expr_is_const(pool, e)) return e;
    g->instances(g->owner, st, e, &list);
    for (uint32_t i = 0; i < list.len; i++) e = expr_or(pool, expr_not(pool, list.data[i]), e);
    vec_release(&list);
    return e;
}

/* Does st satisfy the guess? If not, it is made to, or the guess goes. */
static bool meet_one(struct guesses *g, const struct blur *c, const blur_values *values, struct state *st, uint32_t i) {
    struct symbolic *sy = g->x->sym;
    expr e = with_instances(g, st, blur_put(c, values, g->list.data[i].cond));
    if (expr_is_true(sy->pool, e)) return true;
    struct model *other = NULL;
    enum truth truth = solver_truth(sy->solver, st->pc, e, st->model, &other);
    if (truth == TRUTH_TRUE) {
        if (g->x->ctx->opt.check_invariants) solver_confirm(sy->solver, st->pc, e);
        return true;
    }
    bool own = truth == TRUTH_FALSE || (truth == TRUTH_BOTH && !model_holds(st->model, sy->pool, e));
    struct model *m = own ? st->model : other;
    if (truth == TRUTH_UNKNOWN || !m) {
        drop_guess(g, i);
    } else {
        struct model *point = point_of(c, values, m);
        expr tried = g->list.data[i].cond;
        if (!allow(g, point, tried)) refute(g, tried), drop_guess(g, i); /* cannot be; never try it for ever */
        model_release(point);
    }
    model_release(other);
    return false;
}

bool guesses_meet(struct guesses *g, const struct blur *c, struct state *st) {
    struct solver *s = g->x->sym->solver;
    struct map met; /* this state satisfies them */
    bool changed = false;
    blur_values values = {0};
    blur_read(c, st, &values);
    map_init(&met);
    uint64_t effort = solver_set_effort(s, (uint64_t)EFFORT << 2 * (uint32_t)g->zeal);
    for (uint32_t i = 0; i < g->list.len && !limits_hit(&g->x->ctx->limits);) {
        expr e = g->list.data[i].cond;
        if (map_find(&met, e.id) || meet_one(g, c, &values, st, i)) {
            map_put(&met, e.id, 1);
            i++;
            continue;
        }
        changed = true;
        i = 0;
    }
    solver_set_effort(s, effort);
    map_release(&met);
    vec_release(&values);
    return changed || limits_hit(&g->x->ctx->limits); /* an interrupted check has proved nothing */
}

void guesses_assume(const struct guesses *g, struct state *head) {
    struct symbolic *sy = g->x->sym;
    for (uint32_t i = 0; i < g->list.len; i++) {
        expr e = g->list.data[i].cond;
        if (g->list.data[i].kind == GUESS_CELL) continue;
        assert(model_holds(head->model, sy->pool, e));
        head->pc = pathcond_add(sy->solver, head->pc, e);
    }
}

void guesses_log(const struct guesses *g, const char *what) {
    struct log *log = &g->x->ctx->log;
    for (uint32_t i = 0; log_enabled(log, LOG_DEBUG) && i < g->list.len; i++) {
        struct str text = {0};
        expr_print_infix(pool_of(g), g->list.data[i].cond, 200, &text);
        log_debug(log, "%s: %s", what, str_text(&text));
        str_release(&text);
    }
}
