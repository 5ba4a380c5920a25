/* math.h on symbolic arguments: as expressions, exact ones or functions of the library. */
#include <math.h>
#include <string.h>

#include "exec/library/symbolic.h"
#include "exec/sym/floats.h"
#include "exec/sym/premise.h"
#include "expr/arith.h"
#include "expr/float.h"
#include "expr/libm.h"
#include "expr/relate.h"

/* ---- the function of a name -------------------------------------------------------------------- */

/* The format that the name's ending says; the library's own names begin with underscores. */
static enum ir_float kind_of(const struct sym_call *c, const char *name) {
    const char *end = c->fn->name + strspn(c->fn->name, "_") + strlen(name);
    return *end == 'f' ? FLOAT_32 : *end == 'l' ? FLOAT_80 : FLOAT_64;
}

static uint32_t slots_of(enum ir_float kind) { return kind == FLOAT_80 ? 2 : 1; }

static bool any_symbolic(const struct exec *x, const struct sym_call *c, uint32_t slots) {
    for (uint32_t i = 0; i < slots; i++)
        if (call_symbolic(x, c, i)) return true;
    return false;
}

/* Argument i of this format; all before it are of the same. */
static expr argument(struct exec *x, const struct sym_call *c, enum ir_float kind, uint32_t i) {
    if (kind != FLOAT_80) return call_arg(x, c, i, float_kind_width(kind));
    expr high = call_arg(x, c, 2 * i + 1, 16), low = call_arg(x, c, 2 * i, 64);
    return expr_concat(x->sym->pool, high, low);
}

static expr positive_difference(struct expr_pool *p, expr a, expr b) {
    uint32_t width = expr_width(p, a);
    expr difference = expr_fsub(p, ROUND_EVEN, a, b), small = expr_fle(p, a, b);
    return expr_ite(p, small, expr_const(p, width, 0), difference);
}

static enum model_result give(struct exec *x, const struct sym_call *c, enum ir_float kind, expr e) {
    if (c->call->nret >= slots_of(kind)) float_set_slot(x, kind, c->in->d, e);
    return MODEL_DONE;
}

#define FLOATS(name, arguments, value)                                            \
    enum model_result model_##name(struct exec *x, const struct sym_call *call) { \
        enum ir_float kind = kind_of(call, #name);                                \
        if (!any_symbolic(x, call, arguments * slots_of(kind))) return MODEL_NO;  \
        struct expr_pool *p = x->sym->pool;                                       \
        expr a = argument(x, call, kind, 0), b = a, c = a;                        \
        if (arguments > 1) b = argument(x, call, kind, 1);                        \
        if (arguments > 2) c = argument(x, call, kind, 2);                        \
        (void)p, (void)b, (void)c;                                                \
        return give(x, call, kind, value);                                        \
    }
#include "exec/library/floats.def"

static expr by_library(struct exec *x, enum libm fn, expr a, expr b) {
    exec_premise(
        x, "functions of math.h return what they return on this machine, off by a few units in the last place at most");
    return expr_flibm(x->sym->pool, fn, a, b);
}
#define LIBM1(name, shape, from, to, least, most, at, value) FLOATS(name, 1, by_library(x, LIBM_##name, a, a))
#define LIBM2(name, shape) FLOATS(name, 2, by_library(x, LIBM_##name, a, b))
#include "expr/libm.def"
#undef LIBM1
#undef LIBM2
#undef FLOATS

/* ---- classification ------------------------------------------------------------------------------ */

enum { ANY_NAN = 3, NEG_INF = 4, POS_INF = 512, SUBNORMAL = 16 | 128, ZERO = 32 | 64 };

/* The argument of a function of this name; none: it is concrete. */
static expr classified(struct exec *x, const struct sym_call *c, const char *name) {
    enum ir_float kind = kind_of(c, name);
    return any_symbolic(x, c, slots_of(kind)) ? argument(x, c, kind, 0) : EXPR_NONE;
}

static enum model_result chosen(struct exec *x, const struct sym_call *c, expr cond, int yes) {
    struct expr_pool *p = x->sym->pool;
    expr value = expr_const(p, 32, (uint64_t)(int64_t)yes), none = expr_const(p, 32, 0);
    return model_return(x, c, expr_ite(p, cond, value, none));
}

enum model_result model_isnan(struct exec *x, const struct sym_call *c) {
    expr a = classified(x, c, "isnan");
    return expr_is(a) ? chosen(x, c, expr_fnan(x->sym->pool, a), 1) : MODEL_NO;
}

enum model_result model_isinf(struct exec *x, const struct sym_call *c) {
    struct expr_pool *p = x->sym->pool;
    expr a = classified(x, c, "isinf");
    if (!expr_is(a)) return MODEL_NO;
    expr up = expr_fclass(p, POS_INF, a), down = expr_fclass(p, NEG_INF, a);
    expr minus = expr_ite(p, down, expr_const(p, 32, UINT32_MAX), expr_const(p, 32, 0));
    return model_return(x, c, expr_ite(p, up, expr_const(p, 32, 1), minus));
}

enum model_result model_finite(struct exec *x, const struct sym_call *c) {
    expr a = classified(x, c, "finite");
    return expr_is(a)
               ? chosen(x, c, expr_not(x->sym->pool, expr_fclass(x->sym->pool, ANY_NAN | NEG_INF | POS_INF, a)), 1)
               : MODEL_NO;
}

/* The bits that the library gives (library/math.c). */
enum model_result model_signbit(struct exec *x, const struct sym_call *c) {
    expr a = classified(x, c, "signbit");
    if (!expr_is(a)) return MODEL_NO;
    uint32_t width = expr_width(x->sym->pool, a);
    return chosen(x, c, expr_extract(x->sym->pool, a, width - 1, 1), width == 32 ? 8 : width == 64 ? 128 : 0x8000);
}

enum model_result model_fpclassify(struct exec *x, const struct sym_call *c) {
    static const struct {
        uint32_t mask;
        int value;
    } classes[] = {{ANY_NAN, FP_NAN}, {NEG_INF | POS_INF, FP_INFINITE}, {ZERO, FP_ZERO}, {SUBNORMAL, FP_SUBNORMAL}};
    struct expr_pool *p = x->sym->pool;
    expr a = classified(x, c, "fpclassify");
    if (!expr_is(a)) return MODEL_NO;
    expr value = expr_const(p, 32, FP_NORMAL);
    for (int i = 0; i < 4; i++) {
        expr is = expr_fclass(p, classes[i].mask, a);
        value = expr_ite(p, is, expr_const(p, 32, (uint64_t)classes[i].value), value);
    }
    return model_return(x, c, value);
}
