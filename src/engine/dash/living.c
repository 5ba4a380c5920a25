/* Local variables that surely live, or have surely been stored to: a forward analysis over lifetime markers. */
#include "engine/dash/steady.h"
#include "ir/cfg.h"

uint32_t steady_local(const struct steady *s, const struct function *fn, uint32_t slot) {
    for (uint32_t hops = 0; hops < 16 && slot >= fn->nconsts; hops++) {
        const struct insn *def = s->functions[fn->id].defs[slot];
        if (!def) return UINT32_MAX;
        if (def->op == IR_ALLOCA) return s->functions[fn->id].slots[slot].steady ? def->a : UINT32_MAX;
        if (def->op != IR_MOV) return UINT32_MAX;
        slot = def->a;
    }
    return UINT32_MAX;
}

static void pass(const struct steady *s, const struct function *fn, const struct insn *in, struct bitset *live) {
    const struct insn **stores = s->functions[fn->id].stores;
    bool store = in->op >= IR_STORE8 && in->op <= IR_STOREN;
    if (!store && in->op != IR_LIFE_START && in->op != IR_LIFE_END) return;
    uint32_t number = steady_local(s, fn, in->a);
    if (store) {
        if (number != UINT32_MAX && stores[number] == in) bitset_add(live, fn->nallocas + number);
        return;
    }
    if (number == UINT32_MAX) {
        if (in->op == IR_LIFE_END) bitset_clear(live);
        return;
    }
    bitset_remove(live, fn->nallocas + number);
    if (in->op == IR_LIFE_START) bitset_add(live, number);
    else bitset_remove(live, number);
}

/* to &= from; true if that changed it. */
static bool meet(struct bitset *to, const struct bitset *from) {
    bool changed = false;
    for (int64_t i = bitset_next(to, 0); i >= 0; i = bitset_next(to, (uint32_t)i + 1))
        if (!bitset_has(from, (uint32_t)i)) {
            bitset_remove(to, (uint32_t)i);
            changed = true;
        }
    return changed;
}

void steady_find_living(struct steady *s, const struct function *fn) {
    struct bitset *living = mem_zalloc(fn->nblocks * sizeof *living), out;
    bool changed = true;
    bitset_init(&out);
    for (uint32_t b = 1; b < fn->nblocks; b++) /* all, until a way in says otherwise */
        for (uint32_t i = 0; fn->blocks[b].npreds && i < 2 * fn->nallocas; i++) bitset_add(&living[b], i);
    while (changed) {
        changed = false;
        for (uint32_t b = 0; b < fn->nblocks; b++) {
            bitset_copy(&out, &living[b]);
            for (uint32_t i = fn->blocks[b].first; i < fn->blocks[b].end; i++) pass(s, fn, &fn->code[i], &out);
            for (uint32_t k = 0; k < fn->blocks[b].nsuccs; k++) changed |= meet(&living[fn->blocks[b].succs[k]], &out);
        }
    }
    bitset_release(&out);
    s->functions[fn->id].living = living;
}

/* Is it in the set in front of the instruction? */
static bool is_set(const struct steady *s, const struct function *fn, const struct insn *in, uint32_t index) {
    const struct bitset *living = s->functions[fn->id].living;
    if (!living) return false;
    struct bitset at;
    bitset_init(&at);
    uint32_t b = cfg_block_at(fn, (uint32_t)(in - fn->code));
    bitset_copy(&at, &living[b]);
    for (const struct insn *i = &fn->code[fn->blocks[b].first]; i < in; i++) pass(s, fn, i, &at);
    bool set = bitset_has(&at, index);
    bitset_release(&at);
    return set;
}

bool steady_lives(const struct steady *s, const struct function *fn, const struct insn *in, uint32_t number) {
    return is_set(s, fn, in, number);
}

bool steady_stored(const struct steady *s, const struct function *fn, const struct insn *in, uint32_t number) {
    return is_set(s, fn, in, fn->nallocas + number);
}
