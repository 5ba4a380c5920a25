#include "exec/core/first.h"
#include "story/record_inside.h"

#include <assert.h>

#include "base/str.h"
#include "exec/sym/sym.h"
#include "ir/cfg.h"

/* ---- lifetime ----------------------------------------------------------------------------------------- */

static struct call *new_call(void) {
    struct call *c = MEM_NEW(struct call);
    map_init(&c->by_block);
    map_init(&c->by_place);
    return c;
}

struct record *record_new(struct exec *x, struct source *src, bool lines) {
    struct record *r = MEM_NEW(struct record);
    r->x = x;
    r->src = src;
    r->lines = lines;
    r->root = r->now = new_call();
    r->root->active = true;
    r->last = mem_zalloc(x->p->functions.len * sizeof *r->last);
    r->hits = mem_zalloc(x->p->functions.len * sizeof *r->hits);
    for (uint32_t i = 1; i < x->p->functions.len; i++) {
        const struct function *fn = x->p->functions.data[i];
        if (ir_has_code(fn) && !fn->runtime) r->hits[i] = mem_zalloc(fn->nblocks * sizeof **r->hits);
    }
    return r;
}

static void forget_decisions(struct call *c) {
    for (uint32_t i = 0; i < c->decisions.len; i++) vec_release(&c->decisions.data[i].seen);
    vec_release(&c->decisions);
    map_release(&c->by_block);
    map_release(&c->by_place);
}

/* All that happened in a call, and in those made from it; nested calls may be very many. */
static void forget_inside(struct call *c) {
    VEC(struct call *) todo = {0};
    vec_append(&todo, c->callees.data, c->callees.len);
    while (todo.len) {
        struct call *inner = vec_pop(&todo);
        vec_append(&todo, inner->callees.data, inner->callees.len);
        vec_release(&inner->callees);
        forget_decisions(inner);
        mem_free(inner);
    }
    vec_release(&todo);
    vec_release(&c->callees);
    forget_decisions(c);
    map_init(&c->by_block);
    map_init(&c->by_place);
}

void record_free(struct record *r) {
    forget_inside(r->root);
    mem_free(r->root);
    for (uint32_t i = 0; i < r->x->p->functions.len; i++) {
        vec_release(&r->last[i]);
        mem_free(r->hits[i]);
    }
    mem_free(r->last);
    mem_free(r->hits);
    vec_release(&r->takings);
    mem_free(r);
}

/* ---- while it runs ----------------------------------------------------------------------------------- */

static void note_inputs(struct record *r, const struct function *fn) {
    for (; r->inputs < r->x->now->inputs; r->inputs++)
        vec_push(&r->takings, (struct taking){r->inputs, ++r->clock, fn});
}

/* What the block of a frame computed, up to its end or the instruction at `end`. */
static void note_values(struct record *r, const struct frame *f, uint32_t block, uint32_t end) {
    if (!r->lines) return;
    vec_seen *last = &r->last[f->fn->id], seen = {0};
    if (!last->len) {
        vec_resize(last, f->fn->ncode);
        for (uint32_t i = 0; i < last->len; i++) last->data[i].pc = UINT32_MAX;
    }
    values_look(r->x, f, f->fn->blocks[block].first, end, 0, true, &seen);
    for (uint32_t i = 0; i < seen.len; i++) last->data[seen.data[i].pc] = seen.data[i];
    vec_release(&seen);
}

static bool depends_on_input(const struct frame *f, const struct insn *in) {
    const char *letters = ir_op_operands((enum ir_op)in->op);
    if (frame_sym(f, in->a)) return true;
    return letters[2] == 's' && frame_sym(f, in->b);
}

static bool is_decision(const struct insn *in) {
    return in->op == IR_SWITCH || (in->op >= IR_BR && in->op < IR_SWITCH);
}

/* The block that a jump to code index pc leads to, blocks on edges aside. */
static const struct ir_block *real_target(const struct function *fn, uint32_t pc) {
    const struct ir_block *b = &fn->blocks[cfg_block_at(fn, pc)];
    if (!b->added || !b->nsuccs) return b;
    return &fn->blocks[b->succs[0]];
}

/* Does the condition in the source hold, if the branch goes to pc? clang turns branches on
 * negated conditions round; its names for blocks say what they are. */
static bool is_true_side(const struct function *fn, const struct insn *in, uint32_t pc) {
    static const char *const yes[] = {"if.then",   "while.body",    "for.body", "do.body",
                                      "cond.true", "land.lhs.true", "land.rhs", "lor.end"};
    static const char *const no[] = {"if.else", "if.end",     "while.end",     "for.end", "for.cond.cleanup",
                                     "do.end",  "cond.false", "lor.lhs.false", "lor.rhs", "land.end"};
    const char *name = real_target(fn, pc)->name;
    for (size_t i = 0; name && i < sizeof yes / sizeof *yes; i++)
        if (str_starts(name, yes[i])) return true;
    for (size_t i = 0; name && i < sizeof no / sizeof *no; i++)
        if (str_starts(name, no[i])) return false;
    return in->c == pc;
}

/* clang's own decisions stand for nothing in the source. */
static bool is_cleanup(const struct ir_block *b) { return b->name && str_starts(b->name, "cleanup"); }

static struct decision *decision_of(struct call *c, uint32_t block) {
    uint64_t *known = map_find(&c->by_block, block);
    if (known) return &c->decisions.data[*known];
    map_put(&c->by_block, block, c->decisions.len);
    vec_push(&c->decisions, (struct decision){.block = block});
    return &vec_last(&c->decisions);
}

/* The call in execution goes on with the block at pc. */
static void note_jump(struct record *r, struct call *c, uint32_t pc) {
    const struct frame *f = r->x->now->top;
    const struct insn *in = cfg_terminator(c->fn, c->block);
    const struct ir_block *b = &c->fn->blocks[c->block];
    note_values(r, f, c->block, b->end);
    if (is_decision(in) && !is_cleanup(b)) {
        struct decision *d = decision_of(c, c->block);
        d->order = ++r->clock;
        d->times++;
        d->rounds = d->rounds && !d->taken ? 1 : d->rounds + 1;
        d->symbolic = depends_on_input(f, in);
        d->taken = in->op != IR_SWITCH && is_true_side(c->fn, in, pc);
        vec_clear(&d->seen);
        values_look(r->x, f, b->first, b->end, r->x->p->positions.data[in->pos].line, false, &d->seen);
    }
    c->block = cfg_block_at(c->fn, pc);
}

static struct call *callee_at(struct call *c, const struct function *fn, uint32_t pc) {
    uint64_t key = (uint64_t)pc << 32 | fn->id, *known = map_find(&c->by_place, key);
    if (known) return c->callees.data[*known];
    struct call *callee = new_call();
    callee->parent = c;
    callee->fn = fn;
    callee->call_pc = pc;
    map_put(&c->by_place, key, c->callees.len);
    vec_push(&c->callees, callee);
    return callee;
}

/* The innermost frame of the user's code below the top one. */
static const struct frame *user_caller(const struct frame *top) {
    const struct frame *f = top->caller;
    while (f && f->fn->runtime) f = f->caller;
    return f;
}

static void note_call(struct record *r, const struct frame *top) {
    const struct frame *caller = user_caller(top);
    uint32_t pc = caller ? (uint32_t)(caller->pc - caller->fn->code) : 0;
    struct call *c = callee_at(r->now, top->fn, pc);
    forget_inside(c);
    c->call_pos = caller && pc ? caller->pc[-1].pos : 0;
    c->serial = top->serial;
    c->depth = r->x->now->depth;
    c->block = 0;
    c->order = ++r->clock;
    c->times++;
    c->active = true;
    r->now = c;
}

/* Calls that are not on the stack any more have returned. */
static void unwind(struct record *r, uint32_t depth, uint64_t serial) {
    while (r->now != r->root && (r->now->depth > depth || (r->now->depth == depth && r->now->serial != serial))) {
        r->now->active = false;
        r->now = r->now->parent;
    }
}

void record_block(struct record *r, const struct function *fn, uint32_t pc) {
    if (r->last_fn) exec_watch_again(r->x, r->last_fn, r->last_pc);
    r->last_fn = fn->id;
    r->last_pc = pc;
    const struct frame *top = r->x->now->top;
    unwind(r, r->x->now->depth, top->serial);
    note_inputs(r, r->now->fn);
    if (fn->runtime) return;
    assert(top->fn == fn);
    if (r->now != r->root && r->now->serial == top->serial) note_jump(r, r->now, pc);
    else note_call(r, top);
    r->hits[fn->id][cfg_block_at(fn, pc)]++;
}

/* Blocks that have not come to their end: those of the stack. A caller stands behind its
 * call, which has not returned. */
static void note_open_blocks(struct record *r) {
    for (const struct frame *f = r->x->now->top; f; f = f->caller) {
        if (f->fn->runtime) continue;
        uint32_t pc = (uint32_t)(f->pc - f->fn->code), last = pc ? pc - 1 : 0;
        note_values(r, f, cfg_block_at(f->fn, last), f == r->x->now->top ? pc : last);
    }
}

void record_end(struct record *r) {
    const struct frame *top = r->x->now->top;
    unwind(r, r->x->now->depth, top ? top->serial : 0);
    note_inputs(r, r->now->fn);
    note_open_blocks(r);
}
