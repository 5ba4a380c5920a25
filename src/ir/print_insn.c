#include "ir/print.h"

#include <assert.h>
#include <stdlib.h>

#include "base/str.h"
#include "ir/cfg.h"
#include "ir/operands.h"

static enum reading reading_of(const struct insn *insn) {
    switch (insn->op) {
    case IR_FADD32:
    case IR_FSUB32:
    case IR_FMUL32:
    case IR_FDIV32:
    case IR_FCMP32: return READ_F32;
    case IR_FADD64:
    case IR_FSUB64:
    case IR_FMUL64:
    case IR_FDIV64:
    case IR_FCMP64: return READ_F64;
    case IR_FBIN: return insn->c == FLOAT_32 ? READ_F32 : insn->c == FLOAT_64 ? READ_F64 : READ_INT;
    case IR_FCAST: return (insn->b & 0xff) == FLOAT_32 ? READ_F32 : (insn->b & 0xff) == FLOAT_64 ? READ_F64 : READ_INT;
    default: return READ_INT;
    }
}

static void add_operand(struct printer *printer, struct str *out, uint32_t slot) {
    print_slots(printer, out, (struct slot_range){slot, 1}, READ_INT);
}

static const char *const bitop_names[] = {[BITOP_CTPOP] = "ctpop",
                                          [BITOP_CTLZ] = "ctlz",
                                          [BITOP_CTTZ] = "cttz",
                                          [BITOP_BSWAP] = "bswap",
                                          [BITOP_BITREVERSE] = "bitreverse",
                                          [BITOP_FSHL] = "fshl",
                                          [BITOP_FSHR] = "fshr",
                                          [BITOP_ABS] = "abs",
                                          [BITOP_SMIN] = "smin",
                                          [BITOP_SMAX] = "smax",
                                          [BITOP_UMIN] = "umin",
                                          [BITOP_UMAX] = "umax",
                                          [BITOP_SADD_SAT] = "sadd.sat",
                                          [BITOP_UADD_SAT] = "uadd.sat",
                                          [BITOP_SSUB_SAT] = "ssub.sat",
                                          [BITOP_USUB_SAT] = "usub.sat",
                                          [BITOP_SSHL_SAT] = "sshl.sat",
                                          [BITOP_USHL_SAT] = "ushl.sat",
                                          [BITOP_SCMP] = "scmp",
                                          [BITOP_UCMP] = "ucmp"};
static const char *const overflow_names[] = {[OVF_SADD] = "sadd", [OVF_UADD] = "uadd", [OVF_SSUB] = "ssub",
                                             [OVF_USUB] = "usub", [OVF_SMUL] = "smul", [OVF_UMUL] = "umul"};
static const char *const wide_names[] = {
    [WIDE_ADD] = "add",       [WIDE_SUB] = "sub",       [WIDE_MUL] = "mul",       [WIDE_AND] = "and",
    [WIDE_OR] = "or",         [WIDE_XOR] = "xor",       [WIDE_SHL] = "shl",       [WIDE_LSHR] = "lshr",
    [WIDE_ASHR] = "ashr",     [WIDE_UDIV] = "udiv",     [WIDE_SDIV] = "sdiv",     [WIDE_UREM] = "urem",
    [WIDE_SREM] = "srem",     [WIDE_EQ] = "eq",         [WIDE_NE] = "ne",         [WIDE_ULT] = "ult",
    [WIDE_ULE] = "ule",       [WIDE_UGT] = "ugt",       [WIDE_UGE] = "uge",       [WIDE_SLT] = "slt",
    [WIDE_SLE] = "sle",       [WIDE_SGT] = "sgt",       [WIDE_SGE] = "sge",       [WIDE_CADD] = "add.chk",
    [WIDE_CSUB] = "sub.chk",  [WIDE_CMUL] = "mul.chk",  [WIDE_CSHL] = "shl.chk",  [WIDE_CTPOP] = "ctpop",
    [WIDE_CTLZ] = "ctlz",     [WIDE_CTTZ] = "cttz",     [WIDE_BSWAP] = "bswap",   [WIDE_BITREVERSE] = "bitreverse",
    [WIDE_ABS] = "abs",       [WIDE_SMIN] = "smin",     [WIDE_SMAX] = "smax",     [WIDE_UMIN] = "umin",
    [WIDE_UMAX] = "umax",     [WIDE_SADD_O] = "sadd.o", [WIDE_UADD_O] = "uadd.o", [WIDE_SSUB_O] = "ssub.o",
    [WIDE_USUB_O] = "usub.o", [WIDE_SMUL_O] = "smul.o", [WIDE_UMUL_O] = "umul.o"};
static const char *const float_names[] = {
    [FLOAT_NONE] = "", [FLOAT_32] = "f32", [FLOAT_64] = "f64", [FLOAT_80] = "f80", [FLOAT_16] = "f16"};
static const char *const fbin_names[] = {
    [FBIN_ADD] = "add",       [FBIN_SUB] = "sub",       [FBIN_MUL] = "mul",   [FBIN_DIV] = "div",
    [FBIN_REM] = "rem",       [FBIN_NEG] = "neg",       [FBIN_ABS] = "abs",   [FBIN_COPYSIGN] = "copysign",
    [FBIN_MINNUM] = "minnum", [FBIN_MAXNUM] = "maxnum", [FBIN_OPEN] = "open", [FBIN_SQRT] = "sqrt",
    [FBIN_RINT] = "rint"};
static const char *const mode_names[IR_MODES] = {"", ".away", ".up", ".down", ".zero"};
static const char *const cast_names[] = {
    [CAST_TRUNC] = "trunc",   [CAST_ZEXT] = "zext",     [CAST_SEXT] = "sext",     [CAST_FPTOUI] = "fptoui",
    [CAST_FPTOSI] = "fptosi", [CAST_UITOFP] = "uitofp", [CAST_SITOFP] = "sitofp", [CAST_FP] = "fp"};
/* In the order of LLVM's predicates. */
static const char *const predicate_names[] = {"false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord",
                                              "uno",   "ueq", "ugt", "uge", "ult", "ule", "une", "true"};

#define NAME_OF(table, i) ((i) < sizeof(table) / sizeof *(table) ? (table)[i] : "?")

static void add_format(struct str *out, uint32_t kind) {
    if (kind & 0xff) str_add(out, NAME_OF(float_names, kind & 0xff));
    else str_addf(out, "i%u", kind >> 8);
}

/* Operators that are chosen by aux or an immediate: "fbin.add.f32". */
static bool add_chosen_name(struct str *out, const struct insn *insn) {
    switch (insn->op) {
    case IR_BITOP: str_addf(out, "%s.%u", NAME_OF(bitop_names, insn->aux >> 8), insn->aux & 0xff); return true;
    case IR_OVERFLOW: str_addf(out, "%s.o.%u", NAME_OF(overflow_names, insn->c), insn->aux); return true;
    case IR_WIDE: str_addf(out, "%s.%u", NAME_OF(wide_names, insn->c), insn->aux); return true;
    case IR_FBIN:
        str_addf(out, "f%s%s.%s", NAME_OF(fbin_names, IR_FLOAT_OP(insn->aux)),
                 NAME_OF(mode_names, IR_FLOAT_MODE(insn->aux)), NAME_OF(float_names, insn->c));
        return true;
    case IR_FCLASS: str_addf(out, "fclass.%s", NAME_OF(float_names, insn->aux)); return true;
    case IR_WIDECAST: str_addf(out, "%s.i%u.i%u", NAME_OF(cast_names, insn->aux), insn->b, insn->c); return true;
    case IR_FCAST:
        str_addf(out, "%s%s.", NAME_OF(cast_names, IR_FLOAT_OP(insn->aux)),
                 NAME_OF(mode_names, IR_FLOAT_MODE(insn->aux)));
        add_format(out, insn->b);
        str_add_char(out, '.');
        add_format(out, insn->c);
        return true;
    default: return false;
    }
}

static void add_name(struct str *out, const struct insn *insn) {
    const char *name = ir_op_name(insn->op);
    if (add_chosen_name(out, insn)) return;
    if (insn->op == IR_FCMP32 || insn->op == IR_FCMP64 || insn->op == IR_FCMP80)
        str_addf(out, "%s.%s", name, NAME_OF(predicate_names, insn->aux));
    else if (insn->op == IR_SEXTN) str_addf(out, "sext.%u.%u", insn->aux & 0xff, insn->aux >> 8);
    else if (str_ends(name, ".n"))
        str_addf(out, "%.*s%u", (int)strlen(name) - 1, name, ir_is_terminator(insn->op) ? insn->aux >> 8 : insn->aux);
    else str_add(out, name);
}

static uint32_t block_of(const struct printer *printer, uint32_t pc) { return cfg_block_at(printer->f, pc); }

/* "[base + index * scale + offset]" */
static void add_address(struct printer *printer, struct str *out, uint32_t base, const uint32_t *index, uint32_t scale,
                        int32_t offset) {
    str_add_char(out, '[');
    add_operand(printer, out, base);
    if (index) {
        str_add(out, " + ");
        add_operand(printer, out, *index);
        if (scale != 1) str_addf(out, " * %u", scale);
    }
    if (offset) str_addf(out, " %c %lld", offset < 0 ? '-' : '+', llabs((long long)offset));
    str_add_char(out, ']');
}

static bool in_range(uint32_t op, enum ir_op first, enum ir_op last) { return op >= first && op <= last; }

static bool add_memory(struct printer *printer, struct str *out, const struct insn *insn) {
    if (in_range(insn->op, IR_LOAD8, IR_LOADN)) add_address(printer, out, insn->a, NULL, 0, (int32_t)insn->b);
    else if (in_range(insn->op, IR_LOAD8X, IR_LOAD64X))
        add_address(printer, out, insn->a, &insn->b, insn->aux, (int32_t)insn->c);
    else if (in_range(insn->op, IR_STORE8, IR_STOREN)) {
        add_address(printer, out, insn->a, NULL, 0, (int32_t)insn->b);
        str_add(out, " = ");
        add_operand(printer, out, insn->c);
    } else if (in_range(insn->op, IR_STORE8X, IR_STORE64X)) {
        add_address(printer, out, insn->a, &insn->b, insn->aux, (int32_t)insn->c);
        str_add(out, " = ");
        add_operand(printer, out, insn->d);
    } else if (insn->op == IR_LEA64 || insn->op == IR_LEA32) {
        add_operand(printer, out, insn->a);
        str_add(out, " + ");
        add_operand(printer, out, insn->b);
        str_addf(out, " * %d", (int32_t)insn->c);
    } else return false;
    return true;
}

static void add_call(struct printer *printer, struct str *out, const struct insn *insn) {
    const struct ir_call *call = ir_call_of(printer->f, insn);
    if (insn->op == IR_CALL) str_addf(out, "@%s(", printer->p->functions.data[insn->a]->name);
    else {
        str_add_char(out, '*');
        add_operand(printer, out, insn->a);
        str_add_char(out, '(');
    }
    for (uint32_t i = 0; i < call->nargs; i++) {
        const struct ir_arg *arg = &call->args[i];
        if (i) str_add(out, ", ");
        if (arg->byval) str_addf(out, "byval(%u) ", arg->size);
        print_slots(printer, out, (struct slot_range){arg->slot, arg->nslots}, READ_INT);
    }
    str_add_char(out, ')');
}

/* One line for each target, with all of its cases: next[i] is the case after i
 * with the same target. */
static void add_switch(struct printer *printer, struct str *out, const struct insn *insn) {
    const struct ir_switch *s = &printer->f->switches[insn->b];
    struct map first;
    uint32_t *next = MEM_NEW_ARRAY(uint32_t, s->ncases + 1);
    map_init(&first);
    for (uint32_t i = s->ncases; i-- > 0;) {
        next[i] = (uint32_t)map_get(&first, s->targets[i], s->ncases);
        map_put(&first, s->targets[i], i);
    }
    add_operand(printer, out, insn->a);
    str_add(out, " {\n");
    for (uint32_t i = 0; i < s->ncases; i++) {
        if (map_get(&first, s->targets[i], 0) != i) continue;
        str_add(out, "        ");
        for (uint32_t j = i; j < s->ncases; j = next[j]) {
            if (j != i) str_add(out, ", ");
            print_value(printer, out, s->values[j]);
        }
        str_addf(out, " -> b%u\n", block_of(printer, s->targets[i]));
    }
    str_addf(out, "        else -> b%u\n    }", block_of(printer, s->otherwise));
    map_release(&first);
    mem_free(next);
}

static void add_alloca(struct str *out, const struct ir_alloca *a) {
    str_addf(out, "%llu align %u", (unsigned long long)a->size, a->align);
    if (a->name) str_addf(out, " \"%s\"", a->name);
    if (a->escapes) str_add(out, " escapes");
}

/* Slots, then immediates as they come. */
static void add_plain(struct printer *printer, struct str *out, const struct insn *insn) {
    const char *kinds = ir_op_operands(insn->op);
    struct slot_range reads[IR_MAX_READS];
    uint32_t nreads = ir_read(printer->f, insn, reads), read = 0;
    bool chosen = in_range(insn->op, IR_BITOP, IR_WIDECAST) || insn->op == IR_FBIN ||
                  insn->op == IR_FCAST; /* their immediates are in the name */
    const char *separator = "";
    for (uint32_t i = 0; i < 4; i++) {
        if (kinds[i] == 's' && read < nreads) {
            str_add(out, separator);
            print_slots(printer, out, reads[read++], reading_of(insn));
        } else if (kinds[i] == 'i' && !chosen) str_addf(out, "%s%d", separator, (int32_t)ir_operand(insn, i));
        else continue;
        separator = ", ";
    }
}

static void add_targets(struct printer *printer, struct str *out, const struct insn *insn) {
    if (insn->op == IR_JMP) str_addf(out, "b%u", block_of(printer, insn->c));
    else str_addf(out, " -> b%u else b%u", block_of(printer, insn->c), block_of(printer, insn->d));
}

static void add_back(struct printer *printer, struct str *out, const struct insn *insn) {
    add_operand(printer, out, insn->a);
    str_addf(out, ", loop %u", insn->c);
    if (insn->b != UINT32_MAX) str_addf(out, ", at most %u", insn->b);
}

/* Whose value it is, if that is known. */
static void add_site(struct printer *printer, struct str *out, const struct insn *insn) {
    const struct ir_site *site = &printer->p->sites.data[insn->a];
    if (!insn->a) return;
    str_addf(out, "%s", site->name);
    if (insn->b) str_addf(out, "+%u", insn->b);
}

static void add_operands(struct printer *printer, struct str *out, const struct insn *insn) {
    switch (insn->op) {
    case IR_CALL:
    case IR_CALLI: add_call(printer, out, insn); return;
    case IR_SWITCH: add_switch(printer, out, insn); return;
    case IR_BACK: add_back(printer, out, insn); return;
    case IR_ALLOCA: add_alloca(out, &printer->f->allocas[insn->a]); return;
    case IR_UNDEF: add_site(printer, out, insn); return;
    case IR_MOVI: print_value(printer, out, ir_movi_value(insn)); return;
    case IR_UNSUPPORTED: print_text(out, printer->p->messages.data[insn->a]); return;
    default: break;
    }
    if (add_memory(printer, out, insn)) return;
    add_plain(printer, out, insn);
    if (ir_op_operands(insn->op)[3] == 't') add_targets(printer, out, insn);
}

void print_insn(struct printer *printer, struct str *out, const struct function *f, uint32_t pc) {
    assert(pc < f->ncode);
    print_choose_function(printer, f);
    const struct insn *insn = &f->code[pc];
    struct slot_range written = ir_written(f, insn);
    if (written.count) {
        print_slots(printer, out, written, READ_INT);
        str_add(out, " = ");
    }
    add_name(out, insn);
    size_t before = out->len;
    str_add_char(out, ' ');
    add_operands(printer, out, insn);
    if (out->len == before + 1) out->data[--out->len] = '\0'; /* there were none */
}
