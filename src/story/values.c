#include "story/record_inside.h"

#include <inttypes.h>
#include <string.h>

#include "base/str.h"
#include "exec/sym/decide.h"
#include "exec/sym/sym.h"
#include "ir/ir.h"
#include "text/source.h"

/* ---- instructions --------------------------------------------------------------------------------- */

static bool is_load(uint32_t op) { return op >= IR_LOAD8 && op <= IR_LOAD64X; }
static bool is_indexed_load(uint32_t op) { return op >= IR_LOAD8X && op <= IR_LOAD64X; }
static bool is_plain_store(uint32_t op) { return op >= IR_STORE8 && op <= IR_STOREN; }

static bool is_call(const struct function *fn, const struct insn *in) {
    return (in->op == IR_CALL || in->op == IR_CALLI) && fn->calls[in->b].nret == 1;
}

static uint32_t width_of(const struct function *fn, const struct insn *in) {
    switch (in->op) {
    case IR_LOAD8:
    case IR_LOAD8X:
    case IR_STORE8: return 8;
    case IR_LOAD16:
    case IR_LOAD16X:
    case IR_STORE16: return 16;
    case IR_LOAD32:
    case IR_LOAD32X:
    case IR_STORE32: return 32;
    case IR_LOADN:
    case IR_STOREN: return in->aux;
    case IR_CALL:
    case IR_CALLI: return fn->calls[in->b].ret_width;
    default: return 64;
    }
}

/* The slot that holds the value. */
static uint32_t slot_of(const struct insn *in) { return is_plain_store(in->op) ? in->c : in->d; }

/* Does this instruction read the slot, by its operand letters? */
static bool reads(const struct insn *in, uint32_t slot) {
    const char *letters = ir_op_operands((enum ir_op)in->op);
    const uint32_t operands[] = {in->d, in->a, in->b, in->c};
    for (int i = 0; i < 4; i++)
        if (letters[i] == 's' && operands[i] == slot) return true;
    return false;
}

/* The instruction at pc, also while blocks are watched (exec_watch_blocks). */
static struct insn insn_at(const struct exec *x, const struct function *fn, uint32_t pc) {
    struct insn in = fn->code[pc];
    if (in.op == IR_FIRST && x->coverage.first_ops) in.op = x->coverage.first_ops[fn->id][pc];
    return in;
}

void values_look(struct exec *x, const struct frame *f, uint32_t first, uint32_t end, uint32_t line, bool stores,
                 vec_seen *out) {
    for (uint32_t pc = first; pc < end; pc++) {
        struct insn in = insn_at(x, f->fn, pc);
        if (!is_load(in.op) && !is_call(f->fn, &in) && !(stores && is_plain_store(in.op))) continue;
        if (line && x->p->positions.data[in.pos].line != line) continue;
        uint32_t sym = frame_sym(f, slot_of(&in));
        uint64_t value = f->regs[slot_of(&in)];
        if (sym) value = sym_sample(x, (expr){sym});
        vec_push(out, (struct seen){pc, value});
    }
}

/* ---- names -------------------------------------------------------------------------------------------- */

/* Ours are no variables of the user's. */
static const char *told_name(const char *name) { return str_starts(name, "__shrike_") ? NULL : name; }

/* The variable whose storage the slot points to; NULL: none, or not surely. */
static const char *variable_at(const struct program *p, const struct function *fn, uint32_t slot) {
    if (slot < fn->nconsts) {
        for (uint32_t i = 1; i < p->globals.len; i++)
            if (p->globals.data[i]->address == fn->consts[slot]) return told_name(p->globals.data[i]->name);
        return NULL;
    }
    for (uint32_t pc = 0; pc < fn->blocks[0].end; pc++)
        if (fn->code[pc].op == IR_ALLOCA && fn->code[pc].d == slot) return fn->allocas[fn->code[pc].a].name;
    return NULL;
}

/* Is the slot a variable's address, so that a load reads the variable itself? */
static bool is_variable(const struct program *p, const struct function *fn, const struct insn *in, uint32_t bytes) {
    if (is_indexed_load(in->op) || in->b) return false;
    if (in->a < fn->nconsts) {
        for (uint32_t i = 1; i < p->globals.len; i++)
            if (p->globals.data[i]->address == fn->consts[in->a]) return p->globals.data[i]->size == bytes;
        return false;
    }
    for (uint32_t pc = 0; pc < fn->blocks[0].end; pc++)
        if (fn->code[pc].op == IR_ALLOCA && fn->code[pc].d == in->a) return fn->allocas[fn->code[pc].a].size == bytes;
    return false;
}

static bool add_name(struct source *src, const struct program *p, const struct function *fn, const struct insn *in,
                     struct str *out) {
    struct position at = p->positions.data[in->pos];
    const char *file = at.file ? p->files.data[at.file] : "";
    uint32_t close, bytes = (width_of(fn, in) + 7) / 8;
    if (is_call(fn, in)) return source_call(src, file, at.line, at.column, &close, out);
    if (is_variable(p, fn, in, bytes)) {
        const char *name = variable_at(p, fn, in->a);
        if (name) str_add(out, name);
        return name != NULL;
    }
    if (is_plain_store(in->op)) return false;
    return source_expression(src, file, at.line, at.column, SOURCE_ELEMENT, out);
}

/* ---- numbers ----------------------------------------------------------------------------------------- */

enum meaning { MEANS_SIGNED, MEANS_UNSIGNED, MEANS_POINTER, MEANS_FLOAT };

static bool is_address_of(const struct insn *in, uint32_t slot) {
    if (is_load(in->op) || in->op == IR_LEA64 || in->op == IR_LEA32) return in->a == slot;
    return (is_plain_store(in->op) || (in->op >= IR_STORE8X && in->op <= IR_STORE64X)) && in->a == slot;
}

static bool is_unsigned_use(const struct insn *in, uint32_t slot, uint32_t width) {
    uint32_t op = in->op;
    if ((op >= IR_BULT32 && op <= IR_BUGENI) || (op >= IR_ULT32 && op <= IR_UGENI)) return true;
    if ((op >= IR_UDIV32 && op <= IR_UDIVNI) || (op >= IR_UREM32 && op <= IR_UREMNI)) return true;
    if (op >= IR_LSHR32 && op <= IR_LSHRNI) return true;
    /* A signed index is extended first. */
    return width == 32 && ((is_indexed_load(op) && in->b == slot) || (op == IR_LEA64 && in->b == slot));
}

static bool is_float_use(const struct insn *in) { return in->op >= IR_FADD32 && in->op <= IR_FCLASS; }

/* What the code behind pc takes the value in a slot for; MEANS_SIGNED if nothing is said. */
static enum meaning meaning_at(const struct function *fn, uint32_t pc, uint32_t slot, uint32_t width) {
    bool extended = false;
    for (uint32_t i = pc + 1; i < fn->ncode && i < pc + 40; i++) {
        const struct insn *in = &fn->code[i];
        if (reads(in, slot)) {
            if (is_address_of(in, slot)) return MEANS_POINTER;
            if (is_float_use(in)) return MEANS_FLOAT;
            if (is_unsigned_use(in, slot, width)) return MEANS_UNSIGNED;
            extended |= in->op >= IR_SEXT8_32 && in->op <= IR_SEXTN;
        }
        if (ir_is_terminator((enum ir_op)in->op)) break;
    }
    return width < 32 && !extended ? MEANS_UNSIGNED : MEANS_SIGNED;
}

/* Of a variable all uses count: one alone may not show whether it is signed. */
static enum meaning meaning_of(const struct program *p, const struct function *fn, uint32_t pc, uint32_t width) {
    const struct insn *in = &fn->code[pc];
    enum meaning meaning = is_plain_store(in->op) ? MEANS_SIGNED : meaning_at(fn, pc, slot_of(in), width);
    if (is_call(fn, in) || !is_variable(p, fn, in, (width + 7) / 8)) return meaning;
    bool narrow = width < 32;
    for (uint32_t i = 0; i < fn->ncode && (meaning == MEANS_SIGNED || narrow); i++) {
        const struct insn *other = &fn->code[i];
        if (!is_load(other->op) || other->a != in->a || width_of(fn, other) != width) continue;
        meaning = meaning_at(fn, i, other->d, width);
        if (narrow && meaning == MEANS_SIGNED) return MEANS_SIGNED; /* it is extended somewhere */
    }
    return meaning;
}

static void add_float(uint64_t value, uint32_t width, struct str *out) {
    double d;
    float f;
    uint32_t low = (uint32_t)value;
    memcpy(&d, &value, sizeof d);
    memcpy(&f, &low, sizeof f);
    str_addf(out, "%g", width == 32 ? (double)f : d);
}

/* False: not worth showing. */
static bool add_value(const struct program *p, const struct function *fn, const struct seen *seen, struct str *out) {
    const struct insn *in = &fn->code[seen->pc];
    uint32_t width = width_of(fn, in);
    if (!width || width > 64) return false;
    uint64_t value = width < 64 ? seen->value & ((UINT64_C(1) << width) - 1) : seen->value;
    enum meaning meaning = meaning_of(p, fn, seen->pc, width);
    /* Addresses have an object's number in their upper half. */
    bool address = width == 8 * p->ptr_bytes && !p->is32 && value >> 32 && value >> 32 < p->next_object + 0x10000u;
    if (meaning == MEANS_POINTER || (address && meaning != MEANS_FLOAT)) {
        if (!value) str_add(out, "NULL");
        return !value;
    }
    if (meaning == MEANS_FLOAT && (width == 32 || width == 64)) add_float(value, width, out);
    else if (width == 8 && value >= 0x20 && value < 0x7f && value != '\'' && value != '\\')
        str_addf(out, "'%c'", (char)value);
    else if (meaning == MEANS_UNSIGNED || width < 8) str_addf(out, "%" PRIu64, value);
    else str_addf(out, "%" PRId64, (int64_t)(value << (64 - width)) >> (64 - width));
    return true;
}

/* ---- lists ------------------------------------------------------------------------------------------- */

/* One name with its text; "" text: a later value of it is not shown. */
struct shown {
    char *name, *text;
};

static bool is_literal_name(const char *name) { return !*name || strchr(name, '"'); }

void values_say(struct source *src, const struct program *p, const struct function *fn, const struct seen *seen,
                uint32_t n, uint32_t most, struct str *out) {
    VEC(struct shown) all = {0};
    for (uint32_t i = 0; i < n; i++) {
        struct str name = {0}, text = {0};
        if (add_name(src, p, fn, &fn->code[seen[i].pc], &name) && !is_literal_name(str_text(&name)) &&
            add_value(p, fn, &seen[i], &text)) {
            uint32_t k = 0;
            while (k < all.len && strcmp(all.data[k].name, str_text(&name)) != 0) k++;
            if (k == all.len) vec_push(&all, (struct shown){str_take(&name), NULL});
            mem_free(all.data[k].text);
            all.data[k].text = str_take(&text);
        }
        str_release(&name);
        str_release(&text);
    }
    for (uint32_t i = 0; i < all.len; i++) {
        if (i < most) str_addf(out, "%s%s = %s", i ? ", " : "", all.data[i].name, all.data[i].text);
        mem_free(all.data[i].name);
        mem_free(all.data[i].text);
    }
    vec_release(&all);
}
