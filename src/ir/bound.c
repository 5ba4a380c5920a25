#include "ir/bound.h"

#include <assert.h>

#include "base/map.h"
#include "base/str.h"
#include "ir/bound_wish.h"
#include "ir/callgraph.h"
#include "ir/cfg.h"
#include "ir/loops.h"

/* A function being changed. Its flow graph is the old one until the end. */
struct edit {
    struct program *p;
    struct function *f;
    const struct loops *loops;
    const uint32_t *limits; /* of its loops */
    bool count_all;
    VEC(struct insn) code;
    VEC(struct ir_block) blocks;
    uint32_t *back;     /* loop to the code index of its counting block; 0: none yet */
    struct map enter;   /* (block, loop around what is entered) to code index */
    uint32_t *redirect; /* block to code index, for the successors of one block */
    uint32_t max_depth; /* of counted loops */
};
typedef VEC(struct bound_loop) vec_bound_loop;

static bool is_counted(const struct edit *e, uint32_t loop) {
    return e->count_all || e->limits[loop] != BOUND_NONE;
}

static uint32_t slot_of(struct edit *e, uint32_t loop) {
    uint32_t depth = e->loops->loops[loop].depth;
    if (depth > e->max_depth) e->max_depth = depth;
    return e->f->nslots + depth - 1;
}

static void emit(struct edit *e, enum ir_op op, uint32_t d, uint32_t a, uint32_t b, uint32_t c,
                 uint32_t pos) {
    vec_push(&e->code, (struct insn){.op = (uint16_t)op, .d = d, .a = a, .b = b, .c = c, .pos = pos});
}

/* Ends a block of new code with the jump to an old one; returns its index. */
static uint32_t end_block(struct edit *e, uint32_t first, uint32_t to, uint32_t pos,
                          const char *name) {
    emit(e, IR_JMP, 0, 0, 0, e->f->blocks[to].first, pos);
    vec_push(&e->blocks,
             (struct ir_block){.first = first, .end = e->code.len, .name = name, .added = true});
    return first;
}

/* ---- the two kinds of blocks */

static uint32_t make_back(struct edit *e, uint32_t loop, uint32_t pos, vec_bound_loop *table) {
    const struct loop *l = &e->loops->loops[loop];
    uint32_t first = e->code.len, slot = slot_of(e, loop);
    vec_push(table, (struct bound_loop){.function = e->f->id, .header = l->header, .back_pc = first,
                                        .slot = slot, .limit = e->limits[loop], .file = l->file,
                                        .first_line = l->first_line, .last_line = l->last_line});
    emit(e, IR_BACK, slot, slot, e->limits[loop], table->len - 1, pos);
    return end_block(e, first, l->header, pos, "back");
}

/* Sets the counters of the loops around `to` up to, not with, `outer`. */
static uint32_t make_enter(struct edit *e, uint32_t to, uint32_t outer, uint32_t pos) {
    uint32_t first = e->code.len;
    for (uint32_t l = e->loops->innermost[to]; l != outer; l = e->loops->loops[l].parent)
        if (is_counted(e, l)) emit(e, IR_MOVI, slot_of(e, l), 0, 0, 0, pos);
    if (e->code.len == first) return e->f->blocks[to].first; /* none is counted */
    return end_block(e, first, to, pos, "enter");
}

/* Where the edge between two old blocks must lead. */
static uint32_t target_of(struct edit *e, uint32_t from, uint32_t to, vec_bound_loop *table) {
    uint32_t pos = cfg_terminator(e->f, from)->pos, inner = e->loops->innermost[to], outer = inner;
    while (outer && !loops_contains(e->loops, outer, from)) outer = e->loops->loops[outer].parent;
    if (outer != inner) {
        uint64_t key = (uint64_t)to << 32 | outer, *found = map_find(&e->enter, key);
        if (found) return (uint32_t)*found;
        uint32_t pc = make_enter(e, to, outer, pos);
        map_put(&e->enter, key, pc);
        return pc;
    }
    if (!loops_is_back_edge(e->loops, from, to) || !is_counted(e, inner))
        return e->f->blocks[to].first;
    if (!e->back[inner]) e->back[inner] = make_back(e, inner, pos, table);
    return e->back[inner];
}

/* ---- edges */

static void redirect(const struct edit *e, uint32_t *pc) {
    *pc = e->redirect[cfg_block_at(e->f, *pc)];
}

static void redirect_switch(const struct edit *e, struct ir_switch *s) {
    for (uint32_t i = 0; i < s->ncases; i++) redirect(e, &s->targets[i]);
    for (uint64_t i = 0; s->dense && i < s->dense_len; i++) redirect(e, &s->dense[i]);
    redirect(e, &s->otherwise);
}

static void edit_block(struct edit *e, uint32_t from, vec_bound_loop *table) {
    const struct ir_block *block = &e->f->blocks[from];
    bool changed = false;
    for (uint32_t i = 0; i < block->nsuccs; i++) {
        uint32_t to = block->succs[i];
        e->redirect[to] = target_of(e, from, to, table);
        changed |= e->redirect[to] != e->f->blocks[to].first;
    }
    if (!changed) return;
    struct insn *end = &e->code.data[block->end - 1];
    if (end->op == IR_SWITCH) {
        redirect_switch(e, &e->f->switches[end->b]);
        return;
    }
    redirect(e, &end->c);
    if (end->op != IR_JMP) redirect(e, &end->d);
}

static void *keep(struct program *p, const void *data, size_t size) {
    return memcpy(arena_alloc(&p->arena, size), data, size);
}

static void replace_code(struct edit *e) {
    struct function *f = e->f;
    f->code = keep(e->p, e->code.data, e->code.len * sizeof *e->code.data);
    f->ncode = e->code.len;
    f->blocks = keep(e->p, e->blocks.data, e->blocks.len * sizeof *e->blocks.data);
    f->nblocks = e->blocks.len;
    f->nslots += e->max_depth;
    f->cfg = NULL;
    cfg_build(e->p, f);
}

static void edit_function(struct edit *e, vec_bound_loop *table) {
    struct function *f = e->f;
    assert(e->loops->innermost[0] == 0); /* it could not be entered */
    map_init(&e->enter);
    e->back = mem_zalloc((e->loops->n + 1) * sizeof *e->back);
    e->redirect = mem_alloc_array(f->nblocks, sizeof *e->redirect);
    for (uint32_t i = 0; i < f->ncode; i++) vec_push(&e->code, f->code[i]);
    for (uint32_t b = 0; b < f->nblocks; b++) vec_push(&e->blocks, f->blocks[b]);
    for (uint32_t b = 0; b < f->nblocks; b++)
        if (cfg_is_reachable(f, b)) edit_block(e, b, table);
    if (e->code.len > f->ncode) replace_code(e);
    map_release(&e->enter);
    mem_free(e->back);
    mem_free(e->redirect);
    vec_release(&e->code);
    vec_release(&e->blocks);
}

/* ---- the program */

static void bound_recursion(struct program *p, uint32_t limit) {
    struct callgraph *cg = callgraph_new(p);
    for (uint32_t i = 1; i < p->functions.len; i++) {
        struct function *f = p->functions.data[i];
        if (!ir_has_code(f) || !bitset_has(&cg->recursive, i)) continue;
        f->max_active = limit + 1;
        f->recursion = cg->scc[i] + 1;
    }
    callgraph_free(cg);
}

static void bound_loops(struct program *p, const struct bound_wish *wish,
                        struct loops *const *loops, uint32_t *const *limits) {
    vec_bound_loop table = {0};
    vec_push(&table, (struct bound_loop){.function = 0});
    for (uint32_t i = 1; i < p->functions.len; i++) {
        if (!loops[i] || !loops[i]->n) continue;
        struct edit edit = {.p = p, .f = p->functions.data[i], .loops = loops[i],
                            .limits = limits[i], .count_all = wish->count_all};
        edit_function(&edit, &table);
    }
    p->bounds = ARENA_NEW(&p->arena, struct bounds);
    p->bounds->nloops = table.len - 1;
    p->bounds->loops = keep(p, table.data, table.len * sizeof *table.data);
    p->bounds->recursion = wish->all;
    vec_release(&table);
}

/* At the end of every program our own code goes through the open files: a bound must
 * not cut off every path there, and their number is bounded with the loop that opens them. */
static bool is_exempt(const struct function *f) {
    return f->runtime && strcmp(f->name, "rt_flush_all") == 0;
}

static void find_loops(const struct program *p, struct arena *scratch, uint32_t limit,
                       struct loops **loops, uint32_t **limits) {
    for (uint32_t i = 1; i < p->functions.len; i++) {
        const struct function *f = p->functions.data[i];
        if (!ir_has_code(f)) continue;
        loops[i] = loops_build(scratch, p, f);
        limits[i] = ARENA_ARRAY(scratch, uint32_t, (size_t)loops[i]->n + 1);
        for (uint32_t l = 1; l <= loops[i]->n; l++) limits[i][l] = is_exempt(f) ? BOUND_NONE : limit;
    }
}

bool bound_apply(struct program *p, const struct bound_wish *wish, struct str *error) {
    assert(!p->bounds);
    struct arena scratch;
    arena_init(&scratch);
    cfg_build_all(p);
    struct loops **loops = ARENA_ARRAY(&scratch, struct loops *, p->functions.len);
    uint32_t **limits = ARENA_ARRAY(&scratch, uint32_t *, p->functions.len);
    find_loops(p, &scratch, wish->all, loops, limits);
    bool ok = bound_wish_lines(p, wish, &scratch, loops, limits, error);
    if (ok) bound_loops(p, wish, loops, limits);
    if (ok && wish->all != BOUND_NONE) bound_recursion(p, wish->all);
    arena_release(&scratch);
    return ok;
}

void bound_set_limit(struct program *p, uint32_t loop, uint32_t limit) {
    assert(p->bounds && loop > 0 && loop <= p->bounds->nloops);
    struct bound_loop *l = &p->bounds->loops[loop];
    struct insn *back = &p->functions.data[l->function]->code[l->back_pc];
    assert((back->op == IR_BACK || back->op == IR_FIRST) && back->c == loop);
    l->limit = back->b = limit;
}

void bound_describe(const struct program *p, uint32_t loop, struct str *out) {
    assert(p->bounds && loop > 0 && loop <= p->bounds->nloops);
    const struct bound_loop *l = &p->bounds->loops[loop];
    str_add(out, "the loop at ");
    if (l->file && l->first_line) str_addf(out, "%s:%u", p->files.data[l->file], l->first_line);
    else str_addf(out, "block %u", l->header);
    str_addf(out, " in %s", p->functions.data[l->function]->name);
}
