#include "exec/sym/pointee.h"

#include <assert.h>
#include <inttypes.h>

#include "base/str.h"
#include "exec/sym/decider.h"
#include "exec/sym/input.h"
#include "exec/sym/memory.h"
#include "expr/arith.h"
#include "expr/relate.h"
#include "solver/path.h"

enum {
    BEFORE = OUTSIDE_SIZE / 4, /* bytes in front of the place that a pointer points to */
    MOST_DEPTH = 12            /* of choices that are looked at */
};

static const char premise[] =
    "a pointer that is an input, or uninitialised, points to memory of its own with any contents "
    "where the program follows it (--check=memory considers other pointers)";

static const char calls[] =
    "a function that an input points to returns any value and changes nothing in the program that calls it "
    "(--check=memory considers other pointers)";

void pointee_allow(struct exec *x) { x->pointees = !(x->wanted & checks_bugs(1u << CHECK_MEMORY)); }

/* ---- which memory ------------------------------------------------------------------------------------- */

/* The memory that a pointer of this value has; 1 + its number, 0: none. */
static uint32_t memory_at(const struct exec *x, uint64_t pointer) {
    uint32_t n;
    return layout_is_outside(&x->p->layout, pointer - BEFORE, &n) ? n + 1 : 0;
}

/* Of a pointer that is followed now. Where the values are given they say which one: a run that is done
 * again meets the pointers in another order. */
static uint32_t memory_of(struct exec *x, expr pointer) {
    struct map *all = &x->sym->pointees;
    if (x->decider->props.given || x->decider->props.locations) return memory_at(x, sym_sample(x, pointer));
    uint32_t s = expr_symbol(x->sym->pool, pointer).id;
    uint64_t *known = map_find(all, s);
    if (known) return (uint32_t)*known;
    uint32_t n = all->len + 1;
    if (!layout_place_outside(&x->p->layout, n - 1)) return 0;
    map_put(all, s, n);
    return n;
}

static struct mem_object *find(const struct state *st, uint32_t n) {
    struct mem_object *obj = space_object(&st->space, OUTSIDE_OBJECT + n - 1);
    return obj && obj->kind == OBJECT_OUTSIDE ? obj : NULL;
}

/* In x->now. NULL: there is no room. */
static struct mem_object *make(struct exec *x, uint32_t n) {
    struct mem_object *obj = space_add_outside(&x->now->space, n - 1);
    if (!obj) return NULL;
    uint64_t base = obj->base; /* the object moves when it is written */
    struct str name = {0};
    str_addf(&name, "memory at 0x%" PRIx64, base);
    decider_born(x, base);
    input_take_outside(x, OUTSIDE_INPUT + n - 1, str_text(&name), OUTSIDE_SIZE);
    sym_make_raw(x, base, OUTSIDE_SIZE, OUTSIDE_INPUT + n - 1);
    str_release(&name);
    return find(x->now, n);
}

/* ---- which pointer ----------------------------------------------------------------------------------- */

struct pointer_search {
    struct exec *x;
    expr found;     /* a symbol, or a choice of addresses */
    uint32_t count; /* how many there are */
};

/* Is an input among what e, a choice or sum, may be? */
static bool may_be_input(const struct exec *x, expr e, int depth) {
    const struct expr_pool *pool = x->sym->pool;
    enum expr_op op = expr_op(pool, e);
    if (op == EXPR_SYM) return input_has(x, expr_symbol(pool, e));
    if (depth == MOST_DEPTH || (op != EXPR_ITE && op != EXPR_ADD)) return false;
    int last = expr_arity(op) - 1;
    return may_be_input(x, expr_kid(pool, e, last), depth + 1) ||
           may_be_input(x, expr_kid(pool, e, last - 1), depth + 1);
}

/* A register or word, or the lower bits of one? */
static bool is_location(const struct expr_pool *pool, expr e) {
    if (expr_op(pool, e) == EXPR_EXTRACT && expr_node(pool, e)->aux == 0) e = expr_kid(pool, e, 0);
    return expr_op(pool, e) == EXPR_SYM;
}

/* In a run over locations any of them may be a pointer: its value decides. */
static bool is_pointer(struct exec *x, expr e) {
    const struct expr_pool *pool = x->sym->pool;
    enum expr_op op = expr_op(pool, e);
    if (!x->decider->props.locations) return (op == EXPR_SYM || op == EXPR_ITE) && may_be_input(x, e, 0);
    return is_location(pool, e) && memory_at(x, sym_sample(x, e));
}

static void look(struct pointer_search *s, expr e) {
    const struct expr_pool *pool = s->x->sym->pool;
    if (expr_op(pool, e) == EXPR_ADD) {
        look(s, expr_kid(pool, e, 0));
        look(s, expr_kid(pool, e, 1));
    } else if (is_pointer(s->x, e)) {
        s->found = e;
        s->count++;
    }
}

/* May the pointer have this value? Then it has it in the model. Where it may not, it points elsewhere. */
static bool may_be(struct exec *x, expr cond) {
    struct state *st = x->now;
    assert(st->model);
    if (sym_follows(x, cond)) return true;
    if (x->decider->props.given || x->decider->props.locations) return false;
    struct model *m = NULL;
    if (solver_check(x->sym->solver, st->pc, cond, st->model, &m) != ANSWER_SAT) return false;
    model_release(st->model);
    st->model = m;
    return true;
}

/* The pointer leads to its memory, and is *at. False: stopped, or (x->stop unset) it does not. */
static bool lead(struct exec *x, expr pointer, expr *at) {
    uint32_t n = memory_of(x, pointer);
    struct mem_object *obj = n ? find(x->now, n) : NULL;
    uint64_t base = n ? layout_place_outside(&x->p->layout, n - 1) : 0;
    expr there = sym_equals(x, pointer, base + BEFORE);
    if (!base || !may_be(x, there)) return false;
    if (!obj && !make(x, n)) return false;
    if (x->decider->on.leads && !x->decider->on.leads(x, pointer, base + BEFORE)) return false;
    exec_premise(x, premise);
    *at = expr_const(x->sym->pool, expr_width(x->sym->pool, pointer), base + BEFORE);
    return sym_assume(x, there);
}

static expr without_offset(const struct expr_pool *pool, expr e) {
    bool sum = expr_op(pool, e) == EXPR_ADD && expr_is_const(pool, expr_kid(pool, e, 1));
    return sum ? expr_kid(pool, e, 0) : e;
}

bool pointee_unseen(struct exec *x, expr *addr) {
    if (!x->pointees || x->decider->props.given || !sym_feasible(x)) return false;
    if (x->decider->props.locations)
        return x->decider->on.unseen && x->decider->on.unseen(x, without_offset(x->sym->pool, *addr));
    for (;;) {
        struct pointer_search s = {.x = x};
        expr old = *addr;
        look(&s, old);
        if (s.count != 1) return false;
        if (expr_op(x->sym->pool, s.found) != EXPR_ITE) return exec_premise(x, premise), true;
        sym_pin(x, expr_kid(x->sym->pool, s.found, 0));
        if (x->stop) return false;
        *addr = pathcond_simplify(x->sym->solver, x->now->pc, old);
        if (expr_same(*addr, old)) return false;
    }
}

bool pointee_follow(struct exec *x, expr *addr) {
    if (!x->pointees || expr_is_const(x->sym->pool, *addr) || sym_origin(x, *addr)) return true;
    if (!sym_feasible(x)) return false;
    for (;;) {
        struct pointer_search s = {.x = x};
        look(&s, *addr);
        if (s.count != 1) return true;
        expr at = EXPR_NONE;
        if (expr_op(x->sym->pool, s.found) == EXPR_ITE) sym_pin(x, expr_kid(x->sym->pool, s.found, 0));
        else if (!lead(x, s.found, &at)) return !x->stop;
        if (x->stop || !sym_feasible(x)) return false;
        if (expr_is(at)) *addr = expr_substitute(x->sym->pool, *addr, &s.found, &at, 1);
        expr old = *addr;
        *addr = pathcond_simplify(x->sym->solver, x->now->pc, old);
        if (expr_is(at) || expr_same(*addr, old)) return true;
    }
}

/* ---- functions --------------------------------------------------------------------------------------- */

bool pointee_follow_call(struct exec *x, uint32_t slot) {
    expr pointer = sym_slot(x, slot, 8 * x->p->ptr_bytes);
    return pointee_follow(x, &pointer);
}

bool pointee_is_function(const struct exec *x, uint64_t address, const struct ir_call *call) {
    uint32_t n = x->pointees ? memory_at(x, address) : 0;
    bool plain = !call->nret ||
                 (call->nret == 1 && call->ret_width && !(x->p->is32 && call->ret_fkind)); /* replay gives no more */
    return n && find(x->now, n) && plain;
}

void pointee_call(struct exec *x, uint64_t address, const struct ir_call *call, uint32_t slot) {
    assert(pointee_is_function(x, address, call));
    struct str name = {0};
    str_addf(&name, "call of 0x%" PRIx64, address);
    expr result = input_word(x, INPUT_WORD, str_text(&name), NULL, 64);
    str_release(&name);
    exec_premise(x, calls);
    if (call->nret) sym_set(x, slot, expr_resize(x->sym->pool, result, call->ret_width));
    x->now->top->pc++;
}

/* ---- comparing states -------------------------------------------------------------------------------- */

/* ... or is it NULL, where nothing is written either? */
static bool is_unseen(const struct exec *x, expr e) {
    const struct expr_pool *pool = x->sym->pool;
    if (expr_is_const(pool, e)) return expr_value(pool, e) < PAGE_SIZE;
    return expr_op(pool, e) == EXPR_SYM && input_has(x, expr_symbol(pool, e));
}

bool pointee_leads(struct exec *x, struct state *st, expr e, uint64_t addr) {
    struct symbolic *sy = x->sym;
    uint32_t n = memory_at(x, addr);
    e = pathcond_simplify(sy->solver, st->pc, e);
    if (!addr) return is_unseen(x, e);
    if (expr_is_const(sy->pool, e)) return expr_value(sy->pool, e) == addr && find(st, n);
    if (expr_op(sy->pool, e) != EXPR_SYM || map_get(&sy->pointees, expr_symbol(sy->pool, e).id, 0) != n) return false;
    expr there = sym_equals(x, e, addr);
    return solver_truth(sy->solver, st->pc, there, st->model, NULL) == TRUTH_BOTH;
}

void pointee_share(struct exec *x, struct state *a, struct state *b) {
    struct state *now = x->now;
    for (uint32_t n = 1; n <= x->sym->pointees.len; n++)
        if (!find(a, n) != !find(b, n)) {
            exec_switch(x, find(a, n) ? b : a);
            make(x, n);
        }
    if (x->now != now) exec_switch(x, now);
}
