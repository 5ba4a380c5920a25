/* Where objects lie is ours to choose, and C's to leave open: what a program makes of it is
 * a premise of the proof (IR_APART; front/lower/address.c says where). */
#include "exec/sym/apart.h"

#include <assert.h>

#include "exec/sym/decider.h"
#include "exec/sym/vast.h"
#include "mem/bytes.h"

enum { ARMS_MOST = 64 };

/* What is taken for granted. */
static const char dead[] = "no object reuses the address of a dead one: a pointer to it is compared";
static const char at_end[] = "no object directly follows another: the end of one is compared with a pointer to another";
static const char order[] = "objects lie in the order that shrike chose: pointers into different ones are compared";
static const char distance[] =
    "objects lie as far apart as shrike placed them: pointers into different ones are subtracted";
static const char number[] = "addresses have the values that shrike chose: one is used as a number";
static const char literals[] = "string literals share storage as in shrike's build: pointers to them are compared";

/* The object that an address belongs to, dead or alive, if it is inside or at its end; NULL: it is no
 * address, or stale. */
static const struct mem_object *object_at(const struct exec *x, uint64_t a) {
    const struct mem_object *obj = a < PAGE_SIZE ? NULL : space_find(&x->now->space, a);
    return obj && a - obj->base <= obj->size ? obj : NULL;
}

/* Did an object lie there whose number another one has now? */
static bool is_stale(const struct exec *x, uint64_t a) {
    return a >= PAGE_SIZE && space_find(&x->now->space, a) && !object_at(x, a);
}

static bool ends_at(const struct mem_object *obj, uint64_t a) { return obj->size && a == obj->base + obj->size; }

static const char *of_different(enum ir_apart what) { return what == APART_ORDER ? order : distance; }

/* ---- string literals --------------------------------------------------------------------------------- */

/* Have they the same byte wherever they would overlap, with b's place at a's? Both are constants. */
static bool may_coincide(struct exec *x, const struct mem_object *of_a, uint64_t a, const struct mem_object *of_b,
                         uint64_t b) {
    uint64_t in_a = a - of_a->base, in_b = b - of_b->base, back = in_a < in_b ? in_a : in_b;
    uint64_t rest_a = of_a->size - in_a, rest_b = of_b->size - in_b, n = back + (rest_a < rest_b ? rest_a : rest_b);
    for (uint64_t i = 0; i < n; i++) {
        uint8_t one, other;
        struct fault fault;
        if (space_read(&x->now->space, a - back + i, &one, 1, &fault) ||
            space_read(&x->now->space, b - back + i, &other, 1, &fault))
            return true;
        if (one != other) return false;
    }
    return n > 0;
}

static bool may_share(const struct mem_object *a, const struct mem_object *b) {
    bool constants = a->readonly && !a->unwritten && b->readonly && !b->unwritten;
    return constants && (a->literal || b->literal) && a->kind == OBJECT_GLOBAL && b->kind == OBJECT_GLOBAL;
}

static bool is_several(const struct mem_object *obj) { return obj && obj->literal == LITERAL_SEVERAL; }

/* ---- known pointers ---------------------------------------------------------------------------------- */

const char *apart_premise(struct exec *x, enum ir_apart what, uint64_t a, uint64_t b) {
    const struct mem_object *of_a = object_at(x, a), *of_b = object_at(x, b);
    if (is_several(of_a) && of_a == of_b) return literals;
    if (of_a && of_a == of_b) {
        x->near_base = of_a->base;
        x->near_size = of_a->size;
        return NULL;
    }
    bool stale = is_stale(x, a) || is_stale(x, b);
    if (a == b || (of_a == of_b && !stale)) return NULL;
    if (!of_a && !is_stale(x, a)) return NULL; /* null, or a number that no object has */
    if (!of_b && !is_stale(x, b)) return NULL;
    if (what != APART_EQUAL) return of_different(what);
    if (stale || !of_a->live || !of_b->live) return dead;
    if (may_share(of_a, of_b) && may_coincide(x, of_a, a, of_b, b)) return literals;
    bool touch = (ends_at(of_a, a) && b == of_b->base) || (ends_at(of_b, b) && a == of_a->base);
    return touch ? at_end : NULL;
}

/* As the ABI promises it for the object; that of i386 has no more than 4 for doubles, whatever clang does. */
static uint64_t alignment_of(const struct exec *x, const struct mem_object *obj) {
    switch ((enum object_kind)obj->kind) {
    case OBJECT_HEAP: return obj->align > 16 ? obj->align : 16;
    case OBJECT_GLOBAL:
    case OBJECT_STACK:
    case OBJECT_INPUT: return !obj->align ? 1 : x->p->is32 && obj->align == 8 ? 4 : obj->align;
    default: return 1;
    }
}

/* Bits below the alignment are the same wherever the object lies. Others are not tried, and no premise: natively they
 * are others, mostly. */
static void look_at_bits(struct exec *x, uint64_t a, uint32_t asked) {
    const struct mem_object *obj = a < PAGE_SIZE ? NULL : space_find(&x->now->space, a);
    if (obj && alignment_of(x, obj) <= asked) sym_gap(x, GAP_BITS, NULL);
}

void exec_apart(struct exec *x, const struct insn *in, uint64_t a, uint64_t b) {
    assert(in->op == IR_APART);
    const char *what = NULL;
    switch ((enum ir_apart)in->c) {
    case APART_NUMBER: what = a < PAGE_SIZE ? NULL : number; break;
    case APART_ALIGNMENT: look_at_bits(x, a, in->aux); break;
    default: what = apart_premise(x, (enum ir_apart)in->c, a, b); break;
    }
    if (what) exec_premise(x, what);
}

/* ---- symbolic pointers ------------------------------------------------------------------------------- */

/* All values of e lie in one object: some address in it. False: not known. */
static bool anchor(struct exec *x, expr e, uint64_t *at, uint32_t *arms) {
    struct expr_pool *pool = x->sym->pool;
    if (expr_is_const(pool, e)) return *at = expr_value(pool, e), true;
    if (++*arms > ARMS_MOST) return false;
    if (expr_op(pool, e) == EXPR_ADD && expr_is_const(pool, expr_kid(pool, e, 1))) {
        *at = expr_value(pool, expr_kid(pool, e, 1));
        return space_find(&x->now->space, *at) != NULL;
    }
    uint64_t other;
    if (expr_op(pool, e) != EXPR_ITE || !anchor(x, expr_kid(pool, e, 1), at, arms) ||
        !anchor(x, expr_kid(pool, e, 2), &other, arms))
        return false;
    return space_find(&x->now->space, *at) == space_find(&x->now->space, other);
}

/* May e, as far as it is written out, be a pointer to a literal? */
static bool leads_to_literal(struct exec *x, expr e, uint32_t *arms) {
    struct expr_pool *pool = x->sym->pool;
    if (++*arms > ARMS_MOST) return true;
    if (expr_op(pool, e) == EXPR_ITE)
        return leads_to_literal(x, expr_kid(pool, e, 1), arms) || leads_to_literal(x, expr_kid(pool, e, 2), arms);
    if (expr_op(pool, e) == EXPR_ADD) e = expr_kid(pool, e, 1);
    const struct mem_object *obj = expr_is_const(pool, e) && expr_value(pool, e) >= PAGE_SIZE
                                       ? space_find(&x->now->space, expr_value(pool, e))
                                       : NULL;
    return obj && obj->literal;
}

static const char *premise_of_forms(struct exec *x, enum ir_apart what, expr a, expr b) {
    uint64_t at_a = 0, at_b = 0;
    uint32_t arms = 0;
    bool known = anchor(x, a, &at_a, &arms) && anchor(x, b, &at_b, &arms);
    if (!known) return what == APART_EQUAL ? dead : of_different(what);
    const struct mem_object *of_a = space_find(&x->now->space, at_a), *of_b = space_find(&x->now->space, at_b);
    if (of_a == of_b || !of_a || !of_b) return NULL;
    if (what != APART_EQUAL) return of_different(what);
    return of_a->live && of_b->live ? at_end : dead;
}

/* How many operands e's low bits follow from, by their own low bits; behind the first `*from`. -1: not known. */
static int low_operands(struct expr_pool *pool, expr e, uint32_t *from) {
    *from = expr_op(pool, e) == EXPR_ITE;
    switch (expr_op(pool, e)) {
    case EXPR_SYM: return 0;
    case EXPR_NOT:
    case EXPR_NEG:
    case EXPR_ZEXT:
    case EXPR_SEXT: return 1;
    case EXPR_ADD:
    case EXPR_MUL:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_XOR:
    case EXPR_CONCAT:
    case EXPR_ITE: return 2;
    default: return -1;
    }
}

/* Of each object whose address is a part of e. */
static void look_at_forms(struct exec *x, expr e, uint32_t asked, uint32_t *arms) {
    struct expr_pool *pool = x->sym->pool;
    uint32_t from = 0;
    bool offset =
        expr_op(pool, e) == EXPR_ADD && expr_is_const(pool, expr_kid(pool, e, 1)); /* from an object, which decides */
    if (offset && space_find(&x->now->space, expr_value(pool, expr_kid(pool, e, 1)))) e = expr_kid(pool, e, 1);
    if (expr_is_const(pool, e)) {
        look_at_bits(x, expr_value(pool, e), asked);
        return;
    }
    int n = ++*arms > ARMS_MOST ? -1 : low_operands(pool, e, &from);
    if (n < 0) sym_gap(x, GAP_BITS, NULL);
    for (int i = 0; i < n; i++) look_at_forms(x, expr_kid(pool, e, from + (uint32_t)i), asked, arms);
}

static const char *premise_of_number(struct exec *x, const struct insn *in, expr a) {
    uint32_t arms = 0;
    if ((enum ir_apart)in->c == APART_NUMBER) return number;
    look_at_forms(x, a, in->aux, &arms);
    return NULL;
}

/* Addresses of one vast object differ by their offsets, wherever it lies. */
static bool in_one_vast(struct exec *x, expr a, expr b) {
    expr off;
    const struct mem_object *of_a = vast_origin(x, a, &off), *of_b = vast_origin(x, b, &off);
    return of_a && of_a == of_b;
}

bool sym_apart(struct exec *x, const struct insn *in) {
    assert(in->op == IR_APART && x->sym);
    uint32_t w = 8 * x->p->ptr_bytes;
    expr a = sym_slot(x, in->a, w), b = sym_slot(x, in->b, w);
    bool pair = (enum ir_apart)in->c <= APART_DISTANCE;
    if (pair && x->decider->on.pair && x->decider->on.pair(x, in, a, b)) return true;
    if (pair && in_one_vast(x, a, b)) return true;
    const char *what = pair ? premise_of_forms(x, (enum ir_apart)in->c, a, b) : premise_of_number(x, in, a);
    if (what) exec_premise(x, what);
    uint32_t arms = 0;
    if (pair && (leads_to_literal(x, a, &arms) || leads_to_literal(x, b, &arms))) exec_premise(x, literals);
    return true;
}
