#include "solver/parti/view.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "expr/float.h"
#include "expr/float_value.h"
#include "expr/keep.h"
#include "solver/parti/arith.h"
#include "solver/parti/build.h"
#include "solver/parti/internal.h"
#include "solver/parti/read.h"

void view_init(struct view *v, struct parti *p) {
    memset(v, 0, sizeof *v);
    v->p = p;
    v->stamp = 1;
    arena_init(&v->values);
    arena_init(&v->sets);
}

void view_release(struct view *v) {
    mem_free(v->memo);
    arena_release(&v->values);
    arena_release(&v->sets);
    vec_release(&v->changes);
    vec_release(&v->changed);
    vec_release(&v->stack);
}

void view_refresh(struct view *v) {
    arena_reset(&v->values);
    if (++v->stamp) return;
    memset(v->memo, 0, v->memo_len * sizeof *v->memo);
    v->stamp = 1;
}

static void forget_changes(struct view *v) {
    for (vec_each(uint32_t, i, &v->changes)) v->changed.data[v->changes.data[i].var] = 0;
    vec_clear(&v->changes);
    arena_reset(&v->sets);
}

void view_reset(struct view *v) {
    forget_changes(v);
    view_refresh(v);
}

void view_open(struct view *v, struct domains *d) {
    uint32_t epoch = expr_pool_epoch(v->p->pool);
    if (v->changes.len == 0 && v->serial == d->serial && v->epoch == epoch) return;
    v->d = d;
    v->serial = d->serial;
    v->epoch = epoch;
    view_reset(v);
}

void view_set(struct view *v, uint32_t var, const struct mset *set) {
    assert(set->n > 0);
    struct mset *own = arena_alloc(&v->sets, mset_bytes(set->n));
    mset_copy(own, set);
    bool single = mset_is_single(own);
    own->exact = single || (domains_var_exact(v->d, var) && !mset_has_bits(own));
    own->support = single ? 0 : var_support(var);
    if (var >= v->changed.len) vec_resize(&v->changed, v->p->vars.list.len);
    if (v->changed.data[var]) {
        v->changes.data[v->changed.data[var] - 1].set = own;
        return;
    }
    vec_push(&v->changes, (struct change){var, own});
    v->changed.data[var] = v->changes.len;
}

const struct mset *view_var(const struct view *v, uint32_t var) {
    if (var < v->changed.len && v->changed.data[var]) return v->changes.data[v->changed.data[var] - 1].set;
    return domains_set(v->d, var);
}

uint32_t view_leaf(struct view *v, expr e) {
    struct parti *p = v->p;
    const struct expr_node *n = expr_node(p->pool, e);
    if (n->op == EXPR_SYM) return vars_symbol(&p->vars, (symbol){(uint32_t)n->aux});
    if (n->op != EXPR_READ) return NO_VAR;
    const struct expr_node *array = expr_node(p->pool, (expr){n->kids[0]});
    const struct expr_node *index = expr_node(p->pool, (expr){n->kids[1]});
    if (array->op != EXPR_ARRAY_SYM || index->op != EXPR_CONST || index->width > 64) return NO_VAR;
    return vars_element(&p->vars, (symbol){(uint32_t)array->aux}, index->aux);
}

/* ---- values ---------------------------------------------------------------------------- */

const struct mset *view_known(const struct view *v, expr e) {
    if (e.id >= v->memo_len || v->memo[e.id].stamp != v->stamp) return NULL;
    return v->memo[e.id].value;
}

static void remember(struct view *v, expr e, const struct mset *value) {
    if (e.id >= v->memo_len) {
        uint32_t len = e.id + 1024 + e.id / 2;
        v->memo = mem_realloc(v->memo, len * sizeof *v->memo);
        memset(v->memo + v->memo_len, 0, (len - v->memo_len) * sizeof *v->memo);
        v->memo_len = len;
    }
    v->memo[e.id] = (struct memo_slot){value, v->stamp};
}

/* Keeps a computed set as the value of e. A set of one value is exact, since the
 * constraints have a model; an empty one can only come from sets whose emptiness
 * went unnoticed, and anything may be said then. */
static void remember_set(struct view *v, expr e, struct mset *s, uint64_t support) {
    if (mset_is_empty(s)) {
        mset_full(s, s->width);
        s->exact = false;
    }
    bool single = mset_is_single(s);
    s->exact |= single;
    s->support = single ? 0 : support;
    struct mset *own = arena_alloc(&v->values, mset_bytes(s->n));
    mset_copy(own, s);
    remember(v, e, own);
}

static bool narrow(const struct view *v, expr e) {
    uint32_t width = expr_width(v->p->pool, e);
    return width >= 1 && width <= 64;
}

/* Two expressions vary independently if they share no symbol. */
static bool independent(struct view *v, expr a, const struct mset *x, expr b, const struct mset *y) {
    if (!(x->support & y->support)) return true;
    struct expr_pool *pool = v->p->pool;
    return !symbol_sets_meet(expr_symbols(pool, a), expr_symbols(pool, b));
}

static void eval_unknown(struct view *v, expr e) {
    struct mset out;
    mset_full(&out, expr_width(v->p->pool, e));
    out.exact = false;
    remember_set(v, e, &out, UINT64_MAX);
}

static void eval_binary(struct view *v, expr e, const struct expr_node *n) {
    expr a = {n->kids[0]}, b = {n->kids[1]};
    const struct mset *x = view_known(v, a), *y = view_known(v, b);
    struct mset out;
    uint32_t steps = 1 + x->n * y->n;
    if (!can_spend(v->p, steps)) {
        eval_unknown(v, e);
        return;
    }
    spend(v->p, steps);
    if (n->op == EXPR_CONCAT) mset_concat(x, y, &out);
    else if (n->op >= EXPR_EQ) mset_compare(n->op, x, y, &out);
    else mset_binary(n->op, x, y, &out);
    uint64_t support = x->support | y->support;
    if (out.exact && !mset_is_single(&out) && !independent(v, a, x, b, y)) out.exact = false;
    remember_set(v, e, &out, support);
}

static void eval_ite(struct view *v, expr e, const struct expr_node *n) {
    expr c = {n->kids[0]}, a = {n->kids[1]}, b = {n->kids[2]};
    const struct mset *cond = view_known(v, c), *x = view_known(v, a), *y = view_known(v, b);
    if (mset_is_single(cond)) {
        remember(v, e, mset_min(cond) ? x : y);
        return;
    }
    struct mset out;
    spend(v->p, 1);
    mset_union(x, y, &out);
    out.exact = out.exact && cond->exact && independent(v, c, cond, a, x) && independent(v, c, cond, b, y);
    remember_set(v, e, &out, cond->support | x->support | y->support);
}

static void eval_unary(struct view *v, expr e, const struct expr_node *n) {
    const struct mset *x = view_known(v, (expr){n->kids[0]});
    struct mset out;
    switch (n->op) {
    case EXPR_NOT: mset_not(x, &out); break;
    case EXPR_NEG: mset_neg(x, &out); break;
    case EXPR_EXTRACT: mset_extract(x, (uint32_t)n->aux, n->width, &out); break;
    case EXPR_ZEXT: mset_zext(x, n->width, &out); break;
    default: mset_sext(x, n->width, &out);
    }
    spend(v->p, 1);
    remember_set(v, e, &out, x->support);
}

static void eval_read(struct view *v, expr e) {
    struct mset out;
    uint64_t support;
    read_value(v, e, &out, &support);
    spend(v->p, 4);
    remember_set(v, e, &out, support);
}

/* A guarded value is its own only where the guard is known to hold. */
static void eval_guard(struct view *v, expr e, const struct expr_node *n) {
    const struct mset *guard = view_known(v, (expr){n->kids[0]});
    if (mset_is_single(guard) && mset_min(guard)) remember(v, e, view_known(v, (expr){n->kids[1]}));
    else eval_unknown(v, e);
}

static bool eval_leaf(struct view *v, expr e, const struct expr_node *n) {
    if (n->op == EXPR_CONST) {
        struct mset *one = arena_alloc(&v->values, mset_bytes(1));
        mset_single(one, n->width, n->aux);
        remember(v, e, one);
        return true;
    }
    if (n->op != EXPR_SYM && n->op != EXPR_READ) return false;
    uint32_t var = view_leaf(v, e);
    if (var == NO_VAR) return false;
    const struct mset *set = view_var(v, var);
    if (!set->exact || domains_var_exact(v->d, var)) {
        remember(v, e, set);
        return true;
    }
    struct mset out;
    mset_copy(&out, set);
    out.exact = false;
    remember_set(v, e, &out, set->support);
    return true;
}

static void eval_node(struct view *v, expr e) {
    const struct expr_node *n = expr_node(v->p->pool, e);
    if (float_op((enum expr_op)n->op)) {
        eval_unknown(v, e);
        return;
    }
    for (int i = 0; i < 3 && n->kids[i]; i++) {
        expr kid = {n->kids[i]};
        if (n->op != EXPR_READ && !narrow(v, kid)) {
            eval_unknown(v, e);
            return;
        }
    }
    switch (n->op) {
    case EXPR_NOT:
    case EXPR_NEG:
    case EXPR_EXTRACT:
    case EXPR_ZEXT:
    case EXPR_SEXT: eval_unary(v, e, n); return;
    case EXPR_ITE: eval_ite(v, e, n); return;
    case EXPR_READ: eval_read(v, e); return;
    case EXPR_GUARD: eval_guard(v, e, n); return;
    default: eval_binary(v, e, n);
    }
}

/* Pushes the operands that e's value needs and that are not known yet. */
static bool push_kids(struct view *v, expr e) {
    const struct expr_node *n = expr_node(v->p->pool, e);
    uint32_t before = v->stack.len;
    if (float_op((enum expr_op)n->op)) return false; /* nothing follows from them */
    if (n->op == EXPR_READ) {
        read_push_kids(v, e);
        return v->stack.len > before;
    }
    for (int i = 0; i < 3 && n->kids[i]; i++) {
        expr kid = {n->kids[i]};
        if (narrow(v, kid) && !view_known(v, kid)) vec_push(&v->stack, kid.id);
    }
    return v->stack.len > before;
}

const struct mset *view_value(struct view *v, expr e) {
    assert(narrow(v, e));
    vec_clear(&v->stack);
    vec_push(&v->stack, e.id);
    while (v->stack.len) {
        expr top = {vec_last(&v->stack)};
        const struct expr_node *n = expr_node(v->p->pool, top);
        if (view_known(v, top) || eval_leaf(v, top, n)) {
            (void)vec_pop(&v->stack);
        } else if (v->p->work == 0 || v->stack.len > MOST_NODES) {
            return NULL;
        } else if (!push_kids(v, top)) {
            eval_node(v, top);
            (void)vec_pop(&v->stack);
        }
    }
    return view_known(v, e);
}
