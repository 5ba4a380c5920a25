#include "solver/parti/read.h"

#include <assert.h>
#include <string.h>

#include "solver/parti/build.h"
#include "solver/parti/internal.h"

enum {
    MOST_STORES = 64,       /* looked through for one read */
    MOST_SCANNED = 1 << 14, /* table elements looked at for one read */
    MOST_LISTED = 256,      /* elements of more than 8 bits listed one by one */
};

static bool small(const struct expr_pool *pool, expr e) {
    uint32_t width = expr_width(pool, e);
    return width >= 1 && width <= 64;
}

static void push_unknown(struct view *v, expr e) {
    if (small(v->p->pool, e) && !view_known(v, e)) vec_push(&v->stack, e.id);
}

void read_push_kids(struct view *v, expr e) {
    const struct expr_pool *pool = v->p->pool;
    push_unknown(v, expr_kid(pool, e, 1));
    expr array = expr_kid(pool, e, 0);
    for (int i = 0; i < MOST_STORES && expr_op(pool, array) == EXPR_STORE; i++) {
        push_unknown(v, expr_kid(pool, array, 1));
        push_unknown(v, expr_kid(pool, array, 2));
        array = expr_kid(pool, array, 0);
    }
}

static void unknown_element(uint32_t width, struct mset *out) {
    mset_full(out, width);
    out->exact = false;
}

/* ---- tables ---------------------------------------------------------------------------- */

struct const_table {
    const uint64_t *elems;
    uint32_t count;
    uint64_t rest;
    uint32_t width;
};

static struct const_table get_table(const struct expr_pool *pool, expr array) {
    struct const_table t = {.width = expr_elem_width(pool, array)};
    t.elems = expr_table(pool, array, &t.count, &t.rest);
    return t;
}

/* Calls visit for every element that an index of the set reaches, the one beyond
 * the end once; false if they are too many. */
typedef void (*visit_fn)(void *data, uint64_t index, uint64_t elem);
static bool visit_elements(const struct const_table *t, const struct mset *index, visit_fn visit, void *data) {
    uint32_t scanned = 0;
    for (uint32_t i = 0; i < index->n; i++) {
        uint64_t at = index->iv[i].lo;
        for (; at < t->count; at += index->stride) {
            if (++scanned > MOST_SCANNED) return false;
            if (!(at & index->zeros) && !(~at & index->ones)) visit(data, at, t->elems[at]);
            if (at == index->iv[i].hi) break;
        }
        if (index->iv[i].hi >= t->count) {
            visit(data, t->count, t->rest);
            return true;
        }
    }
    return true;
}

struct gathered {
    uint64_t bitmap[4]; /* elements of at most 8 bits */
    uint64_t list[MOST_LISTED];
    uint32_t n; /* MOST_LISTED + 1: more */
    uint64_t min, max;
};

static void gather(void *data, uint64_t index, uint64_t elem) {
    struct gathered *g = data;
    (void)index;
    if (elem < 256) g->bitmap[elem / 64] |= (uint64_t)1 << elem % 64;
    if (g->n < MOST_LISTED) g->list[g->n] = elem;
    if (g->n <= MOST_LISTED) g->n++;
    if (elem < g->min) g->min = elem;
    if (elem > g->max) g->max = elem;
}

static void set_of_bitmap(const uint64_t *bitmap, uint32_t width, struct mset *out) {
    struct mset_build b;
    build_init(&b, width, 1);
    for (uint64_t v = 0; v < 256;) {
        if (!(bitmap[v / 64] >> v % 64 & 1)) {
            v++;
            continue;
        }
        uint64_t lo = v;
        while (v < 256 && bitmap[v / 64] >> v % 64 & 1) v++;
        build_add(&b, lo, v - 1);
    }
    build_finish(&b, out);
}

static void table_value(const struct const_table *t, const struct mset *index, struct mset *out) {
    struct gathered g = {.min = UINT64_MAX};
    if (!visit_elements(t, index, gather, &g) || g.n == 0) {
        unknown_element(t->width, out);
        return;
    }
    if (t->width <= 8) {
        set_of_bitmap(g.bitmap, t->width, out);
    } else if (g.n <= MOST_LISTED) {
        mset_of_values(out, t->width, g.list, g.n);
    } else {
        mset_range(out, t->width, g.min, g.max);
        out->exact = false;
    }
    out->exact = out->exact && index->exact;
}

/* ---- reads ------------------------------------------------------------------------------ */

static void join(struct mset *all, const struct mset *more) {
    struct mset sum;
    if (mset_is_empty(all)) {
        mset_copy(all, more);
        return;
    }
    mset_union(all, more, &sum);
    mset_copy(all, &sum);
    all->exact = false; /* which of them it is depends on the indexes */
}

/* Index sets that cannot meet, that must be equal, or neither. */
enum overlap { APART, SAME, PERHAPS };
static enum overlap compare_indexes(const struct mset *a, const struct mset *b) {
    struct mset both;
    if (mset_is_single(a) && mset_is_single(b)) return mset_min(a) == mset_min(b) ? SAME : APART;
    mset_intersect(a, b, &both);
    return mset_is_empty(&both) ? APART : PERHAPS;
}

static void read_base(struct view *v, expr array, const struct mset *index, uint32_t width, struct mset *out,
                      uint64_t *support) {
    struct expr_pool *pool = v->p->pool;
    if (expr_op(pool, array) == EXPR_ARRAY_CONST) {
        struct const_table t = get_table(pool, array);
        table_value(&t, index, out);
        *support |= index->support;
        return;
    }
    *support = UINT64_MAX;
    unknown_element(width, out);
    if (expr_op(pool, array) != EXPR_ARRAY_SYM || !mset_is_single(index)) return;
    uint32_t var = vars_element(&v->p->vars, expr_symbol(pool, array), mset_min(index));
    if (var == NO_VAR) return;
    mset_copy(out, view_var(v, var));
    out->exact = false; /* the constant index would have made it a variable */
}

void read_value(struct view *v, expr e, struct mset *out, uint64_t *support) {
    struct expr_pool *pool = v->p->pool;
    uint32_t width = expr_width(pool, e);
    expr array = expr_kid(pool, e, 0);
    const struct mset *index = view_known(v, expr_kid(pool, e, 1));
    *support = 0;
    mset_empty(out, width);
    if (!index) {
        *support = UINT64_MAX;
        unknown_element(width, out);
        return;
    }
    for (int i = 0; i < MOST_STORES && expr_op(pool, array) == EXPR_STORE; i++) {
        const struct mset *at = view_known(v, expr_kid(pool, array, 1));
        const struct mset *value = view_known(v, expr_kid(pool, array, 2));
        enum overlap o = at ? compare_indexes(index, at) : PERHAPS;
        if (o != APART) join(out, value);
        if (o != APART) *support |= value->support | (at ? at->support : UINT64_MAX);
        if (o == SAME) return;
        array = expr_kid(pool, array, 0);
    }
    struct mset base;
    read_base(v, array, index, width, &base, support);
    join(out, &base);
}

/* ---- learning ----------------------------------------------------------------------------- */

struct wanted {
    const struct mset *want;
    struct mset_build build;
    uint32_t count;
    uint64_t most;
};

static void collect_wanted(void *data, uint64_t index, uint64_t elem) {
    struct wanted *w = data;
    if (!mset_contains(w->want, elem)) return;
    if (index >= w->count) {
        build_add(&w->build, index, w->most);
        return;
    }
    uint32_t n = w->build.n;
    if (n && w->build.iv[n - 1].hi + 1 == index) w->build.iv[n - 1].hi = index;
    else build_add(&w->build, index, index);
}

bool read_inverse(struct view *v, expr e, const struct mset *have, const struct mset *want, struct mset *out) {
    struct expr_pool *pool = v->p->pool;
    expr array = expr_kid(pool, e, 0);
    if (expr_op(pool, array) != EXPR_ARRAY_CONST) return false;
    struct const_table t = get_table(pool, array);
    struct wanted w = {.want = want, .count = t.count, .most = mask_of(have->width)};
    build_init(&w.build, have->width, 1);
    if (!visit_elements(&t, have, collect_wanted, &w)) return false;
    build_finish(&w.build, out);
    return true;
}
