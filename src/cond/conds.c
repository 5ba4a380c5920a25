#include "cond/conds.h"

#include <assert.h>

#include "expr/arith.h"

expr conds_all(struct expr_pool *pool, const cond_list *list) {
    expr e = expr_true(pool);
    for (uint32_t i = 0; i < list->len; i++) e = expr_and(pool, e, list->data[i]);
    return e;
}

void conds_append(cond_list *to, const cond_list *from) { vec_append(to, from->data, from->len); }

void conds_split(struct expr_pool *pool, expr e, cond_list *out) {
    assert(expr_width(pool, e) == 1);
    if (expr_op(pool, e) == EXPR_AND && expr_width(pool, e) == 1) {
        expr a = expr_kid(pool, e, 0), b = expr_kid(pool, e, 1);
        conds_split(pool, a, out);
        conds_split(pool, b, out);
    } else if (!expr_is_true(pool, e)) {
        vec_push(out, e);
    }
}

bool conds_have(const cond_list *list, expr e) {
    for (uint32_t i = 0; i < list->len; i++)
        if (expr_same(list->data[i], e)) return true;
    return false;
}

void conds_check(const struct expr_pool *pool, const cond_list *list) {
    for (uint32_t i = 0; i < list->len; i++)
        assert(expr_width(pool, list->data[i]) == 1 && !expr_is_true(pool, list->data[i]));
    (void)pool, (void)list;
}
