/* The operators of the theories Core, FixedSizeBitVectors and ArraysEx, one table. */
#include <stdlib.h>
#include <string.h>

#include "solver/smtlib/apply.h"

#include "expr/arith.h"
#include "expr/relate.h"

struct op {
    const char *name;
    bool (*apply)(struct application *c, const struct op *op);
    expr (*build)(struct expr_pool *pool, expr a, expr b);
    uint32_t min, max; /* arguments */
};

enum { MANY = UINT32_MAX };

static const struct sort bool_sort = {.kind = SORT_BOOL};
static struct sort vector_sort(uint32_t width) { return (struct sort){.kind = SORT_VECTOR, .width = width}; }

static bool give(struct application *c, expr e, struct sort sort) { return application_give(c, e, sort); }

bool application_complain(struct application *c, const char *what) {
    const struct sexpr *name = c->index ? c->head->first->next : c->head;
    return script_fail(c->sc, c->head, "%s: %s", name->kind == SEXPR_LIST ? "operator" : name->text, what);
}
static bool complain(struct application *c, const char *what) { return application_complain(c, what); }

/* All arguments of one sort, which is a vector. */
static bool want_vectors(struct application *c) {
    for (uint32_t i = 0; i < c->n; i++) {
        if (c->args[i].sort.kind != SORT_VECTOR) return complain(c, "needs bit vectors");
        if (c->args[i].sort.width != c->args[0].sort.width) return complain(c, "needs bit vectors of the same width");
    }
    return true;
}

static bool want_bools(struct application *c) {
    for (uint32_t i = 0; i < c->n; i++)
        if (c->args[i].sort.kind != SORT_BOOL) return complain(c, "needs terms of sort Bool");
    return true;
}

static bool want_same(struct application *c) {
    for (uint32_t i = 1; i < c->n; i++)
        if (!sort_same(c->args[i].sort, c->args[0].sort)) return complain(c, "needs terms of the same sort");
    return true;
}

/* ---- Core ------------------------------------------------------------------------- */

static bool apply_not(struct application *c, const struct op *op) {
    (void)op;
    return want_bools(c) && give(c, expr_not(c->sc->pool, c->args[0].e), bool_sort);
}

static expr fold_left(struct application *c, const struct op *op) {
    expr e = c->args[0].e;
    for (uint32_t i = 1; i < c->n; i++) e = op->build(c->sc->pool, e, c->args[i].e);
    return e;
}

static bool apply_bool_left(struct application *c, const struct op *op) {
    return want_bools(c) && give(c, fold_left(c, op), bool_sort);
}

static bool apply_implies(struct application *c, const struct op *op) {
    if (!want_bools(c)) return false;
    expr e = c->args[c->n - 1].e;
    for (uint32_t i = c->n - 1; i-- > 0;) e = op->build(c->sc->pool, c->args[i].e, e);
    return give(c, e, bool_sort);
}

static bool has_equality(struct application *c) {
    if (c->args[0].sort.kind == SORT_ARRAY) return script_beyond(c->sc, c->head, "equality of arrays");
    if (c->args[0].sort.kind == SORT_REAL) return script_beyond(c->sc, c->head, "equality of real numbers");
    return true;
}

/* Are arguments i and k the same? */
static expr equals(struct application *c, const struct op *op, uint32_t i, uint32_t k) {
    if (c->args[i].sort.kind == SORT_FLOAT) return script_float_same(c->sc->pool, c->args[i].e, c->args[k].e);
    return op->build(c->sc->pool, c->args[i].e, c->args[k].e);
}

static bool apply_equal(struct application *c, const struct op *op) {
    if (!want_same(c)) return false;
    if (!has_equality(c)) return false;
    expr e = expr_true(c->sc->pool);
    for (uint32_t i = 1; i < c->n; i++) e = expr_and(c->sc->pool, e, equals(c, op, i - 1, i));
    return give(c, e, bool_sort);
}

static bool apply_distinct(struct application *c, const struct op *op) {
    if (!want_same(c)) return false;
    if (!has_equality(c)) return false;
    expr e = expr_true(c->sc->pool);
    for (uint32_t i = 0; i < c->n; i++)
        for (uint32_t j = i + 1; j < c->n; j++)
            e = expr_and(c->sc->pool, e, expr_not(c->sc->pool, equals(c, op, i, j)));
    return give(c, e, bool_sort);
}

static bool apply_ite(struct application *c, const struct op *op) {
    (void)op;
    if (c->args[0].sort.kind != SORT_BOOL) return complain(c, "the condition must be of sort Bool");
    if (!sort_same(c->args[1].sort, c->args[2].sort)) return complain(c, "both branches must be of the same sort");
    if (c->args[1].sort.kind == SORT_REAL) return script_beyond(c->sc, c->head, "a choice of real numbers");
    return give(c, expr_ite(c->sc->pool, c->args[0].e, c->args[1].e, c->args[2].e), c->args[1].sort);
}

/* ---- vectors ------------------------------------------------------------------------ */

static bool apply_vector_left(struct application *c, const struct op *op) {
    return want_vectors(c) && give(c, fold_left(c, op), c->args[0].sort);
}

static bool apply_compare(struct application *c, const struct op *op) {
    return want_vectors(c) && give(c, op->build(c->sc->pool, c->args[0].e, c->args[1].e), bool_sort);
}

/* As a vector of one bit. */
static bool apply_bit(struct application *c, const struct op *op) {
    return want_vectors(c) && give(c, op->build(c->sc->pool, c->args[0].e, c->args[1].e), vector_sort(1));
}

static bool apply_bvnot(struct application *c, const struct op *op) {
    (void)op;
    return want_vectors(c) && give(c, expr_not(c->sc->pool, c->args[0].e), c->args[0].sort);
}

static bool apply_bvneg(struct application *c, const struct op *op) {
    (void)op;
    return want_vectors(c) && give(c, expr_neg(c->sc->pool, c->args[0].e), c->args[0].sort);
}

static expr build_nand(struct expr_pool *p, expr a, expr b) { return expr_not(p, expr_and(p, a, b)); }
static expr build_nor(struct expr_pool *p, expr a, expr b) { return expr_not(p, expr_or(p, a, b)); }
static expr build_xnor(struct expr_pool *p, expr a, expr b) { return expr_not(p, expr_xor(p, a, b)); }

static expr is_negative(struct expr_pool *p, expr a) { return expr_extract(p, a, expr_width(p, a) - 1, 1); }

static expr absolute(struct expr_pool *p, expr a) { return expr_ite(p, is_negative(p, a), expr_neg(p, a), a); }

/* The remainder with the sign of b. */
static expr build_smod(struct expr_pool *p, expr a, expr b) {
    expr u = expr_urem(p, absolute(p, a), absolute(p, b));
    expr a_neg = is_negative(p, a), b_neg = is_negative(p, b);
    expr signed_u = expr_ite(p, a_neg, expr_neg(p, u), u);
    expr zero = expr_const(p, expr_width(p, a), 0);
    expr keep = expr_or(p, expr_eq(p, u, zero), expr_eq(p, a_neg, b_neg));
    return expr_ite(p, keep, signed_u, expr_add(p, signed_u, b));
}

/* ---- overflow ------------------------------------------------------------------------- */

/* Does the exact result of build, which fits in `wide` bits, differ from what its
 * low bits stand for? */
static expr overflows(struct expr_pool *p, expr (*build)(struct expr_pool *, expr, expr), expr a, expr b, uint32_t wide,
                      bool is_signed) {
    uint32_t width = expr_width(p, a);
    expr (*extend)(struct expr_pool *, expr, uint32_t) = is_signed ? expr_sext : expr_zext;
    expr exact = build(p, extend(p, a, wide), extend(p, b, wide));
    return expr_ne(p, exact, extend(p, expr_extract(p, exact, 0, width), wide));
}

static bool apply_overflow(struct application *c, const struct op *op) {
    if (!want_vectors(c)) return false;
    uint32_t width = c->args[0].sort.width;
    bool is_signed = op->name[2] == 's', multiplies = op->build == expr_mul;
    uint32_t wide = multiplies ? 2 * width : width + 1;
    if (wide > EXPR_MAX_WIDTH) return complain(c, "the operands are too wide");
    struct expr_pool *p = c->sc->pool;
    return give(c, overflows(p, op->build, c->args[0].e, c->args[1].e, wide, is_signed), bool_sort);
}

static expr smallest(struct expr_pool *p, uint32_t width) {
    expr zero = expr_const(p, width, 0);
    if (width == 1) return expr_not(p, zero);
    return expr_concat(p, expr_const(p, 1, 1), expr_const(p, width - 1, 0));
}

static bool apply_bvnego(struct application *c, const struct op *op) {
    (void)op;
    struct expr_pool *p = c->sc->pool;
    return want_vectors(c) && give(c, expr_eq(p, c->args[0].e, smallest(p, c->args[0].sort.width)), bool_sort);
}

static bool apply_bvsdivo(struct application *c, const struct op *op) {
    (void)op;
    if (!want_vectors(c)) return false;
    struct expr_pool *p = c->sc->pool;
    uint32_t width = c->args[0].sort.width;
    expr minus_one = expr_not(p, expr_const(p, width, 0));
    expr a = expr_eq(p, c->args[0].e, smallest(p, width)), b = expr_eq(p, c->args[1].e, minus_one);
    return give(c, expr_and(p, a, b), bool_sort);
}

/* ---- shapes ----------------------------------------------------------------------------- */

static bool apply_concat(struct application *c, const struct op *op) {
    uint64_t width = 0;
    for (uint32_t i = 0; i < c->n; i++) {
        if (c->args[i].sort.kind != SORT_VECTOR) return complain(c, "needs bit vectors");
        width += c->args[i].sort.width;
    }
    if (width > EXPR_MAX_WIDTH) return complain(c, "the result is too wide");
    return give(c, fold_left(c, op), vector_sort((uint32_t)width));
}

/* Index number i of the operator. */
bool application_index(struct application *c, uint32_t i, uint32_t *value) {
    const struct sexpr *e = c->index;
    *value = 0;
    while (e && i--) e = e->next;
    if (!e || e->kind != SEXPR_NUMERAL || strlen(e->text) > 9) return complain(c, "needs numbers as indexes");
    *value = (uint32_t)strtoul(e->text, NULL, 10);
    return true;
}

static bool apply_extract(struct application *c, const struct op *op) {
    (void)op;
    uint32_t high, low;
    if (!want_vectors(c) || !application_index(c, 0, &high) || !application_index(c, 1, &low)) return false;
    if (high < low || high >= c->args[0].sort.width) return complain(c, "the bits are out of range");
    uint32_t width = high - low + 1;
    return give(c, expr_extract(c->sc->pool, c->args[0].e, low, width), vector_sort(width));
}

static bool apply_extend(struct application *c, const struct op *op) {
    uint32_t more;
    if (!want_vectors(c) || !application_index(c, 0, &more)) return false;
    uint32_t width = c->args[0].sort.width + more;
    if (width > EXPR_MAX_WIDTH) return complain(c, "the result is too wide");
    bool is_signed = op->name[0] == 's';
    expr e = is_signed ? expr_sext(c->sc->pool, c->args[0].e, width) : expr_zext(c->sc->pool, c->args[0].e, width);
    return give(c, e, vector_sort(width));
}

static bool apply_repeat(struct application *c, const struct op *op) {
    (void)op;
    uint32_t times;
    if (!want_vectors(c) || !application_index(c, 0, &times)) return false;
    uint32_t width = c->args[0].sort.width;
    if (!times || times > EXPR_MAX_WIDTH / width) return complain(c, "the result has no or too many bits");
    expr e = c->args[0].e;
    for (uint32_t i = 1; i < times; i++) e = expr_concat(c->sc->pool, c->args[0].e, e);
    return give(c, e, vector_sort(width * times));
}

static bool apply_rotate(struct application *c, const struct op *op) {
    uint32_t by;
    if (!want_vectors(c) || !application_index(c, 0, &by)) return false;
    struct expr_pool *p = c->sc->pool;
    uint32_t width = c->args[0].sort.width;
    by %= width;
    if (strcmp(op->name, "rotate_right") == 0) by = (width - by) % width;
    if (!by) return give(c, c->args[0].e, c->args[0].sort);
    expr high = expr_extract(p, c->args[0].e, 0, width - by);
    expr low = expr_extract(p, c->args[0].e, width - by, by);
    return give(c, expr_concat(p, high, low), c->args[0].sort);
}

/* ---- arrays ------------------------------------------------------------------------------ */

static struct sort part_sort(uint32_t width) { return width ? vector_sort(width) : bool_sort; }

static bool want_array(struct application *c) {
    if (c->args[0].sort.kind != SORT_ARRAY) return complain(c, "needs an array");
    if (!sort_same(c->args[1].sort, part_sort(c->args[0].sort.index_width)))
        return complain(c, "the index has the wrong sort");
    return true;
}

static bool apply_select(struct application *c, const struct op *op) {
    (void)op;
    return want_array(c) &&
           give(c, expr_read(c->sc->pool, c->args[0].e, c->args[1].e), part_sort(c->args[0].sort.elem_width));
}

static bool apply_store(struct application *c, const struct op *op) {
    (void)op;
    if (!want_array(c)) return false;
    if (!sort_same(c->args[2].sort, part_sort(c->args[0].sort.elem_width)))
        return complain(c, "the value has the wrong sort");
    return give(c, expr_store(c->sc->pool, c->args[0].e, c->args[1].e, c->args[2].e), c->args[0].sort);
}

/* ((as const (Array ..)) value) */
static bool apply_const_array(struct script *sc, const struct sexpr *head, const struct sorted_term *args, uint32_t n,
                              struct sorted_term *result) {
    struct sort sort;
    if (!script_sort(sc, head->first->next->next, &sort)) return false;
    if (sort.kind != SORT_ARRAY || n != 1 || !sort_same(args[0].sort, part_sort(sort.elem_width)))
        return script_fail(sc, head, "a constant array is ((as const (Array index element)) value)");
    if (!expr_is_const(sc->pool, args[0].e)) return script_beyond(sc, head, "an array filled with an unknown");
    uint32_t index_width = sort.index_width ? sort.index_width : 1;
    *result = (struct sorted_term){expr_array_fill(sc->pool, index_width, args[0].e), sort};
    return true;
}

/* ---- table --------------------------------------------------------------------------------- */

static const struct op ops[] =
    {
        {"not", apply_not, NULL, 1, 1},
        {"and", apply_bool_left, expr_and, 1, MANY},
        {"or", apply_bool_left, expr_or, 1, MANY},
        {"xor", apply_bool_left, expr_xor, 1, MANY},
        {"=>", apply_implies, expr_implies, 1, MANY},
        {"=", apply_equal, expr_eq, 2, MANY},
        {"distinct", apply_distinct, expr_eq, 2, MANY},
        {"ite", apply_ite, NULL, 3, 3},
        {"bvnot", apply_bvnot, NULL, 1, 1},
        {"bvneg", apply_bvneg, NULL, 1, 1},
        {"bvand", apply_vector_left, expr_and, 1, MANY},
        {"bvor", apply_vector_left, expr_or, 1, MANY},
        {"bvxor", apply_vector_left, expr_xor, 1, MANY},
        {"bvadd", apply_vector_left, expr_add, 1, MANY},
        {"bvmul", apply_vector_left, expr_mul, 1, MANY},
        {"bvsub", apply_vector_left, expr_sub, 2, 2},
        {"bvudiv", apply_vector_left, expr_udiv, 2, 2},
        {"bvurem", apply_vector_left, expr_urem, 2, 2},
        {"bvsdiv", apply_vector_left, expr_sdiv, 2, 2},
        {"bvsrem", apply_vector_left, expr_srem, 2, 2},
        {"bvsmod", apply_vector_left, build_smod, 2, 2},
        {"bvshl", apply_vector_left, expr_shl, 2, 2},
        {"bvlshr", apply_vector_left, expr_lshr, 2, 2},
        {"bvashr", apply_vector_left, expr_ashr, 2, 2},
        {"bvnand", apply_vector_left, build_nand, 2, 2},
        {"bvnor", apply_vector_left, build_nor, 2, 2},
        {"bvxnor", apply_vector_left, build_xnor, 2, 2},
        {"bvcomp", apply_bit, expr_eq, 2, 2},
        {"bvult", apply_compare, expr_ult, 2, 2},
        {"bvule", apply_compare, expr_ule, 2, 2},
        {"bvugt", apply_compare, expr_ugt, 2, 2},
        {"bvuge", apply_compare, expr_uge, 2, 2},
        {"bvslt", apply_compare, expr_slt, 2, 2},
        {"bvsle", apply_compare, expr_sle, 2, 2},
        {"bvsgt", apply_compare, expr_sgt, 2, 2},
        {"bvsge", apply_compare, expr_sge, 2, 2},
        {"bvnego", apply_bvnego, NULL, 1, 1},
        {"bvuaddo", apply_overflow, expr_add, 2, 2},
        {"bvsaddo", apply_overflow, expr_add, 2, 2},
        {"bvusubo", apply_compare, expr_ult, 2, 2},
        {"bvssubo", apply_overflow, expr_sub, 2, 2},
        {"bvumulo", apply_overflow, expr_mul, 2, 2},
        {"bvsmulo", apply_overflow, expr_mul, 2, 2},
        {"bvsdivo", apply_bvsdivo, NULL, 2, 2},
        {"concat", apply_concat, expr_concat, 1, MANY},
        {"select", apply_select, NULL, 2, 2},
        {"store", apply_store, NULL, 3, 3},
},
                       indexed_ops[] = {
                           {"extract", apply_extract, NULL, 1, 1},    {"zero_extend", apply_extend, NULL, 1, 1},
                           {"sign_extend", apply_extend, NULL, 1, 1}, {"repeat", apply_repeat, NULL, 1, 1},
                           {"rotate_left", apply_rotate, NULL, 1, 1}, {"rotate_right", apply_rotate, NULL, 1, 1},
};
enum { OPS = sizeof ops / sizeof ops[0], INDEXED_OPS = sizeof indexed_ops / sizeof indexed_ops[0] };

static bool apply_from(struct application *c, const struct op *table, int size, const struct sexpr *name) {
    for (int i = 0; i < size; i++) {
        if (!sexpr_is(name, table[i].name)) continue;
        if (c->n < table[i].min || c->n > table[i].max) return complain(c, "wrong number of arguments");
        return table[i].apply(c, &table[i]);
    }
    if (script_is_float(name) || sexpr_is(name, "-") || sexpr_is(name, "/")) return script_apply_float(c, name);
    return script_fail(c->sc, c->head, "unknown function '%.*s'", (int)name->source_len, name->source);
}

bool script_apply(struct script *sc, const struct sexpr *head, const struct sorted_term *args, uint32_t n,
                  struct sorted_term *result) {
    struct application c = {sc, head, NULL, args, n, result};
    if (head->kind == SEXPR_SYMBOL) return apply_from(&c, ops, OPS, head);
    if (head->kind == SEXPR_LIST && head->kids >= 3) {
        const struct sexpr *name = head->first->next;
        if (sexpr_is(head->first, "as") && sexpr_is(name, "const") && head->kids == 3)
            return apply_const_array(sc, head, args, n, result);
        c.index = name->next;
        if (sexpr_is(head->first, "_")) return apply_from(&c, indexed_ops, INDEXED_OPS, name);
    }
    return script_fail(sc, head, "not a function");
}
