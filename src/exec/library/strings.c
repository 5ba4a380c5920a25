/* String functions that look for something: expressions over the bytes, without forks. */
#include <assert.h>
#include <string.h>

#include "exec/library/symbolic.h"
#include "exec/sym/bytes.h"
#include "exec/sym/decider.h"
#include "exec/sym/memory.h"
#include "expr/arith.h"
#include "expr/relate.h"
#include "solver/path.h"

static uint32_t pointer_bits(const struct exec *x) { return 8 * x->p->ptr_bytes; }

static expr word(struct exec *x, uint64_t v) { return expr_const(x->sym->pool, pointer_bits(x), v); }

/* What a search looks for, how far, and what it gives. */
struct byte_search {
    expr limit;    /* bytes to look at; none: up to the end of the string */
    uint64_t most; /* it is no more than this */
    expr wanted;   /* byte; none: only the end of the string */
    bool at_nul;   /* the end of the string ends the search ... */
    bool nul_hit;  /* ... and is found there, too */
    bool pointer;  /* the result is a pointer; NULL if nothing is found. Else the index */
    bool last;     /* the last place counts, not the first */
};

/* Index or address of byte i. */
static expr place(struct exec *x, const struct byte_search *s, const struct span *v, uint64_t i) {
    struct expr_pool *pool = x->sym->pool;
    if (!s->pointer) return word(x, i);
    if (v->fixed) return word(x, v->addr + i);
    return expr_add(pool, v->off, word(x, v->base + i));
}

static expr is_wanted(struct exec *x, const struct byte_search *s, expr byte) {
    return expr_is(s->wanted) ? expr_eq(x->sym->pool, byte, s->wanted) : expr_false(x->sym->pool);
}

/* One step of a search for the first place. */
static bool step(struct exec *x, struct chain *c, const struct byte_search *s, struct span *v, uint64_t i) {
    struct expr_pool *pool = x->sym->pool;
    expr none = s->pointer ? word(x, 0) : word(x, i);
    expr over =
        expr_is(s->limit) && i < s->most ? expr_ule(pool, s->limit, word(x, i)) : expr_bool(pool, expr_is(s->limit));
    if (expr_is(s->limit) && !chain_step(x, c, over, none)) return false;
    if (!chain_visit(x, c, v, i)) return false;
    expr byte = span_byte(x, v, i), here = place(x, s, v, i);
    if (!chain_step(x, c, is_wanted(x, s, byte), here)) return false;
    if (!s->at_nul) return true;
    expr end = expr_eq(pool, byte, expr_const(pool, 8, 0));
    return chain_step(x, c, end, s->nul_hit ? here : none);
}

static bool search_first(struct exec *x, struct byte_search *s, struct span *v, expr *result) {
    struct chain c;
    uint64_t least;
    if (expr_is(s->limit)) solver_quick_range(x->sym->solver, x->now->pc, s->limit, &least, &s->most);
    chain_init(x, &c);
    c.decides = x->decider->props.decides_places;
    for (uint64_t i = 0; step(x, &c, s, v, i); i++) {}
    bool ok = chain_check(x, &c);
    if (ok) *result = chain_result(x, &c, word(x, 0));
    chain_release(&c);
    return ok;
}

/* The last place before the end of the string: remembered while the chain goes on. */
static bool search_last(struct exec *x, const struct byte_search *s, struct span *v, expr *result) {
    assert(s->pointer && !expr_is(s->limit));
    struct expr_pool *pool = x->sym->pool;
    struct chain c;
    expr hit = word(x, 0);
    chain_init(x, &c);
    for (uint64_t i = 0; chain_visit(x, &c, v, i); i++) {
        expr byte = span_byte(x, v, i), found = expr_and(pool, c.alive, is_wanted(x, s, byte));
        hit = expr_ite(pool, found, place(x, s, v, i), hit);
        if (!chain_step(x, &c, expr_eq(pool, byte, expr_const(pool, 8, 0)), word(x, 0))) break;
    }
    *result = hit;
    bool ok = chain_check(x, &c);
    chain_release(&c);
    return ok;
}

static bool is_null(const struct expr_pool *pool, expr e) { return expr_is_const(pool, e) && expr_value(pool, e) == 0; }

/* Where e is not 0: the same without the ways to 0. */
static expr without_null(struct exec *x, expr e) {
    struct expr_pool *pool = x->sym->pool;
    VEC(expr) conditions = {0}, values = {0};
    for (; expr_op(pool, e) == EXPR_ITE; e = expr_kid(pool, e, 2)) {
        if (is_null(pool, expr_kid(pool, e, 1))) continue;
        vec_push(&conditions, expr_kid(pool, e, 0));
        vec_push(&values, expr_kid(pool, e, 1));
    }
    if (is_null(pool, e) && values.len) {
        e = vec_pop(&values);
        (void)vec_pop(&conditions);
    }
    while (values.len) {
        expr value = vec_pop(&values);
        e = expr_ite(pool, vec_pop(&conditions), value, e);
    }
    vec_release(&conditions);
    vec_release(&values);
    return e;
}

/* The program will ask whether the result is NULL, so that is decided here; a result that is not NULL has few values,
 * and bounds what is left to search. */
static expr decide_found(struct exec *x, expr result) {
    struct expr_pool *pool = x->sym->pool;
    expr null = expr_eq(pool, result, word(x, 0));
    if (!x->decider->props.decides_found || expr_is_const(pool, null)) return result;
    return sym_pin(x, null) ? word(x, 0) : without_null(x, result);
}

static enum model_result search(struct exec *x, const struct sym_call *c, struct byte_search *s) {
    struct span v;
    expr result;
    expr addr = call_word(x, c, 0);
    if (x->decider->props.decides_found) { /* where a search has ended another often begins */
        addr = pathcond_simplify(x->sym->solver, x->now->pc, addr);
        if (!sym_decide_few(x, &addr)) return MODEL_STOPPED;
    }
    if (!span_open(x, &v, addr, false)) return MODEL_STOPPED;
    if (!(s->last ? search_last(x, s, &v, &result) : search_first(x, s, &v, &result))) return MODEL_STOPPED;
    return model_return(x, c, s->pointer ? decide_found(x, result) : result);
}

/* ---- concrete strings ------------------------------------------------------------------------------- */

/* Are all arguments concrete, and the first a plain string that ends in its page? */
static bool plain_string(struct exec *x, const struct sym_call *c, uint64_t *addr, uint64_t *len) {
    for (uint32_t i = 0; i < c->call->nargs; i++)
        if (call_symbolic(x, c, i)) return false;
    uint64_t n;
    uint32_t slot = call_slot(c, 0);
    if (slot == UINT32_MAX) return false;
    *addr = x->now->top->regs[slot];
    const uint8_t *bytes = bytes_raw(x, *addr, &n), *end = bytes ? memchr(bytes, 0, n) : NULL;
    if (!end) return false;
    *len = (uint64_t)(end - bytes);
    return bytes_plain(x, *addr, *len + 1);
}

static uint64_t concrete_arg(struct exec *x, const struct sym_call *c, uint32_t i) {
    uint64_t v = x->now->top->regs[call_slot(c, i)];
    return x->p->is32 ? (uint32_t)v : v;
}

/* The address of a concrete string's character, as strchr and strrchr give it. */
static enum model_result find_plain(struct exec *x, const struct sym_call *c, uint64_t addr, bool last) {
    assert(c->call->nargs >= 2);
    uint64_t n;
    const char *text = (const char *)bytes_raw(x, addr, &n);
    int wanted = (unsigned char)concrete_arg(x, c, 1);
    const char *hit = last ? strrchr(text, wanted) : strchr(text, wanted);
    return model_return(x, c, word(x, hit ? addr + (uint64_t)(hit - text) : 0));
}

/* ---- functions ---------------------------------------------------------------------------------------- */

enum model_result model_strlen(struct exec *x, const struct sym_call *c) {
    uint64_t addr, len;
    if (plain_string(x, c, &addr, &len)) return model_return(x, c, word(x, len));
    return search(x, c, &(struct byte_search){.at_nul = true, .nul_hit = true});
}

enum model_result model_strnlen(struct exec *x, const struct sym_call *c) {
    uint64_t addr, len;
    if (plain_string(x, c, &addr, &len)) {
        uint64_t most = concrete_arg(x, c, 1);
        return model_return(x, c, word(x, len < most ? len : most));
    }
    return search(x, c, &(struct byte_search){.limit = call_word(x, c, 1), .at_nul = true, .nul_hit = true});
}

enum model_result model_strchr(struct exec *x, const struct sym_call *c) {
    uint64_t addr, len;
    if (plain_string(x, c, &addr, &len)) return find_plain(x, c, addr, false);
    return search(x, c, &(struct byte_search){.wanted = call_arg(x, c, 1, 8), .at_nul = true, .pointer = true});
}

enum model_result model_strchrnul(struct exec *x, const struct sym_call *c) {
    uint64_t addr, len;
    if (plain_string(x, c, &addr, &len)) return MODEL_NO;
    struct byte_search s = {.wanted = call_arg(x, c, 1, 8), .at_nul = true, .nul_hit = true, .pointer = true};
    return search(x, c, &s);
}

enum model_result model_strrchr(struct exec *x, const struct sym_call *c) {
    uint64_t addr, len;
    if (plain_string(x, c, &addr, &len)) return find_plain(x, c, addr, true);
    return search(x, c, &(struct byte_search){.wanted = call_arg(x, c, 1, 8), .last = true, .pointer = true});
}

/* memchr where everything is concrete, and in one page. */
static bool find_plain_byte(struct exec *x, const struct sym_call *c, expr *result) {
    for (uint32_t i = 0; i < 3; i++)
        if (call_symbolic(x, c, i) || call_slot(c, i) == UINT32_MAX) return false;
    uint64_t addr = concrete_arg(x, c, 0), n = concrete_arg(x, c, 2), there;
    const uint8_t *bytes = bytes_raw(x, addr, &there);
    if (!n || !bytes || there < n || !bytes_plain(x, addr, n)) return false;
    const uint8_t *hit = memchr(bytes, (int)(concrete_arg(x, c, 1) & 255), n);
    *result = word(x, hit ? addr + (uint64_t)(hit - bytes) : 0);
    return true;
}

enum model_result model_memchr(struct exec *x, const struct sym_call *c) {
    expr result;
    if (find_plain_byte(x, c, &result)) return model_return(x, c, result);
    struct byte_search s = {.wanted = call_arg(x, c, 1, 8), .limit = call_word(x, c, 2), .pointer = true};
    return search(x, c, &s);
}

enum model_result model_rawmemchr(struct exec *x, const struct sym_call *c) {
    return search(x, c, &(struct byte_search){.wanted = call_arg(x, c, 1, 8), .pointer = true});
}
