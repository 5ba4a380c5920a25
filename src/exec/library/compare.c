/* Comparing bytes and strings, one of them symbolic: one expression, without forks. */
#include <assert.h>
#include <string.h>

#include "exec/library/symbolic.h"
#include "exec/sym/bytes.h"
#include "expr/arith.h"
#include "expr/relate.h"

struct byte_comparison {
    expr limit;   /* bytes to compare; none: up to the end of the strings */
    bool strings; /* the end of the strings ends it */
    bool fold;    /* capital letters count as small ones */
};

static expr small_letter(struct exec *x, expr byte) {
    struct expr_pool *pool = x->sym->pool;
    expr capital = expr_ult(pool, expr_sub(pool, byte, expr_const(pool, 8, 'A')), expr_const(pool, 8, 26));
    return expr_ite(pool, capital, expr_add(pool, byte, expr_const(pool, 8, 32)), byte);
}

/* Byte i of both decides: the difference, as glibc gives it. */
static bool step(struct exec *x, struct chain *c, const struct byte_comparison *k, struct span *v, uint64_t i) {
    struct expr_pool *pool = x->sym->pool;
    uint32_t w = 8 * x->p->ptr_bytes;
    expr zero = expr_const(pool, 32, 0);
    if (expr_is(k->limit) && !chain_step(x, c, expr_ule(pool, k->limit, expr_const(pool, w, i)), zero)) return false;
    if (!chain_visit(x, c, &v[0], i) || !chain_visit(x, c, &v[1], i)) return false;
    expr a = span_byte(x, &v[0], i), b = span_byte(x, &v[1], i), nul = expr_const(pool, 8, 0);
    if (k->fold) a = small_letter(x, a), b = small_letter(x, b);
    expr difference = expr_sub(pool, expr_zext(pool, a, 32), expr_zext(pool, b, 32));
    if (!chain_step(x, c, expr_ne(pool, a, b), difference)) return false;
    return !k->strings || chain_step(x, c, expr_eq(pool, a, nul), zero);
}

static enum model_result compare(struct exec *x, const struct sym_call *call, const struct byte_comparison *k) {
    struct span v[2];
    if (!span_open(x, &v[0], call_word(x, call, 0), false) || !span_open(x, &v[1], call_word(x, call, 1), false))
        return MODEL_STOPPED;
    struct chain c;
    chain_init(x, &c);
    for (uint64_t i = 0; step(x, &c, k, v, i); i++) {}
    bool ok = chain_check(x, &c);
    expr result = chain_result(x, &c, expr_const(x->sym->pool, 32, 0));
    chain_release(&c);
    return ok ? model_return(x, call, result) : MODEL_STOPPED;
}

/* ---- concrete bytes ------------------------------------------------------------------------------- */

/* Both in one page each and plain as far as they are looked at: sets the result. */
static bool compare_plain(struct exec *x, const struct sym_call *c, bool strings, uint64_t limit) {
    uint64_t n[2], addr[2];
    const uint8_t *bytes[2];
    for (uint32_t i = 0; i < 2; i++) {
        if (call_symbolic(x, c, i)) return false;
        addr[i] = x->now->top->regs[call_slot(c, i)];
        bytes[i] = bytes_raw(x, addr[i], &n[i]);
        if (!bytes[i]) return false;
    }
    uint64_t most = n[0] < n[1] ? n[0] : n[1], at = 0;
    assert(most <= n[0] && most <= n[1]);
    while (at < most && at < limit && bytes[0][at] == bytes[1][at] && !(strings && !bytes[0][at])) at++;
    bool over = at >= limit;
    if (!over && at >= most) return false;
    uint64_t seen = over ? at : at + 1;
    if (!bytes_plain(x, addr[0], seen) || !bytes_plain(x, addr[1], seen)) return false;
    int difference = over ? 0 : (int)bytes[0][at] - (int)bytes[1][at];
    call_return(x, c, expr_const(x->sym->pool, 32, (uint32_t)difference));
    return true;
}

/* The third argument, if it is concrete. */
static bool concrete_limit(struct exec *x, const struct sym_call *c, uint64_t *limit) {
    if (call_symbolic(x, c, 2) || call_slot(c, 2) == UINT32_MAX) return false;
    *limit = x->now->top->regs[call_slot(c, 2)];
    if (x->p->is32) *limit = (uint32_t)*limit;
    return true;
}

/* ---- functions -------------------------------------------------------------------------------------- */

enum model_result model_strcmp(struct exec *x, const struct sym_call *c) {
    if (compare_plain(x, c, true, UINT64_MAX)) return MODEL_DONE;
    return compare(x, c, &(struct byte_comparison){.strings = true});
}

enum model_result model_strncmp(struct exec *x, const struct sym_call *c) {
    uint64_t limit;
    if (concrete_limit(x, c, &limit) && compare_plain(x, c, true, limit)) return MODEL_DONE;
    return compare(x, c, &(struct byte_comparison){.limit = call_word(x, c, 2), .strings = true});
}

enum model_result model_memcmp(struct exec *x, const struct sym_call *c) {
    uint64_t limit;
    if (concrete_limit(x, c, &limit) && compare_plain(x, c, false, limit)) return MODEL_DONE;
    return compare(x, c, &(struct byte_comparison){.limit = call_word(x, c, 2)});
}

enum model_result model_strcasecmp(struct exec *x, const struct sym_call *c) {
    return compare(x, c, &(struct byte_comparison){.strings = true, .fold = true});
}

enum model_result model_strncasecmp(struct exec *x, const struct sym_call *c) {
    return compare(x, c, &(struct byte_comparison){.limit = call_word(x, c, 2), .strings = true, .fold = true});
}
