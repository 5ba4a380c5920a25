#include "ir/lifetime.h"

#include "ir/cfg.h"

/* Storage that the end of a scope with dynamic storage gives back. */
static void find_passing(const struct memuse *m, const struct function *f, struct bitset *to) {
    for (uint32_t pc = f->blocks[0].end; pc < f->ncode; pc++)
        if (f->code[pc].op == IR_ALLOCA) bitset_add(to, memuse_class(m, f, pc));
}

/* `dead`: classes of variables that may be dead, before the instruction and then behind it. */
static void pass(const struct memuse *m, const struct function *f, uint32_t pc, const struct bitset *passing,
                 struct bitset *dead) {
    switch (f->code[pc].op) {
    case IR_ALLOCA:
    case IR_LIFE_START: bitset_remove(dead, memuse_class(m, f, pc)); return;
    case IR_LIFE_END: bitset_add(dead, memuse_class(m, f, pc)); return;
    case IR_STACKRESTORE: bitset_union(dead, passing); return;
    default: return;
    }
}

/* What may be dead at the start of each block. */
static void find_dead(const struct memuse *m, const struct function *f, const struct bitset *passing,
                      struct bitset *dead) {
    struct bitset out = {0};
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < f->nblocks; i++) {
            uint32_t b = f->cfg->order[i];
            bitset_copy(&out, &dead[b]);
            for (uint32_t pc = f->blocks[b].first; pc < f->blocks[b].end; pc++) pass(m, f, pc, passing, &out);
            for (uint32_t k = 0; k < f->blocks[b].nsuccs; k++)
                changed |= bitset_union(&dead[f->blocks[b].succs[k]], &out);
        }
    }
    bitset_release(&out);
}

void lifetime_find_late(const struct memuse *m, const struct function *f, struct bitset *late) {
    struct bitset *dead = mem_zalloc(f->nblocks * sizeof *dead), passing = {0};
    find_passing(m, f, &passing);
    find_dead(m, f, &passing, dead);
    for (uint32_t b = 0; b < f->nblocks; b++) {
        for (uint32_t pc = f->blocks[b].first; pc < f->blocks[b].end; pc++) {
            bool access = memuse_is_load(f->code[pc].op) || memuse_is_store(f->code[pc].op);
            uint32_t class = memuse_class(m, f, pc);
            if (access && class >= CLASS_FIRST && bitset_has(&dead[b], class)) bitset_add(late, pc);
            pass(m, f, pc, &passing, &dead[b]);
        }
        bitset_release(&dead[b]);
    }
    mem_free(dead);
    bitset_release(&passing);
}
