/* Built-in functions in symbolic execution. */
#include <assert.h>
#include <string.h>

#include "exec/library/builtin.h"
#include "exec/library/symbolic.h"
#include "exec/sym/access.h"
#include "exec/sym/decider.h"
#include "exec/sym/input.h"
#include "exec/sym/memory.h"
#include "exec/sym/sym.h"
#include "exec/sym/undefined.h"
#include "expr/arith.h"
#include "expr/relate.h"
#include "ir/known.h"
#include "mem/bytes.h"

/* ---- arguments and results ----------------------------------------------------------------------- */

uint32_t call_slot(const struct sym_call *c, uint32_t i) {
    for (uint32_t k = 0; k < c->call->nargs; k++) {
        if (i < c->call->args[k].nslots) return c->call->args[k].slot + i;
        i -= c->call->args[k].nslots;
    }
    return UINT32_MAX;
}

expr call_arg(struct exec *x, const struct sym_call *c, uint32_t i, uint32_t width) {
    assert(width);
    uint32_t slot = call_slot(c, i);
    return slot == UINT32_MAX ? expr_const(x->sym->pool, width, 0) : sym_slot(x, slot, width);
}

uint64_t call_pinned(struct exec *x, const struct sym_call *c, uint32_t i) {
    uint32_t slot = call_slot(c, i);
    return slot == UINT32_MAX ? 0 : sym_pin_slot(x, slot);
}

bool call_symbolic(const struct exec *x, const struct sym_call *c, uint32_t i) {
    uint32_t slot = call_slot(c, i);
    return slot != UINT32_MAX && sym_is(x, slot);
}

expr call_word(struct exec *x, const struct sym_call *c, uint32_t i) { return call_arg(x, c, i, 8 * x->p->ptr_bytes); }

void call_return(struct exec *x, const struct sym_call *c, expr e) {
    if (c->call->nret) sym_set(x, c->in->d, e);
}

void sym_settle_args(struct exec *x, const struct ir_call *call, enum gap why) {
    for (uint32_t i = 0; i < call->nargs; i++)
        for (uint32_t k = 0; k < call->args[i].nslots; k++) sym_settle_slot(x, call->args[i].slot + k, why);
}

static bool has_undefined_arg(struct exec *x, const struct ir_call *call) {
    if (!undefined_tracked(x)) return false;
    for (uint32_t i = 0; i < call->nargs; i++)
        for (uint32_t k = 0; k < call->args[i].nslots; k++)
            if (undefined_maybe(x, sym_slot(x, call->args[i].slot + k, 64))) return true;
    return false;
}

static void pin_args(struct exec *x, const struct ir_call *call) {
    for (uint32_t i = 0; i < call->nargs; i++)
        for (uint32_t k = 0; k < call->args[i].nslots; k++) sym_pin_slot(x, call->args[i].slot + k);
}

/* ---- inputs ----------------------------------------------------------------------------------------- */

static bool take_word(struct exec *x, const struct sym_call *c, const struct nondet *n) {
    assert(x->sym);
    uint32_t width = n->width ? n->width : 8 * x->p->ptr_bytes;
    if (width > 64) {
        uint32_t input = input_take(x, INPUT_WORD, n->name, n->type, width / 8);
        for (uint32_t i = 0; i < width / 64 && i < c->call->nret; i++)
            sym_set(x, c->in->d + i, input_part(x, input, 8 * i, 8, 0));
        return true;
    }
    call_return(x, c, input_word(x, INPUT_WORD, n->name, n->type, width));
    return true;
}

/* make_symbolic(address, size, name) */
bool sym_make_symbolic(struct exec *x, const struct sym_call *c) {
    uint64_t addr = call_pinned(x, c, 0), n = call_pinned(x, c, 1), name = call_pinned(x, c, 2);
    if (x->p->is32) n = (uint32_t)n;
    struct fault fault;
    if (n == 0) return true;
    if (space_check(&x->now->space, addr, n, true, &fault)) {
        exec_fault(x, &fault);
        return false;
    }
    struct str text = {0};
    bool named = c->call->nargs > 2 && name;
    if (named && !exec_string(x, name, &text)) return str_release(&text), false;
    const char *type = (const char *)(uintptr_t)strmap_get(&x->p->input_types, str_text(&text), 0);
    uint32_t input = input_take(x, INPUT_BYTES, named ? str_text(&text) : "unnamed", type, (uint32_t)n);
    sym_make_raw(x, addr, n, input);
    str_release(&text);
    return true;
}

/* range(begin, end, name): begin <= value < end */
bool sym_range(struct exec *x, const struct sym_call *c) {
    struct expr_pool *pool = x->sym->pool;
    uint64_t name = call_pinned(x, c, 2);
    struct str text = {0};
    if (name && !exec_string(x, name, &text)) return str_release(&text), false;
    expr v = input_word(x, INPUT_WORD, name ? str_text(&text) : "klee_range", "int", 32);
    str_release(&text);
    expr begin = call_arg(x, c, 0, 32), end = call_arg(x, c, 1, 32);
    call_return(x, c, v);
    return sym_assume(x, expr_and(pool, expr_sle(pool, begin, v), expr_slt(pool, v, end)));
}

bool sym_int_named(struct exec *x, const struct sym_call *c) {
    uint64_t name = call_pinned(x, c, 0);
    struct str text = {0};
    if (name && !exec_string(x, name, &text)) return str_release(&text), false;
    call_return(x, c, input_word(x, INPUT_WORD, name ? str_text(&text) : "klee_int", "int", 32));
    str_release(&text);
    return true;
}

bool sym_is_symbolic(struct exec *x, const struct sym_call *c) {
    call_return(x, c, expr_const(x->sym->pool, 32, call_symbolic(x, c, 0)));
    return true;
}

/* A hint: nothing is decided, whatever its arguments are. */
bool sym_nothing(struct exec *x, const struct sym_call *c) {
    (void)x, (void)c;
    return true;
}

/* One value stands for all. */
bool sym_get_value(struct exec *x, const struct sym_call *c) {
    uint32_t slot = call_slot(c, 0);
    if (slot == UINT32_MAX) return true;
    bool symbolic = sym_is(x, slot);
    if (symbolic) sym_gap(x, GAP_MODEL, c->fn->name);
    uint64_t v = sym_settle(x, sym_slot(x, slot, 64), GAP_MODEL);
    if (c->call->nret) frame_set(x->now->top, c->in->d, v, 0);
    return !x->stop;
}

/* choose(n): an index below n */
bool sym_choose(struct exec *x, const struct sym_call *c) {
    bool is32 = x->p->is32;
    expr v = input_word(x, INPUT_WORD, "klee_choose", is32 ? "unsigned int" : "unsigned long", is32 ? 32 : 64);
    call_return(x, c, v);
    return sym_assume(x, expr_ult(x->sym->pool, v, call_word(x, c, 0)));
}

/* ---- assumptions and assertions ------------------------------------------------------------------------ */

/* The first argument, of whatever width, is not zero. */
static expr truth_of(struct exec *x, const struct sym_call *c) {
    expr v = call_arg(x, c, 0, 64);
    return expr_ne(x->sym->pool, v, expr_const(x->sym->pool, 64, 0));
}

bool sym_do_assume(struct exec *x, const struct sym_call *c) { return sym_assume(x, truth_of(x, c)); }

static void report_assertion(struct exec *x, void *data) {
    const char *text = data;
    exec_error(x, BUG_ASSERTION, *text ? "assertion failed: %s" : "assertion failed%s", text);
}

bool sym_do_assert(struct exec *x, const struct sym_call *c) {
    if (!bug_has(x->wanted, BUG_ASSERTION)) return true;
    struct str text = {0};
    uint64_t addr = c->call->nargs > 1 ? call_pinned(x, c, 1) : 0;
    bool ok = !addr || exec_string(x, addr, &text);
    ok = ok && undefined_use(x, truth_of(x, c), "an assertion") &&
         sym_check(x, expr_not(x->sym->pool, truth_of(x, c)), report_assertion, (void *)(uintptr_t)str_text(&text));
    str_release(&text);
    return ok;
}

/* ---- the end ----------------------------------------------------------------------------------------- */

/* The status does not matter: any will do. */
bool sym_exit(struct exec *x, const struct sym_call *c) {
    if (!undefined_use(x, call_arg(x, c, 0, 8), "the exit status")) return false;
    x->stop = STOP_EXIT;
    x->status = x->now->model ? (int)(sym_sample(x, call_arg(x, c, 0, 32)) & 255) : 0;
    return false;
}

/* ---- targets ----------------------------------------------------------------------------------------- */

bool sym_target(struct exec *x, const struct sym_call *c) {
    assert(c->call->nargs);
    uint32_t id = (uint32_t)call_pinned(x, c, 0);
    if (!x->sym->hooks.target || !x->sym->hooks.target(x->sym->hooks.owner, x, id)) return true;
    x->now->top->pc = c->in + 1;
    x->stop = STOP_SLICE;
    return false;
}

/* ---- merging ----------------------------------------------------------------------------------------- */

static bool tell_merge(struct exec *x, const struct sym_call *c, bool open) {
    if (!x->sym->hooks.merge || !x->sym->hooks.merge(x->sym->hooks.owner, x, open)) return true;
    x->now->top->pc = c->in + 1;
    x->stop = STOP_SLICE;
    return false;
}

bool sym_open_merge(struct exec *x, const struct sym_call *c) { return tell_merge(x, c, true); }

bool sym_close_merge(struct exec *x, const struct sym_call *c) { return tell_merge(x, c, false); }

/* ---- the table --------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    sym_fn fn;
} table[] = {
#define SYMBOLIC(name, function) {name, function},
#include "exec/library/symbolic.def"
#undef SYMBOLIC
};

static sym_fn find(const char *name) {
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, name) == 0) return table[i].fn;
    return NULL;
}

static const struct {
    const char *name;
    model_fn fn;
} models[] = {
#define MODEL(name, function) {name, function},
#include "exec/library/models.def"
#undef MODEL
};

void sym_find_models(struct exec *x) {
    struct symbolic *sy = x->sym;
    assert(!sy->models.len);
    for (uint32_t id = 0; id < x->p->functions.len; id++) {
        const struct function *fn = x->p->functions.data[id];
        model_fn found = NULL;
        bool ours = fn && known_is_ours(fn);
        for (size_t i = 0; ours && i < sizeof models / sizeof *models; i++)
            if (strcmp(models[i].name, fn->name) == 0) found = models[i].fn;
        vec_push(&sy->models, (sym_model_fn)found);
        vec_push(&sy->own, (sym_model_fn)(fn ? find(fn->name) : NULL));
    }
}

static model_fn sym_model(const struct exec *x, const struct function *fn) {
    return (model_fn)x->sym->models.data[fn->id];
}

bool sym_library(struct exec *x, struct function *fn, const struct insn *in, const struct ir_call *call,
                 bool *handled) {
    model_fn model = sym_model(x, fn);
    *handled = false;
    if (!model) return true;
    struct sym_call c = {fn, in, call};
    enum model_result result = model(x, &c);
    *handled = result != MODEL_NO;
    return result != MODEL_STOPPED;
}

bool sym_is_heap(const struct function *fn) {
    return known_only(known_effects(fn), KNOWN_ALLOCATES | KNOWN_RAW | KNOWN_FREES);
}

bool sym_reads_only(const struct function *fn) { return known_only(known_effects(fn), KNOWN_READS); }

enum { ENDINGS = KNOWN_ENDS | KNOWN_ERROR | KNOWN_OWN | KNOWN_FAILS | KNOWN_ABORTS };

bool sym_is_followed(const struct function *fn) {
    known_set e = known_effects(fn);
    if (find(fn->name)) return !(e & KNOWN_OTHER);
    return known_only(e, KNOWN_PURE | KNOWN_COMPUTES | KNOWN_INPUT | ENDINGS) ||
           known_only(e & ~(known_set)KNOWN_READS, KNOWN_WRITES);
}

bool sym_call_wants_model(const struct exec *x, const struct function *fn) {
    if (fn->defined) return fn->runtime && sym_model(x, fn);
    if (fn->builtin < 0) return true;
    return !known_only(known_effects(fn), KNOWN_INPUT | KNOWN_ASSUMES | ENDINGS);
}

bool sym_builtin(struct exec *x, struct function *fn, const struct insn *in, const struct ir_call *call,
                 bool *handled) {
    struct sym_call c = {fn, in, call};
    *handled = true;
    enum builtin_way way = decider_builtin(x, fn);
    if (way == BUILTIN_LOST && decider_gives_up(x)) return false;
    if (way == BUILTIN_PINNED) { /* sizes and pointers are those of the state */
        pin_args(x, call);
        *handled = false;
        return true;
    }
    sym_fn own = (sym_fn)x->sym->own.data[fn->id];
    if (!x->quiet && own != sym_shown) own = NULL; /* what the outside does is real */
    if (own) return own(x, &c);
    const struct nondet *input = x->quiet ? builtin_nondet(fn->builtin) : NULL;
    if (input) return take_word(x, &c, input);
    bool ok = sym_library(x, fn, in, call, handled);
    if (way == BUILTIN_MODEL && !*handled && decider_gives_up(x)) return false;
    if (*handled || !x->now->top->symbolic) return ok;
    if (builtin_is_math(fn->builtin) && has_undefined_arg(x, call)) {
        for (uint32_t i = 0; i < call->nret; i++) sym_set(x, in->d + i, undefined_fresh(x, 64));
        *handled = true;
    } else if (builtin_is_math(fn->builtin)) sym_settle_args(x, call, GAP_FLOAT);
    else pin_args(x, call);
    return true;
}
