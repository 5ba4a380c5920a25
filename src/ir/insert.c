#include "ir/insert.h"

#include <assert.h>
#include <string.h>

#include "ir/bound.h"
#include "ir/cfg.h"

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

void insert_before(struct program *p, struct function *f, insert_fn wanted, void *owner) {
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
