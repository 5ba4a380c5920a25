#include "solver/z3_terms.h"

#include <assert.h>

#include "expr/float.h"
#include "expr/float_value.h"

void z3_terms_init(struct z3_terms *t, Z3_context z3, struct expr_pool *pool) {
    *t = (struct z3_terms){.z3 = z3, .pool = pool};
    map_init(&t->terms);
}

void z3_terms_clear(struct z3_terms *t) {
    for (vec_each(uint32_t, i, &t->kept)) Z3_dec_ref(t->z3, t->kept.data[i]);
    vec_clear(&t->kept);
    vec_clear(&t->axioms);
    map_clear(&t->terms);
    t->failed = false;
}

void z3_terms_release(struct z3_terms *t) {
    z3_terms_clear(t);
    map_release(&t->terms);
    vec_release(&t->kept);
    vec_release(&t->axioms);
    vec_release(&t->stack);
}

Z3_ast z3_terms_keep(struct z3_terms *t, Z3_ast ast) {
    if (!ast) {
        /* A well-formed stand-in: mixing it up with other sorts is again an
         * error that Z3 reports, not a crash. */
        t->failed = true;
        ast = Z3_mk_true(t->z3);
    }
    Z3_inc_ref(t->z3, ast);
    vec_push(&t->kept, ast);
    return ast;
}

static Z3_ast find_term(const struct z3_terms *t, expr e) { return (Z3_ast)(uintptr_t)map_get(&t->terms, e.id, 0); }

static Z3_ast bits(struct z3_terms *t, uint32_t width, uint64_t value) {
    Z3_sort sort = Z3_mk_bv_sort(t->z3, width);
    return z3_terms_keep(t, Z3_mk_unsigned_int64(t->z3, value, sort));
}

static Z3_ast bool_to_vector(struct z3_terms *t, Z3_ast a) {
    Z3_ast one = bits(t, 1, 1), zero = bits(t, 1, 0);
    return z3_terms_keep(t, Z3_mk_ite(t->z3, a, one, zero));
}

static Z3_ast vector_to_bool(struct z3_terms *t, Z3_ast a) {
    Z3_ast one = bits(t, 1, 1);
    return z3_terms_keep(t, Z3_mk_eq(t->z3, a, one));
}

/* The kid's term as a bit vector. */
static Z3_ast vector_kid(struct z3_terms *t, expr e, int i) {
    expr kid = expr_kid(t->pool, e, i);
    Z3_ast a = find_term(t, kid);
    return expr_width(t->pool, kid) == 1 ? bool_to_vector(t, a) : a;
}

static Z3_ast kid_term(const struct z3_terms *t, expr e, int i) { return find_term(t, expr_kid(t->pool, e, i)); }

Z3_ast z3_terms_found(const struct z3_terms *t, expr e) { return find_term(t, e); }
Z3_ast z3_terms_vector_of_kid(struct z3_terms *t, expr e, int i) { return vector_kid(t, e, i); }

/* ---- leaves ------------------------------------------------------------------------------ */

static Z3_ast make_const(struct z3_terms *t, expr e) {
    uint32_t width = expr_width(t->pool, e);
    uint64_t scratch;
    const uint64_t *words = expr_words(t->pool, e, &scratch);
    if (width == 1) return words[0] ? Z3_mk_true(t->z3) : Z3_mk_false(t->z3);
    Z3_ast whole = bits(t, width < 64 ? width : 64, words[0]);
    for (uint32_t low = 64; low < width; low += 64) {
        Z3_ast part = bits(t, width - low < 64 ? width - low : 64, words[low / 64]);
        whole = z3_terms_keep(t, Z3_mk_concat(t->z3, part, whole));
    }
    return whole;
}

static Z3_sort sort_of(struct z3_terms *t, expr e) {
    if (!expr_is_array(t->pool, e)) {
        uint32_t width = expr_width(t->pool, e);
        return width == 1 ? Z3_mk_bool_sort(t->z3) : Z3_mk_bv_sort(t->z3, width);
    }
    /* Sorts are terms too: hold the index's while the element's is made. */
    Z3_sort index = Z3_mk_bv_sort(t->z3, expr_index_width(t->pool, e));
    z3_terms_keep(t, Z3_sort_to_ast(t->z3, index));
    Z3_sort elem = Z3_mk_bv_sort(t->z3, expr_elem_width(t->pool, e));
    z3_terms_keep(t, Z3_sort_to_ast(t->z3, elem));
    return Z3_mk_array_sort(t->z3, index, elem);
}

static Z3_ast make_symbol(struct z3_terms *t, expr e) {
    Z3_symbol name = Z3_mk_int_symbol(t->z3, (int)expr_symbol(t->pool, e).id);
    return Z3_mk_const(t->z3, name, sort_of(t, e));
}

static Z3_ast make_table(struct z3_terms *t, expr e) {
    uint32_t count, index_width = expr_index_width(t->pool, e);
    uint32_t width = expr_elem_width(t->pool, e);
    uint64_t rest;
    const uint64_t *elems = expr_table(t->pool, e, &count, &rest);
    Z3_sort index = Z3_mk_bv_sort(t->z3, index_width);
    z3_terms_keep(t, Z3_sort_to_ast(t->z3, index));
    Z3_ast array = z3_terms_keep(t, Z3_mk_const_array(t->z3, index, bits(t, width, rest)));
    for (uint32_t i = 0; i < count; i++) {
        if (elems[i] == rest) continue;
        Z3_ast at = bits(t, index_width, i), value = bits(t, width, elems[i]);
        array = z3_terms_keep(t, Z3_mk_store(t->z3, array, at, value));
    }
    return array;
}

/* ---- operators --------------------------------------------------------------------------- */

/* Boolean connectives on operands of width 1. NULL: op is none. */
static Z3_ast make_connective(struct z3_terms *t, expr e) {
    enum expr_op op = expr_op(t->pool, e);
    Z3_ast args[] = {kid_term(t, e, 0), op == EXPR_NOT ? NULL : kid_term(t, e, 1)};
    switch (op) {
    case EXPR_NOT: return Z3_mk_not(t->z3, args[0]);
    case EXPR_AND: return Z3_mk_and(t->z3, 2, args);
    case EXPR_OR: return Z3_mk_or(t->z3, 2, args);
    case EXPR_XOR: return Z3_mk_xor(t->z3, args[0], args[1]);
    default: return NULL;
    }
}

typedef Z3_ast (*binary_fn)(Z3_context, Z3_ast, Z3_ast);

static binary_fn binary_of(enum expr_op op) {
    switch (op) {
    case EXPR_ADD: return Z3_mk_bvadd;
    case EXPR_MUL: return Z3_mk_bvmul;
    case EXPR_UDIV: return Z3_mk_bvudiv;
    case EXPR_SDIV: return Z3_mk_bvsdiv;
    case EXPR_UREM: return Z3_mk_bvurem;
    case EXPR_SREM: return Z3_mk_bvsrem;
    case EXPR_AND: return Z3_mk_bvand;
    case EXPR_OR: return Z3_mk_bvor;
    case EXPR_XOR: return Z3_mk_bvxor;
    case EXPR_SHL: return Z3_mk_bvshl;
    case EXPR_LSHR: return Z3_mk_bvlshr;
    case EXPR_ASHR: return Z3_mk_bvashr;
    case EXPR_ULT: return Z3_mk_bvult;
    case EXPR_ULE: return Z3_mk_bvule;
    case EXPR_SLT: return Z3_mk_bvslt;
    case EXPR_SLE: return Z3_mk_bvsle;
    case EXPR_CONCAT: return Z3_mk_concat;
    default: return NULL;
    }
}

/* Z3's comparisons are Bool already; all other results of one bit are vectors. */
static Z3_ast as_stored(struct z3_terms *t, expr e, Z3_ast vector) {
    vector = z3_terms_keep(t, vector);
    return expr_width(t->pool, e) == 1 ? vector_to_bool(t, vector) : vector;
}

static Z3_ast make_binary(struct z3_terms *t, expr e) {
    enum expr_op op = expr_op(t->pool, e);
    Z3_ast a = vector_kid(t, e, 0), b = vector_kid(t, e, 1);
    Z3_ast out = binary_of(op)(t->z3, a, b);
    bool comparison = op == EXPR_ULT || op == EXPR_ULE || op == EXPR_SLT || op == EXPR_SLE;
    return comparison ? out : as_stored(t, e, out);
}

static Z3_ast make_extend(struct z3_terms *t, expr e) {
    uint32_t by = expr_width(t->pool, e) - expr_width(t->pool, expr_kid(t->pool, e, 0));
    Z3_ast a = vector_kid(t, e, 0);
    return expr_op(t->pool, e) == EXPR_ZEXT ? Z3_mk_zero_ext(t->z3, by, a) : Z3_mk_sign_ext(t->z3, by, a);
}

static Z3_ast make_extract(struct z3_terms *t, expr e) {
    uint32_t low = (uint32_t)expr_node(t->pool, e)->aux;
    uint32_t high = low + expr_width(t->pool, e) - 1;
    return as_stored(t, e, Z3_mk_extract(t->z3, high, low, vector_kid(t, e, 0)));
}

static Z3_ast make_guard(struct z3_terms *t, expr e) {
    Z3_ast f = z3_terms_keep(t, Z3_mk_fresh_const(t->z3, "guard", sort_of(t, e)));
    Z3_ast same = z3_terms_keep(t, Z3_mk_eq(t->z3, f, kid_term(t, e, 1)));
    Z3_ast axiom = z3_terms_keep(t, Z3_mk_implies(t->z3, kid_term(t, e, 0), same));
    vec_push(&t->axioms, axiom);
    return f;
}

static Z3_ast make_store(struct z3_terms *t, expr e) {
    Z3_ast index = vector_kid(t, e, 1), value = vector_kid(t, e, 2);
    return Z3_mk_store(t->z3, kid_term(t, e, 0), index, value);
}

/* No circuit: no term. */
static Z3_ast make_float(struct z3_terms *t, expr e) {
    if (!z3_floats_by_circuit(t, e)) return z3_floats_term(t, e);
    expr circuit = float_circuit(t->pool, e);
    return expr_is(circuit) ? find_term(t, circuit) : NULL;
}

static Z3_ast make_term(struct z3_terms *t, expr e) {
    enum expr_op op = expr_op(t->pool, e);
    if (float_op(op)) return make_float(t, e);
    bool connective = op == EXPR_NOT || op == EXPR_AND || op == EXPR_OR || op == EXPR_XOR;
    if (connective && expr_width(t->pool, e) == 1) return make_connective(t, e);
    switch (op) {
    case EXPR_CONST: return make_const(t, e);
    case EXPR_SYM:
    case EXPR_ARRAY_SYM: return make_symbol(t, e);
    case EXPR_ARRAY_CONST: return make_table(t, e);
    case EXPR_NOT: return Z3_mk_bvnot(t->z3, kid_term(t, e, 0));
    case EXPR_NEG: return as_stored(t, e, Z3_mk_bvneg(t->z3, vector_kid(t, e, 0)));
    case EXPR_EQ: return Z3_mk_eq(t->z3, kid_term(t, e, 0), kid_term(t, e, 1));
    case EXPR_EXTRACT: return make_extract(t, e);
    case EXPR_ZEXT:
    case EXPR_SEXT: return make_extend(t, e);
    case EXPR_ITE: return Z3_mk_ite(t->z3, kid_term(t, e, 0), kid_term(t, e, 1), kid_term(t, e, 2));
    case EXPR_READ: return as_stored(t, e, Z3_mk_select(t->z3, kid_term(t, e, 0), vector_kid(t, e, 1)));
    case EXPR_STORE: return make_store(t, e);
    case EXPR_GUARD: return make_guard(t, e);
    default: assert(binary_of(op)); return make_binary(t, e);
    }
}

/* ---- traversal --------------------------------------------------------------------------- */

static bool push_missing_kids(struct z3_terms *t, expr e) {
    bool missing = false;
    if (float_op(expr_op(t->pool, e)) && z3_floats_by_circuit(t, e)) {
        expr circuit = float_circuit(t->pool, e);
        if (!expr_is(circuit) || find_term(t, circuit)) return false;
        vec_push(&t->stack, circuit.id);
        return true;
    }
    for (int i = 0; i < expr_arity(expr_op(t->pool, e)); i++) {
        expr kid = expr_kid(t->pool, e, i);
        if (find_term(t, kid)) continue;
        vec_push(&t->stack, kid.id);
        missing = true;
    }
    return missing;
}

Z3_ast z3_terms_of(struct z3_terms *t, expr e) {
    vec_clear(&t->stack);
    vec_push(&t->stack, e.id);
    while (t->stack.len) {
        expr top = {vec_last(&t->stack)};
        if (!find_term(t, top)) {
            if (push_missing_kids(t, top)) continue;
            Z3_ast ast = z3_terms_keep(t, make_term(t, top));
            map_put(&t->terms, top.id, (uintptr_t)ast);
        }
        (void)vec_pop(&t->stack);
    }
    return find_term(t, e);
}

Z3_ast z3_terms_vector(struct z3_terms *t, expr e) {
    Z3_ast a = z3_terms_of(t, e);
    return expr_width(t->pool, e) == 1 ? bool_to_vector(t, a) : a;
}
