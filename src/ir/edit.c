#include "ir/edit.h"

#include <string.h>

#include "ir/cfg.h"

void edit_begin(struct edit *e, struct program *p, struct function *f) {
    *e = (struct edit){.p = p, .f = f};
    vec_append(&e->code, f->code, f->ncode);
    vec_append(&e->blocks, f->blocks, f->nblocks);
}

void edit_emit(struct edit *e, struct insn in) { vec_push(&e->code, in); }

uint32_t edit_end_block(struct edit *e, uint32_t first, uint32_t to, uint32_t pos, const char *name) {
    edit_emit(e, (struct insn){.op = IR_JMP, .c = e->f->blocks[to].first, .pos = pos});
    vec_push(&e->blocks,
             (struct ir_block){.first = first, .end = e->code.len, .name = name, .added = true});
    return first;
}

static void redirect(const struct edit *e, uint32_t *pc, edit_way_fn way, void *owner) {
    *pc = way(owner, cfg_block_at(e->f, *pc));
}

static void redirect_switch(const struct edit *e, struct ir_switch *s, edit_way_fn way, void *owner) {
    for (uint32_t i = 0; i < s->ncases; i++) redirect(e, &s->targets[i], way, owner);
    for (uint64_t i = 0; s->dense && i < s->dense_len; i++) redirect(e, &s->dense[i], way, owner);
    redirect(e, &s->otherwise, way, owner);
}

void edit_redirect(struct edit *e, uint32_t from, edit_way_fn way, void *owner) {
    const struct ir_block *block = &e->f->blocks[from];
    if (!block->nsuccs) return;
    struct insn end = e->code.data[block->end - 1]; /* a copy: `way` may add code */
    if (end.op == IR_SWITCH) {
        redirect_switch(e, &e->f->switches[end.b], way, owner);
        return;
    }
    redirect(e, &end.c, way, owner);
    if (end.op != IR_JMP) redirect(e, &end.d, way, owner);
    e->code.data[block->end - 1] = end;
}

static void *keep(struct program *p, const void *data, size_t size) {
    return memcpy(arena_alloc(&p->arena, size), data, size);
}

void edit_finish(struct edit *e, uint32_t extra) {
    struct function *f = e->f;
    if (e->code.len > f->ncode) {
        f->code = keep(e->p, e->code.data, e->code.len * sizeof *e->code.data);
        f->ncode = e->code.len;
        f->blocks = keep(e->p, e->blocks.data, e->blocks.len * sizeof *e->blocks.data);
        f->nblocks = e->blocks.len;
        f->nslots += extra;
        f->cfg = NULL;
        cfg_build(e->p, f);
    }
    vec_release(&e->code);
    vec_release(&e->blocks);
}
