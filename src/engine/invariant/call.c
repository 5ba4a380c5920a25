/* Recursion: what a function's calls get and leave.
 *
 * The first call, from outside, is what the others are compared with (ctx): a call deeper inside, without the frames
 * between, is a state at the same place in which some values differ. So a function's body is a round of a loop that
 * goes on from its entry to the entries of the calls that it makes; and behind each of these it goes on with what is
 * guessed of returns. Both guesses hold by induction over the length of executions: what is assumed behind a call is
 * about a call that has ended before. Functions that depend on more than values are none of ours (ir/sealed.h).
 */
#include <assert.h>

#include "engine/invariant/call.h"
#include "engine/invariant/inside.h"
#include "exec/sym/frames.h"
#include "exec/sym/memory.h"
#include "exec/sym/undefined.h"
#include "expr/arith.h"
#include "solver/path.h"

/* ---- frames ------------------------------------------------------------------------------------------ */

/* A fork without the frames above ctx's callers, but for an empty one of ctx's function. */
static struct state *call_bare(struct invariant *e, const struct state *ctx, struct state *st) {
    struct exec *x = e->x;
    struct state *bare = state_fork(x, st);
    assert(st->depth >= ctx->depth && ctx->top->caller);
    exec_switch(x, bare);
    while (bare->depth >= ctx->depth) exec_pop(x);
    struct frame *f = frame_push(x, bare, ctx->top->fn);
    assert(f->stack_base == ctx->top->stack_base);
    f->pc = ctx->top->pc;
    f->active = ctx->top->active;
    f->ret_slot = ctx->top->ret_slot;
    f->ret_count = ctx->top->ret_count;
    for (uint32_t i = f->fn->nconsts; i < f->fn->nslots; i++) frame_set(f, i, 0, 0);
    exec_switch(x, NULL);
    return bare;
}

static void copy_slots(const struct frame *from, uint32_t first, struct frame *to, uint32_t at, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) frame_set(to, at + i, from->regs[first + i], frame_sym(from, first + i));
}

struct state *call_entry(struct invariant *e, const struct state *ctx, struct state *st) {
    const struct function *fn = st->top->fn;
    assert(is_entry(st) && fn == ctx->top->fn);
    struct state *bare = call_bare(e, ctx, st);
    copy_slots(st->top, fn->param_base, bare->top, fn->param_base, fn->nparam_slots);
    return bare;
}

struct state *call_exit(struct invariant *e, const struct state *ctx, struct state *st) {
    const struct function *fn = st->top->fn;
    const struct insn *ret = st->top->pc + 1;
    assert(is_return(st) && fn == ctx->top->fn && ret->op == IR_RET);
    struct state *bare = call_bare(e, ctx, st);
    copy_slots(st->top, ret->a, bare->top, fn->nconsts, fn->nret);
    return bare;
}

struct state *call_unchanged(struct invariant *e, const struct state *ctx, struct state *st) {
    return call_bare(e, ctx, st);
}

/* ---- which calls are cut ----------------------------------------------------------------------------- */

struct loop_level *call_level(struct loop_level *lv, const struct state *st) {
    for (; lv; lv = lv->up)
        if (lv->call && lv->head == st->top->pc) return lv;
    return NULL;
}

static uint32_t count_frames(const struct state *st, const struct function *fn, uint32_t down_to) {
    uint32_t n = 0;
    const struct frame *f = st->top->caller;
    for (uint32_t depth = st->depth - 1; f && depth >= down_to; f = f->caller, depth--) n += f->fn == fn;
    return n;
}

/* Within a body that is cut, another function of its circle is executed, unless it calls itself there. Contents of
 * vast objects are no words that a call could leave. */
bool call_is_cut(const struct invariant *e, const struct loop_level *lv, const struct state *st) {
    const struct function *fn = st->top->fn;
    if (!bitset_has(&e->sealed, fn->id) || !st->top->caller || st->jumps.len || st->space.vasts) return false;
    if (fn->nret > fn->nslots - fn->nconsts || st->space.stack_depth != st->top->stack_base) return false;
    while (lv && !lv->call) lv = lv->up;
    return lv ? count_frames(st, fn, lv->depth) > 0 : count_frames(st, fn, 1) >= e->peel;
}

/* ---- records ----------------------------------------------------------------------------------------- */

void call_prepare(struct invariant *e, struct head_record *rec) {
    if (rec->call) return;
    rec->call = MEM_NEW(struct call_record);
    rec->blur.whole = false;
    rec->guesses.instances = NULL; /* summaries do not speak of cells */
    blur_init(&rec->call->out, &e->merger);
    guesses_init(&rec->call->after, e->x, record_knows, NULL);
    rec->call->after.zeal = e->zeal;
    rec->call->after.relates = true;
    for (uint32_t i = 0; i < e->asked.len; i++)
        if (e->asked.data[i].function == rec->key.data[0]) guesses_condition(&rec->call->after, e->asked.data[i].cond);
}

void call_release(struct head_record *rec) {
    if (!rec->call) return;
    blur_release(&rec->call->out);
    guesses_release(&rec->call->after);
    for (int i = 0; i < 2; i++) vec_release(&rec->call->told[i]);
    mem_free(rec->call);
}

/* The symbol that stands for a result of fn in guesses, the same in all records: what is asked about it is not
 * forgotten. */
static expr result_symbol(struct invariant *e, const struct function *fn, uint32_t i, uint32_t width) {
    uint64_t key = (uint64_t)fn->id << 32 | i << 8 | width;
    uint64_t known = map_get(&e->results, key, 0);
    if (known) return (expr){(uint32_t)known};
    expr any = expr_sym(e->x->sym->pool, width, "result");
    map_put(&e->results, key, any.id);
    return any;
}

static uint32_t width_at(struct invariant *e, const struct frame *f, uint32_t slot) {
    uint32_t sym = frame_sym(f, slot);
    uint32_t width = sym ? expr_width(e->x->sym->pool, (expr){sym}) : f->regs[slot] >> 32 ? 64 : 32;
    return width <= 32 ? 32 : 64;
}

/* Results are parts from the beginning, in the widths that were seen. */
static bool fit_results(struct invariant *e, struct head_record *rec, const struct frame *f) {
    bool grown = false;
    struct blur *out = &rec->call->out;
    for (uint32_t i = 0; i < f->fn->nret; i++) {
        uint32_t slot = f->fn->nconsts + i, width = width_at(e, f, slot);
        struct blur_part part = {.slot = slot, .any = result_symbol(e, f->fn, i, width)};
        uint32_t at = 0;
        while (at < out->parts.len && (out->parts.data[at].n || out->parts.data[at].slot != slot)) at++;
        if (at < out->parts.len && expr_width(e->x->sym->pool, out->parts.data[at].any) >= width) continue;
        if (at < out->parts.len) out->parts.data[at] = part;
        else vec_push(&out->parts, part);
        grown = true;
    }
    return grown;
}

bool call_compare(struct invariant *e, struct head_record *rec, struct state *entry, struct state *before,
                  struct state *exit, bool *grown) {
    bool more = fit_results(e, rec, exit->top);
    bool ok = blur_compare(&rec->call->out, entry, before, exit, &more);
    rec->call->version += more;
    *grown |= more;
    return ok;
}

/* ---- leaving out ------------------------------------------------------------------------------------- */

/* Symbols of a call that is left out, one for each part of what calls leave. */
static void copy_parts(struct invariant *e, const struct head_record *rec, struct head_record *made) {
    const struct blur *out = &rec->call->out;
    if (made->version == rec->call->version && made->blur.parts.len == out->parts.len) return;
    vec_clear(&made->blur.parts);
    for (uint32_t i = 0; i < out->parts.len; i++) {
        struct blur_part part = out->parts.data[i];
        part.any = expr_sym(e->x->sym->pool, expr_width(e->x->sym->pool, part.any), "left");
        if (undefined_tracked(e->x)) undefined_add(e->x, part.any);
        vec_push(&made->blur.parts, part);
    }
    made->version = rec->call->version;
    record_symbols(e, made);
}

struct call_values {
    struct invariant *e;
    const struct head_record *rec, *made;
    const blur_values *args;
};

static uint32_t find_part(const struct expr_pool *pool, const struct blur *c, symbol s) {
    uint32_t i = 0;
    while (i < c->parts.len && expr_symbol(pool, c->parts.data[i].any).id != s.id) i++;
    return i;
}

/* What a symbol of the record is in one call. */
static expr value_in_call(void *owner, symbol s) {
    const struct call_values *v = owner;
    const struct expr_pool *pool = v->e->x->sym->pool;
    uint32_t i = find_part(pool, &v->rec->blur, s);
    if (i < v->rec->blur.parts.len) return v->args->data[i];
    i = find_part(pool, &v->rec->call->out, s);
    return i < v->rec->call->out.parts.len ? v->made->blur.parts.data[i].any : EXPR_NONE;
}

/* Assumes what is guessed of this call's end; false: it has none. */
static bool assume_end(struct invariant *e, struct state *st, const struct call_values *v) {
    struct symbolic *sy = e->x->sym;
    const struct guesses *after = &v->rec->call->after;
    struct model *m = NULL;
    expr all = expr_true(sy->pool);
    cond_list list = {0};
    for (uint32_t i = 0; i < after->list.len; i++) {
        expr cond = expr_replace(sy->pool, after->list.data[i].cond, value_in_call, (void *)v);
        vec_push(&list, cond);
        map_put(&e->assumed, cond.id, 1);
        all = expr_and(sy->pool, all, cond);
    }
    enum answer answer = solver_check(sy->solver, st->pc, all, st->model, &m);
    for (uint32_t i = 0; answer == ANSWER_SAT && i < list.len; i++)
        st->pc = pathcond_add(sy->solver, st->pc, list.data[i]);
    if (answer == ANSWER_SAT && m) {
        model_release(st->model);
        st->model = m;
    }
    if (answer == ANSWER_UNKNOWN) e->failed = true;
    if (answer == ANSWER_UNSAT && e->x->ctx->opt.check_invariants)
        solver_confirm(sy->solver, st->pc, expr_not(sy->pool, all));
    vec_release(&list);
    return answer == ANSWER_SAT;
}

static void put_part(struct invariant *e, struct state *st, const struct blur_part *p, uint32_t result,
                     uint32_t ret_slot, uint32_t ret_count) {
    struct expr_pool *pool = e->x->sym->pool;
    expr value = expr_is(p->base) ? expr_add(pool, p->any, p->base) : p->any;
    assert(!expr_is_array(pool, p->any)); /* call_is_cut */
    if (p->n) sym_write(e->x, p->addr, p->n, value);
    else if (result < ret_count) frame_set(st->top, ret_slot + result, 0, value.id);
}

struct state *call_leave_out(struct invariant *e, struct head_record *rec, const struct state *ctx, struct state *st) {
    struct exec *x = e->x;
    blur_values args = {0};
    struct state *entry = call_entry(e, ctx, st);
    blur_read(&rec->blur, entry, &args);
    state_free(x, entry);
    struct head_record *made = record_of_call(e, st, rec);
    copy_parts(e, rec, made);
    struct call_values v = {e, rec, made, &args};
    st->mark = passage_add(e, st, made);
    bool ok = assume_end(e, st, &v);
    vec_release(&args);
    if (!ok) {
        state_free(x, st);
        return NULL;
    }
    uint32_t slot = st->top->ret_slot, count = st->top->ret_count, first = st->top->fn->nconsts;
    exec_switch(x, st);
    exec_note_return(x);
    exec_pop(x);
    if (rec->blur.renews || rec->call->out.renews) space_renew(&st->space);
    for (uint32_t i = 0; i < made->blur.parts.len; i++)
        put_part(e, st, &made->blur.parts.data[i], made->blur.parts.data[i].slot - first, slot, count);
    exec_switch(x, NULL);
    return st;
}

void call_meet(struct invariant *e, struct loop_level *lv, struct loop_level *body, struct state *st) {
    vec_push(&body->ends, call_entry(e, body->entry, st));
    e->x->ctx->stats.invariant_calls++;
    struct state *behind = call_leave_out(e, body->record, body->entry, st);
    if (behind) vec_push(&lv->todo, behind);
}

/* ---- what is asked ----------------------------------------------------------------------------------- */

struct call_naming {
    struct invariant *e;
    const struct head_record *made;
    const struct head_record *rec;
};

static expr part_of_left_out(void *owner, symbol s) {
    const struct call_naming *n = owner;
    uint32_t i = find_part(n->e->x->sym->pool, &n->made->blur, s);
    return i < n->made->blur.parts.len && i < n->rec->call->out.parts.len ? n->rec->call->out.parts.data[i].any
                                                                          : EXPR_NONE;
}

static bool mentions(struct invariant *e, const struct head_record *made, expr cond) {
    const struct symbol_set *set = expr_symbols(e->x->sym->pool, cond);
    for (uint32_t i = 0; i < set->len; i++)
        if (find_part(e->x->sym->pool, &made->blur, (symbol){set->ids[i]}) < made->blur.parts.len) return true;
    return false;
}

/* The record of which `made` is a call that was left out; NULL: it is none. */
static struct head_record *record_left_out(const struct invariant *e, const struct head_record *made) {
    return made->key.len == 2 && made->key.data[0] == UINT32_MAX ? e->records.data[made->key.data[1]] : NULL;
}

/* Does it speak of results alone, which have the same symbols in other attempts? */
static bool is_lasting(struct invariant *e, const struct head_record *rec, expr cond) {
    const struct blur *out = &rec->call->out;
    const struct symbol_set *set = expr_symbols(e->x->sym->pool, cond);
    for (uint32_t i = 0; i < set->len; i++) {
        uint32_t at = find_part(e->x->sym->pool, out, (symbol){set->ids[i]});
        if (at >= out->parts.len || out->parts.data[at].n) return false;
    }
    return true;
}

static void keep_asked(struct invariant *e, uint32_t fn, expr cond) {
    enum { MOST_ASKED = 64 };
    for (uint32_t i = 0; i < e->asked.len; i++)
        if (e->asked.data[i].function == fn && expr_same(e->asked.data[i].cond, cond)) return;
    if (e->asked.len < MOST_ASKED) vec_push(&e->asked, (struct asked){fn, cond});
}

static void ask_about(struct invariant *e, struct head_record *rec, const struct head_record *made, expr cond) {
    struct call_naming n = {e, made, rec};
    if (map_find(&e->assumed, cond.id) || !mentions(e, made, cond)) return;
    expr named = expr_replace(e->x->sym->pool, cond, part_of_left_out, &n);
    if (expr_is_const(e->x->sym->pool, named) || !guesses_condition(&rec->call->after, named)) return;
    if (is_lasting(e, rec, named)) keep_asked(e, rec->key.data[0], named);
}

void calls_asked(struct invariant *e, const struct state *st, uint32_t from) {
    for (uint32_t at = st->mark; at; at = e->passages.data[at - 1].before) {
        const struct head_record *made = e->records.data[e->passages.data[at - 1].record];
        struct head_record *rec = record_left_out(e, made);
        for (uint32_t i = from; rec && i < pathcond_len(st->pc); i++) ask_about(e, rec, made, pathcond_at(st->pc, i));
    }
}
