#include "ir/sealed.h"

#include "ir/known.h"
#include "ir/operands.h"

/* ---- addresses of variables --------------------------------------------------------------------------- */

enum { OPERAND_A = 2, OPERAND_B = 4 }; /* bits by place: ir_operand */

/* Operands at which the instruction only accesses memory. */
static uint32_t address_operands(enum ir_op op) {
    switch (op) {
    case IR_LOAD8:
    case IR_LOAD16:
    case IR_LOAD32:
    case IR_LOAD64:
    case IR_LOADN:
    case IR_STORE8:
    case IR_STORE16:
    case IR_STORE32:
    case IR_STORE64:
    case IR_STOREN:
    case IR_LIFE_START:
    case IR_LIFE_END:
    case IR_MEMSET:
    case IR_LOAD8X:
    case IR_LOAD16X:
    case IR_LOAD32X:
    case IR_LOAD64X:
    case IR_STORE8X:
    case IR_STORE16X:
    case IR_STORE32X:
    case IR_STORE64X: return OPERAND_A;
    case IR_MEMCPY:
    case IR_MEMMOVE: return OPERAND_A | OPERAND_B;
    default: return 0;
    }
}

/* Is what it writes an address if its first operand is one? */
static bool moves_address(enum ir_op op) {
    switch (op) {
    case IR_MOV:
    case IR_LEA64:
    case IR_LEA32:
    case IR_ADD32I:
    case IR_ADD64I:
    case IR_ADD32:
    case IR_ADD64:
    case IR_CALIGN32:
    case IR_CALIGN64:
    case IR_CALIGN32I:
    case IR_CALIGN64I: return true;
    default: return false;
    }
}

/* Does the instruction read an address of `set` for anything but to access memory there or to move it? */
static bool lets_out(const struct function *f, const struct insn *in, const struct bitset *set) {
    const char *letters = ir_op_operands((enum ir_op)in->op);
    uint32_t harmless = address_operands((enum ir_op)in->op) | (moves_address((enum ir_op)in->op) ? OPERAND_A : 0);
    struct slot_range reads[IR_MAX_READS];
    uint32_t n = ir_read(f, in, reads), at = 0;
    for (uint32_t i = 0; i < 4; i++) {
        if (letters[i] != 's') continue;
        struct slot_range range = at < n ? reads[at++] : (struct slot_range){0, 0};
        for (uint32_t k = 0; k < range.count && !(harmless >> i & 1); k++)
            if (bitset_has(set, range.first + k)) return true;
    }
    return false;
}

static bool passes(const struct function *f, const struct insn *in, const struct bitset *set) {
    const struct ir_call *call = ir_call_of(f, in);
    for (uint32_t i = 0; i < call->nargs; i++)
        for (uint32_t k = 0; k < call->args[i].nslots || !k; k++)
            if (call->args[i].byval || bitset_has(set, call->args[i].slot + k)) return true;
    return false;
}

/* Slots that hold addresses of the function's variables. */
static void find_addresses(const struct function *f, struct bitset *set) {
    for (bool grown = true; grown;) {
        grown = false;
        for (uint32_t pc = 0; pc < f->ncode; pc++) {
            const struct insn *in = &f->code[pc];
            bool is = in->op == IR_ALLOCA || (moves_address((enum ir_op)in->op) && bitset_has(set, in->a));
            if (!is || bitset_has(set, in->d)) continue;
            bitset_add(set, in->d);
            grown = true;
        }
    }
}

static bool keeps_addresses(const struct function *f) {
    struct bitset set;
    bitset_init(&set);
    find_addresses(f, &set);
    bool ok = true;
    for (uint32_t pc = 0; ok && pc < f->ncode; pc++) {
        const struct insn *in = &f->code[pc];
        ok = !lets_out(f, in, &set) && (!ir_is_call((enum ir_op)in->op) || !passes(f, in, &set));
    }
    bitset_release(&set);
    return ok;
}

/* ---- what is called ---------------------------------------------------------------------------------- */

static bool is_plain(const struct insn *in) {
    switch ((enum ir_op)in->op) {
    case IR_CALLI:
    case IR_ALLOCAV:
    case IR_STACKSAVE:
    case IR_STACKRESTORE:
    case IR_VASTART:
    case IR_VACOPY:
    case IR_UNSUPPORTED: return false;
    default: return true;
    }
}

static bool takes_values(const struct function *f) {
    for (uint32_t i = 0; i < f->nparams; i++)
        if (f->params[i].byval) return false;
    return !f->varargs;
}

/* Nothing is lost of what a known function does. */
static bool is_harmless(known_set effects) {
    return known_is_quiet(effects & ~(known_set)KNOWN_HANDLERS) && !(effects & KNOWN_OUTPUT);
}

static bool is_sealed_alone(const struct function *f) {
    if (known_is_ours(f)) return is_harmless(known_effects(f));
    if (!ir_has_code(f) || !takes_values(f)) return false;
    for (uint32_t pc = 0; pc < f->ncode; pc++)
        if (!is_plain(&f->code[pc])) return false;
    return keeps_addresses(f);
}

/* A function that calls one that is not sealed is not sealed, either. */
static void close_over_calls(const struct callgraph *cg, struct bitset *open) {
    vec_u32 callees = {0};
    for (bool grown = true; grown;) {
        grown = false;
        for (uint32_t f = 1; f < cg->nfunctions; f++) {
            if (bitset_has(open, f) || known_is_ours(cg->p->functions.data[f])) continue;
            vec_clear(&callees);
            callgraph_callees(cg, f, &callees);
            bool out = false;
            for (uint32_t i = 0; i < callees.len; i++) out |= bitset_has(open, callees.data[i]);
            if (!out) continue;
            bitset_add(open, f);
            grown = true;
        }
    }
    vec_release(&callees);
}

void sealed_find(const struct callgraph *cg, struct bitset *out) {
    struct bitset open;
    bitset_init(&open);
    for (uint32_t f = 1; f < cg->nfunctions; f++)
        if (!is_sealed_alone(cg->p->functions.data[f])) bitset_add(&open, f);
    close_over_calls(cg, &open);
    for (uint32_t f = 1; f < cg->nfunctions; f++)
        if (bitset_has(&cg->recursive, f) && ir_has_code(cg->p->functions.data[f]) &&
            !cg->p->functions.data[f]->runtime && !bitset_has(&open, f))
            bitset_add(out, f);
    bitset_release(&open);
}
