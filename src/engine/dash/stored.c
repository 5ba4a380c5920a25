/* Local variables that hold the same whenever they are read: one store in all, which comes
 * before every load. Unsimplified programs keep parameters and pointers in such ones. */
#include "engine/dash/steady.h"
#include "ir/operands.h"

static bool is_load(enum ir_op op) { return op >= IR_LOAD8 && op <= IR_LOADN; }
static bool is_store(enum ir_op op) { return op >= IR_STORE8 && op <= IR_STOREN; }

static bool is_direct(const struct insn *in) {
    return is_load((enum ir_op)in->op) || is_store((enum ir_op)in->op) || in->op == IR_LIFE_START ||
           in->op == IR_LIFE_END;
}

static void exclude(const struct steady *s, const struct function *fn, uint32_t slot, struct bitset *out) {
    uint32_t number = slot < fn->nconsts ? UINT32_MAX : steady_local(s, fn, slot);
    if (number != UINT32_MAX) bitset_add(out, number);
}

/* Adds the variables whose address an instruction uses for anything but an access. */
static void exclude_used(const struct steady *s, const struct function *fn, const struct insn *in, struct bitset *out) {
    struct slot_range reads[IR_MAX_READS];
    uint32_t n = ir_read(fn, in, reads);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < reads[i].count; k++) {
            bool address = is_direct(in) && reads[i].first + k == in->a;
            bool value = is_store((enum ir_op)in->op) && reads[i].first + k == in->c;
            if (!address || value) exclude(s, fn, reads[i].first + k, out);
        }
    if (!ir_is_call((enum ir_op)in->op)) return;
    const struct ir_call *call = ir_call_of(fn, in);
    for (uint32_t i = 0; i < call->nargs; i++)
        for (uint32_t k = 0; k < call->args[i].nslots; k++) exclude(s, fn, call->args[i].slot + k, out);
}

/* The variable that a direct access goes to. */
static uint32_t accessed(const struct steady *s, const struct function *fn, const struct insn *in) {
    bool access = is_load((enum ir_op)in->op) || is_store((enum ir_op)in->op);
    return access && in->a >= fn->nconsts ? steady_local(s, fn, in->a) : UINT32_MAX;
}

/* The only store to each variable; others are excluded. */
static void find_stores(const struct steady *s, const struct function *fn, const struct insn **stores,
                        struct bitset *out) {
    for (uint32_t i = 0; i < fn->ncode; i++) {
        const struct insn *in = &fn->code[i];
        exclude_used(s, fn, in, out);
        uint32_t number = accessed(s, fn, in);
        if (number == UINT32_MAX || !is_store((enum ir_op)in->op)) continue;
        if (stores[number]) bitset_add(out, number);
        stores[number] = in;
    }
}

static bool reads_stored(const struct steady *s, const struct function *fn, const struct insn *load,
                         const struct insn *store, uint32_t number) {
    return store && load->b == store->b && steady_access_size(load) == steady_access_size(store) &&
           steady_stored(s, fn, load, number);
}

void steady_find_stores(struct steady *s, const struct function *fn) {
    struct steady_function *f = &s->functions[fn->id];
    struct bitset out;
    bitset_init(&out);
    f->stores = mem_zalloc((fn->nallocas + 1) * sizeof *f->stores);
    find_stores(s, fn, f->stores, &out);
    for (uint32_t i = 0; i < fn->nallocas; i++)
        if (bitset_has(&out, i) || fn->allocas[i].escapes) f->stores[i] = NULL;
    steady_find_living(s, fn);
    for (uint32_t i = 0; i < fn->ncode; i++) {
        const struct insn *in = &fn->code[i];
        uint32_t number = is_load((enum ir_op)in->op) ? accessed(s, fn, in) : UINT32_MAX;
        if (number != UINT32_MAX && !reads_stored(s, fn, in, f->stores[number], number)) bitset_add(&out, number);
    }
    for (uint32_t i = 0; i < fn->nallocas; i++)
        if (bitset_has(&out, i)) f->stores[i] = NULL;
    bitset_release(&out);
}

const struct insn *steady_source(const struct steady *s, const struct function *fn, const struct insn *in) {
    const struct insn **stores = s->functions[fn->id].stores;
    uint32_t number = stores && is_load((enum ir_op)in->op) ? accessed(s, fn, in) : UINT32_MAX;
    return number == UINT32_MAX ? NULL : stores[number];
}

bool steady_keeps_word(void *owner, const struct frame *f, uint64_t addr, uint32_t n) {
    struct steady *s = owner;
    const struct insn **stores = s->functions[f->fn->id].stores;
    for (uint32_t i = 0; stores && i < f->fn->nallocas; i++) {
        const struct insn *in = stores[i];
        if (!in || frame_sym(f, in->a) || f->regs[in->a] + in->b != addr || steady_access_size(in) != n) continue;
        return steady_keeps(owner, f, in->a) && (in->c < f->fn->nconsts || steady_keeps(owner, f, in->c));
    }
    return false;
}
