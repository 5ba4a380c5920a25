#include "solver/parti/propagate.h"

#include <assert.h>

#include "expr/float.h"
#include "expr/float_value.h"
#include "solver/parti/arith.h"
#include "solver/parti/atom.h"
#include "solver/parti/build.h"
#include "solver/parti/internal.h"
#include "solver/parti/read.h"

struct want {
    expr e;
    const struct mset *set;
};

/* One walk: what is still to be pushed down. */
struct want_walk {
    struct view *v;
    VEC(struct want) todo;
    bool changed;
};

static const struct expr_pool *pool_of(const struct want_walk *w) { return w->v->p->pool; }

static void push(struct want_walk *w, expr e, const struct mset *set) {
    const struct expr_node *n = expr_node(pool_of(w), e);
    if (n->op == EXPR_CONST || n->width == 0 || n->width > 64) return;
    struct mset *own = arena_alloc(&w->v->sets, mset_bytes(set->n));
    mset_copy(own, set);
    vec_push(&w->todo, (struct want){e, own});
}

static void push_range(struct want_walk *w, expr e, uint64_t lo, uint64_t hi) {
    struct mset s;
    mset_range(&s, expr_width(pool_of(w), e), lo, hi);
    push(w, e, &s);
}

static void push_srange(struct want_walk *w, expr e, int64_t lo, int64_t hi) {
    struct mset s;
    mset_srange(&s, expr_width(pool_of(w), e), lo, hi);
    push(w, e, &s);
}

static void push_bool(struct want_walk *w, expr e, bool truth) { push_range(w, e, truth, truth); }

/* ---- comparisons --------------------------------------------------------------------------- */

static void down_equal(struct want_walk *w, expr a, expr b, bool truth) {
    const struct mset *x = view_known(w->v, a), *y = view_known(w->v, b);
    struct mset other;
    if (truth) {
        push(w, a, y);
        push(w, b, x);
        return;
    }
    if (mset_is_single(y)) {
        mset_complement(y, &other);
        push(w, a, &other);
    }
    if (mset_is_single(x)) {
        mset_complement(x, &other);
        push(w, b, &other);
    }
}

/* small <= big, or < if strict; some values satisfy it. */
static void down_less(struct want_walk *w, expr small, expr big, bool strict) {
    const struct mset *x = view_known(w->v, small), *y = view_known(w->v, big);
    push_range(w, small, 0, mset_max(y) - strict);
    push_range(w, big, mset_min(x) + strict, mask_of(x->width));
}

static void down_sless(struct want_walk *w, expr small, expr big, bool strict) {
    const struct mset *x = view_known(w->v, small), *y = view_known(w->v, big);
    int64_t most = (int64_t)(mask_of(x->width) >> 1), least = -most - 1;
    push_srange(w, small, least, mset_smax(y) - strict);
    push_srange(w, big, mset_smin(x) + strict, most);
}

static void down_compare(struct want_walk *w, const struct expr_node *n, bool truth) {
    expr a = {n->kids[0]}, b = {n->kids[1]};
    switch (n->op) {
    case EXPR_EQ: down_equal(w, a, b, truth); return;
    case EXPR_ULT:
        if (truth) down_less(w, a, b, true);
        else down_less(w, b, a, false);
        return;
    case EXPR_ULE:
        if (truth) down_less(w, a, b, false);
        else down_less(w, b, a, true);
        return;
    case EXPR_SLT:
        if (truth) down_sless(w, a, b, true);
        else down_sless(w, b, a, false);
        return;
    default:
        if (truth) down_sless(w, a, b, false);
        else down_sless(w, b, a, true);
    }
}

/* ---- other operators ------------------------------------------------------------------------ */

static bool down_unary(struct want_walk *w, const struct expr_node *n, const struct mset *hit) {
    expr kid = {n->kids[0]};
    const struct mset *have = view_known(w->v, kid);
    struct mset out;
    switch (n->op) {
    case EXPR_NOT: mset_not(hit, &out); break;
    case EXPR_NEG: mset_neg(hit, &out); break;
    case EXPR_EXTRACT: mset_inverse_extract(have, (uint32_t)n->aux, hit, &out); break;
    case EXPR_ZEXT: mset_truncate(hit, have->width, &out); break;
    default: mset_inverse_sext(have, hit, &out);
    }
    if (mset_is_empty(&out)) return false;
    push(w, kid, &out);
    return true;
}

static bool down_binary(struct want_walk *w, const struct expr_node *n, const struct mset *hit) {
    expr a = {n->kids[0]}, b = {n->kids[1]};
    const struct mset *x = view_known(w->v, a), *y = view_known(w->v, b);
    struct mset out;
    uint32_t steps = (x->n + y->n) * hit->n;
    if (!can_spend(w->v->p, steps)) return true;
    spend(w->v->p, steps);
    if (!mset_is_single(x)) {
        mset_inverse_left(n->op, x, y, hit, &out);
        if (mset_is_empty(&out)) return false;
        push(w, a, &out);
    }
    if (!mset_is_single(y)) {
        mset_inverse_right(n->op, x, y, hit, &out);
        if (mset_is_empty(&out)) return false;
        push(w, b, &out);
    }
    return true;
}

static void down_concat(struct want_walk *w, const struct expr_node *n, const struct mset *hit) {
    expr high = {n->kids[0]}, low = {n->kids[1]};
    uint32_t split = expr_width(pool_of(w), low);
    struct mset out;
    mset_extract(hit, split, hit->width - split, &out);
    push(w, high, &out);
    mset_truncate(hit, split, &out);
    push(w, low, &out);
}

static bool down_ite(struct want_walk *w, const struct expr_node *n, const struct mset *hit) {
    expr c = {n->kids[0]}, a = {n->kids[1]}, b = {n->kids[2]};
    const struct mset *cond = view_known(w->v, c);
    struct mset both;
    mset_intersect(view_known(w->v, a), hit, &both);
    bool may_then = !mset_is_empty(&both) && mset_contains(cond, 1);
    mset_intersect(view_known(w->v, b), hit, &both);
    bool may_else = !mset_is_empty(&both) && mset_contains(cond, 0);
    if (may_then == may_else) return may_then;
    push_bool(w, c, may_then);
    push(w, may_then ? a : b, hit);
    return true;
}

static bool down_read(struct want_walk *w, expr e, const struct mset *hit) {
    expr index = expr_kid(pool_of(w), e, 1);
    const struct mset *have = view_known(w->v, index);
    struct mset out;
    if (!have || !read_inverse(w->v, e, have, hit, &out)) return true;
    if (mset_is_empty(&out)) return false;
    push(w, index, &out);
    return true;
}

static void down_guard(struct want_walk *w, const struct expr_node *n, const struct mset *hit) {
    const struct mset *guard = view_known(w->v, (expr){n->kids[0]});
    if (mset_is_single(guard) && mset_min(guard)) push(w, (expr){n->kids[1]}, hit);
}

static bool down_leaf(struct want_walk *w, uint32_t var, const struct mset *want) {
    const struct mset *now = view_var(w->v, var);
    struct mset less;
    if (mset_subset(now, want)) return true;
    mset_narrow(now, want, &less);
    if (mset_is_empty(&less)) return false;
    view_set(w->v, var, &less);
    w->changed = true;
    return true;
}

static bool has_wide_kid(const struct expr_pool *pool, const struct expr_node *n) {
    for (int i = 0; i < 3 && n->kids[i]; i++) {
        uint32_t width = expr_width(pool, (expr){n->kids[i]});
        if (width == 0 || width > 64) return true;
    }
    return false;
}

/* Pushes what `want` says about e to its operands; false: it cannot be met. */
static bool down(struct want_walk *w, struct want want) {
    const struct expr_node *n = expr_node(pool_of(w), want.e);
    uint32_t var = view_leaf(w->v, want.e);
    if (var != NO_VAR) return down_leaf(w, var, want.set);
    const struct mset *have = view_known(w->v, want.e);
    if (!have || mset_subset(have, want.set)) return true;
    struct mset hit;
    mset_intersect(have, want.set, &hit);
    if (mset_is_empty(&hit)) return false;
    if (n->op == EXPR_READ) return down_read(w, want.e, &hit);
    if (has_wide_kid(pool_of(w), n) || float_op((enum expr_op)n->op)) return true;
    switch (n->op) {
    case EXPR_NOT:
    case EXPR_NEG:
    case EXPR_EXTRACT:
    case EXPR_ZEXT:
    case EXPR_SEXT: return down_unary(w, n, &hit);
    case EXPR_EQ:
    case EXPR_ULT:
    case EXPR_ULE:
    case EXPR_SLT:
    case EXPR_SLE:
        if (mset_is_single(&hit)) down_compare(w, n, mset_min(&hit));
        return true;
    case EXPR_CONCAT: down_concat(w, n, &hit); return true;
    case EXPR_ITE: return down_ite(w, n, &hit);
    case EXPR_GUARD: down_guard(w, n, &hit); return true;
    default: return down_binary(w, n, &hit);
    }
}

bool propagate(struct view *v, expr e, bool truth, bool *changed) {
    const struct mset *value = view_value(v, e);
    if (changed) *changed = false;
    if (!value) return true;
    if (mset_is_single(value)) return mset_min(value) == truth;
    struct want_walk w = {.v = v};
    bool possible = true;
    push_bool(&w, e, truth);
    while (possible && w.todo.len && v->p->work) {
        spend(v->p, 1);
        possible = down(&w, vec_pop(&w.todo));
    }
    vec_release(&w.todo);
    if (changed) *changed = w.changed;
    return possible;
}

bool view_holds(struct view *v, expr e, bool truth) {
    const struct mset *value = view_value(v, e);
    return value && mset_is_single(value) && mset_min(value) == truth;
}

/* ---- formulas over one variable --------------------------------------------------------------- */

enum { MOST_ATOMS = 32, MOST_DEPTH = 32, MOST_STEPS = 1024 };

struct formula {
    struct view *v;
    uint32_t var;
    const struct mset *have; /* its set, as if exact */
    int atoms;               /* that may still be solved by walking */
    int steps;               /* parts that may still be looked at: choices double them */
};

static void solve(struct formula *f, expr e, bool truth, int depth, struct mset *out);

static void give_up(const struct formula *f, struct mset *out) {
    mset_copy(out, f->have);
    out->exact = false;
}

static void solve_atom(struct formula *f, expr e, bool truth, struct mset *out) {
    struct view *v = f->v;
    struct atom a;
    if (atom_of(&v->p->vars, e, &a)) {
        struct mset in;
        ranges_to_set(&a.when[truth], a.width, &in);
        mset_intersect(f->have, &in, out);
        return;
    }
    view_reset(v);
    if (f->atoms-- <= 0) {
        give_up(f, out);
    } else if (!propagate(v, e, truth, NULL)) {
        mset_empty(out, view_var(v, f->var)->width);
    } else {
        view_refresh(v);
        mset_copy(out, view_var(v, f->var));
        out->exact = !mset_has_bits(out) && view_holds(v, e, truth);
    }
}

static void solve_both(struct formula *f, expr a, bool ta, expr b, bool tb, int depth, struct mset *out) {
    struct mset x, y;
    solve(f, a, ta, depth, &x);
    if (mset_is_empty(&x)) {
        mset_copy(out, &x);
        return;
    }
    solve(f, b, tb, depth, &y);
    mset_intersect(&x, &y, out);
}

static void solve_either(struct formula *f, expr a, bool ta, expr b, bool tb, int depth, struct mset *out) {
    struct mset x, y;
    solve(f, a, ta, depth, &x);
    solve(f, b, tb, depth, &y);
    mset_union(&x, &y, out);
}

/* (c and a) or (not c and b), where ta, tb are the truths wanted of a and b. */
static void solve_choice(struct formula *f, expr c, expr a, bool ta, expr b, bool tb, int depth, struct mset *out) {
    struct mset x, y;
    solve_both(f, c, true, a, ta, depth, &x);
    solve_both(f, c, false, b, tb, depth, &y);
    mset_union(&x, &y, out);
}

static void solve(struct formula *f, expr e, bool truth, int depth, struct mset *out) {
    const struct expr_node *n = expr_node(f->v->p->pool, e);
    expr a = {n->kids[0]}, b = {n->kids[1]};
    if (f->steps-- <= 0) {
        give_up(f, out);
        return;
    }
    if (depth == MOST_DEPTH || !is_logical(f->v->p->pool, e)) {
        solve_atom(f, e, truth, out);
        return;
    }
    switch (n->op) {
    case EXPR_NOT: solve(f, a, !truth, depth + 1, out); return;
    case EXPR_AND:
    case EXPR_OR:
        if ((n->op == EXPR_AND) == truth) solve_both(f, a, truth, b, truth, depth + 1, out);
        else solve_either(f, a, truth, b, truth, depth + 1, out);
        return;
    case EXPR_XOR: solve_choice(f, a, b, !truth, b, truth, depth + 1, out); return;
    case EXPR_EQ: solve_choice(f, a, b, truth, b, !truth, depth + 1, out); return;
    case EXPR_ITE: solve_choice(f, a, b, truth, (expr){n->kids[2]}, truth, depth + 1, out); return;
    default: solve_atom(f, e, truth, out);
    }
}

bool is_logical(const struct expr_pool *pool, expr e) {
    const struct expr_node *n = expr_node(pool, e);
    if (n->op == EXPR_EQ) return expr_width(pool, (expr){n->kids[0]}) == 1;
    return n->width == 1 &&
           (n->op == EXPR_AND || n->op == EXPR_OR || n->op == EXPR_XOR || n->op == EXPR_NOT || n->op == EXPR_ITE);
}

void solve_formula(struct view *v, expr e, bool truth, uint32_t var, struct mset *out) {
    struct mset have;
    if (v->changes.len) view_reset(v);
    mset_copy(&have, domains_set(v->d, var));
    have.exact = !mset_has_bits(&have);
    struct formula f = {.v = v, .var = var, .have = &have, .atoms = MOST_ATOMS, .steps = MOST_STEPS};
    solve(&f, e, truth, 0, out);
    if (v->changes.len) view_reset(v);
}
