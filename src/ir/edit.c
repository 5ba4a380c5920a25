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
    vec_push(&e->blocks, (struct ir_block){.first = first, .end = e->code.len, .name = name, .added = true});
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

struct split {
    struct edit edit;
    uint32_t *way; /* block to where the branch in work jumps to get there; 0: not yet */
    uint32_t pos;  /* of the branch */
};

/* Where a branch must jump to get to a block. */
static uint32_t way_to(void *owner, uint32_t to) {
    struct split *s = owner;
    if (s->edit.f->blocks[to].npreds < 2) return s->edit.f->blocks[to].first;
    if (!s->way[to]) s->way[to] = edit_end_block(&s->edit, s->edit.code.len, to, s->pos, "edge");
    return s->way[to];
}

static void split_function(struct program *p, struct function *f) {
    struct split s;
    edit_begin(&s.edit, p, f);
    s.way = mem_alloc_array(f->nblocks, sizeof *s.way);
    for (uint32_t b = 0; b < f->nblocks; b++) {
        if (f->blocks[b].nsuccs < 2) continue;
        memset(s.way, 0, f->nblocks * sizeof *s.way);
        s.pos = cfg_terminator(f, b)->pos;
        edit_redirect(&s.edit, b, way_to, &s);
    }
    edit_finish(&s.edit, 0);
    mem_free(s.way);
}

void split_edges(struct program *p) {
    cfg_build_all(p);
    for (uint32_t i = 1; i < p->functions.len; i++)
        if (ir_has_code(p->functions.data[i]) && !p->functions.data[i]->runtime)
            split_function(p, p->functions.data[i]);
}
