#include "ir/operands.h"

#include <assert.h>

static uint32_t int_slots(uint32_t width) { return width > 64 ? (width + 63) / 64 : 1; }

/* Of an operand of FCAST: enum ir_float | integer width << 8. */
static uint32_t cast_slots(uint32_t kind) { return (kind & 0xff) == FLOAT_80 ? 2 : int_slots(kind >> 8); }

static uint32_t float_slots(const struct insn *insn) {
    if (insn->op == IR_FCMP80) return 2;
    if (insn->op == IR_FCLASS) return insn->aux == FLOAT_80 ? 2 : 1;
    return insn->op == IR_FBIN && insn->c == FLOAT_80 ? 2 : 1;
}

static uint32_t wide_result_slots(const struct insn *insn) {
    enum ir_wide op = insn->c;
    if (op >= WIDE_EQ && op <= WIDE_SGE) return 1;
    return int_slots(insn->aux) + (op >= WIDE_SADD_O); /* with the flag */
}

static uint32_t result_slots(const struct function *f, const struct insn *insn) {
    switch (insn->op) {
    case IR_CALL:
    case IR_CALLI: return ir_call_of(f, insn)->nret;
    case IR_UNDEF: return int_slots(insn->aux);
    case IR_OVERFLOW: return 2;
    case IR_WIDE: return wide_result_slots(insn);
    case IR_WIDECAST: return int_slots(insn->c);
    case IR_FBIN: return float_slots(insn);
    case IR_FCAST: return cast_slots(insn->c);
    default: return 1;
    }
}

struct slot_range ir_written(const struct function *f, const struct insn *insn) {
    if (ir_op_operands(insn->op)[0] != 'd') return (struct slot_range){0, 0};
    return (struct slot_range){insn->d, result_slots(f, insn)};
}

static uint32_t read_slots(const struct function *f, const struct insn *insn) {
    switch (insn->op) {
    case IR_RET: return f->nret;
    case IR_WIDE: return int_slots(insn->aux);
    case IR_WIDECAST: return int_slots(insn->b);
    case IR_FBIN:
    case IR_FCLASS:
    case IR_FCMP80: return float_slots(insn);
    case IR_FCAST: return cast_slots(insn->b);
    default: return 1;
    }
}

static bool is_unary(enum ir_fbin op) { return op == FBIN_NEG || op == FBIN_ABS || op >= FBIN_OPEN; }

/* Operators that share an instruction do not all use all of its operands. */
static uint32_t count_operands(const struct insn *insn) {
    switch (insn->op) {
    case IR_BITOP: {
        enum ir_bitop op = insn->aux >> 8;
        if (op <= BITOP_BITREVERSE || op == BITOP_ABS) return 1;
        return op == BITOP_FSHL || op == BITOP_FSHR ? 3 : 2;
    }
    case IR_WIDE: return insn->c >= WIDE_CTPOP && insn->c <= WIDE_ABS ? 1 : 2;
    case IR_FBIN: return is_unary((enum ir_fbin)IR_FLOAT_OP(insn->aux)) ? 1 : 2;
    default: return IR_MAX_READS;
    }
}

uint32_t ir_operand(const struct insn *insn, uint32_t i) {
    assert(i < 4);
    return i == 0 ? insn->d : i == 1 ? insn->a : i == 2 ? insn->b : insn->c;
}

uint32_t ir_read(const struct function *f, const struct insn *insn, struct slot_range reads[IR_MAX_READS]) {
    const char *kinds = ir_op_operands(insn->op);
    uint32_t n = 0, most = count_operands(insn), slots = read_slots(f, insn);
    for (uint32_t i = 0; i < 4; i++)
        if (kinds[i] == 's' && n < most && slots) reads[n++] = (struct slot_range){ir_operand(insn, i), slots};
    return n;
}
