#include "ir/live.h"

#include <assert.h>

#include "ir/cfg.h"
#include "ir/operands.h"

struct live {
    uint32_t nfunctions;
    struct bitset **in; /* by function and block: live at its start */
    uint32_t *nblocks;
};

static void add_range(struct bitset *set, struct slot_range range) {
    for (uint32_t i = 0; i < range.count; i++) bitset_add(set, range.first + i);
}

static void remove_range(struct bitset *set, struct slot_range range) {
    for (uint32_t i = 0; i < range.count; i++) bitset_remove(set, range.first + i);
}

/* From behind an instruction to in front of it. */
static void step_back(const struct function *f, const struct insn *in, struct bitset *set) {
    remove_range(set, ir_written(f, in));
    struct slot_range reads[IR_MAX_READS];
    uint32_t n = ir_read(f, in, reads);
    for (uint32_t i = 0; i < n; i++) add_range(set, reads[i]);
    if (!ir_is_call(in->op)) return;
    const struct ir_call *call = ir_call_of(f, in);
    for (uint32_t i = 0; i < call->nargs; i++)
        add_range(set, (struct slot_range){call->args[i].slot, call->args[i].nslots});
}

static void at_end(const struct bitset *in, const struct function *f, uint32_t block, struct bitset *set) {
    const struct ir_block *b = &f->blocks[block];
    for (uint32_t i = 0; i < b->nsuccs; i++) bitset_union(set, &in[b->succs[i]]);
}

/* True: what is live at the start of the block has grown. */
static bool update(struct bitset *in, const struct function *f, uint32_t block, struct bitset *scratch) {
    bitset_clear(scratch);
    at_end(in, f, block, scratch);
    for (uint32_t pc = f->blocks[block].end; pc-- > f->blocks[block].first;) step_back(f, &f->code[pc], scratch);
    return bitset_union(&in[block], scratch);
}

static struct bitset *solve(const struct function *f) {
    struct bitset *in = mem_alloc_array(f->nblocks, sizeof *in), scratch;
    for (uint32_t b = 0; b < f->nblocks; b++) bitset_init(&in[b]);
    bitset_init(&scratch);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = f->nblocks; i-- > 0;) changed |= update(in, f, f->cfg->order[i], &scratch);
    }
    bitset_release(&scratch);
    return in;
}

struct live *live_new(const struct program *p) {
    struct live *live = MEM_NEW(struct live);
    live->nfunctions = p->functions.len;
    live->in = mem_zalloc(p->functions.len * sizeof *live->in);
    live->nblocks = mem_zalloc(p->functions.len * sizeof *live->nblocks);
    for (uint32_t i = 1; i < p->functions.len; i++) {
        const struct function *f = p->functions.data[i];
        if (!ir_has_code(f)) continue;
        live->in[i] = solve(f);
        live->nblocks[i] = f->nblocks;
    }
    return live;
}

void live_free(struct live *live) {
    if (!live) return;
    for (uint32_t i = 0; i < live->nfunctions; i++) {
        for (uint32_t b = 0; b < live->nblocks[i]; b++) bitset_release(&live->in[i][b]);
        mem_free(live->in[i]);
    }
    mem_free(live->in);
    mem_free(live->nblocks);
    mem_free(live);
}

void live_at(const struct live *live, const struct function *f, uint32_t pc, struct bitset *out) {
    uint32_t block = cfg_block_at(f, pc);
    const struct bitset *in = live->in[f->id];
    assert(in && pc < f->blocks[block].end);
    if (pc == f->blocks[block].first) {
        bitset_union(out, &in[block]);
        return;
    }
    at_end(in, f, block, out);
    for (uint32_t i = f->blocks[block].end; i-- > pc;) step_back(f, &f->code[i], out);
}
