#include "solver/known.h"

#include <assert.h>

#include "base/context.h"
#include "expr/arith.h"
#include "expr/keep.h"
#include "expr/relate.h"
#include "solver/cache.h"
#include "solver/chain.h"
#include "solver/pmap.h"

enum {
    CREDIT_EACH = 64, /* regrouping work that each constraint pays for */
    CREDIT_MOST = 1 << 20,
    FREE_REGROUPING = 64,  /* groups up to this size are always rebuilt */
    DEFINITION_NODES = 24, /* largest value that replaces a symbol */
};

/* Where a constraint on its way into the groups comes from. */
enum origin {
    NEW,     /* it was just added */
    AGAIN,   /* it was in a group before: facts may follow from it, so that it must
                not be simplified with them, only with definitions */
    DERIVED, /* part of one of those, simplified */
};

/* A constraint (value none) or definition. */
struct learn_item {
    expr elem, value;
    enum origin origin;
};

struct learner {
    struct solver *s;
    struct known *k;
    struct partition part;
    VEC(struct learn_item) work;
    vec_expr fresh, kept, elems, values;
    vec_u32 made;
};

static void push_item(struct learner *l, expr elem, expr value, enum origin origin) {
    vec_push(&l->work, (struct learn_item){elem, value, origin});
}

static void keep(struct learner *l, expr e) {
    if (!expr_is_const(l->s->pool, e) || expr_width(l->s->pool, e) > 1) vec_push(&l->kept, e);
}

static void learn_fact(struct learner *l, expr key, expr value, bool definition) {
    struct known *k = l->k;
    k->facts = pmap_put(k->facts, &k->bump, l->part.owner, key.id, value.id << 1 | definition);
    k->facts_signature |= symbols_signature(expr_symbols(l->s->pool, key));
    k->version = ++l->s->versions;
    keep(l, key);
    keep(l, value);
}

static bool contains_symbol(struct expr_pool *pool, expr e, expr sym) {
    return symbol_set_has(expr_symbols(pool, e), expr_symbol(pool, sym));
}

/* Replaces symbol x by value everywhere. False if that is too much work. */
static bool define(struct learner *l, expr x, expr value) {
    struct solver *s = l->s;
    uint32_t id = expr_symbol(s->pool, x).id, g = groups_of(l->part.members, id);
    if (g) {
        const struct group *group = &s->groups.all.data[g];
        uint32_t cost = group->count + group->defs;
        if (cost > FREE_REGROUPING && cost > l->k->credit) return false;
        l->k->credit -= cost < l->k->credit ? cost : l->k->credit;
        s->ctx->stats.solver_regroupings++;
        vec_clear(&l->elems);
        vec_clear(&l->values);
        groups_dissolve(&s->groups, s->pool, &l->part, id, &l->elems, &l->values);
        for (vec_each(uint32_t, i, &l->elems)) push_item(l, l->elems.data[i], l->values.data[i], AGAIN);
    }
    s->ctx->stats.solver_definitions++;
    l->k->definitions += !expr_is_const(s->pool, value);
    learn_fact(l, x, value, true);
    groups_add(&s->groups, s->pool, &l->part, x, value);
    return true;
}

/* Which of both to replace by the other; the younger of two symbols. */
static bool defines(struct learner *l, expr x, expr value) {
    struct expr_pool *pool = l->s->pool;
    if (expr_op(pool, x) != EXPR_SYM) return false;
    if (expr_is_const(pool, value)) return true;
    if (expr_op(pool, value) == EXPR_SYM) return expr_symbol(pool, x).id > expr_symbol(pool, value).id;
    return expr_size(pool, value, DEFINITION_NODES + 1) <= DEFINITION_NODES && !contains_symbol(pool, value, x);
}

/* If c says what a symbol is, replaces it. */
static bool learn_definition(struct learner *l, expr c) {
    struct expr_pool *pool = l->s->pool;
    expr x = EXPR_NONE, value = EXPR_NONE;
    if (expr_op(pool, c) == EXPR_SYM) x = c, value = expr_true(pool);
    else if (expr_op(pool, c) == EXPR_NOT && expr_op(pool, expr_kid(pool, c, 0)) == EXPR_SYM)
        x = expr_kid(pool, c, 0), value = expr_false(pool);
    else if (expr_op(pool, c) == EXPR_EQ) {
        expr a = expr_kid(pool, c, 0), b = expr_kid(pool, c, 1);
        if (defines(l, a, b)) x = a, value = b;
        else if (defines(l, b, a)) x = b, value = a;
    }
    if (!expr_is(x) || !define(l, x, value)) return false;
    /* A relation between symbols would only spoil the exactness of intervals. */
    if (expr_is_const(pool, value)) vec_push(&l->fresh, c);
    return true;
}

/* A constraint whose parts can be added instead. */
static bool split(struct learner *l, expr c, enum origin whole) {
    enum origin part = whole == NEW ? NEW : DERIVED;
    struct expr_pool *pool = l->s->pool;
    enum expr_op op = expr_op(pool, c);
    if (op == EXPR_AND) {
        push_item(l, expr_kid(pool, c, 1), EXPR_NONE, part);
        push_item(l, expr_kid(pool, c, 0), EXPR_NONE, part);
        return true;
    }
    if (op == EXPR_NOT && expr_op(pool, expr_kid(pool, c, 0)) == EXPR_OR) {
        expr either = expr_kid(pool, c, 0);
        expr first = expr_kid(pool, either, 0), second = expr_kid(pool, either, 1);
        push_item(l, expr_not(pool, second), EXPR_NONE, part);
        push_item(l, expr_not(pool, first), EXPR_NONE, part);
        return true;
    }
    if (op != EXPR_EQ) return false;
    expr a = expr_kid(pool, c, 0), b = expr_kid(pool, c, 1);
    if (expr_is_const(pool, a)) {
        expr t = a;
        a = b;
        b = t;
    }
    if (!expr_is_const(pool, b) || expr_op(pool, a) != EXPR_CONCAT) return false;
    expr high = expr_kid(pool, a, 0), low = expr_kid(pool, a, 1);
    uint32_t wl = expr_width(pool, low), wh = expr_width(pool, high);
    push_item(l, expr_eq(pool, low, expr_extract(pool, b, 0, wl)), EXPR_NONE, part);
    push_item(l, expr_eq(pool, high, expr_extract(pool, b, wl, wh)), EXPR_NONE, part);
    return true;
}

/* What follows at once from an ordinary constraint. */
static void learn_consequences(struct learner *l, expr c) {
    struct expr_pool *pool = l->s->pool;
    if (expr_op(pool, c) == EXPR_NOT) {
        learn_fact(l, expr_kid(pool, c, 0), expr_false(pool), false);
        return;
    }
    learn_fact(l, c, expr_true(pool), false);
    if (expr_op(pool, c) != EXPR_EQ) return;
    expr a = expr_kid(pool, c, 0), b = expr_kid(pool, c, 1);
    if (expr_is_const(pool, a)) learn_fact(l, b, a, false);
    else if (expr_is_const(pool, b)) learn_fact(l, a, b, false);
}

/* An operation that gives a NaN is no constant, also without symbols; its value is known all the same, and no
 * group would look after it. */
static expr without_symbols(struct solver *s, expr c) {
    if (expr_is_const(s->pool, c) || expr_symbols(s->pool, c)->len) return c;
    struct model *none = model_new();
    bool holds = model_holds(none, s->pool, c);
    model_release(none);
    return holds ? expr_true(s->pool) : expr_false(s->pool);
}

static void learn_constraint(struct learner *l, expr c, enum origin origin) {
    struct solver *s = l->s;
    expr before = c;
    c = origin == NEW ? known_rewrite(s, l->k, c) : known_rewrite_defined(s, l->k, c);
    c = without_symbols(s, c);
    if (expr_is_true(s->pool, c)) return;
    if (expr_is_false(s->pool, c)) {
        l->k->contradiction = true;
        return;
    }
    if (s->layers & LAYER_SIMPLIFY) {
        if (origin == AGAIN && expr_same(before, c)) {
            groups_add(&s->groups, s->pool, &l->part, c, EXPR_NONE);
            return;
        }
        if (split(l, c, origin) || learn_definition(l, c)) return;
        learn_consequences(l, c);
    }
    groups_add(&s->groups, s->pool, &l->part, c, EXPR_NONE);
    keep(l, c);
    vec_push(&l->fresh, c);
}

/* A definition whose value mentions a symbol that has been replaced since. */
static void learn_definition_again(struct learner *l, expr x, expr value) {
    expr now = known_rewrite_defined(l->s, l->k, value);
    assert(!contains_symbol(l->s->pool, now, x));
    learn_fact(l, x, now, true);
    groups_add(&l->s->groups, l->s->pool, &l->part, x, now);
}

static void *copy_to_bump(struct bump *bump, const void *data, size_t bytes) {
    if (!bytes) return NULL;
    void *to = bump_alloc(bump, bytes);
    memcpy(to, data, bytes);
    return to;
}

static void finish(struct learner *l) {
    struct known *k = l->k;
    k->members = l->part.members;
    k->nfresh = l->fresh.len;
    k->fresh = copy_to_bump(&k->bump, l->fresh.data, l->fresh.len * sizeof(expr));
    k->nkept = l->kept.len;
    k->kept = copy_to_bump(&k->bump, l->kept.data, l->kept.len * sizeof(expr));
    k->nmade = l->made.len;
    k->made = copy_to_bump(&k->bump, l->made.data, l->made.len * sizeof(uint32_t));
}

static void reset(struct learner *l, struct known *k, struct solver *s) {
    vec_clear(&l->work);
    vec_clear(&l->fresh);
    vec_clear(&l->kept);
    vec_clear(&l->made);
    l->k = k;
    l->part = (struct partition){k->members, &k->bump, ++s->owners, &l->made};
}

static struct known *inherit(const struct known *from) {
    struct known *k = MEM_NEW(struct known);
    if (!from) return k;
    k->facts = from->facts;
    k->members = from->members;
    k->facts_signature = from->facts_signature;
    k->version = from->version;
    k->contradiction = from->contradiction;
    k->credit = from->credit;
    k->definitions = from->definitions;
    return k;
}

static void learn_node(struct learner *l, struct pathcond *pc) {
    pc->known = inherit(pc->parent ? pc->parent->known : NULL);
    if (!pc->parent || pc->known->contradiction) return;
    l->s->ctx->stats.solver_pathconds_learned++;
    reset(l, pc->known, l->s);
    if (l->k->credit < CREDIT_MOST) l->k->credit += CREDIT_EACH;
    push_item(l, pc->constraint, EXPR_NONE, NEW);
    while (l->work.len && !l->k->contradiction) {
        struct learn_item item = vec_pop(&l->work);
        if (expr_is(item.value)) learn_definition_again(l, item.elem, item.value);
        else learn_constraint(l, item.elem, item.origin);
    }
    finish(l);
}

struct learner *learner_new(struct solver *s) {
    struct learner *l = MEM_NEW(struct learner);
    l->s = s;
    return l;
}

void learner_free(struct learner *l) {
    vec_release(&l->work);
    vec_release(&l->fresh);
    vec_release(&l->kept);
    vec_release(&l->elems);
    vec_release(&l->values);
    vec_release(&l->made);
    mem_free(l);
}

void known_learn(struct solver *s, struct pathcond *pc) {
    if (pc->known) return;
    vec_clear(&s->path);
    for (struct pathcond *p = pc; p && !p->known; p = p->parent) vec_push(&s->path, p);
    for (uint32_t i = s->path.len; i-- > 0;) learn_node(s->learner, s->path.data[i]);
}

void known_free(struct solver *s, struct known *k) {
    if (!k) return;
    for (uint32_t i = 0; i < k->nmade; i++) groups_free_one(&s->groups, k->made[i]);
    bump_release(&k->bump);
    mem_free(k);
}

void known_mark(struct expr_pool *pool, const struct known *k) {
    for (uint32_t i = 0; i < k->nfresh; i++) expr_mark(pool, k->fresh[i]);
    for (uint32_t i = 0; i < k->nkept; i++) expr_mark(pool, k->kept[i]);
}
