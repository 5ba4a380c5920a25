#include "ir/split.h"

#include <string.h>

#include "ir/cfg.h"
#include "ir/edit.h"

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
