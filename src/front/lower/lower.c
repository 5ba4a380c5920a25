/* Functions: blocks, edges with their phi copies, and the shared emission. */
#include "front/lower/lower.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/str.h"
#include "front/llvm/outside.h"
#include "front/llvm/signature.h"

enum { NO_CODE = UINT32_MAX, DENSE_SLACK = 16 };

static uint64_t key_of(const void *p) { return (uint64_t)(uintptr_t)p; }

/* ---- slots and emission ---------------------------------------------------------------- */

uint32_t new_slots(struct lower *lo, uint32_t n) {
    assert(lo->nregs + n < CONST_SLOT);
    uint32_t first = lo->nregs;
    lo->nregs += n;
    return first;
}

static uint32_t push_const(struct lower *lo, uint64_t value) {
    assert(lo->const_values.len < CONST_SLOT);
    vec_push(&lo->const_values, value);
    return lo->const_values.len - 1;
}

uint32_t const_slot(struct lower *lo, uint64_t value) {
    uint64_t *known = map_find(&lo->consts, value);
    if (known) return CONST_SLOT | (uint32_t)*known;
    uint32_t number = push_const(lo, value);
    map_put(&lo->consts, value, number);
    return CONST_SLOT | number;
}

void emit(struct lower *lo, enum ir_op op, uint32_t aux, uint32_t d, uint32_t a, uint32_t b, uint32_t c) {
    assert(aux <= UINT16_MAX && lo->current < lo->bb.len);
    vec_push(&lo->code, (struct insn){(uint16_t)op, (uint16_t)aux, d, a, b, c, lo->pos});
}

void emit_mov(struct lower *lo, uint32_t d, uint32_t a, uint32_t n) {
    if (d == a) return;
    for (uint32_t i = 0; i < n; i++) emit(lo, IR_MOV, 0, d + i, a + i, 0, 0);
}

void emit_unsupported(struct lower *lo, const char *format, ...) {
    struct str text = {0};
    va_list args;
    va_start(args, format);
    str_vaddf(&text, format, args);
    va_end(args);
    vec_push(&lo->p->messages, arena_strdup(&lo->p->arena, str_text(&text)));
    str_release(&text);
    emit(lo, IR_UNSUPPORTED, 0, 0, lo->p->messages.len - 1, 0, 0);
}

bool const_u64(LLVMValueRef v, uint64_t *out) {
    if (!LLVMIsAConstantInt(v) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64) return false;
    *out = LLVMConstIntGetZExtValue(v);
    return true;
}

/* Undef and poison: an arbitrary value, or an error, each time it is used. */
static uint32_t undef_slots(struct lower *lo, LLVMValueRef v, const struct leaves *leaves) {
    uint32_t d = new_slots(lo, leaves->nslots), s = d;
    enum ir_op op = LLVMIsPoison(v) && leaves->len == 1 ? IR_POISON : IR_UNDEF;
    for (uint32_t i = 0; i < leaves->len; i++)
        for (uint32_t k = 0; k < leaves->at[i].nslots; k++)
            emit(lo, op, word_width(leaves->at[i].width, k), s++, 0, 0, 0);
    return d;
}

static uint32_t constant_slots(struct lower *lo, LLVMValueRef v) {
    const struct leaves *leaves = type_leaves(lo, LLVMTypeOf(v));
    if (leaves->ok && LLVMIsUndef(v)) return undef_slots(lo, v, leaves);
    vec_u64 values = {0};
    uint32_t first;
    if (!leaves->ok || !const_values(lo, v, &values)) {
        emit_unsupported(lo, "constant of unusual type or form");
        first = const_slot(lo, 0);
    } else if (values.len == 1) {
        first = const_slot(lo, values.data[0]);
    } else {
        first = CONST_SLOT | lo->const_values.len;
        for (uint32_t i = 0; i < values.len; i++) push_const(lo, values.data[i]);
    }
    vec_release(&values);
    return first;
}

/* Casts that change no bits share the slots of their operand: integers are kept
 * zero-extended. */
static bool shares_operand(struct lower *lo, LLVMValueRef v) {
    if (!LLVMIsAInstruction(v)) return false;
    LLVMValueRef from;
    uint32_t fw, tw;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMFreeze: return true;
    case LLVMZExt:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMBitCast:
        from = LLVMGetOperand(v, 0);
        fw = scalar_width(lo, LLVMTypeOf(from));
        tw = scalar_width(lo, LLVMTypeOf(v));
        return fw && tw && fw <= 64 && tw <= 64 && fw <= tw;
    default: return false;
    }
}

uint32_t operand(struct lower *lo, LLVMValueRef v) {
    while (shares_operand(lo, v)) v = LLVMGetOperand(v, 0);
    if (LLVMIsConstant(v)) return constant_slots(lo, v);
    uint64_t *known = map_find(&lo->slots, key_of(v));
    if (known) return (uint32_t)*known;
    const struct leaves *leaves = type_leaves(lo, LLVMTypeOf(v));
    uint32_t slot = new_slots(lo, leaves->nslots ? leaves->nslots : 1);
    map_put(&lo->slots, key_of(v), slot);
    return slot;
}

uint32_t result(struct lower *lo, LLVMValueRef inst) { return operand(lo, inst); }

/* ---- edges and phis --------------------------------------------------------------------- */

struct copy {
    uint32_t d, a;
};
typedef VEC(struct copy) copy_vec;

static uint32_t block_of(struct lower *lo, LLVMBasicBlockRef bb) {
    return (uint32_t)map_get(&lo->blocks, key_of(bb), NO_CODE);
}

static LLVMValueRef incoming(LLVMValueRef phi, LLVMBasicBlockRef from) {
    unsigned n = LLVMCountIncoming(phi);
    for (unsigned i = 0; i < n; i++)
        if (LLVMGetIncomingBlock(phi, i) == from) return LLVMGetIncomingValue(phi, i);
    return NULL;
}

/* Emits parallel copies in an order in which none destroys what another needs. */
static void emit_parallel(struct lower *lo, copy_vec *todo) {
    while (todo->len) {
        bool progress = false;
        for (uint32_t i = 0; i < todo->len;) {
            bool needed = false;
            for (uint32_t k = 0; k < todo->len && !needed; k++) needed = k != i && todo->data[k].a == todo->data[i].d;
            if (needed) {
                i++;
                continue;
            }
            emit_mov(lo, todo->data[i].d, todo->data[i].a, 1);
            todo->data[i] = vec_pop(todo);
            progress = true;
        }
        if (progress || !todo->len) continue;
        uint32_t spare = new_slots(lo, 1); /* only cycles are left: break one */
        emit_mov(lo, spare, todo->data[0].a, 1);
        todo->data[0].a = spare;
    }
}

static void emit_phi_copies(struct lower *lo, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
    copy_vec copies = {0};
    for (LLVMValueRef phi = LLVMGetFirstInstruction(to); phi && LLVMIsAPHINode(phi);
         phi = LLVMGetNextInstruction(phi)) {
        LLVMValueRef v = incoming(phi, from);
        if (!v) continue;
        uint32_t n = type_leaves(lo, LLVMTypeOf(phi))->nslots;
        uint32_t a = operand(lo, v), d = result(lo, phi);
        for (uint32_t i = 0; i < n; i++)
            if (a + i != d + i) vec_push(&copies, (struct copy){d + i, a + i});
    }
    emit_parallel(lo, &copies);
    vec_release(&copies);
}

static bool has_phis(LLVMBasicBlockRef bb) {
    LLVMValueRef first = LLVMGetFirstInstruction(bb);
    return first && LLVMIsAPHINode(first);
}

struct phi_edge {
    LLVMBasicBlockRef from, to; /* to: NULL for the wrong target of a computed goto */
    uint32_t block;
    uint32_t pos;
};

struct phi_edges {
    VEC(struct phi_edge) list;
};

/* Block to jump to on the edge: the target, or a new block with its phi copies. */
static uint32_t edge_block(struct lower *lo, struct phi_edges *edges, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
    if (!has_phis(to)) return block_of(lo, to);
    for (uint32_t i = edges->list.len; i > 0 && edges->list.data[i - 1].from == from; i--)
        if (edges->list.data[i - 1].to == to) return edges->list.data[i - 1].block;
    uint32_t block = lo->bb.len;
    vec_push(&lo->bb, (struct ir_block){.first = NO_CODE});
    vec_push(&edges->list, (struct phi_edge){from, to, block, lo->pos});
    return block;
}

static void begin_block(struct lower *lo, uint32_t block) {
    assert(block < lo->bb.len && lo->bb.data[block].first == NO_CODE);
    lo->current = block;
    lo->bb.data[block].first = lo->code.len;
    lo->block_insns = 0;
}

/* No block is empty: its last instruction leads on. */
static void end_block(struct lower *lo) {
    assert(lo->code.len > lo->bb.data[lo->current].first);
    lo->bb.data[lo->current].end = lo->code.len;
}

static uint32_t insn_count(const struct lower *lo) {
    return lo->block_insns > UINT16_MAX ? UINT16_MAX : lo->block_insns;
}

static void emit_edges(struct lower *lo, struct phi_edges *edges) {
    for (uint32_t i = 0; i < edges->list.len; i++) {
        struct phi_edge e = edges->list.data[i];
        begin_block(lo, e.block);
        lo->pos = e.pos;
        if (e.to) {
            emit_phi_copies(lo, e.from, e.to);
            emit(lo, IR_JMP, 0, 0, 0, 0, block_of(lo, e.to));
        } else {
            emit(lo, IR_UNREACHABLE, 0, 0, 0, 0, 0);
        }
        end_block(lo);
    }
    vec_release(&edges->list);
}

/* ---- terminators ------------------------------------------------------------------------ */

static void lower_branch(struct lower *lo, LLVMValueRef inst, struct phi_edges *edges) {
    LLVMBasicBlockRef from = LLVMGetInstructionParent(inst);
    if (!LLVMIsConditional(inst)) {
        LLVMBasicBlockRef to = LLVMGetSuccessor(inst, 0);
        emit_phi_copies(lo, from, to);
        emit(lo, IR_JMP, insn_count(lo), 0, 0, 0, block_of(lo, to));
        return;
    }
    uint32_t yes = edge_block(lo, edges, from, LLVMGetSuccessor(inst, 0));
    uint32_t no = edge_block(lo, edges, from, LLVMGetSuccessor(inst, 1));
    LLVMValueRef cond = LLVMGetCondition(inst);
    if (LLVMIsAInstruction(cond) && icmp_is_fused(lo, cond)) emit_fused_branch(lo, cond, yes, no);
    else emit(lo, IR_BR, insn_count(lo), no, operand(lo, cond), 0, yes);
}

struct switch_case {
    uint64_t value;
    uint32_t target;
};

static int by_value(const void *a, const void *b) {
    uint64_t x = ((const struct switch_case *)a)->value, y = ((const struct switch_case *)b)->value;
    return (x > y) - (x < y);
}

static void make_dense(struct lower *lo, struct ir_switch *sw) {
    if (sw->ncases == 0) return;
    uint64_t span = sw->values[sw->ncases - 1] - sw->values[0];
    if (span >= 4 * (uint64_t)sw->ncases + DENSE_SLACK) return;
    sw->dense_len = span + 1;
    sw->dense = ARENA_ARRAY(&lo->p->arena, uint32_t, sw->dense_len);
    for (uint64_t i = 0; i < sw->dense_len; i++) sw->dense[i] = sw->otherwise;
    for (uint32_t i = 0; i < sw->ncases; i++) sw->dense[sw->values[i] - sw->values[0]] = sw->targets[i];
}

/* Sorted cases without duplicates; takes cases over as scratch. */
static void fill_switch(struct lower *lo, struct ir_switch *sw, struct switch_case *cases, uint32_t n) {
    if (n) qsort(cases, n, sizeof *cases, by_value);
    sw->values = ARENA_ARRAY(&lo->p->arena, uint64_t, n + 1);
    sw->targets = ARENA_ARRAY(&lo->p->arena, uint32_t, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        if (i && cases[i].value == cases[i - 1].value) continue;
        assert(!sw->ncases || sw->values[sw->ncases - 1] < cases[i].value);
        sw->values[sw->ncases] = cases[i].value;
        sw->targets[sw->ncases++] = cases[i].target;
    }
    make_dense(lo, sw);
}

static void lower_switch(struct lower *lo, LLVMValueRef inst, struct phi_edges *edges) {
    LLVMBasicBlockRef from = LLVMGetInstructionParent(inst);
    LLVMValueRef cond = LLVMGetOperand(inst, 0);
    uint32_t n = (uint32_t)(LLVMGetNumOperands(inst) - 2) / 2, width = scalar_width(lo, LLVMTypeOf(cond));
    if (width > 64) {
        emit_unsupported(lo, "switch over more than 64 bits");
        emit(lo, IR_UNREACHABLE, insn_count(lo), 0, 0, 0, 0);
        return;
    }
    VEC(struct switch_case) cases = {0};
    struct ir_switch sw = {.width = width};
    sw.otherwise = edge_block(lo, edges, from, LLVMGetSwitchDefaultDest(inst));
    for (uint32_t i = 0; i < n; i++) {
        uint64_t value = LLVMConstIntGetZExtValue(LLVMGetOperand(inst, 2 + 2 * i));
        LLVMBasicBlockRef to = LLVMValueAsBasicBlock(LLVMGetOperand(inst, 3 + 2 * i));
        vec_push(&cases, (struct switch_case){value, edge_block(lo, edges, from, to)});
    }
    fill_switch(lo, &sw, cases.data, n);
    vec_release(&cases);
    emit(lo, IR_SWITCH, insn_count(lo), 0, operand(lo, cond), lo->switches.len, 0);
    vec_push(&lo->switches, sw);
}

/* A switch over the addresses of the labels, so that every edge can have its phi
 * copies. Any other address is undefined behaviour. */
static void lower_indirect_branch(struct lower *lo, LLVMValueRef inst, struct phi_edges *edges) {
    LLVMBasicBlockRef from = LLVMGetInstructionParent(inst);
    unsigned n = LLVMGetNumSuccessors(inst);
    struct ir_switch sw = {.width = ptr_width(lo)};
    VEC(struct switch_case) cases = {0};
    for (unsigned i = 0; i < n; i++) {
        LLVMBasicBlockRef to = LLVMGetSuccessor(inst, i);
        uint64_t address = lo->fn->address + 1 + block_of(lo, to);
        vec_push(&cases, (struct switch_case){address, edge_block(lo, edges, from, to)});
    }
    sw.otherwise = lo->bb.len;
    vec_push(&lo->bb, (struct ir_block){.first = NO_CODE});
    vec_push(&edges->list, (struct phi_edge){from, NULL, sw.otherwise, lo->pos});
    fill_switch(lo, &sw, cases.data, cases.len);
    vec_release(&cases);
    emit(lo, IR_SWITCH, insn_count(lo), 0, operand(lo, LLVMGetOperand(inst, 0)), lo->switches.len, 0);
    vec_push(&lo->switches, sw);
}

static void lower_return(struct lower *lo, LLVMValueRef inst) {
    uint32_t a = 0;
    if (LLVMGetNumOperands(inst)) a = operand(lo, LLVMGetOperand(inst, 0));
    emit(lo, IR_RET, insn_count(lo), 0, a, 0, 0);
}

/* ---- instructions ------------------------------------------------------------------------- */

static void lower_select(struct lower *lo, LLVMValueRef inst) {
    LLVMValueRef cond = LLVMGetOperand(inst, 0);
    const struct leaves *leaves = type_leaves(lo, LLVMTypeOf(inst));
    if (!leaves->ok) {
        emit_unsupported(lo, "select of this type");
        return;
    }
    bool lanes = LLVMGetTypeKind(LLVMTypeOf(cond)) == LLVMVectorTypeKind;
    uint32_t c = operand(lo, cond);
    uint32_t yes = operand(lo, LLVMGetOperand(inst, 1)), no = operand(lo, LLVMGetOperand(inst, 2));
    uint32_t d = result(lo, inst);
    for (uint32_t i = 0, s = 0; i < leaves->len; i++)
        for (uint32_t k = 0; k < leaves->at[i].nslots; k++, s++)
            emit(lo, IR_SELECT, 0, d + s, lanes ? c + i : c, yes + s, no + s);
}

static bool is_checked(struct lower *lo, LLVMValueRef inst) { return lo->input->checks.overflow && LLVMGetNSW(inst); }

static void lower_terminator(struct lower *lo, LLVMValueRef inst, struct phi_edges *edges) {
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMBr: lower_branch(lo, inst, edges); break;
    case LLVMSwitch: lower_switch(lo, inst, edges); break;
    case LLVMIndirectBr: lower_indirect_branch(lo, inst, edges); break;
    case LLVMRet: lower_return(lo, inst); break;
    case LLVMUnreachable: emit(lo, IR_UNREACHABLE, insn_count(lo), 0, 0, 0, 0); break;
    default:
        emit_unsupported(lo, "exceptions and other unusual control flow");
        emit(lo, IR_UNREACHABLE, insn_count(lo), 0, 0, 0, 0);
    }
}

/* Uses a variable of which nothing is known but its name? Then execution stops here. */
static void stop_at_opaque(struct lower *lo, LLVMValueRef inst) {
    LLVMValueRef v = lo->fn->runtime || LLVMIsAPHINode(inst) ? NULL : outside_opaque(lo->input, lo->layout, inst);
    size_t len;
    if (v)
        emit_unsupported(
            lo, "'%s' is declared, but not defined, and a pointer or of unknown size, which cannot be an input",
            LLVMGetValueName2(v, &len));
}

static void lower_inst(struct lower *lo, LLVMValueRef inst, struct phi_edges *edges) {
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    stop_at_opaque(lo, inst);
    switch (op) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul: lower_int_binary(lo, inst, op, is_checked(lo, inst)); break;
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem: lower_int_binary(lo, inst, op, false); break;
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFDiv:
    case LLVMFRem: lower_float_binary(lo, inst, float_op_of(op)); break;
    case LLVMFNeg: lower_fneg(lo, inst); break;
    case LLVMICmp: lower_icmp(lo, inst); break;
    case LLVMFCmp: lower_fcmp(lo, inst); break;
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMPtrToInt:
    case LLVMIntToPtr: lower_cast(lo, inst); break;
    case LLVMFPToUI:
    case LLVMFPToSI:
    case LLVMUIToFP:
    case LLVMSIToFP:
    case LLVMFPTrunc:
    case LLVMFPExt: lower_float_cast(lo, inst, float_cast_of(op)); break;
    case LLVMBitCast:
        if (!shares_operand(lo, inst))
            lower_bitcast(lo, LLVMTypeOf(LLVMGetOperand(inst, 0)), LLVMTypeOf(inst), result(lo, inst),
                          operand(lo, LLVMGetOperand(inst, 0)));
        break;
    case LLVMAlloca: lower_alloca(lo, inst); break;
    case LLVMLoad: lower_load(lo, inst); break;
    case LLVMStore: lower_store(lo, inst); break;
    case LLVMGetElementPtr:
        if (!map_find(&lo->folded, key_of(inst))) lower_gep(lo, inst);
        break;
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg: lower_atomic(lo, inst); break;
    case LLVMFence:
    case LLVMFreeze:
    case LLVMPHI: break;
    case LLVMSelect: lower_select(lo, inst); break;
    case LLVMExtractValue: lower_extract_value(lo, inst); break;
    case LLVMInsertValue: lower_insert_value(lo, inst); break;
    case LLVMExtractElement: lower_extract_element(lo, inst); break;
    case LLVMInsertElement: lower_insert_element(lo, inst); break;
    case LLVMShuffleVector: lower_shuffle(lo, inst); break;
    case LLVMCall: lower_call(lo, inst); break;
    default:
        if (LLVMIsATerminatorInst(inst)) lower_terminator(lo, inst, edges);
        else emit_unsupported(lo, "LLVM instruction %d", (int)op);
    }
}

/* ---- functions ------------------------------------------------------------------------------- */

static void reset(struct lower *lo) {
    map_clear(&lo->slots);
    map_clear(&lo->consts);
    map_clear(&lo->blocks);
    map_clear(&lo->folded);
    map_clear(&lo->allocas);
    vec_clear(&lo->code);
    vec_clear(&lo->bb);
    vec_clear(&lo->calls);
    vec_clear(&lo->switches);
    vec_clear(&lo->alloca_infos);
    vec_clear(&lo->vars);
    vec_clear(&lo->declares);
    vec_clear(&lo->const_values);
    lo->nregs = 0;
}

static bool declare_params(struct lower *lo, LLVMValueRef v) {
    struct function *fn = lo->fn;
    unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
    fn->nparams = LLVMCountParams(v);
    fn->params = ARENA_ARRAY(&lo->p->arena, struct ir_param, fn->nparams + 1);
    bool ok = true;
    for (unsigned i = 0; i < fn->nparams; i++) {
        LLVMValueRef param = LLVMGetParam(v, i);
        const struct leaves *leaves = type_leaves(lo, LLVMTypeOf(param));
        ok = ok && leaves->ok && leaves->nslots <= UINT8_MAX;
        fn->params[i].nslots = (uint8_t)leaves->nslots;
        LLVMAttributeRef byval = LLVMGetEnumAttributeAtIndex(v, i + 1, kind);
        if (leaves->ok && leaves->len == 1 && leaves->nslots == 1) {
            fn->params[i].size = leaves->at[0].width;
            fn->params[i].align = leaves->at[0].fkind;
        }
        if (byval) {
            LLVMTypeRef type = LLVMGetTypeAttributeValue(byval);
            fn->params[i].byval = true;
            fn->params[i].size = (uint32_t)LLVMABISizeOfType(lo->layout, type);
            fn->params[i].align = (uint16_t)LLVMABIAlignmentOfType(lo->layout, type);
        }
        map_put(&lo->slots, key_of(param), new_slots(lo, leaves->nslots));
    }
    fn->nparam_slots = lo->nregs;
    return ok;
}

static uint32_t final_slot(const struct lower *lo, uint32_t slot) {
    return slot & CONST_SLOT ? slot & ~CONST_SLOT : slot + lo->const_values.len;
}

static uint32_t final_target(const struct lower *lo, uint32_t block) {
    assert(block < lo->bb.len && lo->bb.data[block].first != NO_CODE);
    return lo->bb.data[block].first;
}

static uint32_t final_field(const struct lower *lo, char letter, uint32_t value) {
    if (letter == 'd' || letter == 's') return final_slot(lo, value);
    return letter == 't' ? final_target(lo, value) : value;
}

static void finish_code(struct lower *lo) {
    for (uint32_t i = 0; i < lo->code.len; i++) {
        struct insn *in = &lo->code.data[i];
        const char *letters = ir_op_operands(in->op);
        in->d = final_field(lo, letters[0], in->d);
        in->a = final_field(lo, letters[1], in->a);
        in->b = final_field(lo, letters[2], in->b);
        in->c = final_field(lo, letters[3], in->c);
    }
    for (uint32_t i = 0; i < lo->calls.len; i++)
        for (uint32_t k = 0; k < lo->calls.data[i].nargs; k++)
            lo->calls.data[i].args[k].slot = final_slot(lo, lo->calls.data[i].args[k].slot);
    for (uint32_t i = 0; i < lo->vars.len; i++) lo->vars.data[i].slot = final_slot(lo, lo->vars.data[i].slot);
    for (uint32_t i = 0; i < lo->switches.len; i++) {
        struct ir_switch *sw = &lo->switches.data[i];
        sw->otherwise = final_target(lo, sw->otherwise);
        for (uint32_t k = 0; k < sw->ncases; k++) sw->targets[k] = final_target(lo, sw->targets[k]);
        for (uint64_t k = 0; k < sw->dense_len; k++) sw->dense[k] = final_target(lo, sw->dense[k]);
    }
}

#define COPY_OUT(vec, field, count)                                                  \
    do {                                                                             \
        fn->count = (vec).len;                                                       \
        fn->field = arena_alloc(&lo->p->arena, ((vec).len + 1) * sizeof *fn->field); \
        if ((vec).len) memcpy(fn->field, (vec).data, (vec).len * sizeof *fn->field); \
    } while (0)

static void finish_function(struct lower *lo) {
    struct function *fn = lo->fn;
    finish_code(lo);
    COPY_OUT(lo->code, code, ncode);
    COPY_OUT(lo->bb, blocks, nblocks);
    COPY_OUT(lo->calls, calls, ncalls);
    COPY_OUT(lo->switches, switches, nswitches);
    COPY_OUT(lo->alloca_infos, allocas, nallocas);
    COPY_OUT(lo->vars, vars, nvars);
    COPY_OUT(lo->const_values, consts, nconsts);
    fn->nslots = lo->nregs + fn->nconsts;
    fn->param_base = fn->nconsts;
    assert(fn->nparam_slots <= lo->nregs && fn->nslots < CONST_SLOT);
}

/* Decides for every getelementptr whether loads and stores compute it themselves,
 * before any of them is lowered: blocks come in no particular order. */
static void fold_addresses(struct lower *lo, LLVMValueRef v) {
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(v); bb; bb = LLVMGetNextBasicBlock(bb))
        for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsAGetElementPtrInst(i) && gep_is_folded(lo, i)) map_put(&lo->folded, key_of(i), 1);
}

static bool is_debug_call(LLVMValueRef inst) {
    if (!LLVMIsACallInst(inst)) return false;
    size_t len;
    return str_starts(LLVMGetValueName2(LLVMGetCalledValue(inst), &len), "llvm.dbg.");
}

static void lower_blocks(struct lower *lo, LLVMValueRef v) {
    struct phi_edges edges = {{0}};
    uint32_t block = 0;
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(v); bb; bb = LLVMGetNextBasicBlock(bb)) {
        begin_block(lo, block++);
        for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i)) {
            set_position(lo, i);
            if (!is_debug_call(i)) {
                lo->block_insns++;
                lo->fn->llvm_insns++;
            }
            lower_inst(lo, i, &edges);
        }
        end_block(lo);
    }
    emit_edges(lo, &edges);
}

static const char *function_signature(struct lower *lo, LLVMValueRef fn) {
    struct str text = {0};
    signature_of_function(lo->layout, fn, &text);
    const char *held = lower_signature(lo, &text);
    str_release(&text);
    return held;
}

void lower_function(struct lower *lo, const struct lower_work *work) {
    LLVMValueRef v = work->value;
    assert(work->is_function && !LLVMIsDeclaration(v) && work->number < lo->p->functions.len);
    reset(lo);
    lo->fn = lo->p->functions.data[work->number];
    lo->llvm_fn = v;
    if (!lo->fn->runtime) variable_declares(v, &lo->declares);
    lo->pos = lo->fn->pos = position_of_function(lo, v);
    const char *file = lo->p->files.data[lo->p->positions.data[lo->pos].file];
    lo->fn->harness = file && str_starts(file, FRONT_HARNESS);
    lo->fn->varargs = LLVMIsFunctionVarArg(LLVMGlobalGetValueType(v));
    const struct leaves *ret = type_leaves(lo, LLVMGetReturnType(LLVMGlobalGetValueType(v)));
    lo->fn->nret = ret->nslots;
    if (!lo->fn->runtime) lo->fn->signature = function_signature(lo, v);
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(v); bb; bb = LLVMGetNextBasicBlock(bb)) {
        map_put(&lo->blocks, key_of(bb), lo->bb.len);
        const char *name = LLVMGetBasicBlockName(bb);
        vec_push(&lo->bb,
                 (struct ir_block){.first = NO_CODE, .name = *name ? arena_strdup(&lo->p->arena, name) : NULL});
    }
    if (declare_params(lo, v) && ret->ok) {
        fold_addresses(lo, v);
        lower_blocks(lo, v);
    } else {
        vec_resize(&lo->bb, 1);
        begin_block(lo, 0);
        emit_unsupported(lo, "parameters or result of unusual type in function %s", lo->fn->name);
        emit(lo, IR_UNREACHABLE, 0, 0, 0, 0, 0);
        end_block(lo);
    }
    lo->p->llvm_insns += lo->fn->llvm_insns;
    finish_function(lo);
}
