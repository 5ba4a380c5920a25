/* What an instruction reads and writes, in slots. */
#ifndef SHRIKE_IR_OPERANDS_H
#define SHRIKE_IR_OPERANDS_H

#include "ir/ir.h"

struct slot_range {
    uint32_t first, count;
};

enum { IR_MAX_READS = 4 };

/* Slots written; count 0 if none. */
struct slot_range ir_written(const struct function *f, const struct insn *insn);
/* Slots read by the operands, in the order d, a, b, c; returns how many ranges.
 * The arguments of a call are not among them: see its call record. */
uint32_t ir_read(const struct function *f, const struct insn *insn, struct slot_range reads[IR_MAX_READS]);
/* Operand by its place in ir_op_operands: 0 is d, 3 is c. */
uint32_t ir_operand(const struct insn *insn, uint32_t i);

/* Call record of a CALL or CALLI. */
static inline const struct ir_call *ir_call_of(const struct function *f, const struct insn *insn) {
    return &f->calls[insn->b];
}
static inline bool ir_is_call(enum ir_op op) { return op == IR_CALL || op == IR_CALLI; }
/* A branch that compares: six variants of each comparison, of which the first three read slot b. */
static inline bool ir_is_fused_branch(enum ir_op op) { return op >= IR_BEQ32 && op <= IR_BSGENI; }
static inline bool ir_fused_branch_reads_b(enum ir_op op) { return (op - IR_BEQ32) % 6 < 3; }
/* Instructions that executing a branch adds to the count. */
static inline uint32_t ir_branch_counts(const struct insn *in) {
    if (in->op == IR_BR || in->op == IR_SWITCH) return in->aux;
    return ir_is_fused_branch(in->op) ? in->aux & 255 : 0;
}
/* Value of a MOVI. */
static inline uint64_t ir_movi_value(const struct insn *insn) { return insn->b | (uint64_t)insn->c << 32; }

#endif
