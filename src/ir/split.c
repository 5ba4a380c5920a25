#include "ir/split.h"

#include <string.h>

#include "ir/cfg.h"

struct split {
    struct function *f;
    VEC(struct insn) code;
    VEC(struct ir_block) blocks;
    uint32_t *way; /* block to where the branch in work jumps to get there; 0: not yet */
};

/* Where a branch must jump to get to the block at *pc. */
static void redirect(struct split *s, uint32_t *pc, uint32_t pos) {
    uint32_t to = cfg_block_at(s->f, *pc);
    if (s->f->blocks[to].npreds < 2) return;
    if (!s->way[to]) {
        uint32_t first = s->code.len;
        vec_push(&s->code, (struct insn){.op = IR_JMP, .c = s->f->blocks[to].first, .pos = pos});
        vec_push(&s->blocks,
                 (struct ir_block){.first = first, .end = first + 1, .name = "edge", .added = true});
        s->way[to] = first;
    }
    *pc = s->way[to];
}

static void split_block(struct split *s, uint32_t b) {
    const struct ir_block *block = &s->f->blocks[b];
    if (block->nsuccs < 2) return;
    memset(s->way, 0, s->f->nblocks * sizeof *s->way);
    struct insn end = s->code.data[block->end - 1]; /* a copy: the vector grows */
    if (end.op == IR_SWITCH) {
        struct ir_switch *sw = &s->f->switches[end.b];
        for (uint32_t i = 0; i < sw->ncases; i++) redirect(s, &sw->targets[i], end.pos);
        for (uint64_t i = 0; sw->dense && i < sw->dense_len; i++) redirect(s, &sw->dense[i], end.pos);
        redirect(s, &sw->otherwise, end.pos);
    } else {
        redirect(s, &end.c, end.pos);
        redirect(s, &end.d, end.pos);
        s->code.data[block->end - 1] = end;
    }
}

static void *keep(struct program *p, const void *data, size_t size) {
    return memcpy(arena_alloc(&p->arena, size), data, size);
}

static void split_function(struct program *p, struct function *f) {
    struct split s = {.f = f};
    s.way = mem_alloc_array(f->nblocks, sizeof *s.way);
    for (uint32_t i = 0; i < f->ncode; i++) vec_push(&s.code, f->code[i]);
    for (uint32_t b = 0; b < f->nblocks; b++) vec_push(&s.blocks, f->blocks[b]);
    for (uint32_t b = 0; b < f->nblocks; b++) split_block(&s, b);
    if (s.code.len > f->ncode) {
        f->code = keep(p, s.code.data, s.code.len * sizeof *s.code.data);
        f->ncode = s.code.len;
        f->blocks = keep(p, s.blocks.data, s.blocks.len * sizeof *s.blocks.data);
        f->nblocks = s.blocks.len;
        f->cfg = NULL;
        cfg_build(p, f);
    }
    mem_free(s.way);
    vec_release(&s.code);
    vec_release(&s.blocks);
}

void split_edges(struct program *p) {
    cfg_build_all(p);
    for (uint32_t i = 1; i < p->functions.len; i++)
        if (ir_has_code(p->functions.data[i]) && !p->functions.data[i]->runtime)
            split_function(p, p->functions.data[i]);
}
