#include "ir/points.h"

#include <assert.h>
#include <string.h>

#include "ir/bound.h"
#include "ir/callgraph.h"
#include "ir/cfg.h"
#include "ir/edit.h"
#include "ir/ir.h"
#include "ir/loops.h"

/* Putting instructions in front of others, inside blocks.
 *
 * Block numbers stay valid, code indexes do not: this comes before any analysis that
 * keeps them.
 */

/* Says whether an instruction goes in front of f->code[pc], and which. It is no control
 * instruction. */
typedef bool (*insert_fn)(void *owner, const struct function *f, uint32_t pc, struct insn *in);

struct insert {
    struct function *f;
    VEC(struct insn) code;
    vec_u32 to; /* old code index to new one, of what is in front of it; one more at the end */
};

static void move_target(const struct insert *ins, uint32_t *pc) { *pc = ins->to.data[*pc]; }

static void move_switch(const struct insert *ins, struct ir_switch *s) {
    for (uint32_t i = 0; i < s->ncases; i++) move_target(ins, &s->targets[i]);
    for (uint64_t i = 0; s->dense && i < s->dense_len; i++) move_target(ins, &s->dense[i]);
    move_target(ins, &s->otherwise);
}

/* Targets in the instruction itself; ops.def says which operands are some. */
static void move_targets(const struct insert *ins, struct insn *in) {
    const char *letters = ir_op_operands((enum ir_op)in->op);
    if (letters[0] == 't') move_target(ins, &in->d);
    if (letters[3] == 't') move_target(ins, &in->c);
}

static void move_bounds(const struct insert *ins, struct program *p) {
    for (uint32_t i = 1; p->bounds && i <= p->bounds->nloops; i++) {
        struct bound_loop *l = &p->bounds->loops[i];
        if (l->function == ins->f->id) move_target(ins, &l->back_pc);
    }
}

static void put_in_place(struct insert *ins, struct program *p) {
    struct function *f = ins->f;
    for (uint32_t i = 0; i < ins->code.len; i++) move_targets(ins, &ins->code.data[i]);
    for (uint32_t i = 0; i < f->nswitches; i++) move_switch(ins, &f->switches[i]);
    move_bounds(ins, p);
    for (uint32_t b = 0; b < f->nblocks; b++) {
        move_target(ins, &f->blocks[b].first);
        move_target(ins, &f->blocks[b].end);
    }
    size_t size = ins->code.len * sizeof *ins->code.data;
    f->code = memcpy(arena_alloc(&p->arena, size), ins->code.data, size);
    f->ncode = ins->code.len;
    f->cfg = NULL;
    cfg_build(p, f);
}

/* Does so in f, which has code; jumps to an instruction come to what is in front of it.
 * The flow graph is built anew if anything was inserted. */
static void insert_before(struct program *p, struct function *f, insert_fn wanted, void *owner) {
    struct insert ins = {.f = f};
    assert(ir_has_code(f));
    for (uint32_t pc = 0; pc < f->ncode; pc++) {
        struct insn in;
        vec_push(&ins.to, ins.code.len);
        if (wanted(owner, f, pc, &in)) vec_push(&ins.code, in);
        vec_push(&ins.code, f->code[pc]);
    }
    vec_push(&ins.to, ins.code.len);
    if (ins.code.len > f->ncode) put_in_place(&ins, p);
    vec_release(&ins.code);
    vec_release(&ins.to);
}

struct points {
    struct edit edit;
    const struct loops *loops;
    uint32_t *way; /* block to the code index that leads to it */
};

static uint32_t way_to(void *owner, uint32_t to) {
    const struct points *points = owner;
    return points->way[to];
}

static bool wants_point(const struct function *f, uint32_t b, bool sides) {
    const struct ir_block *block = &f->blocks[b];
    if (block->npreds != 1) return block->npreds > 1;
    return sides && f->blocks[block->preds[0]].nsuccs > 1;
}

static bool is_head(const struct loops *loops, uint32_t b) {
    uint32_t loop = loops->innermost[b];
    return loop && loops->loops[loop].header == b;
}

static void edit_function(struct program *p, struct function *f, bool sides, uint32_t *count) {
    struct arena scratch;
    struct points points;
    arena_init(&scratch);
    points.loops = loops_build(&scratch, p, f);
    edit_begin(&points.edit, p, f);
    points.way = mem_alloc_array(f->nblocks, sizeof *points.way);
    for (uint32_t b = 0; b < f->nblocks; b++) {
        points.way[b] = f->blocks[b].first;
        if (!wants_point(f, b, sides)) continue;
        uint32_t first = points.edit.code.len, pos = f->code[f->blocks[b].first].pos;
        edit_emit(&points.edit, (struct insn){.op = IR_POINT,
                                              .aux = is_head(points.loops, b) ? POINT_HEAD : POINT_JOIN,
                                              .b = (*count)++,
                                              .pos = pos});
        points.way[b] = edit_end_block(&points.edit, first, b, pos, "point");
    }
    for (uint32_t b = 0; b < f->nblocks; b++) edit_redirect(&points.edit, b, way_to, &points);
    edit_finish(&points.edit, 0);
    mem_free(points.way);
    arena_release(&scratch);
}

/* A select is a diamond that simplification has folded: a point in front of it stands for
 * those at the joins of the diamonds before. */
static bool before_select(void *owner, const struct function *f, uint32_t pc, struct insn *in) {
    uint32_t *count = owner;
    const struct insn *at = &f->code[pc];
    if (at->op != IR_SELECT) return false;
    if (pc && at[-1].op == IR_SELECT && at[-1].a == at->a) return false; /* they decide together */
    *in = (struct insn){.op = IR_POINT, .b = (*count)++, .pos = at->pos};
    return true;
}

uint32_t points_add(struct program *p, bool selects, bool sides) {
    uint32_t count = 0;
    cfg_build_all(p);
    for (uint32_t i = 1; i < p->functions.len; i++)
        if (ir_has_code(p->functions.data[i]) && !p->functions.data[i]->runtime)
            if (selects) insert_before(p, p->functions.data[i], before_select, &count);
    for (uint32_t i = 1; i < p->functions.len; i++)
        if (ir_has_code(p->functions.data[i]) && !p->functions.data[i]->runtime)
            edit_function(p, p->functions.data[i], sides, &count);
    return count;
}

/* ---- recursion ---------------------------------------------------------------------------------------- */

static bool at_ends_of_call(void *owner, const struct function *f, uint32_t pc, struct insn *in) {
    (void)owner;
    if (pc && f->code[pc].op != IR_RET) return false;
    *in = (struct insn){.op = IR_POINT, .aux = pc ? POINT_RETURN : POINT_ENTRY, .pos = f->code[pc].pos};
    return true;
}

void points_add_calls(struct program *p) {
    struct callgraph *cg = callgraph_new(p);
    for (uint32_t i = 1; i < p->functions.len; i++) {
        struct function *f = p->functions.data[i];
        if (ir_has_code(f) && !f->runtime && bitset_has(&cg->recursive, i)) insert_before(p, f, at_ends_of_call, NULL);
    }
    callgraph_free(cg);
}
