/* String functions that copy: bytes behind the end of the source keep what they were,
 * as if-then-else. */
#include <assert.h>
#include <string.h>

#include "exec/library/symbolic.h"
#include "exec/sym/blocks.h"
#include "expr/arith.h"
#include "expr/relate.h"

static uint32_t pointer_bits(const struct exec *x) { return 8 * x->p->ptr_bytes; }

static expr word(struct exec *x, uint64_t v) { return expr_const(x->sym->pool, pointer_bits(x), v); }

/* A string read through a view: its bytes up to and including the last place where it
 * may end, and for each when the string is at least that long. */
struct text {
    struct span view;
    struct chain chain;
    VEC(expr) bytes;
    VEC(expr) in; /* byte i belongs to the string or is its end */
    expr length;
};

static void text_release(struct text *t) {
    chain_release(&t->chain);
    vec_release(&t->bytes);
    vec_release(&t->in);
}

/* Reads at most `limit` bytes (none: all). A target that is fixed is checked on the way:
 * for every byte, with the terminator if there is no limit. False: stopped. */
static bool text_read(struct exec *x, struct text *t, expr addr, expr limit, const struct span *target) {
    assert(!target || target->fixed);
    struct expr_pool *pool = x->sym->pool;
    struct chain *c = &t->chain;
    *t = (struct text){.length = {0}};
    chain_init(x, c);
    if (!span_open(x, &t->view, addr, false)) return false;
    for (uint64_t i = 0;; i++) {
        expr here = word(x, i);
        if (expr_is(limit) && !chain_step(x, c, expr_ule(pool, limit, here), here)) break;
        if (!chain_visit(x, c, &t->view, i)) break;
        expr byte = span_byte(x, &t->view, i);
        vec_push(&t->bytes, byte);
        vec_push(&t->in, c->alive);
        if (target && !chain_visit(x, c, target, i)) {
            t->bytes.len = --t->in.len; /* never written: that would be an error */
            break;
        }
        if (!chain_step(x, c, expr_eq(pool, byte, expr_const(pool, 8, 0)), here)) break;
    }
    if (!chain_check(x, c)) return false;
    t->length = chain_result(x, c, word(x, t->bytes.len));
    return true;
}

/* Is the string at addr plain, and as long as this? */
static bool plain(struct exec *x, uint64_t addr) {
    uint64_t n;
    const uint8_t *bytes = bytes_raw(x, addr, &n), *end = bytes ? memchr(bytes, 0, n) : NULL;
    return end && bytes_plain(x, addr, (uint64_t)(end - bytes) + 1);
}

/* All arguments are concrete, and the strings among them plain: nothing for us. */
static bool nothing_symbolic(struct exec *x, const struct sym_call *c, uint32_t nargs, bool target_too) {
    for (uint32_t i = 0; i < nargs; i++)
        if (call_symbolic(x, c, i)) return false;
    const uint64_t *regs = x->now->top->regs;
    return plain(x, regs[call_slot(c, 1)]) && (!target_too || plain(x, regs[call_slot(c, 0)]));
}

/* Copies the string with its end; *end gets the address of the new end. */
static bool copy_string(struct exec *x, expr to, expr from, expr *end) {
    struct expr_pool *pool = x->sym->pool;
    struct span target;
    struct text t = {0};
    if (!span_open(x, &target, to, true)) return false;
    bool ok = text_read(x, &t, from, (expr){0}, target.fixed ? &target : NULL);
    if (ok) {
        expr n = expr_add(pool, t.length, word(x, 1));
        ok = block_apart(x, to, from, n, n, true);
    }
    if (ok && target.fixed) block_write(x, &target, t.bytes.data, t.in.data, t.bytes.len);
    else if (ok) ok = block_put(x, to, t.bytes.data, t.bytes.len, expr_add(pool, t.length, word(x, 1)));
    if (ok) *end = expr_add(pool, to, t.length);
    text_release(&t);
    return ok;
}

enum model_result model_stpcpy(struct exec *x, const struct sym_call *c) {
    if (nothing_symbolic(x, c, 2, false)) return MODEL_NO;
    expr end;
    if (!copy_string(x, call_word(x, c, 0), call_word(x, c, 1), &end)) return MODEL_STOPPED;
    return model_return(x, c, end);
}

enum model_result model_strcpy(struct exec *x, const struct sym_call *c) {
    if (nothing_symbolic(x, c, 2, false)) return MODEL_NO;
    expr end, to = call_word(x, c, 0);
    if (!copy_string(x, to, call_word(x, c, 1), &end)) return MODEL_STOPPED;
    return model_return(x, c, to);
}

/* Where the string at addr ends. */
static bool end_of(struct exec *x, expr addr, expr *end) {
    struct text t;
    bool ok = text_read(x, &t, addr, (expr){0}, NULL);
    if (ok) *end = expr_add(x->sym->pool, addr, t.length);
    text_release(&t);
    return ok;
}

enum model_result model_strcat(struct exec *x, const struct sym_call *c) {
    if (nothing_symbolic(x, c, 2, true)) return MODEL_NO;
    expr end, to = call_word(x, c, 0);
    if (!end_of(x, to, &end)) return MODEL_STOPPED;
    if (!copy_string(x, end, call_word(x, c, 1), &end)) return MODEL_STOPPED;
    return model_return(x, c, to);
}

typedef VEC(expr) expr_list;

/* Where the source is at an end, zeros. */
static void pad(struct exec *x, const struct text *t, uint64_t n, expr_list *bytes) {
    assert(t->bytes.len == t->in.len);
    struct expr_pool *pool = x->sym->pool;
    expr zero = expr_const(pool, 8, 0);
    for (uint64_t i = 0; i < n; i++) {
        bool known = i < t->bytes.len;
        expr in = known ? expr_ult(pool, word(x, i), t->length) : expr_false(pool);
        vec_push(bytes, known ? expr_ite(pool, in, t->bytes.data[i], zero) : zero);
    }
}

/* All in one write: the call is repeated if that has to fork. */
static bool append(struct exec *x, expr end, expr from, expr n) {
    struct text t;
    expr_list bytes = {0};
    bool ok = text_read(x, &t, from, n, NULL);
    expr all = ok ? expr_add(x->sym->pool, t.length, word(x, 1)) : n;
    ok = ok && block_apart(x, end, from, all, all, true);
    if (ok) {
        pad(x, &t, t.bytes.len + 1u, &bytes);
        ok = block_put(x, end, bytes.data, bytes.len, expr_add(x->sym->pool, t.length, word(x, 1)));
    }
    vec_release(&bytes);
    text_release(&t);
    return ok;
}

enum model_result model_strncat(struct exec *x, const struct sym_call *c) {
    if (nothing_symbolic(x, c, 3, true)) return MODEL_NO;
    expr end, to = call_word(x, c, 0);
    if (!end_of(x, to, &end)) return MODEL_STOPPED;
    if (!append(x, end, call_word(x, c, 1), call_word(x, c, 2))) return MODEL_STOPPED;
    return model_return(x, c, to);
}

/* The rest of the target is filled with zeros. */
static bool copy_padded(struct exec *x, expr to, expr from, expr n) {
    struct text t;
    expr_list bytes = {0};
    uint64_t most;
    bool ok = text_read(x, &t, from, n, NULL) && block_apart(x, to, from, n, t.length, true) &&
              block_prepare(x, to, &n, &most);
    if (ok) {
        pad(x, &t, most, &bytes);
        ok = block_put(x, to, bytes.data, bytes.len, n);
    }
    vec_release(&bytes);
    text_release(&t);
    return ok;
}

enum model_result model_strncpy(struct exec *x, const struct sym_call *c) {
    if (nothing_symbolic(x, c, 3, false)) return MODEL_NO;
    expr to = call_word(x, c, 0);
    if (!copy_padded(x, to, call_word(x, c, 1), call_word(x, c, 2))) return MODEL_STOPPED;
    return model_return(x, c, to);
}

/* ---- memcpy and similar functions -------------------------------------------------------------------- */

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
