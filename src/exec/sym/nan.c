#include "exec/sym/nan.h"

#include <assert.h>

#include "exec/sym/decider.h"

expr nan_decided_slowly(struct exec *x, expr e) {
    struct expr_pool *pool = x->sym->pool;
    expr fixed = float_settled(pool, e, false), other = float_settled(pool, e, true), differs = expr_ne(pool, fixed, other);
    bool open = expr_float_bits(pool, fixed) != FLOAT_BITS_NONE || expr_float_bits(pool, other) != FLOAT_BITS_NONE; /* too many layers */
    if (expr_is_false(pool, differs) && !open) return fixed;
    if (x->decider->props.locations) return (!open && solver_holds_anywhere(x->sym->solver, expr_not(pool, differs))) || !decider_gives_up(x) ? fixed : EXPR_NONE;
    if (open || solver_check(x->sym->solver, x->now->pc, differs, x->now->model, NULL) != ANSWER_UNSAT) sym_gap(x, GAP_NAN, NULL);
    return fixed;
}
