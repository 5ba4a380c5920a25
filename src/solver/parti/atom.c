#include "solver/parti/atom.h"

#include <assert.h>

#include "solver/parti/build.h"
#include "solver/parti/number.h"

static void add_range(struct ranges *r, uint64_t lo, uint64_t hi) {
    if (r->n && lo == r->r[r->n - 1].hi + 1) {
        r->r[r->n - 1].hi = hi;
        return;
    }
    assert(r->n < ATOM_RANGES);
    r->r[r->n++] = (struct ival){lo, hi};
}

/* Signed lo .. hi. */
static void signed_range(struct ranges *r, uint32_t width, int64_t lo, int64_t hi) {
    uint64_t mask = mask_of(width), from = (uint64_t)lo & mask, to = (uint64_t)hi & mask;
    if ((lo < 0) == (hi < 0)) {
        add_range(r, from, to);
    } else {
        add_range(r, 0, to);
        add_range(r, from, mask);
    }
}

/* Where x op c holds (or c op x, if `swapped`). */
static bool compare_ranges(enum expr_op op, uint32_t width, uint64_t c, bool swapped, struct ranges *r) {
    uint64_t mask = mask_of(width);
    int64_t most = (int64_t)(mask >> 1), least = -most - 1, s = to_signed(c, width);
    r->n = 0;
    switch (op) {
    case EXPR_EQ: add_range(r, c, c); return true;
    case EXPR_ULT:
        if (swapped && c < mask) add_range(r, c + 1, mask);
        if (!swapped && c > 0) add_range(r, 0, c - 1);
        return true;
    case EXPR_ULE:
        if (swapped) add_range(r, c, mask);
        else add_range(r, 0, c);
        return true;
    case EXPR_SLT:
        if (swapped && s < most) signed_range(r, width, s + 1, most);
        if (!swapped && s > least) signed_range(r, width, least, s - 1);
        return true;
    case EXPR_SLE:
        if (swapped) signed_range(r, width, s, most);
        else signed_range(r, width, least, s);
        return true;
    default: return false;
    }
}

/* ---- going down to the variable -------------------------------------------------------- */

/* Those in lo .. hi, moved by `by`. */
static void cut_range(const struct ranges *r, uint64_t lo, uint64_t hi, uint64_t by, struct ranges *out) {
    for (uint32_t i = 0; i < r->n; i++) {
        uint64_t from = r->r[i].lo > lo ? r->r[i].lo : lo, to = r->r[i].hi < hi ? r->r[i].hi : hi;
        if (from <= to) add_range(out, from + by, to + by);
    }
}

/* x + c in r. */
static void through_add(struct ranges *r, uint32_t width, uint64_t c) {
    uint64_t mask = mask_of(width);
    struct ranges out = {0};
    if (c == 0) return;
    /* From c up comes from 0 up; below c from what wraps around. */
    cut_range(r, c, mask, -c, &out);
    cut_range(r, 0, c - 1, mask - c + 1, &out);
    *r = out;
}

/* The extension of x from `from` to `width` bits in r. */
static void through_extension(struct ranges *r, uint32_t from, uint32_t width, bool sign) {
    struct ranges out = {0};
    uint64_t half = sign_of(from), offset = mask_of(width) - mask_of(from);
    if (sign) {
        cut_range(r, 0, half - 1, 0, &out);
        cut_range(r, offset + half, mask_of(width), -offset, &out);
    } else {
        cut_range(r, 0, mask_of(from), 0, &out);
    }
    *r = out;
}

static void complement(const struct ranges *r, uint32_t width, struct ranges *out) {
    uint64_t next = 0, mask = mask_of(width);
    out->n = 0;
    for (uint32_t i = 0; i < r->n; i++) {
        if (r->r[i].lo > next) add_range(out, next, r->r[i].lo - 1);
        if (r->r[i].hi == mask) return;
        next = r->r[i].hi + 1;
    }
    add_range(out, next, mask);
}

/* The variable below e, with the ranges carried down to it. */
static uint32_t descend(struct vars *vars, expr e, struct ranges *r) {
    const struct expr_pool *pool = vars->pool;
    for (int steps = 0; steps < 4; steps++) {
        const struct expr_node *n = expr_node(pool, e);
        const struct expr_node *kid = expr_node(pool, (expr){n->kids[0]});
        if (n->op == EXPR_SYM) return vars_symbol(vars, (symbol){(uint32_t)n->aux});
        if (n->op == EXPR_ADD && r->n <= 3) {
            const struct expr_node *c = expr_node(pool, (expr){n->kids[1]});
            if (c->op != EXPR_CONST) return NO_VAR;
            through_add(r, n->width, c->aux);
        } else if ((n->op == EXPR_ZEXT || n->op == EXPR_SEXT) && r->n <= 3) {
            through_extension(r, kid->width, n->width, n->op == EXPR_SEXT);
        } else {
            return NO_VAR;
        }
        e = (expr){n->kids[0]};
    }
    return NO_VAR;
}

bool atom_of(struct vars *vars, expr e, struct atom *out) {
    const struct expr_pool *pool = vars->pool;
    const struct expr_node *n = expr_node(pool, e);
    bool truth = true;
    if (n->op == EXPR_NOT) {
        truth = false;
        n = expr_node(pool, (expr){n->kids[0]});
    }
    if (n->op == EXPR_SYM && n->width == 1) {
        out->when[truth] = (struct ranges){1, {{1, 1}}};
        out->when[!truth] = (struct ranges){1, {{0, 0}}};
        out->width = 1;
        out->var = vars_symbol(vars, (symbol){(uint32_t)n->aux});
        return true;
    }
    if (n->op < EXPR_EQ || n->op > EXPR_SLE) return false;
    const struct expr_node *a = expr_node(pool, (expr){n->kids[0]});
    const struct expr_node *b = expr_node(pool, (expr){n->kids[1]});
    bool swapped = a->op == EXPR_CONST;
    if (swapped == (b->op == EXPR_CONST) || a->width > 64) return false;
    struct ranges *r = &out->when[truth];
    if (!compare_ranges(n->op, a->width, (swapped ? a : b)->aux, swapped, r)) return false;
    out->var = descend(vars, (expr){n->kids[swapped]}, r);
    if (out->var == NO_VAR) return false;
    out->width = vars->list.data[out->var].width;
    complement(r, out->width, &out->when[!truth]);
    return true;
}

/* ---- meeting sets ---------------------------------------------------------------------------- */

bool ranges_member(const struct ranges *r, const struct mset *s, uint64_t *out) {
    assert(!mset_has_bits(s));
    for (uint32_t i = 0, j = 0; i < r->n && j < s->n;) {
        struct ival v = s->iv[j];
        if (first_from(v.lo, s->stride, v.hi, r->r[i].lo, out) && *out <= r->r[i].hi) return true;
        if (v.hi < r->r[i].hi) j++;
        else i++;
    }
    return false;
}

void ranges_to_set(const struct ranges *r, uint32_t width, struct mset *out) {
    mset_empty(out, width);
    out->n = r->n;
    for (uint32_t i = 0; i < r->n; i++) out->iv[i] = r->r[i];
}
