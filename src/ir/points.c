#include "ir/points.h"

#include <string.h>

#include "ir/cfg.h"

struct edit {
    struct function *f;
    VEC(struct insn) code;
    VEC(struct ir_block) blocks;
    uint32_t *way; /* block to the point in front of it; 0: none */
};

static void redirect(const struct edit *e, uint32_t *pc) {
    uint32_t to = e->way[cfg_block_at(e->f, *pc)];
    if (to) *pc = to;
}

static void redirect_block(struct edit *e, uint32_t b) {
    struct insn *end = &e->code.data[e->f->blocks[b].end - 1];
    if (end->op == IR_SWITCH) {
        struct ir_switch *sw = &e->f->switches[end->b];
        for (uint32_t i = 0; i < sw->ncases; i++) redirect(e, &sw->targets[i]);
        for (uint64_t i = 0; sw->dense && i < sw->dense_len; i++) redirect(e, &sw->dense[i]);
        redirect(e, &sw->otherwise);
    } else if (e->f->blocks[b].nsuccs) {
        redirect(e, &end->c);
        if (end->op != IR_JMP) redirect(e, &end->d);
    }
}

static void *keep(struct program *p, const void *data, size_t size) {
    return memcpy(arena_alloc(&p->arena, size), data, size);
}

static void edit_function(struct program *p, struct function *f, uint32_t *count) {
    struct edit e = {.f = f};
    e.way = mem_zalloc(f->nblocks * sizeof *e.way);
    for (uint32_t i = 0; i < f->ncode; i++) vec_push(&e.code, f->code[i]);
    for (uint32_t b = 0; b < f->nblocks; b++) vec_push(&e.blocks, f->blocks[b]);
    for (uint32_t b = 0; b < f->nblocks; b++) {
        if (f->blocks[b].npreds < 2) continue;
        uint32_t first = e.code.len, pos = f->code[f->blocks[b].first].pos;
        vec_push(&e.code, (struct insn){.op = IR_POINT, .b = (*count)++, .pos = pos});
        vec_push(&e.code, (struct insn){.op = IR_JMP, .c = f->blocks[b].first, .pos = pos});
        vec_push(&e.blocks, (struct ir_block){.first = first, .end = first + 2, .name = "point", .added = true});
        e.way[b] = first;
    }
    for (uint32_t b = 0; b < f->nblocks; b++) redirect_block(&e, b);
    if (e.code.len > f->ncode) {
        f->code = keep(p, e.code.data, e.code.len * sizeof *e.code.data);
        f->ncode = e.code.len;
        f->blocks = keep(p, e.blocks.data, e.blocks.len * sizeof *e.blocks.data);
        f->nblocks = e.blocks.len;
        f->cfg = NULL;
        cfg_build(p, f);
    }
    mem_free(e.way);
    vec_release(&e.code);
    vec_release(&e.blocks);
}

uint32_t points_add(struct program *p) {
    uint32_t count = 0;
    cfg_build_all(p);
    for (uint32_t i = 1; i < p->functions.len; i++)
        if (ir_has_code(p->functions.data[i]) && !p->functions.data[i]->runtime)
            edit_function(p, p->functions.data[i], &count);
    return count;
}
