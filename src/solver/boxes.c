#include "solver/boxes.h"

#include <assert.h>

#include "base/context.h"
#include "base/map.h"
#include "expr/float.h"
#include "expr/float_value.h"
#include "expr/model.h"
#include "expr/pool.h"
#include "solver/boxes_value.h"
#include "solver/narrow.h"

enum {
    MOST_SYMBOLS = 3,
    MOST_NODES = 2000,
    MOST_WORK = 12000000, /* nodes evaluated for one question, while that pays */
    FEWEST_SHIFTS = 8,    /* a question gets that many times less after failures */
    WORK_NS = 30,
};

struct box_step {
    struct range_node node;
    int32_t kids[3]; /* steps, -1: none */
    int32_t symbol;  /* which of the box, -1: none */
    bool constant, opaque;
    struct box_range value; /* of a constant */
};

struct box {
    uint64_t lo[MOST_SYMBOLS], hi[MOST_SYMBOLS];
};

struct boxes {
    struct backend base;
    struct context *ctx;
    struct expr_pool *pool;
    struct narrow *narrow;
    uint32_t failures; /* in a row */
    struct map places; /* id -> step + 1 */
    vec_u32 stack;
    VEC(struct box_step) steps;
    VEC(struct box_range) values; /* of steps */
    VEC(struct box) open;
    vec_u32 roots; /* step of each constraint */
    vec_u32 used;  /* 1: the constraint has refuted a box */
    expr symbols[MOST_SYMBOLS];
    uint32_t nsymbols;
    uint64_t work;
};

/* ---- the plan ----------------------------------------------------------------------------- */

static int32_t place_of(const struct boxes *b, uint32_t id) { return (int32_t)map_get(&b->places, id, 0) - 1; }

static int32_t symbol_of(struct boxes *b, expr e) {
    for (uint32_t i = 0; i < b->nsymbols; i++)
        if (expr_same(b->symbols[i], e)) return (int32_t)i;
    if (b->nsymbols == MOST_SYMBOLS) return -1;
    b->symbols[b->nsymbols] = e;
    return (int32_t)b->nsymbols++;
}

/* What is wider, or read from arrays, is anything. */
static bool is_opaque(const struct expr_pool *pool, expr e) {
    const struct expr_node *n = expr_node(pool, e);
    if (n->op == EXPR_READ || n->op == EXPR_GUARD || (n->op == EXPR_SYM && n->width > 64)) return true;
    return !range_fits(pool, e);
}

/* False: it is not for us. */
static bool add_step(struct boxes *b, expr e) {
    const struct expr_node *n = expr_node(b->pool, e);
    struct box_step s = {.kids = {-1, -1, -1}, .symbol = -1};
    s.opaque = is_opaque(b->pool, e);
    s.constant = n->op == EXPR_CONST && !s.opaque;
    if (s.constant) s.value = range_constant(b->pool, e);
    s.node = (struct range_node){(enum expr_op)n->op, n->width, 0, n->aux, n->kids[0] == n->kids[1]};
    if (n->op == EXPR_SYM && !s.opaque) {
        s.symbol = symbol_of(b, e);
        if (s.symbol < 0) return false;
    }
    for (int i = 0; i < 3 && n->kids[i] && !s.opaque; i++) s.kids[i] = place_of(b, n->kids[i]);
    if (n->kids[0]) s.node.kid_width = expr_width(b->pool, (expr){n->kids[0]});
    vec_push(&b->steps, s);
    map_put(&b->places, e.id, b->steps.len);
    return b->steps.len < MOST_NODES;
}

static bool plan_below(struct boxes *b, expr root, bool *floats) {
    vec_clear(&b->stack);
    vec_push(&b->stack, root.id);
    while (b->stack.len) {
        expr e = {vec_last(&b->stack)};
        uint32_t before = b->stack.len;
        if (place_of(b, e.id) >= 0) {
            (void)vec_pop(&b->stack);
            continue;
        }
        const struct expr_node *n = expr_node(b->pool, e);
        for (int i = 2; i >= 0 && !is_opaque(b->pool, e); i--)
            if (n->kids[i] && place_of(b, n->kids[i]) < 0) vec_push(&b->stack, n->kids[i]);
        if (b->stack.len > before) continue;
        *floats |= float_op((enum expr_op)n->op);
        if (!add_step(b, e)) return false;
        (void)vec_pop(&b->stack);
    }
    return true;
}

/* False: no floats in it, or too much. */
static bool plan(struct boxes *b, const expr *constraints, uint32_t n) {
    bool floats = false;
    map_clear(&b->places);
    vec_clear(&b->steps);
    vec_clear(&b->roots);
    vec_clear(&b->used);
    b->nsymbols = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (!plan_below(b, constraints[i], &floats)) return false;
        vec_push(&b->roots, (uint32_t)place_of(b, constraints[i].id));
        vec_push(&b->used, 0);
    }
    vec_resize(&b->values, b->steps.len);
    return floats && b->nsymbols;
}

/* ---- one box ------------------------------------------------------------------------------------ */

static struct box_range step_value(struct boxes *b, const struct box_step *s, const struct box *box) {
    if (s->symbol >= 0) return range_bits(box->lo[s->symbol], box->hi[s->symbol]);
    if (s->constant) return s->value;
    if (s->opaque) return range_all(s->node.width > 64 ? 64 : s->node.width);
    const struct box_range *kids[3] = {0};
    for (int i = 0; i < 3; i++)
        if (s->kids[i] >= 0) kids[i] = &b->values.data[s->kids[i]];
    return range_apply(&s->node, kids);
}

enum truth_of_box { BOX_FALSE, BOX_OPEN, BOX_TRUE };

/* Root after root, so that the first that fails saves the rest. */
static enum truth_of_box evaluate(struct boxes *b, const struct box *box, bool blame) {
    uint32_t at = 0;
    enum truth_of_box result = BOX_TRUE;
    for (vec_each(uint32_t, i, &b->roots)) {
        for (; at <= b->roots.data[i]; at++, b->work++) b->values.data[at] = step_value(b, &b->steps.data[at], box);
        struct box_range v = b->values.data[b->roots.data[i]];
        if (!v.hi) {
            if (blame) b->used.data[i] = 1;
            return BOX_FALSE;
        }
        if (!v.lo) result = BOX_OPEN;
    }
    return result;
}

/* ---- search ---------------------------------------------------------------------------------------- */

static struct model *model_at(struct boxes *b, const uint64_t *point) {
    struct model *m = model_new();
    for (uint32_t i = 0; i < b->nsymbols; i++) model_set(m, expr_symbol(b->pool, b->symbols[i]), point[i]);
    return m;
}

static bool point_holds(struct boxes *b, const uint64_t *point, const expr *constraints, uint32_t n,
                        struct model **model) {
    struct model *m = model_at(b, point);
    bool holds = true;
    for (uint32_t i = 0; i < n && holds; i++) {
        holds = model_holds(m, b->pool, constraints[i]);
        if (!holds) b->used.data[i] = 1;
    }
    if (holds && model) *model = m;
    else model_release(m);
    return holds;
}

static bool is_point(const struct boxes *b, const struct box *box) {
    for (uint32_t i = 0; i < b->nsymbols; i++)
        if (box->lo[i] != box->hi[i]) return false;
    return true;
}

static void middle(const struct boxes *b, const struct box *box, struct box *point) {
    for (uint32_t i = 0; i < b->nsymbols; i++) point->lo[i] = point->hi[i] = box->lo[i] + (box->hi[i] - box->lo[i]) / 2;
}

/* In two halves, along the symbol with the longest range. */
static void split(struct boxes *b, struct box box) {
    uint32_t widest = 0;
    for (uint32_t i = 1; i < b->nsymbols; i++)
        if (box.hi[i] - box.lo[i] > box.hi[widest] - box.lo[widest]) widest = i;
    uint64_t at = box.lo[widest] + (box.hi[widest] - box.lo[widest]) / 2;
    struct box upper = box;
    box.hi[widest] = at;
    upper.lo[widest] = at + 1;
    vec_push(&b->open, upper);
    vec_push(&b->open, box);
}

/* A box for each choice of signs, as narrow as it is known; all there is, if it matters which constraints it
 * was known from. */
static void first_boxes(struct boxes *b, bool narrowed) {
    struct halves sets[MOST_SYMBOLS];
    for (uint32_t i = 0; i < b->nsymbols; i++)
        sets[i] =
            narrowed ? narrow_symbol(b->narrow, b->symbols[i]) : halves_all(expr_width(b->pool, b->symbols[i]), false);
    vec_clear(&b->open);
    for (uint32_t signs = 0; signs < 1u << b->nsymbols; signs++) {
        struct box box = {0};
        bool some = true;
        for (uint32_t i = 0; i < b->nsymbols && some; i++) {
            uint32_t width = expr_width(b->pool, b->symbols[i]);
            int side = signs >> i & 1;
            some = sets[i].side[side].some;
            if (!some) continue;
            box.lo[i] = (uint64_t)halves_pick(width, &sets[i], side, 0);
            box.hi[i] = (uint64_t)halves_pick(width, &sets[i], side, 1);
        }
        if (some) vec_push(&b->open, box);
    }
}

static enum answer search(struct boxes *b, const expr *constraints, uint32_t n, uint64_t most, bool narrowed,
                          struct model **model) {
    struct box point = {0};
    first_boxes(b, narrowed);
    uint64_t end = b->work + most;
    while (b->open.len) {
        if (b->work > end || limits_look(&b->ctx->limits)) return ANSWER_UNKNOWN;
        struct box box = vec_pop(&b->open);
        if (evaluate(b, &box, true) == BOX_FALSE) continue;
        middle(b, &box, &point);
        bool last = is_point(b, &box);
        bool hopeful = last || evaluate(b, &point, false) != BOX_FALSE;
        if (hopeful && point_holds(b, point.lo, constraints, n, model)) return ANSWER_SAT;
        if (!last) split(b, box);
    }
    return ANSWER_UNSAT;
}

/* ---- the back end ------------------------------------------------------------------------------------- */

/* Symbols in what is opaque have no range: then a point may not be a model. */
static bool knows_all_symbols(struct boxes *b, const expr *constraints, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        const struct symbol_set *set = expr_symbols(b->pool, constraints[i]);
        for (uint32_t k = 0; k < set->len; k++) {
            expr e = expr_of_symbol(b->pool, (symbol){set->ids[k]});
            bool known = false;
            for (uint32_t j = 0; j < b->nsymbols; j++) known |= expr_same(b->symbols[j], e);
            if (!known) return false;
        }
    }
    return true;
}

static enum answer boxes_check(struct backend *be, const expr *constraints, uint32_t n, struct budget budget,
                               struct model **model, vec_u32 *core) {
    struct boxes *b = (struct boxes *)be;
    (void)budget;
    if (!b->pool->floats) return ANSWER_UNKNOWN; /* programs without floats pay nothing */
    uint64_t narrowed = narrow_work(b->narrow);
    enum answer quick = narrow_check(b->narrow, constraints, n, model, core);
    be->effort += (narrow_work(b->narrow) - narrowed) * WORK_NS / EFFORT_NS;
    if (quick != ANSWER_UNKNOWN) return quick;
    if (!plan(b, constraints, n) || !knows_all_symbols(b, constraints, n)) return ANSWER_UNKNOWN;
    uint64_t before = b->work;
    uint32_t less = b->failures < FEWEST_SHIFTS ? b->failures : FEWEST_SHIFTS;
    enum answer answer = search(b, constraints, n, MOST_WORK >> less, !core, model);
    b->failures = answer == ANSWER_UNKNOWN ? b->failures + 1 : 0;
    be->effort += (b->work - before) * WORK_NS / EFFORT_NS;
    if (answer != ANSWER_UNSAT || !core) return answer;
    vec_clear(core);
    for (uint32_t i = 0; i < n; i++)
        if (b->used.data[i]) vec_push(core, i);
    return answer;
}

static void boxes_free(struct backend *be) {
    struct boxes *b = (struct boxes *)be;
    narrow_free(b->narrow);
    map_release(&b->places);
    vec_release(&b->stack);
    vec_release(&b->steps);
    vec_release(&b->values);
    vec_release(&b->open);
    vec_release(&b->roots);
    vec_release(&b->used);
    mem_free(b);
}

struct backend *boxes_new(struct context *ctx, struct expr_pool *pool) {
    struct boxes *b = MEM_NEW(struct boxes);
    b->base = (struct backend){"boxes", boxes_check, boxes_free, 0};
    b->ctx = ctx;
    b->pool = pool;
    b->narrow = narrow_new(pool);
    map_init(&b->places);
    return &b->base;
}
