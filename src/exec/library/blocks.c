/* memcpy and its kin. */
#include "exec/library/symbolic.h"
#include "exec/sym/blocks.h"

static bool any_symbolic(const struct exec *x, const struct sym_call *c, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (call_symbolic(x, c, i)) return true;
    return false;
}

enum model_result model_memcpy(struct exec *x, const struct sym_call *c) {
    if (!any_symbolic(x, c, 3)) return MODEL_NO;
    expr n = call_word(x, c, 2);
    if (!block_apart(x, call_word(x, c, 0), call_word(x, c, 1), n, n, false)) return MODEL_STOPPED;
    return model_memmove(x, c);
}

enum model_result model_memmove(struct exec *x, const struct sym_call *c) {
    if (!any_symbolic(x, c, 3)) return MODEL_NO;
    expr to = call_word(x, c, 0);
    if (!block_copy(x, to, call_word(x, c, 1), call_word(x, c, 2))) return MODEL_STOPPED;
    return model_return(x, c, to);
}

enum model_result model_mempcpy(struct exec *x, const struct sym_call *c) {
    if (!any_symbolic(x, c, 3)) return MODEL_NO;
    expr to = call_word(x, c, 0), n = call_word(x, c, 2);
    if (!block_apart(x, to, call_word(x, c, 1), n, n, false)) return MODEL_STOPPED;
    if (!block_copy(x, to, call_word(x, c, 1), n)) return MODEL_STOPPED;
    return model_return(x, c, expr_add(x->sym->pool, to, n));
}

enum model_result model_memset(struct exec *x, const struct sym_call *c) {
    if (!any_symbolic(x, c, 3)) return MODEL_NO;
    expr to = call_word(x, c, 0);
    if (!block_fill(x, to, call_arg(x, c, 1, 8), call_word(x, c, 2))) return MODEL_STOPPED;
    return model_return(x, c, to);
}

enum model_result model_bzero(struct exec *x, const struct sym_call *c) {
    if (!any_symbolic(x, c, 2)) return MODEL_NO;
    expr zero = expr_const(x->sym->pool, 8, 0);
    return block_fill(x, call_word(x, c, 0), zero, call_word(x, c, 1)) ? MODEL_DONE : MODEL_STOPPED;
}
