#include "solver/narrow.h"

#include <assert.h>
#include <math.h>

#include "base/map.h"
#include "base/mem.h"
#include "expr/bv.h"
#include "expr/float.h"
#include "expr/float_value.h"
#include "expr/model.h"

enum { MOST_NODES = 2000, MOST_ROUNDS = 12, MOST_DELETIONS = 16, PICKS = 6 };

struct narrow_step {
    expr e;
    struct range_node node;
    int32_t kids[3]; /* steps, -1: none */
    bool opaque, is_float;
};

struct narrow {
    struct expr_pool *pool;
    struct map places; /* id -> step + 1 */
    vec_u32 stack;
    VEC(struct narrow_step) steps;
    VEC(struct halves) sets; /* of steps */
    vec_u32 symbols;         /* steps */
    bool changed, conflict;
    uint64_t work;
};

static int32_t place_of(const struct narrow *n, uint32_t id) { return (int32_t)map_get(&n->places, id, 0) - 1; }
static const struct halves *set_of(const struct narrow *n, int32_t at) { return &n->sets.data[at]; }
static const struct narrow_step *step_of(const struct narrow *n, int32_t at) { return &n->steps.data[at]; }

/* ---- the plan -------------------------------------------------------------------------------- */

/* What is wider, or read from arrays, is anything. */
static bool is_opaque(const struct expr_pool *pool, expr e) {
    const struct expr_node *x = expr_node(pool, e);
    if (x->op == EXPR_READ || x->op == EXPR_GUARD) return true;
    return !range_fits(pool, e);
}

static void add_step(struct narrow *n, expr e) {
    const struct expr_node *x = expr_node(n->pool, e);
    struct narrow_step s = {.e = e, .kids = {-1, -1, -1}, .opaque = is_opaque(n->pool, e)};
    s.node = (struct range_node){(enum expr_op)x->op, x->width, 0, x->aux, x->kids[0] == x->kids[1]};
    for (int i = 0; i < 3 && x->kids[i] && !s.opaque; i++) s.kids[i] = place_of(n, x->kids[i]);
    if (x->kids[0]) s.node.kid_width = expr_width(n->pool, (expr){x->kids[0]});
    if (x->op == EXPR_SYM && !s.opaque) vec_push(&n->symbols, n->steps.len);
    vec_push(&n->steps, s);
    map_put(&n->places, e.id, n->steps.len);
}

static bool plan_below(struct narrow *n, expr root, bool *floats) {
    vec_clear(&n->stack);
    vec_push(&n->stack, root.id);
    while (n->stack.len) {
        expr e = {vec_last(&n->stack)};
        uint32_t before = n->stack.len;
        if (place_of(n, e.id) >= 0) {
            (void)vec_pop(&n->stack);
            continue;
        }
        const struct expr_node *x = expr_node(n->pool, e);
        for (int i = 2; i >= 0 && !is_opaque(n->pool, e); i--)
            if (x->kids[i] && place_of(n, x->kids[i]) < 0) vec_push(&n->stack, x->kids[i]);
        if (n->stack.len > before) continue;
        *floats |= float_op((enum expr_op)x->op);
        add_step(n, e);
        if (n->steps.len > MOST_NODES) return false;
        (void)vec_pop(&n->stack);
    }
    return true;
}

static bool gives_float(enum expr_op op) {
    return float_op(op) && op != EXPR_FTOI && !(op >= EXPR_FEQ && op <= EXPR_FNAN);
}
static bool takes_floats(enum expr_op op) { return float_op(op) && op != EXPR_FROMI; }

static void mark_float(struct narrow *n, int32_t at) {
    if (at >= 0 && range_has_format(step_of(n, at)->node.width)) n->steps.data[at].is_float = true;
}

/* Users before what they use. */
static void mark_floats(struct narrow *n) {
    for (int32_t i = (int32_t)n->steps.len - 1; i >= 0; i--) {
        const struct narrow_step *s = step_of(n, i);
        enum expr_op op = s->node.op;
        if (gives_float(op)) mark_float(n, i);
        for (int k = 0; k < 3 && takes_floats(op); k++) mark_float(n, s->kids[k]);
        for (int k = 1; k < 3 && op == EXPR_ITE && s->is_float; k++) mark_float(n, s->kids[k]);
    }
    for (vec_each(uint32_t, i, &n->steps))
        if (n->steps.data[i].node.width > 64 && !n->steps.data[i].is_float) n->steps.data[i].opaque = true;
}

static bool plan(struct narrow *n, const expr *constraints, uint32_t count) {
    bool floats = false;
    map_clear(&n->places);
    vec_clear(&n->steps);
    vec_clear(&n->symbols);
    for (uint32_t i = 0; i < count; i++)
        if (!plan_below(n, constraints[i], &floats)) return false;
    mark_floats(n);
    return floats && n->symbols.len;
}

/* ---- sets ---------------------------------------------------------------------------------------- */

/* The step's value is in h, which is a set of floats or of bits. */
static void narrow_to(struct narrow *n, int32_t at, bool is_float, struct halves h) {
    const struct narrow_step *s = step_of(n, at);
    if (s->opaque && !s->is_float) return;
    h = halves_view(s->node.width, is_float, s->is_float, &h);
    h = halves_meet(set_of(n, at), &h);
    if (halves_equal(&h, set_of(n, at))) return;
    n->sets.data[at] = h;
    n->changed = true;
    n->conflict |= halves_empty(&h);
}

static struct halves as_bits(const struct narrow *n, int32_t at) {
    const struct narrow_step *s = step_of(n, at);
    return halves_view(s->node.width, s->is_float, false, set_of(n, at));
}

static struct box_range range_of(const struct narrow *n, int32_t at) {
    const struct narrow_step *s = step_of(n, at);
    return halves_range(s->node.width, s->is_float, set_of(n, at));
}

static struct box_range bits_of(const struct narrow *n, int32_t at) {
    struct halves h = as_bits(n, at);
    return halves_range(step_of(n, at)->node.width, false, &h);
}

static struct halves start(const struct narrow *n, const struct narrow_step *s) {
    bool constant = s->node.op == EXPR_CONST && !s->opaque,
         wide = (s->node.width > 64 && !s->is_float) || !s->node.width;
    uint32_t width = wide ? 1 : s->node.width; /* no caller asks for wide values */
    if (constant && width > 64) {
        struct box_range v = range_constant(n->pool, s->e);
        return halves_of_range(width, true, &v);
    }
    if (constant) return halves_of_bits(width, s->is_float, expr_value(n->pool, s->e), expr_value(n->pool, s->e));
    return halves_all(width, s->is_float);
}

static void truth_to(struct narrow *n, int32_t at, bool value) {
    uint64_t bit = value;
    narrow_to(n, at, false, halves_of_bits(1, false, bit, bit));
}
static bool may_be(const struct narrow *n, int32_t at, bool value) { return set_of(n, at)->side[value].some; }
static bool surely(const struct narrow *n, int32_t at, bool value) { return !may_be(n, at, !value); }

/* ---- forward ---------------------------------------------------------------------------------------- */

static bool is_sign_op(enum expr_op op) { return op == EXPR_FNEG || op == EXPR_FABS || op == EXPR_FBITS; }

static struct halves sign_forward(enum expr_op op, struct halves a) {
    struct halves turned = {{a.side[1], a.side[0]}, a.nan};
    if (op == EXPR_FBITS) return a;
    if (op == EXPR_FNEG) return turned;
    a = halves_join(&a, &turned);
    a.side[1].some = false;
    return a;
}

static struct halves choice_forward(const struct narrow *n, const struct narrow_step *s) {
    struct halves both[2];
    for (int i = 0; i < 2; i++)
        both[i] =
            halves_view(s->node.width, step_of(n, s->kids[i + 1])->is_float, s->is_float, set_of(n, s->kids[i + 1]));
    if (surely(n, s->kids[0], true)) return both[0];
    if (surely(n, s->kids[0], false)) return both[1];
    return halves_join(&both[0], &both[1]);
}

/* Integers of each sign apart; a zero is never negative. */
static struct halves whole_forward(const struct narrow *n, const struct narrow_step *s) {
    struct halves from = as_bits(n, s->kids[0]), out = {0};
    uint64_t top = (uint64_t)1 << (s->node.kid_width - 1);
    for (uint64_t i = 0; i < 2; i++) {
        if (!from.side[i].some) continue;
        struct box_range bits = range_bits(from.side[i].lo | (i ? top : 0), from.side[i].hi | (i ? top : 0));
        const struct box_range *kids[3] = {&bits, NULL, NULL};
        struct box_range r = range_apply(&s->node, kids);
        struct halves h = halves_of_range(s->node.width, s->is_float, &r);
        out = halves_join(&out, &h);
    }
    if (out.side[1].some && out.side[1].hi == 0) out.side[1].some = false;
    return out;
}

static struct halves forward(const struct narrow *n, const struct narrow_step *s) {
    struct box_range ranges[3];
    const struct box_range *kids[3] = {0};
    enum expr_op op = s->node.op;
    bool formats = s->is_float && step_of(n, s->kids[0])->is_float;
    if (op == EXPR_ITE) return choice_forward(n, s);
    if (is_sign_op(op) && formats) return sign_forward(op, *set_of(n, s->kids[0]));
    if (op == EXPR_FROMI && s->is_float) return whole_forward(n, s);
    for (int i = 0; i < 3 && s->kids[i] >= 0; i++) {
        ranges[i] = takes_floats(op) ? range_of(n, s->kids[i]) : bits_of(n, s->kids[i]);
        kids[i] = &ranges[i];
    }
    struct box_range r = range_apply(&s->node, kids);
    return halves_of_range(s->node.width, s->is_float, &r);
}

/* ---- backward ------------------------------------------------------------------------------------------ */

static void logic_back(struct narrow *n, const struct narrow_step *s, int32_t at) {
    enum expr_op op = s->node.op;
    bool value = may_be(n, at, true), deciding = op == EXPR_AND; /* true: AND's is true, OR's false */
    if (may_be(n, at, !value)) return;
    if (op == EXPR_NOT) {
        truth_to(n, s->kids[0], !value);
        return;
    }
    for (int i = 0; i < 2; i++)
        if (value == deciding || surely(n, s->kids[!i], deciding)) truth_to(n, s->kids[i], value);
}

/* a < b, or a <= b, holds of numbers. */
static void below(struct narrow *n, int32_t a, int32_t b, bool or_equal) {
    uint32_t width = step_of(n, a)->node.width;
    struct box_range x = range_of(n, a), y = range_of(n, b);
    if (!x.number || !y.number) {
        n->conflict = true;
        return;
    }
    long double high = or_equal ? y.high : halves_neighbour(width, y.high, false);
    long double low = or_equal ? x.low : halves_neighbour(width, x.low, true);
    bool none = !or_equal && (isinf(y.high) && y.high < 0); /* nothing is below that */
    none |= !or_equal && isinf(x.low) && x.low > 0;
    if (none) n->conflict = true;
    else {
        narrow_to(n, a, true, halves_of_numbers(width, -INFINITY, high, false));
        narrow_to(n, b, true, halves_of_numbers(width, low, INFINITY, false));
    }
}

static void compare_back(struct narrow *n, const struct narrow_step *s, int32_t at) {
    int32_t a = s->kids[0], b = s->kids[1];
    uint32_t width = s->node.kid_width;
    bool value = may_be(n, at, true);
    if (may_be(n, at, !value)) return;
    if (s->node.op == EXPR_FNAN) {
        struct halves nan = {.nan = true};
        narrow_to(n, a, true, value ? nan : halves_of_numbers(width, -INFINITY, INFINITY, false));
        return;
    }
    bool unordered = set_of(n, a)->nan || set_of(n, b)->nan;
    if (s->node.op == EXPR_FEQ && value) {
        struct box_range x = range_of(n, a), y = range_of(n, b);
        long double none = NAN;
        narrow_to(n, a, true, halves_of_numbers(width, y.number ? y.low : none, y.high, false));
        narrow_to(n, b, true, halves_of_numbers(width, x.number ? x.low : none, x.high, false));
    } else if (s->node.op != EXPR_FEQ && value) below(n, a, b, s->node.op == EXPR_FLE);
    else if (s->node.op != EXPR_FEQ && !unordered) below(n, b, a, s->node.op == EXPR_FLT);
}

static void order_back(struct narrow *n, const struct narrow_step *s, int32_t at) {
    int32_t a = s->kids[0], b = s->kids[1];
    bool value = may_be(n, at, true), or_equal = (s->node.op == EXPR_ULE) == value;
    if (may_be(n, at, !value)) return;
    if (!value) a = s->kids[1], b = s->kids[0];
    uint32_t width = s->node.kid_width;
    uint64_t high = bits_of(n, b).hi, low = bits_of(n, a).lo;
    if (!or_equal && (!high || low == bv_mask(width))) {
        n->conflict = true;
        return;
    }
    narrow_to(n, a, false, halves_of_bits(width, false, 0, high - !or_equal));
    narrow_to(n, b, false, halves_of_bits(width, false, low + !or_equal, bv_mask(width)));
}

static void equal_back(struct narrow *n, const struct narrow_step *s, int32_t at) {
    if (may_be(n, at, false)) return;
    struct halves a = as_bits(n, s->kids[0]), b = as_bits(n, s->kids[1]);
    narrow_to(n, s->kids[0], false, b);
    narrow_to(n, s->kids[1], false, a);
}

static void choice_back(struct narrow *n, const struct narrow_step *s, int32_t at) {
    for (int i = 0; i < 2; i++) {
        struct halves branch =
            halves_view(s->node.width, step_of(n, s->kids[i + 1])->is_float, s->is_float, set_of(n, s->kids[i + 1]));
        struct halves both = halves_meet(&branch, set_of(n, at));
        if (halves_empty(&both)) truth_to(n, s->kids[0], i);
        else if (surely(n, s->kids[0], !i)) narrow_to(n, s->kids[i + 1], s->is_float, *set_of(n, at));
    }
}

static void sign_back(struct narrow *n, const struct narrow_step *s, int32_t at) {
    struct halves r = *set_of(n, at), turned = {{r.side[1], r.side[0]}, r.nan};
    if (s->node.op == EXPR_FABS) r.side[1] = r.side[0];
    narrow_to(n, s->kids[0], true, s->node.op == EXPR_FNEG ? turned : r);
}

/* v >= -limit and v < limit, as close as an int64_t goes. */
static int64_t clipped(long double v, long double limit) {
    if (v >= limit) return limit > 0x1p62 ? INT64_MAX : (int64_t)limit - 1;
    return v < -limit ? (limit > 0x1p62 ? INT64_MIN : -(int64_t)limit) : (int64_t)v;
}

/* The integers whose conversion is in the set. */
static void whole_back(struct narrow *n, const struct narrow_step *s, int32_t at) {
    struct box_range r = range_of(n, at);
    uint32_t width = s->node.kid_width;
    if (!r.number) {
        n->conflict = true;
        return;
    }
    struct box_range exact = range_before_rounding(s->node.width, &r);
    long double low = ceill(exact.low), high = floorl(exact.high), limit = ldexpl(1, (int)width - 1);
    if (!(s->node.aux & 8)) {
        if (high < 0) n->conflict = true;
        else if (high < limit)
            narrow_to(n, s->kids[0], false, halves_of_bits(width, false, low > 0 ? (uint64_t)low : 0, (uint64_t)high));
        return;
    }
    if (low >= limit || high < -limit) {
        n->conflict = true;
        return;
    }
    int64_t from = clipped(low, limit), to = clipped(high, limit);
    uint64_t rest = width > 1 ? bv_mask(width - 1) : 0;
    struct halves h = {0};
    if (from > to) {
        n->conflict = true;
        return;
    }
    if (to >= 0) h.side[0] = (struct half){true, from > 0 ? (uint64_t)from : 0, (uint64_t)to};
    if (from < 0) h.side[1] = (struct half){true, (uint64_t)from & rest, to < 0 ? (uint64_t)to & rest : rest};
    narrow_to(n, s->kids[0], false, h);
}

static void operator_back(struct narrow *n, const struct narrow_step *s, int32_t at) {
    struct box_range ranges[3], r = range_of(n, at), out;
    const struct box_range *kids[3] = {0};
    for (int i = 0; i < 3 && s->kids[i] >= 0; i++) {
        if (!step_of(n, s->kids[i])->is_float) return;
        ranges[i] = range_of(n, s->kids[i]);
        kids[i] = &ranges[i];
    }
    for (int i = 0; i < 3 && s->kids[i] >= 0 && !n->conflict; i++)
        if (range_inverse(&s->node, &r, kids, i, &out))
            narrow_to(n, s->kids[i], true, halves_of_range(step_of(n, s->kids[i])->node.width, true, &out));
}

static void backward(struct narrow *n, int32_t at) {
    const struct narrow_step *s = step_of(n, at);
    if (s->opaque || s->kids[0] < 0) return;
    switch (s->node.op) {
    case EXPR_NOT:
    case EXPR_AND:
    case EXPR_OR:
        if (s->node.width == 1) logic_back(n, s, at);
        return;
    case EXPR_EQ: equal_back(n, s, at); return;
    case EXPR_ULT:
    case EXPR_ULE: order_back(n, s, at); return;
    case EXPR_ITE: choice_back(n, s, at); return;
    case EXPR_FROMI:
        if (s->is_float) whole_back(n, s, at);
        return;
    case EXPR_FEQ:
    case EXPR_FLT:
    case EXPR_FLE:
    case EXPR_FNAN:
        if (step_of(n, s->kids[0])->is_float) compare_back(n, s, at);
        return;
    default:
        if (!s->is_float || !float_op(s->node.op)) return;
        if (is_sign_op(s->node.op)) {
            if (step_of(n, s->kids[0])->is_float) sign_back(n, s, at);
        } else operator_back(n, s, at);
    }
}

/* ---- until nothing changes --------------------------------------------------------------------------- */

static void one_round(struct narrow *n) {
    n->changed = false;
    for (int32_t i = 0; i < (int32_t)n->steps.len && !n->conflict; i++, n->work++) {
        const struct narrow_step *s = step_of(n, i);
        if (!s->opaque && s->kids[0] >= 0) narrow_to(n, i, s->is_float, forward(n, s));
    }
    for (int32_t i = (int32_t)n->steps.len - 1; i >= 0 && !n->conflict; i--, n->work++) backward(n, i);
}

/* left_out (may be NULL) says which constraints do not count. False: the others contradict one another. */
static bool propagate(struct narrow *n, const expr *constraints, uint32_t count, const bool *left_out) {
    vec_clear(&n->sets);
    for (uint32_t i = 0; i < n->steps.len; i++) vec_push(&n->sets, start(n, &n->steps.data[i]));
    n->conflict = false;
    for (uint32_t i = 0; i < count && !n->conflict; i++) {
        struct narrow_bound b;
        if (left_out && left_out[i]) continue;
        truth_to(n, place_of(n, constraints[i].id), true);
        if (!n->conflict && narrow_bound(n->pool, constraints[i], &b)) {
            int32_t at = place_of(n, b.of.id);
            if (at >= 0) narrow_to(n, at, false, b.set);
        }
    }
    for (int i = 0; i < MOST_ROUNDS && !n->conflict; i++) {
        one_round(n);
        if (!n->changed) break;
    }
    return !n->conflict;
}

/* ---- answers ----------------------------------------------------------------------------------------- */

/* Ends and middles of one side and the other, if there is another. */
static float_word pick(const struct narrow *n, int32_t at, int which) {
    uint32_t width = step_of(n, at)->node.width;
    struct halves h = width > 64 ? *set_of(n, at) : as_bits(n, at);
    int side = h.side[which & 1].some ? which & 1 : !(which & 1);
    return h.side[side].some ? halves_pick(width, &h, side, which >> 1) : float_encode(width, NAN);
}

static bool is_model(struct narrow *n, const expr *constraints, uint32_t count, int which, struct model **model) {
    struct model *m = model_new();
    bool holds = true;
    for (vec_each(uint32_t, i, &n->symbols)) {
        int32_t at = (int32_t)n->symbols.data[i];
        float_word bits = pick(n, at, which);
        uint64_t words[2] = {(uint64_t)bits, (uint64_t)(bits >> 64)};
        model_set_wide(m, expr_symbol(n->pool, step_of(n, at)->e), words, step_of(n, at)->node.width > 64 ? 2 : 1);
    }
    for (uint32_t i = 0; i < count && holds; i++) holds = model_holds(m, n->pool, constraints[i]);
    if (holds && model) *model = m;
    else model_release(m);
    return holds;
}

/* Are there symbols in what is opaque? Then no point is a model. */
static bool knows_all(struct narrow *n, const expr *constraints, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const struct symbol_set *set = expr_symbols(n->pool, constraints[i]);
        for (uint32_t k = 0; k < set->len; k++)
            if (!narrow_knows(n, expr_of_symbol(n->pool, (symbol){set->ids[k]}))) return false;
    }
    return true;
}

/* One after the other is left out, as long as the rest contradict one another. */
static void find_core(struct narrow *n, const expr *constraints, uint32_t count, vec_u32 *core) {
    bool left_out[MOST_DELETIONS] = {0};
    vec_clear(core);
    for (uint32_t i = 0; i < count && count <= MOST_DELETIONS; i++) {
        left_out[i] = true;
        if (propagate(n, constraints, count, left_out)) left_out[i] = false;
    }
    for (uint32_t i = 0; i < count; i++)
        if (count > MOST_DELETIONS || !left_out[i]) vec_push(core, i);
}

enum answer narrow_check(struct narrow *n, const expr *constraints, uint32_t count, struct model **model,
                         vec_u32 *core) {
    vec_clear(&n->sets);
    if (!plan(n, constraints, count)) return ANSWER_UNKNOWN;
    if (!propagate(n, constraints, count, NULL)) {
        if (core) find_core(n, constraints, count, core);
        return ANSWER_UNSAT;
    }
    for (int i = 0; i < PICKS && knows_all(n, constraints, count); i++)
        if (is_model(n, constraints, count, i, model)) return ANSWER_SAT;
    return ANSWER_UNKNOWN;
}

bool narrow_knows(const struct narrow *n, expr sym) {
    int32_t at = place_of(n, sym.id);
    return n->sets.len == n->steps.len && at >= 0 && !step_of(n, at)->opaque;
}

struct halves narrow_symbol(const struct narrow *n, expr sym) {
    int32_t at = place_of(n, sym.id);
    assert(at >= 0 && step_of(n, at)->node.width <= 64);
    return as_bits(n, at);
}

uint64_t narrow_work(const struct narrow *n) { return n->work; }

void narrow_free(struct narrow *n) {
    map_release(&n->places);
    vec_release(&n->stack);
    vec_release(&n->steps);
    vec_release(&n->sets);
    vec_release(&n->symbols);
    mem_free(n);
}

struct narrow *narrow_new(struct expr_pool *pool) {
    struct narrow *n = MEM_NEW(struct narrow);
    n->pool = pool;
    map_init(&n->places);
    return n;
}
