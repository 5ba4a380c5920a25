#include "ir/mention.h"

#include <string.h>

#include "ir/operands.h"

/* ---- parameters ------------------------------------------------------------------------------------- */

static bool reads(const struct function *f, const struct insn *in, uint32_t slot) {
    struct slot_range at[IR_MAX_READS];
    uint32_t n = ir_read(f, in, at);
    for (uint32_t i = 0; i < n; i++)
        if (slot - at[i].first < at[i].count) return true;
    const struct ir_call *call = ir_is_call(in->op) ? ir_call_of(f, in) : NULL;
    for (uint32_t i = 0; call && i < call->nargs; i++)
        if (slot - call->args[i].slot < call->args[i].nslots) return true;
    return false;
}

static bool is_store(const struct insn *in) { return in->op >= IR_STORE8 && in->op <= IR_STOREN; }

static bool is_read(const struct function *f, uint32_t slot) {
    for (uint32_t pc = 0; pc < f->ncode; pc++)
        if (reads(f, &f->code[pc], slot)) return true;
    return false;
}

/* `(void)argc`, before anything is simplified. */
static bool is_idle_load(const struct function *f, const struct insn *in) {
    return in->op >= IR_LOAD8 && in->op <= IR_LOADN && !is_read(f, in->d);
}

/* Does `slot` hold the address of a variable that is written only? */
static bool is_write_only(const struct function *f, uint32_t slot) {
    bool made = false;
    for (uint32_t pc = 0; pc < f->ncode; pc++) {
        const struct insn *in = &f->code[pc];
        made |= in->op == IR_ALLOCA && in->d == slot;
        if (in->op == IR_LIFE_START || in->op == IR_LIFE_END || !reads(f, in, slot) || is_idle_load(f, in)) continue;
        if (!is_store(in) || in->a != slot || in->c == slot) return false;
    }
    return made;
}

bool mention_parameter(const struct function *f, uint32_t param) {
    uint32_t slot = f->param_base + param;
    if (param >= f->nparam_slots) return false;
    for (uint32_t pc = 0; pc < f->ncode; pc++) {
        const struct insn *in = &f->code[pc];
        if (!reads(f, in, slot)) continue;
        if (!is_store(in) || in->c != slot || in->a == slot || !is_write_only(f, in->a)) return true;
    }
    return false;
}

/* ---- variables --------------------------------------------------------------------------------------- */

static bool is_inside(const struct ir_global *g, uint64_t value) {
    return value - g->address < (g->size ? g->size : 1);
}

static bool code_mentions(const struct function *f, const struct ir_global *g) {
    for (uint32_t i = 0; i < f->nconsts; i++)
        if (is_inside(g, f->consts[i])) return true;
    for (uint32_t pc = 0; pc < f->ncode; pc++)
        if (f->code[pc].op == IR_MOVI && is_inside(g, ir_movi_value(&f->code[pc]))) return true;
    return false;
}

static bool data_mentions(const struct program *p, const struct ir_global *from, const struct ir_global *g) {
    if (!from->data || from == g) return false;
    for (uint64_t at = 0; at + p->ptr_bytes <= from->size; at += p->ptr_bytes) {
        uint64_t word = 0;
        memcpy(&word, from->data + at, p->ptr_bytes);
        if (is_inside(g, word)) return true;
    }
    return false;
}

bool mention_global(const struct program *p, const struct ir_global *g) {
    for (uint32_t i = 1; i < p->functions.len; i++) {
        const struct function *f = p->functions.data[i];
        if (ir_has_code(f) && !f->runtime && code_mentions(f, g)) return true;
    }
    for (uint32_t i = 1; i < p->globals.len; i++)
        if (data_mentions(p, p->globals.data[i], g)) return true;
    return false;
}
