/* The host in symbolic runs: what the outside decides is an input, output is dropped. */
#include <errno.h>
#include <string.h>

#include "exec/library/builtin.h"
#include "exec/library/symbolic.h"
#include "exec/sym/access.h"
#include "exec/sym/bytes.h"
#include "exec/sym/decider.h"
#include "exec/sym/input.h"
#include "exec/sym/memory.h"
#include "exec/sym/outside.h"
#include "exec/sym/undefined.h"
#include "expr/arith.h"
#include "expr/relate.h"
#include "mem/bytes.h"

static uint32_t pointer_bits(const struct exec *x) { return 8 * x->p->ptr_bytes; }

/* The string that argument i points to, appended to out. */
static bool text_arg(struct exec *x, const struct sym_call *c, uint32_t i, struct str *out) {
    uint64_t addr = call_pinned(x, c, i);
    return exec_string(x, addr, out);
}

/* Is [addr, addr + n) accessible? If not, says so. */
static bool accessible(struct exec *x, uint64_t addr, uint64_t n, bool write) {
    struct fault fault;
    if (!n || !space_check(&x->now->space, addr, n, write, &fault)) return true;
    exec_fault(x, &fault);
    return false;
}

/* ---- questions --------------------------------------------------------------------------------------- */

bool sym_bytes_symbolic(struct exec *x, const struct sym_call *c) {
    uint64_t addr = call_pinned(x, c, 0), n = call_pinned(x, c, 1);
    if (!accessible(x, addr, n, false)) return false;
    bool symbolic = n && space_is_symbolic(&x->now->space, addr, n, true);
    call_return(x, c, expr_const(x->sym->pool, 32, symbolic));
    return true;
}

bool sym_approximate(struct exec *x, const struct sym_call *c) {
    struct str text = {0};
    bool ok = text_arg(x, c, 0, &text);
    if (ok) sym_gap(x, GAP_OUTSIDE, str_text(&text));
    str_release(&text);
    return ok;
}

/* suppose(text): one of several answers of the outside is taken here. */
bool sym_suppose(struct exec *x, const struct sym_call *c) {
    struct str text = {0};
    bool ok = text_arg(x, c, 0, &text);
    if (ok) exec_premise(x, str_text(&text));
    str_release(&text);
    return ok;
}

/* Is it the user's code that calls the function that looks for it (getenv), and no other function of the library? */
static bool asks_itself(const struct exec *x) {
    const struct frame *f = x->now->top;
    while (f && f->caller && f->caller->fn->runtime && strstr(f->caller->fn->name, "getenv")) f = f->caller;
    return f && f->caller && !f->caller->fn->runtime;
}

/* The environment was asked for a name that it does not have. */
bool sym_environment(struct exec *x, const struct sym_call *c) {
    (void)c;
    const char *narrows, *what = sym_environment_words(x, &narrows);
    exec_premise_narrow(x, what, asks_itself(x) ? narrows : NULL);
    return true;
}

/* The same, for paths that look at the result of the library function. */
bool sym_suppose_result(struct exec *x, const struct sym_call *c) {
    struct str text = {0};
    bool ok = text_arg(x, c, 0, &text);
    if (ok) exec_premise_result(x, str_text(&text));
    str_release(&text);
    return ok;
}

/* The same, but that calls fail as --fail lets them. */
bool sym_suppose_works(struct exec *x, const struct sym_call *c) {
    if (!x->ctx->opt.fail) return sym_suppose_result(x, c);
    exec_premise_result(x, "at most as many calls fail as --fail says, in the ways that docs/LIBRARY.md lists");
    return true;
}

/* ---- numbers ----------------------------------------------------------------------------------------- */

static expr between(struct exec *x, expr lo, expr v, expr hi) {
    struct expr_pool *pool = x->sym->pool;
    return expr_and(pool, expr_sle(pool, lo, v), expr_sle(pool, v, hi));
}

/* word(name, low, high): narrow if high is */
bool sym_word(struct exec *x, const struct sym_call *c) {
    struct expr_pool *pool = x->sym->pool;
    struct str name = {0};
    expr lo = call_arg(x, c, 1, 64), hi = call_arg(x, c, 2, 64);
    bool ok = text_arg(x, c, 0, &name);
    bool narrow = expr_is_const(pool, hi) && expr_value(pool, hi) <= INT32_MAX;
    if (ok) {
        expr v = input_word(x, INPUT_WORD, str_text(&name), narrow ? "int" : "long long", narrow ? 32 : 64);
        v = expr_zext(pool, v, 64);
        call_return(x, c, expr_same(lo, hi) ? lo : v);
        ok = sym_assume(x, between(x, lo, v, hi));
    }
    str_release(&name);
    return ok;
}

/* An input with one value: tests have it, and the program computes with the value, not with a symbol. */
bool sym_fixed(struct exec *x, const struct sym_call *c) {
    struct str name = {0};
    expr value = call_arg(x, c, 1, 64);
    bool ok = text_arg(x, c, 0, &name);
    if (ok) {
        expr v = input_word(x, INPUT_WORD, str_text(&name), "long long", 64);
        call_return(x, c, value);
        ok = sym_assume(x, expr_eq(x->sym->pool, v, value));
    }
    str_release(&name);
    return ok;
}

bool sym_unknown(struct exec *x, const struct sym_call *c) {
    if (x->decider->props.given) { /* not an input, so no engine could choose it */
        expr lo = call_arg(x, c, 0, 32);
        call_return(x, c, expr_is_const(x->sym->pool, lo) ? lo : expr_const(x->sym->pool, 32, sym_sample(x, lo)));
        sym_gap(x, GAP_MODEL, NULL);
        return true;
    }
    expr v = expr_sym(x->sym->pool, 32, "unknown");
    call_return(x, c, v);
    return sym_assume(x, between(x, call_arg(x, c, 0, 32), v, call_arg(x, c, 1, 32)));
}

bool sym_cycles(struct exec *x, const struct sym_call *c) {
    call_return(x, c, input_word(x, INPUT_WORD, "cycles", "unsigned long long", 64));
    return true;
}

bool sym_return_address(struct exec *x, const struct sym_call *c) {
    sym_gap(x, GAP_OUTSIDE, "the address that a function returns to");
    call_return(x, c, expr_const(x->sym->pool, pointer_bits(x), RETURN_ADDRESS));
    return true;
}

bool sym_random(struct exec *x, const struct sym_call *c) {
    uint64_t addr = call_pinned(x, c, 0), n = call_pinned(x, c, 1);
    if (!accessible(x, addr, n, true)) return false;
    if (n) sym_make_raw(x, addr, n, input_take(x, INPUT_BYTES, "random", NULL, (uint32_t)n));
    return true;
}

/* ---- standard input ---------------------------------------------------------------------------------- */

/* The number of the input of this kind and name that the state has taken; -1: none. */
static int64_t taken(const struct state *st, enum input_kind kind, const char *name) {
    for (const struct trail *t = st->trail; t; t = t->prev)
        if (!t->is_part && !t->choice && t->kind == kind && strcmp(t->name, name) == 0) return t->input;
    return -1;
}

/* input(buffer, n, from) */
static void report_character(struct exec *x, void *data) {
    const expr *c = data;
    exec_error(x, BUG_CHARACTER, "character %d is neither an unsigned char nor EOF", (int)(int32_t)sym_sample(x, *c));
}

bool sym_character(struct exec *x, const struct sym_call *c) {
    struct expr_pool *pool = x->sym->pool;
    expr v = call_arg(x, c, 0, 32);
    if (!bug_has(x->wanted, BUG_CHARACTER)) return true;
    expr above = expr_add(pool, v, expr_const(pool, 32, 1)); /* 0 is EOF */
    return sym_check(x, expr_ugt(pool, above, expr_const(pool, 32, 256)), report_character, &v);
}

/* An error of that kind unless the argument is 0. */
static bool check_flag(struct exec *x, const struct sym_call *c, enum bug_kind kind,
                       void (*report)(struct exec *, void *)) {
    struct expr_pool *pool = x->sym->pool;
    if (!bug_has(x->wanted, kind)) return true;
    return sym_check(x, expr_ne(pool, call_arg(x, c, 0, 32), expr_const(pool, 32, 0)), report, NULL);
}

static void report_no_value(struct exec *x, void *data) {
    (void)data;
    exec_no_value(x);
}

static void report_argument(struct exec *x, void *data) {
    (void)data;
    exec_zeros_of_zero(x);
}

static void report_length(struct exec *x, void *data) {
    (void)data;
    exec_no_length(x);
}

static void report_not_finite(struct exec *x, void *data) {
    exec_not_finite(x, (uint32_t)sym_sample(x, *(const expr *)data));
}

bool sym_float(struct exec *x, const struct sym_call *c) {
    struct expr_pool *pool = x->sym->pool;
    expr what = call_arg(x, c, 0, 32);
    if (!bug_has(x->wanted, BUG_NOT_FINITE)) return true;
    return sym_check(x, expr_ne(pool, what, expr_const(pool, 32, 0)), report_not_finite, &what);
}

bool sym_value(struct exec *x, const struct sym_call *c) { return check_flag(x, c, BUG_NO_VALUE, report_no_value); }

bool sym_argument(struct exec *x, const struct sym_call *c) { return check_flag(x, c, BUG_ARGUMENT, report_argument); }

bool sym_length(struct exec *x, const struct sym_call *c) { return check_flag(x, c, BUG_ARGUMENT, report_length); }

bool sym_input(struct exec *x, const struct sym_call *c) {
    uint32_t w = pointer_bits(x);
    uint64_t addr = call_pinned(x, c, 0), n = call_pinned(x, c, 1), from = call_pinned(x, c, 2), size = 0;
    if (expr_is(x->sym->stdin_size)) {
        exec_premise(x, "standard input has as many bytes as --sym-stdin says");
        size = sym_pin(x, x->sym->stdin_size);
    } else {
        exec_premise_narrow(x, "standard input is empty (--sym-stdin makes it an input)", "empty input");
    }
    uint64_t left = size > from ? size - from : 0;
    if (n > left) n = left;
    if (!accessible(x, addr, n, true)) return false;
    call_return(x, c, expr_const(x->sym->pool, w, n));
    if (!n) return true; /* at the end, where a program may read for ever: finding the input takes long */
    int64_t input = taken(x->now, INPUT_STDIN, "stdin");
    if (input < 0) input = input_take(x, INPUT_STDIN, "stdin", NULL, (uint32_t)size);
    sym_make_raw_from(x, addr, n, (uint32_t)input, (uint32_t)from);
    return true;
}

/* ---- output ------------------------------------------------------------------------------------------ */

struct written {
    struct span span;
    expr n;
};

static void report_written(struct exec *x, void *data) {
    const struct written *w = data;
    span_fault(x, &w->span, 0, sym_sample(x, w->n));
}

/* Of a block at an unknown place or of unknown length all that may be written out is looked at. */
static bool is_defined(struct exec *x, struct span *v, expr n) {
    struct expr_pool *pool = x->sym->pool;
    uint64_t least, most;
    if (!undefined_tracked(x)) return true;
    if (expr_is_const(pool, n)) most = expr_value(pool, n);
    else if (!sym_bounds(x, n, &least, &most)) most = v->size;
    if (v->fixed && expr_is_const(pool, n)) return undefined_use_bytes(x, v->addr, most, "output");
    for (uint64_t i = 0; i < most; i++) {
        expr written = expr_ult(pool, expr_const(pool, pointer_bits(x), i), n);
        expr byte = expr_ite(pool, written, span_byte(x, v, i), expr_const(pool, 8, 0));
        if (!undefined_use(x, byte, "output")) return false;
    }
    return true;
}

/* The bytes must be there, and mean something. */
static bool goes_out(struct exec *x, expr addr, expr n) {
    struct written w = {.n = n};
    if (expr_is_const(x->sym->pool, n) && expr_value(x->sym->pool, n) == 0) return true;
    if (!undefined_use(x, n, "the length of output") || !span_open(x, &w.span, addr, false)) return false;
    return sym_check(x, span_outside_n(x, &w.span, n), report_written, &w) && is_defined(x, &w.span, n);
}

/* output(fd, buffer, n) */
bool sym_output(struct exec *x, const struct sym_call *c) {
    return goes_out(x, call_word(x, c, 1), call_word(x, c, 2));
}

/* shown(buffer, n) */
bool sym_shown(struct exec *x, const struct sym_call *c) {
    return !undefined_tracked(x) || goes_out(x, call_word(x, c, 0), call_word(x, c, 1));
}

/* ---- files ------------------------------------------------------------------------------------------- */

/* Size of the symbolic file of this name; -1 if it is none. */
static int64_t symbolic_file(const struct exec *x, const char *path) {
    uint64_t number, size;
    sym_files(&x->ctx->opt, &number, &size);
    bool ours = path[0] >= 'A' && (uint64_t)(path[0] - 'A') < number && !path[1];
    if (ours && x->decider->props.file_size >= 0) return x->decider->props.file_size;
    return ours ? (int64_t)size : -1;
}

static bool load_symbolic(struct exec *x, const struct sym_call *c, const char *path, uint64_t size) {
    char name[8] = {path[0], '-', 'd', 'a', 't', 'a'};
    uint64_t to = call_pinned(x, c, 1);
    struct mem_object *obj = space_alloc(&x->now->space, OBJECT_HEAP, size, 16, exec_user_position(x));
    if (!obj) return exec_error(x, BUG_UNSUPPORTED, "no room for a file");
    uint64_t base = obj->base;
    obj->tracked = false;
    exec_premise(x, "files have as many bytes as --sym-files says");
    if (size) sym_make_raw(x, base, size, input_take(x, INPUT_FILE, name, NULL, (uint32_t)size));
    call_return(x, c, expr_const(x->sym->pool, pointer_bits(x), base));
    return exec_write(x, to, &size, x->p->ptr_bytes);
}

/* Files of the host are read as they are; the library says what that means. */
bool sym_host_load(struct exec *x, const struct sym_call *c) {
    struct str path = {0};
    uint64_t args[8] = {call_pinned(x, c, 0), call_pinned(x, c, 1), call_pinned(x, c, 2)}, ret[2] = {0, 0};
    bool ok = exec_string(x, args[0], &path);
    int64_t size = ok ? symbolic_file(x, str_text(&path)) : -1;
    if (ok && size >= 0) {
        ok = load_symbolic(x, c, str_text(&path), (uint64_t)size);
    } else if (ok) {
        ok = do_host_load(x, args, 3, ret);
        if (ok) call_return(x, c, expr_const(x->sym->pool, pointer_bits(x), ret[0]));
    }
    str_release(&path);
    return ok;
}

/* Nothing leaves a symbolic run. */
bool sym_host_save(struct exec *x, const struct sym_call *c) {
    call_return(x, c, expr_const(x->sym->pool, 32, UINT32_MAX));
    return true;
}
