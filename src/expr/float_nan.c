/* What looks at the bits of NaNs that operations make, with those of one NaN or of any. */
#include "base/map.h"
#include "base/vec.h"
#include "expr/arith.h"
#include "expr/float.h"
#include "expr/float_value.h"
#include "expr/relate.h"

/* Is its NaN that of an operand? */
static bool passes_on(enum expr_op op) {
    return op == EXPR_ITE || op == EXPR_GUARD || op == EXPR_FNEG || op == EXPR_FABS;
}

/* Operations in e whose bits are looked at, each once. */
static void find_operations(const struct expr_pool *pool, expr e, vec_expr *found) {
    struct map seen;
    vec_u32 todo = {0};
    map_init(&seen);
    vec_push(&todo, e.id);
    while (todo.len) {
        uint32_t id = vec_pop(&todo);
        expr at = {id};
        enum float_bits bits = expr_float_bits(pool, at);
        if (bits == FLOAT_BITS_NONE || !map_put(&seen, at.id, 1)) continue;
        enum expr_op op = expr_op(pool, at);
        if (bits == FLOAT_BITS_NAN && !passes_on(op)) {
            vec_push(found, at);
            continue;
        }
        for (int i = 0; i < expr_arity(op); i++) {
            expr kid = expr_kid(pool, at, i);
            bool value =
                float_op(op) && op != EXPR_FROMI && !passes_on(op) && expr_float_bits(pool, kid) == FLOAT_BITS_NAN;
            if (!value) vec_push(&todo, kid.id);
        }
    }
    map_release(&seen);
    vec_release(&todo);
}

/* Any quiet NaN of the operation's format. */
static expr any_nan(struct expr_pool *pool, expr like) {
    uint32_t width = expr_width(pool, like);
    struct float_format f = {0};
    float_format_of(width, &f);
    expr sign = expr_sym(pool, 1, "nan.sign"), payload = expr_sym(pool, f.precision - 2, "nan.payload");
    uint32_t ones = f.exponent_bits + f.leading_stored + 1;
    expr high = expr_concat(pool, sign, expr_not(pool, expr_const(pool, ones, 0)));
    return expr_concat(pool, high, payload);
}

enum { MOST_LAYERS = 64 };

/* An operation on such bits is itself one as soon as they are settled, so this goes from the inside out; all NaNs are
 * chosen at once. */
expr float_settled(struct expr_pool *pool, expr e, bool any) {
    vec_expr found = {0}, others = {0};
    for (int i = 0; i < MOST_LAYERS && expr_float_bits(pool, e) != FLOAT_BITS_NONE; i++) {
        vec_clear(&found);
        vec_clear(&others);
        find_operations(pool, e, &found);
        for (vec_each(uint32_t, k, &found)) {
            expr op = found.data[k], bits = expr_fbits(pool, op);
            vec_push(&others, any ? expr_ite(pool, expr_fnan(pool, op), any_nan(pool, op), bits) : bits);
        }
        e = expr_substitute(pool, e, found.data, others.data, found.len);
    }
    vec_release(&found);
    vec_release(&others);
    return e;
}
