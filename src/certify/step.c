/* One instruction of the walk. Families of integer operators follow from ir/ops.def. */
#include "certify/memory.h"
#include "certify/walk.h"
#include "ir/cfg.h"

enum family {
    FAMILY_NONE,
#define OP(name, text, operands)
#define OP_INT(NAME, text) FAMILY_##NAME,
#define OP_BRANCH(NAME, text) FAMILY_##NAME,
#include "ir/ops.def"
#undef OP
    FAMILIES
};

/* How an instruction of a family has its operands. */
struct variant {
    enum family family;
    uint32_t width; /* 0: in aux */
    bool immediate;
};

#define VARIANTS(NAME)                                                                          \
    [IR_##NAME##32] = {FAMILY_##NAME, 32, false}, [IR_##NAME##32I] = {FAMILY_##NAME, 32, true}, \
    [IR_##NAME##64] = {FAMILY_##NAME, 64, false}, [IR_##NAME##64I] = {FAMILY_##NAME, 64, true}, \
    [IR_##NAME##N] = {FAMILY_##NAME, 0, false}, [IR_##NAME##NI] = {FAMILY_##NAME, 0, true},

static const struct variant variants[IR_OPS] = {
#define OP(name, text, operands)
#define OP_INT(NAME, text) VARIANTS(NAME)
#define OP_BRANCH(NAME, text) VARIANTS(NAME)
#include "ir/ops.def"
#undef OP
};

static enum walk_step next(struct walk_state *st) {
    walk_top(st)->pc++;
    return WALK_ON;
}

static enum walk_step go(struct walk_state *st, uint32_t target) {
    struct walk_frame *f = walk_top(st);
    f->from = cfg_block_at(f->fn, f->pc);
    f->pc = target;
    st->arriving = true;
    return WALK_ARRIVED;
}

/* The low bits of a register. */
static term low(struct walk *w, struct walk_state *st, uint32_t slot, uint32_t width) {
    return term_extract(&w->t, walk_reg(w, st, slot), 0, width);
}

static term truth(struct walk *w, struct walk_state *st, uint32_t slot) {
    return term_truth(&w->t, low(w, st, slot, 1));
}

static enum walk_step set(struct walk *w, struct walk_state *st, uint32_t slot, term v) {
    walk_set(w, st, slot, term_zext(&w->t, v, 64));
    return next(st);
}

/* ---- operators --------------------------------------------------------------------------------------- */

/* What a family gives for a and b. */
static const struct operator{
    enum term_op op;   /* TERM_NONE: not known, or ... */
    bool first;        /* ... a */
    bool swap, negate; /* of comparisons: b with a; the contrary */
}
operators[FAMILIES] = {
    [FAMILY_ADD] = {.op = TERM_BADD},
    [FAMILY_CADD] = {.op = TERM_BADD},
    [FAMILY_SUB] = {.op = TERM_BSUB},
    [FAMILY_CSUB] = {.op = TERM_BSUB},
    [FAMILY_MUL] = {.op = TERM_BMUL},
    [FAMILY_CMUL] = {.op = TERM_BMUL},
    [FAMILY_SHL] = {.op = TERM_SHL},
    [FAMILY_CSHL] = {.op = TERM_SHL},
    [FAMILY_AND] = {.op = TERM_BAND},
    [FAMILY_OR] = {.op = TERM_BOR},
    [FAMILY_XOR] = {.op = TERM_BXOR},
    [FAMILY_LSHR] = {.op = TERM_LSHR},
    [FAMILY_ASHR] = {.op = TERM_ASHR},
    [FAMILY_UDIV] = {.op = TERM_UDIV},
    [FAMILY_SDIV] = {.op = TERM_SDIV},
    [FAMILY_UREM] = {.op = TERM_UREM},
    [FAMILY_SREM] = {.op = TERM_SREM},
    [FAMILY_CINDEX] = {.first = true},
    [FAMILY_CBOOL] = {.first = true},
    [FAMILY_CALIGN] = {.first = true},
    [FAMILY_EQ] = {.op = TERM_EQ},
    [FAMILY_BEQ] = {.op = TERM_EQ},
    [FAMILY_NE] = {.op = TERM_EQ, .negate = true},
    [FAMILY_BNE] = {.op = TERM_EQ, .negate = true},
    [FAMILY_ULT] = {.op = TERM_ULT},
    [FAMILY_BULT] = {.op = TERM_ULT},
    [FAMILY_ULE] = {.op = TERM_ULE},
    [FAMILY_BULE] = {.op = TERM_ULE},
    [FAMILY_UGT] = {.op = TERM_ULT, .swap = true},
    [FAMILY_BUGT] = {.op = TERM_ULT, .swap = true},
    [FAMILY_UGE] = {.op = TERM_ULE, .swap = true},
    [FAMILY_BUGE] = {.op = TERM_ULE, .swap = true},
    [FAMILY_SLT] = {.op = TERM_SLT},
    [FAMILY_BSLT] = {.op = TERM_SLT},
    [FAMILY_SLE] = {.op = TERM_SLE},
    [FAMILY_BSLE] = {.op = TERM_SLE},
    [FAMILY_SGT] = {.op = TERM_SLT, .swap = true},
    [FAMILY_BSGT] = {.op = TERM_SLT, .swap = true},
    [FAMILY_SGE] = {.op = TERM_SLE, .swap = true},
    [FAMILY_BSGE] = {.op = TERM_SLE, .swap = true},
};

static term compare(struct walk *w, struct walk_state *st, const struct operator* o, term a, term b) {
    term c = walk_compare(w, st, o->op, o->swap ? b : a, o->swap ? a : b);
    return o->negate ? term_not(&w->t, c) : c;
}

static term operate(struct walk *w, struct walk_state *st, const struct operator* o, term a, term b) {
    if (o->first) return a;
    if (!term_compares(o->op)) return term_binary(&w->t, o->op, a, b);
    return term_of_truth(&w->t, compare(w, st, o, a, b), term_width(&w->t, a));
}

/* ---- branches ---------------------------------------------------------------------------------------- */

static enum walk_step branch(struct walk *w, struct walk_state *st, term c, uint32_t yes, uint32_t no) {
    if (yes == no || term_is_const(&w->t, c)) return go(st, yes == no || term_value(&w->t, c) ? yes : no);
    term not_c = term_not(&w->t, c);
    bool may_yes, may_no;
    if (!walk_ways(w, st, c, &may_yes, &may_no)) return WALK_ENDED;
    if (may_yes && may_no) go(walk_fork(w, st, not_c), no);
    walk_assume(w, st, may_yes ? c : not_c);
    return go(st, may_yes ? yes : no);
}

static enum walk_step switch_to(struct walk *w, struct walk_state *st, const struct insn *in) {
    const struct ir_switch *sw = &walk_top(st)->fn->switches[in->b];
    term v = low(w, st, in->a, sw->width);
    for (uint32_t i = 0; i < sw->ncases && !w->over; i++) {
        term is = term_binary(&w->t, TERM_EQ, v, term_const(&w->t, sw->width, sw->values[i]));
        if (term_is(&w->t, is, 1)) return go(st, sw->targets[i]);
        if (term_is_const(&w->t, is) || !walk_may(w, st, is)) continue;
        go(walk_fork(w, st, is), sw->targets[i]);
        walk_assume(w, st, term_not(&w->t, is));
    }
    if (w->over || !walk_may(w, st, term_bool(&w->t, true))) return WALK_ENDED;
    return go(st, sw->otherwise);
}

/* ---- arithmetic -------------------------------------------------------------------------------------- */

/* Division: what traps ends the program where the proof does not ask about it. */
static bool check_division(struct walk *w, struct walk_state *st, bool is_signed, term a, term b) {
    uint32_t width = term_width(&w->t, a);
    term zero = term_binary(&w->t, TERM_EQ, b, term_const(&w->t, width, 0));
    term least = term_const(&w->t, width, UINT64_C(1) << (width - 1)), minus = term_const(&w->t, width, UINT64_MAX);
    term over =
        term_binary(&w->t, TERM_AND, term_binary(&w->t, TERM_EQ, a, least), term_binary(&w->t, TERM_EQ, b, minus));
    /* 64-bit divisions of 32-bit programs are function calls, which give the lowest bits. */
    bool traps = is_signed && (walk_wants(w, PROVE_DIVISION) || (width >= 32 && !(w->p->is32 && width > 32)));
    term bad = traps ? term_binary(&w->t, TERM_OR, zero, over) : zero;
    if (walk_wants(w, PROVE_DIVISION))
        return walk_oblige(w, st, PROVE_DIVISION, bad, "a division by zero, or whose quotient does not fit");
    walk_end(w, st, bad, true);
    walk_assume(w, st, term_not(&w->t, bad));
    return term_is(&w->t, bad, 0) || walk_may(w, st, term_bool(&w->t, true));
}

static term wide(struct walk *w, term a) { return term_sext(&w->t, a, 64); }

/* Does the signed operation overflow? (term){0}: it is not known how to say so. */
static term overflows(struct walk *w, enum term_op op, term a, term b) {
    struct terms *t = &w->t;
    uint32_t width = term_width(t, a);
    term r = term_binary(t, op, a, b);
    if (width <= 32)
        return term_not(t, term_binary(t, TERM_EQ, term_binary(t, op, wide(w, a), wide(w, b)), wide(w, r)));
    if (op == TERM_BMUL) return (term){0};
    term zero = term_const(t, width, 0), neg_a = term_binary(t, TERM_SLT, a, zero),
         neg_b = term_binary(t, TERM_SLT, b, zero);
    term neg_r = term_binary(t, TERM_SLT, r, zero), alike = term_binary(t, TERM_EQ, neg_a, neg_b);
    if (op == TERM_BSUB) alike = term_not(t, alike);
    return term_binary(t, TERM_AND, alike, term_not(t, term_binary(t, TERM_EQ, neg_a, neg_r)));
}

static bool check_overflow(struct walk *w, struct walk_state *st, enum family f, term a, term b) {
    term bad = overflows(w, operators[f].op, a, b);
    if (!bad.id) return walk_incomplete(w, st, "a checked product of %u bits", term_width(&w->t, a)), false;
    return walk_oblige(w, st, PROVE_OVERFLOW, bad, "a signed overflow");
}

/* The amount of a shift, as far as it is one. */
static bool check_shift(struct walk *w, struct walk_state *st, term *b) {
    uint32_t width = term_width(&w->t, *b);
    term limit = term_const(&w->t, width, width);
    if (walk_wants(w, PROVE_SHIFT))
        return walk_oblige(w, st, PROVE_SHIFT, term_not(&w->t, term_binary(&w->t, TERM_ULT, *b, limit)),
                           "a shift by the width or more");
    *b = term_binary(&w->t, TERM_UREM, *b, limit); /* what the processor does */
    return true;
}

static bool check_left_shift(struct walk *w, struct walk_state *st, term a, term *b) {
    struct terms *t = &w->t;
    uint32_t width = term_width(t, a);
    term fine = term_binary(t, TERM_ULT, *b, term_const(t, width, width));
    if (!check_shift(w, st, b)) return false;
    term back = term_binary(t, TERM_ASHR, term_binary(t, TERM_SHL, a, *b), *b);
    term lost = term_not(t, term_binary(t, TERM_EQ, back, a)),
         negative = term_binary(t, TERM_SLT, a, term_const(t, width, 0));
    return walk_oblige(w, st, PROVE_OVERFLOW, term_binary(t, TERM_AND, fine, term_binary(t, TERM_OR, lost, negative)),
                       "a left shift that overflows");
}

static bool check_limit(struct walk *w, struct walk_state *st, enum prove kind, term a, term b, const char *what) {
    return walk_oblige(w, st, kind, term_not(&w->t, term_binary(&w->t, TERM_ULT, a, b)), what);
}

static uint64_t alignment(const struct walk *w, const struct held_object *o) {
    if (o->kind == HELD_GLOBAL) return w->p->globals.data[o->number]->align;
    return o->kind == HELD_HEAP ? 2 * w->p->ptr_bytes : o->variable ? 1 : o->fn->allocas[o->number].align;
}

/* What an address adds to an address that is aligned as mask wants it; if that is not known, the address. */
static term aligned_offset(struct walk *w, const struct walk_state *st, term a, term mask) {
    term off;
    uint32_t i = walk_object_at(w, st, a, &off);
    bool known =
        i != UINT32_MAX && term_is_const(&w->t, mask) && term_value(&w->t, mask) < alignment(w, st->objects.data[i]);
    return known ? off : a;
}

static bool check_operation(struct walk *w, struct walk_state *st, enum family f, term a, term *b) {
    switch (f) {
    case FAMILY_UDIV:
    case FAMILY_UREM: return check_division(w, st, false, a, *b);
    case FAMILY_SDIV:
    case FAMILY_SREM: return check_division(w, st, true, a, *b);
    case FAMILY_SHL:
    case FAMILY_LSHR:
    case FAMILY_ASHR: return check_shift(w, st, b);
    case FAMILY_CSHL: return check_left_shift(w, st, a, b);
    case FAMILY_CADD:
    case FAMILY_CSUB:
    case FAMILY_CMUL: return check_overflow(w, st, f, a, *b);
    case FAMILY_CINDEX: return check_limit(w, st, PROVE_INDEX, a, *b, "an index beyond its array");
    case FAMILY_CBOOL: return check_limit(w, st, PROVE_BOOL, a, *b, "a _Bool that is neither 0 nor 1");
    case FAMILY_CALIGN: {
        term rest = term_binary(&w->t, TERM_BAND, aligned_offset(w, st, a, *b), *b);
        return walk_oblige(w, st, PROVE_ALIGN, term_truth(&w->t, rest), "a misaligned access");
    }
    default: return true;
    }
}

static enum walk_step step_family(struct walk *w, struct walk_state *st, const struct insn *in, struct variant v) {
    bool branches = v.family >= FAMILY_BEQ && v.family <= FAMILY_BSGE;
    uint32_t width = v.width ? v.width : branches ? in->aux >> 8 : in->aux;
    const struct operator* o = & operators[v.family];
    if (width == 0 || width > 64 || (o->op == TERM_NONE && !o->first))
        return walk_incomplete(w, st, "%s of %u bits", ir_op_name((enum ir_op)in->op), width), WALK_ENDED;
    term a = low(w, st, in->a, width),
         b = v.immediate ? term_const(&w->t, width, (uint64_t)(int64_t)(int32_t)in->b) : low(w, st, in->b, width);
    if (branches) return branch(w, st, compare(w, st, o, a, b), in->c, in->d);
    return check_operation(w, st, v.family, a, &b) ? set(w, st, in->d, operate(w, st, o, a, b)) : WALK_ENDED;
}

/* ---- moves and casts --------------------------------------------------------------------------------- */

/* A cast keeps some low bits, and extends their sign. */
static enum walk_step cast(struct walk *w, struct walk_state *st, const struct insn *in) {
    static const struct {
        uint8_t from, to;
    } widths[IR_OPS] = {
        [IR_TRUNC8] = {8, 8},      [IR_TRUNC16] = {16, 16}, [IR_TRUNC32] = {32, 32},   [IR_SEXT8_32] = {8, 32},
        [IR_SEXT16_32] = {16, 32}, [IR_SEXT8_64] = {8, 64}, [IR_SEXT16_64] = {16, 64}, [IR_SEXT32_64] = {32, 64},
    };
    uint32_t from = widths[in->op].from, to = widths[in->op].to;
    if (in->op == IR_TRUNCN) from = to = in->aux;
    if (in->op == IR_SEXTN) from = in->aux & 255, to = in->aux >> 8;
    if (from == 0 || from > to || to > 64)
        return walk_incomplete(w, st, "a cast from %u to %u bits", from, to), WALK_ENDED;
    return set(w, st, in->d, term_sext(&w->t, low(w, st, in->a, from), to));
}

/* a + b * scale + offset in words of this width. */
static term sum(struct walk *w, term a, term b, uint64_t scale, uint64_t offset, uint32_t width) {
    struct terms *t = &w->t;
    term scaled = term_binary(t, TERM_BMUL, term_extract(t, b, 0, width), term_const(t, width, scale));
    term total = term_binary(t, TERM_BADD, term_binary(t, TERM_BADD, term_extract(t, a, 0, width), scaled),
                             term_const(t, width, offset));
    return term_zext(t, total, 64);
}

static enum walk_step step_bitop(struct walk *w, struct walk_state *st, const struct insn *in) {
    struct terms *t = &w->t;
    uint32_t width = in->aux & 255;
    enum ir_bitop op = (enum ir_bitop)(in->aux >> 8);
    term a = low(w, st, in->a, width), zero = term_const(t, width, 0);
    if (op == BITOP_ABS)
        return set(w, st, in->d, term_ite(t, term_binary(t, TERM_SLT, a, zero), term_binary(t, TERM_BSUB, zero, a), a));
    if (op < BITOP_SMIN || op > BITOP_UMAX) return walk_incomplete(w, st, "an operation on bits"), WALK_ENDED;
    term b = low(w, st, in->b, width);
    bool is_signed = op == BITOP_SMIN || op == BITOP_SMAX, least = op == BITOP_SMIN || op == BITOP_UMIN;
    term less = term_binary(t, is_signed ? TERM_SLT : TERM_ULT, a, b);
    return set(w, st, in->d, term_ite(t, less, least ? a : b, least ? b : a));
}

/* ---- memory ------------------------------------------------------------------------------------------ */

/* Loads and stores: at a + b, or (indexed) at a + b * aux + c. */
static enum walk_step access(struct walk *w, struct walk_state *st, const struct insn *in) {
    static const uint8_t widths[IR_OPS] = {
        [IR_LOAD8] = 8,   [IR_LOAD16] = 16,   [IR_LOAD32] = 32,   [IR_LOAD64] = 64,
        [IR_LOAD8X] = 8,  [IR_LOAD16X] = 16,  [IR_LOAD32X] = 32,  [IR_LOAD64X] = 64,
        [IR_STORE8] = 8,  [IR_STORE16] = 16,  [IR_STORE32] = 32,  [IR_STORE64] = 64,
        [IR_STORE8X] = 8, [IR_STORE16X] = 16, [IR_STORE32X] = 32, [IR_STORE64X] = 64,
    };
    struct terms *t = &w->t;
    bool loads = in->op <= IR_LOAD64X, indexed = loads ? in->op >= IR_LOAD8X : in->op >= IR_STORE8X;
    uint32_t bits = in->op == IR_LOADN || in->op == IR_STOREN ? in->aux : widths[in->op], n = (bits + 7) / 8;
    if (bits == 0 || bits > 64) return walk_incomplete(w, st, "an access of %u bits", bits), WALK_ENDED;
    term index = indexed ? walk_reg(w, st, in->b) : term_const(t, 64, 0), v;
    uint64_t offset = (uint64_t)(int64_t)(int32_t)(indexed ? in->c : in->b);
    term a = sum(w, walk_reg(w, st, in->a), index, indexed ? in->aux : 0, offset, 8 * w->p->ptr_bytes);
    if (loads) return walk_load(w, st, a, n, &v) ? set(w, st, in->d, term_extract(t, v, 0, bits)) : WALK_ENDED;
    v = term_resize(t, low(w, st, indexed ? in->d : in->c, bits), 8 * n);
    return walk_store(w, st, a, n, v) ? next(st) : WALK_ENDED;
}

/* Could the stack be exhausted? Of that the checker knows no more than that a mebibyte is there. */
static bool is_stack_large(struct walk *w, struct walk_state *st, uint64_t more) {
    uint64_t total = more;
    for (uint32_t i = 0; walk_wants(w, PROVE_MEMORY) && i < st->objects.len; i++)
        if (st->objects.data[i]->kind == HELD_LOCAL) total += st->objects.data[i]->size;
    if (walk_wants(w, PROVE_MEMORY) && total > 1u << 20) walk_incomplete(w, st, "more than a mebibyte on the stack");
    return w->over;
}

/* A variable: its number among those of the function. */
static enum walk_step allocate(struct walk *w, struct walk_state *st, const struct insn *in, uint32_t number,
                               uint64_t size) {
    struct walk_frame *f = walk_top(st);
    if (is_stack_large(w, st, size)) return WALK_ENDED;
    struct held_object *o = held_new(&w->t, st, w->p->is32, HELD_LOCAL, size);
    if (!o) return walk_incomplete(w, st, "there is no room for a variable"), WALK_ENDED;
    o->fn = f->fn;
    o->number = number;
    o->depth = st->frames.len - 1;
    o->variable = in->op == IR_ALLOCAV;
    o->live = o->variable || !f->fn->allocas[number].marked;
    return set(w, st, in->d, walk_address_of(w, o));
}

/* An array of variable length. */
static enum walk_step allocate_variable(struct walk *w, struct walk_state *st, const struct insn *in) {
    uint64_t n;
    if (!walk_pin(w, st, walk_reg(w, st, in->a), &n)) return WALK_ENDED;
    if (n > 1u << 20) return walk_incomplete(w, st, "a large array of variable length"), WALK_ENDED;
    return allocate(w, st, in, in->b, n);
}

/* What was made since the address was saved is gone. */
static enum walk_step restore_stack(struct walk *w, struct walk_state *st, const struct insn *in) {
    term a = walk_reg(w, st, in->a);
    if (!term_is_const(&w->t, a))
        return walk_incomplete(w, st, "a stack that is restored to an unknown place"), WALK_ENDED;
    for (uint32_t i = 0; i < st->objects.len; i++) {
        const struct held_object *o = st->objects.data[i];
        if (o->kind == HELD_LOCAL && o->variable && o->depth == st->frames.len - 1 && o->base >= term_value(&w->t, a))
            held_own(st, i)->live = false;
    }
    return next(st);
}

/* A variable's life begins, with no value, or ends. */
static enum walk_step life(struct walk *w, struct walk_state *st, const struct insn *in, bool begins) {
    term off;
    uint32_t i = walk_object_at(w, st, walk_pointer(w, walk_reg(w, st, in->a)), &off);
    if (i == UINT32_MAX || !term_is(&w->t, off, 0) || st->objects.data[i]->kind != HELD_LOCAL)
        return walk_incomplete(w, st, "the life of an unknown variable"), WALK_ENDED;
    struct held_object *o = held_own(st, i);
    o->live = begins;
    held_forget(&w->t, o);
    return next(st);
}

static enum walk_step step_block(struct walk *w, struct walk_state *st, const struct insn *in) {
    term a = walk_reg(w, st, in->a), b = walk_reg(w, st, in->b), c = walk_reg(w, st, in->c);
    bool done = in->op == IR_MEMSET ? walk_fill(w, st, a, term_extract(&w->t, b, 0, 8), c)
                                    : walk_copy(w, st, a, b, c, in->op == IR_MEMMOVE);
    return done ? next(st) : WALK_ENDED;
}

/* ---- all --------------------------------------------------------------------------------------------- */

static enum walk_step call_pointer(struct walk *w, struct walk_state *st, const struct insn *in) {
    term a = walk_pointer(w, walk_reg(w, st, in->a)), off;
    uint64_t base;
    if (!walk_resolve(w, st, &a)) return WALK_ENDED;
    bool known = term_split(&w->t, a, &base, &off) && term_is(&w->t, off, 0);
    for (uint32_t i = 1; known && i < w->p->functions.len; i++)
        if (w->p->functions.data[i]->address == base) return walk_call(w, st, w->p->functions.data[i]);
    walk_wrong(w, st, "a call of something that is not a function");
    return WALK_ENDED;
}

static enum walk_step step_rest(struct walk *w, struct walk_state *st, const struct insn *in) {
    switch (in->op) {
    case IR_JMP: return go(st, in->c);
    case IR_BR: return branch(w, st, truth(w, st, in->a), in->c, in->d);
    case IR_SWITCH: return switch_to(w, st, in);
    case IR_RET: return walk_return(w, st);
    case IR_CALL: return walk_call(w, st, w->p->functions.data[in->a]);
    case IR_CALLI: return call_pointer(w, st, in);
    case IR_UNREACHABLE: walk_wrong(w, st, "unreachable code"); return WALK_ENDED;
    case IR_MOV: return set(w, st, in->d, walk_reg(w, st, in->a));
    case IR_MOVI: return set(w, st, in->d, walk_constant(w, in->b | (uint64_t)in->c << 32));
    case IR_UNDEF: return set(w, st, in->d, term_sym(&w->t, in->aux ? in->aux : 64));
    case IR_SELECT:
        return set(w, st, in->d, term_ite(&w->t, truth(w, st, in->a), walk_reg(w, st, in->b), walk_reg(w, st, in->c)));
    case IR_LEA64:
    case IR_LEA32:
        return set(w, st, in->d,
                   sum(w, walk_reg(w, st, in->a), walk_reg(w, st, in->b), in->c, 0, in->op == IR_LEA64 ? 64 : 32));
    case IR_APART: return next(st); /* where objects lie is unknown here, too */
    case IR_BITOP: return step_bitop(w, st, in);
    case IR_ALLOCA: return allocate(w, st, in, in->a, walk_top(st)->fn->allocas[in->a].size);
    case IR_ALLOCAV: return allocate_variable(w, st, in);
    case IR_STACKSAVE: return set(w, st, in->d, term_const(&w->t, 64, st->next_address));
    case IR_STACKRESTORE: return restore_stack(w, st, in);
    case IR_LIFE_START: return life(w, st, in, true);
    case IR_LIFE_END: return life(w, st, in, false);
    case IR_MEMCPY:
    case IR_MEMMOVE:
    case IR_MEMSET: return step_block(w, st, in);
    default:
        walk_incomplete(w, st, "an instruction that the checker does not know: %s", ir_op_name((enum ir_op)in->op));
        return WALK_ENDED;
    }
}

enum walk_step walk_step(struct walk *w, struct walk_state *st) {
    const struct insn *in = walk_insn(st);
    struct variant v = variants[in->op];
    if (v.family != FAMILY_NONE) return step_family(w, st, in, v);
    if (in->op >= IR_LOAD8 && in->op <= IR_STORE64X) return access(w, st, in);
    if (in->op >= IR_TRUNC8 && in->op <= IR_SEXTN) return cast(w, st, in);
    return step_rest(w, st, in);
}
