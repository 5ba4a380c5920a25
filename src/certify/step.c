/* One instruction of the walk. Families of integer operators follow from ir/ops.def. */
#include "certify/walk.h"
#include "ir/cfg.h"

enum family {
    FAMILY_NONE,
#define OP(name, text, operands)
#define OP_INT(NAME, text) FAMILY_##NAME,
#define OP_BRANCH(NAME, text) FAMILY_##NAME,
#include "ir/ops.def"
#undef OP
};

/* How an instruction of a family has its operands. */
struct variant {
    enum family family;
    uint32_t width; /* 0: in aux */
    bool immediate;
};

#define VARIANTS(NAME)                                                                                                \
    case IR_##NAME##32: return (struct variant){FAMILY_##NAME, 32, false};                                            \
    case IR_##NAME##64: return (struct variant){FAMILY_##NAME, 64, false};                                            \
    case IR_##NAME##N: return (struct variant){FAMILY_##NAME, 0, false};                                              \
    case IR_##NAME##32I: return (struct variant){FAMILY_##NAME, 32, true};                                            \
    case IR_##NAME##64I: return (struct variant){FAMILY_##NAME, 64, true};                                            \
    case IR_##NAME##NI: return (struct variant){FAMILY_##NAME, 0, true};

static struct variant variant_of(uint16_t op) {
    switch (op) {
#define OP(name, text, operands)
#define OP_INT(NAME, text) VARIANTS(NAME)
#define OP_BRANCH(NAME, text) VARIANTS(NAME)
#include "ir/ops.def"
#undef OP
    default: return (struct variant){FAMILY_NONE, 0, false};
    }
}

static const struct insn *insn_of(struct walk_state *st) { return &walk_top(st)->fn->code[walk_top(st)->pc]; }

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

/* ---- branches -------------------------------------------------------------------------------------------------------- */

static enum walk_step branch(struct walk *w, struct walk_state *st, term c, uint32_t yes, uint32_t no) {
    if (w->over) return WALK_ENDED;
    if (yes == no || term_is_const(&w->t, c)) return go(st, yes == no || term_value(&w->t, c) ? yes : no);
    term not_c = term_not(&w->t, c);
    bool may_yes = walk_may(w, st, c), may_no = !may_yes || walk_may(w, st, not_c);
    if (w->over) return WALK_ENDED;
    if (may_yes && may_no) {
        struct walk_state *other = walk_state_copy(st);
        walk_assume(w, other, not_c);
        go(other, no);
        vec_push(&w->open, other);
    }
    walk_assume(w, st, may_yes ? c : not_c);
    return go(st, may_yes ? yes : no);
}

static enum term_op comparison(enum family f, bool *swap, bool *negate) {
    *swap = f == FAMILY_UGT || f == FAMILY_UGE || f == FAMILY_SGT || f == FAMILY_SGE || f == FAMILY_BUGT || f == FAMILY_BUGE ||
            f == FAMILY_BSGT || f == FAMILY_BSGE;
    *negate = f == FAMILY_NE || f == FAMILY_BNE;
    switch (f) {
    case FAMILY_EQ: case FAMILY_NE: case FAMILY_BEQ: case FAMILY_BNE: return TERM_EQ;
    case FAMILY_ULT: case FAMILY_UGT: case FAMILY_BULT: case FAMILY_BUGT: return TERM_ULT;
    case FAMILY_ULE: case FAMILY_UGE: case FAMILY_BULE: case FAMILY_BUGE: return TERM_ULE;
    case FAMILY_SLT: case FAMILY_SGT: case FAMILY_BSLT: case FAMILY_BSGT: return TERM_SLT;
    case FAMILY_SLE: case FAMILY_SGE: case FAMILY_BSLE: case FAMILY_BSGE: return TERM_SLE;
    default: return TERM_NONE;
    }
}

static term compare(struct walk *w, struct walk_state *st, enum family f, term a, term b) {
    bool swap, negate;
    enum term_op op = comparison(f, &swap, &negate);
    assert(op != TERM_NONE);
    term x = swap ? b : a, y = swap ? a : b;
    term c = op == TERM_EQ ? walk_equal(w, st, x, y) : op == TERM_ULT || op == TERM_ULE ? walk_below(w, st, op, x, y) : term_binary(&w->t, op, x, y);
    return negate ? term_not(&w->t, c) : c;
}

/* The operands of a family's instruction; false: the walk is over. */
static bool operands(struct walk *w, struct walk_state *st, const struct insn *in, bool immediate, uint32_t width, term *a, term *b) {
    term x = walk_reg(w, st, in->a);
    term y = immediate ? term_const(&w->t, 64, (uint64_t)(int64_t)(int32_t)in->b) : x.id ? walk_reg(w, st, in->b) : x;
    if (!x.id || !y.id) return false;
    if (width == 0 || width > 64) return walk_incomplete(w, st, "an integer of %u bits", width), false;
    *a = term_extract(&w->t, x, 0, width);
    *b = term_extract(&w->t, y, 0, width);
    return true;
}

static bool is_branch(enum family f) { return f >= FAMILY_BEQ && f <= FAMILY_BSGE; }

static enum walk_step switch_to(struct walk *w, struct walk_state *st, const struct insn *in) {
    const struct ir_switch *sw = &walk_top(st)->fn->switches[in->b];
    term v = walk_reg(w, st, in->a);
    if (!v.id) return WALK_ENDED;
    v = term_extract(&w->t, v, 0, sw->width);
    for (uint32_t i = 0; i < sw->ncases && !w->over; i++) {
        term is = term_binary(&w->t, TERM_EQ, v, term_const(&w->t, sw->width, sw->values[i]));
        if (term_is(&w->t, is, 1)) return go(st, sw->targets[i]);
        if (term_is_const(&w->t, is) || !walk_may(w, st, is)) continue;
        struct walk_state *other = walk_state_copy(st);
        walk_assume(w, other, is);
        go(other, sw->targets[i]);
        vec_push(&w->open, other);
        walk_assume(w, st, term_not(&w->t, is));
    }
    if (w->over || !walk_may(w, st, term_bool(&w->t, true))) return WALK_ENDED;
    return go(st, sw->otherwise);
}

/* ---- arithmetic ------------------------------------------------------------------------------------------------------------ */

/* Division: what traps ends the program where nobody asks about it. */
static bool check_division(struct walk *w, struct walk_state *st, bool is_signed, term a, term b) {
    uint32_t width = term_width(&w->t, a);
    term zero = term_binary(&w->t, TERM_EQ, b, term_const(&w->t, width, 0));
    term least = term_const(&w->t, width, UINT64_C(1) << (width - 1)), minus = term_const(&w->t, width, UINT64_MAX);
    term over = term_binary(&w->t, TERM_AND, term_binary(&w->t, TERM_EQ, a, least), term_binary(&w->t, TERM_EQ, b, minus));
    /* 64-bit divisions of 32-bit programs are function calls, which give the lowest bits. */
    bool traps = is_signed && (walk_wants(w, PROVE_DIVISION) || (width >= 32 && !(w->p->is32 && width > 32)));
    term bad = traps ? term_binary(&w->t, TERM_OR, zero, over) : zero;
    if (walk_wants(w, PROVE_DIVISION)) return walk_oblige(w, st, PROVE_DIVISION, bad, "a division by zero, or whose quotient does not fit");
    walk_assume(w, st, term_not(&w->t, bad));
    return term_is(&w->t, bad, 0) || walk_may(w, st, term_bool(&w->t, true));
}

static term wide(struct walk *w, term a) { return term_sext(&w->t, a, 64); }

/* Does the signed operation overflow? (term){0}: it is not known how to say so. */
static term overflows(struct walk *w, enum family f, term a, term b) {
    struct terms *t = &w->t;
    uint32_t width = term_width(t, a);
    enum term_op op = f == FAMILY_CADD ? TERM_BADD : f == FAMILY_CSUB ? TERM_BSUB : TERM_BMUL;
    term r = term_binary(t, op, a, b);
    if (width <= 32) return term_not(t, term_binary(t, TERM_EQ, term_binary(t, op, wide(w, a), wide(w, b)), wide(w, r)));
    if (op == TERM_BMUL) return (term){0};
    term zero = term_const(t, width, 0), neg_a = term_binary(t, TERM_SLT, a, zero), neg_b = term_binary(t, TERM_SLT, b, zero);
    term neg_r = term_binary(t, TERM_SLT, r, zero), alike = term_binary(t, TERM_EQ, neg_a, neg_b);
    if (op == TERM_BSUB) alike = term_not(t, alike);
    return term_binary(t, TERM_AND, alike, term_not(t, term_binary(t, TERM_EQ, neg_a, neg_r)));
}

static bool check_overflow(struct walk *w, struct walk_state *st, enum family f, term a, term b) {
    term bad = overflows(w, f, a, b);
    if (!bad.id) return walk_incomplete(w, st, "a checked product of %u bits", term_width(&w->t, a)), false;
    return walk_oblige(w, st, PROVE_OVERFLOW, bad, "a signed overflow");
}

/* The amount of a shift, as far as it is one. */
static bool check_shift(struct walk *w, struct walk_state *st, term *b) {
    uint32_t width = term_width(&w->t, *b);
    term limit = term_const(&w->t, width, width);
    if (walk_wants(w, PROVE_SHIFT))
        return walk_oblige(w, st, PROVE_SHIFT, term_not(&w->t, term_binary(&w->t, TERM_ULT, *b, limit)), "a shift by the width or more");
    *b = term_binary(&w->t, TERM_UREM, *b, limit); /* what the processor does */
    return true;
}

static bool check_left_shift(struct walk *w, struct walk_state *st, term a, term *b) {
    struct terms *t = &w->t;
    uint32_t width = term_width(t, a);
    term fine = term_binary(t, TERM_ULT, *b, term_const(t, width, width));
    if (!check_shift(w, st, b)) return false;
    term back = term_binary(t, TERM_ASHR, term_binary(t, TERM_SHL, a, *b), *b);
    term lost = term_not(t, term_binary(t, TERM_EQ, back, a)), negative = term_binary(t, TERM_SLT, a, term_const(t, width, 0));
    return walk_oblige(w, st, PROVE_OVERFLOW, term_binary(t, TERM_AND, fine, term_binary(t, TERM_OR, lost, negative)), "a left shift that overflows");
}

static bool check_limit(struct walk *w, struct walk_state *st, enum prove kind, term a, term b, const char *what) {
    return walk_oblige(w, st, kind, term_not(&w->t, term_binary(&w->t, TERM_ULT, a, b)), what);
}

static uint64_t alignment(const struct walk *w, const struct held_object *o) {
    if (o->kind == HELD_GLOBAL) return w->p->globals.data[o->number]->align;
    return o->kind == HELD_HEAP ? 2 * w->p->ptr_bytes : o->variable ? 1 : o->fn->allocas[o->number].align;
}

/* What an address adds to one that is aligned as mask wants it; the address, if it is none. */
static term aligned_offset(struct walk *w, const struct walk_state *st, term a, term mask) {
    term off;
    uint32_t i = walk_object_at(w, st, a, &off);
    bool known = i != UINT32_MAX && term_is_const(&w->t, mask) && term_value(&w->t, mask) < alignment(w, st->objects.data[i]);
    return known ? off : a;
}

static bool check_operation(struct walk *w, struct walk_state *st, enum family f, term a, term *b) {
    switch (f) {
    case FAMILY_UDIV: case FAMILY_UREM: return check_division(w, st, false, a, *b);
    case FAMILY_SDIV: case FAMILY_SREM: return check_division(w, st, true, a, *b);
    case FAMILY_SHL: case FAMILY_LSHR: case FAMILY_ASHR: return check_shift(w, st, b);
    case FAMILY_CSHL: return check_left_shift(w, st, a, b);
    case FAMILY_CADD: case FAMILY_CSUB: case FAMILY_CMUL: return check_overflow(w, st, f, a, *b);
    case FAMILY_CINDEX: return check_limit(w, st, PROVE_INDEX, a, *b, "an index beyond its array");
    case FAMILY_CBOOL: return check_limit(w, st, PROVE_BOOL, a, *b, "a _Bool that is neither 0 nor 1");
    case FAMILY_CALIGN: {
        term low = term_binary(&w->t, TERM_BAND, aligned_offset(w, st, a, *b), *b);
        return walk_oblige(w, st, PROVE_ALIGN, term_truth(&w->t, low), "a misaligned access");
    }
    default: return true;
    }
}

static term operate(struct walk *w, struct walk_state *st, enum family f, term a, term b) {
    struct terms *t = &w->t;
    switch (f) {
    case FAMILY_ADD: case FAMILY_CADD: return term_binary(t, TERM_BADD, a, b);
    case FAMILY_SUB: case FAMILY_CSUB: return term_binary(t, TERM_BSUB, a, b);
    case FAMILY_MUL: case FAMILY_CMUL: return term_binary(t, TERM_BMUL, a, b);
    case FAMILY_AND: return term_binary(t, TERM_BAND, a, b);
    case FAMILY_OR: return term_binary(t, TERM_BOR, a, b);
    case FAMILY_XOR: return term_binary(t, TERM_BXOR, a, b);
    case FAMILY_SHL: case FAMILY_CSHL: return term_binary(t, TERM_SHL, a, b);
    case FAMILY_LSHR: return term_binary(t, TERM_LSHR, a, b);
    case FAMILY_ASHR: return term_binary(t, TERM_ASHR, a, b);
    case FAMILY_UDIV: return term_binary(t, TERM_UDIV, a, b);
    case FAMILY_SDIV: return term_binary(t, TERM_SDIV, a, b);
    case FAMILY_UREM: return term_binary(t, TERM_UREM, a, b);
    case FAMILY_SREM: return term_binary(t, TERM_SREM, a, b);
    case FAMILY_CINDEX: case FAMILY_CBOOL: case FAMILY_CALIGN: return a;
    default: return term_of_truth(t, compare(w, st, f, a, b), term_width(t, a));
    }
}

static enum walk_step step_family(struct walk *w, struct walk_state *st, const struct insn *in, struct variant v) {
    uint32_t width = v.width ? v.width : is_branch(v.family) ? in->aux >> 8 : in->aux;
    term a, b;
    if (!operands(w, st, in, v.immediate, width, &a, &b)) return WALK_ENDED;
    if (is_branch(v.family)) return branch(w, st, compare(w, st, v.family, a, b), in->c, in->d);
    if (!check_operation(w, st, v.family, a, &b) || w->over) return WALK_ENDED;
    walk_set(w, st, in->d, term_zext(&w->t, operate(w, st, v.family, a, b), 64));
    return next(st);
}

/* ---- moves and casts ------------------------------------------------------------------------------------------------------------- */

static enum walk_step set(struct walk *w, struct walk_state *st, uint32_t slot, term v) {
    if (!v.id) return WALK_ENDED;
    walk_set(w, st, slot, v);
    return next(st);
}

static term cut(struct walk *w, term v, uint32_t width) {
    return v.id ? term_zext(&w->t, term_extract(&w->t, v, 0, width), 64) : v;
}

static term extended(struct walk *w, term v, uint32_t from, uint32_t to) {
    return v.id ? term_zext(&w->t, term_sext(&w->t, term_extract(&w->t, v, 0, from), to), 64) : v;
}

/* a + b * scale + offset in words of this width. */
static term sum(struct walk *w, term a, term b, uint64_t scale, uint64_t offset, uint32_t width) {
    struct terms *t = &w->t;
    term scaled = term_binary(t, TERM_BMUL, term_extract(t, b, 0, width), term_const(t, width, scale));
    term total = term_binary(t, TERM_BADD, term_binary(t, TERM_BADD, term_extract(t, a, 0, width), scaled), term_const(t, width, offset));
    return term_zext(t, total, 64);
}

static term lea(struct walk *w, struct walk_state *st, const struct insn *in, uint32_t width) {
    term a = walk_reg(w, st, in->a), b = walk_reg(w, st, in->b);
    return a.id && b.id ? sum(w, a, b, in->c, 0, width) : (term){0};
}

static enum walk_step select_one(struct walk *w, struct walk_state *st, const struct insn *in) {
    term c = walk_reg(w, st, in->a), a = walk_reg(w, st, in->b), b = walk_reg(w, st, in->c);
    if (!c.id || !a.id || !b.id) return WALK_ENDED;
    return set(w, st, in->d, term_ite(&w->t, term_truth(&w->t, term_extract(&w->t, c, 0, 1)), a, b));
}

static enum walk_step step_bitop(struct walk *w, struct walk_state *st, const struct insn *in) {
    uint32_t width = in->aux & 255;
    enum ir_bitop op = (enum ir_bitop)(in->aux >> 8);
    term a = walk_reg(w, st, in->a);
    if (!a.id) return WALK_ENDED;
    struct terms *t = &w->t;
    a = term_extract(t, a, 0, width);
    term zero = term_const(t, width, 0);
    if (op == BITOP_ABS) return set(w, st, in->d, term_zext(t, term_ite(t, term_binary(t, TERM_SLT, a, zero), term_binary(t, TERM_BSUB, zero, a), a), 64));
    if (op < BITOP_SMIN || op > BITOP_UMAX) return walk_incomplete(w, st, "an operation on bits"), WALK_ENDED;
    term b = walk_reg(w, st, in->b);
    if (!b.id) return WALK_ENDED;
    b = term_extract(t, b, 0, width);
    bool is_signed = op == BITOP_SMIN || op == BITOP_SMAX, least = op == BITOP_SMIN || op == BITOP_UMIN;
    term less = term_binary(t, is_signed ? TERM_SLT : TERM_ULT, a, b);
    return set(w, st, in->d, term_zext(t, term_ite(t, less, least ? a : b, least ? b : a), 64));
}

/* ---- memory ---------------------------------------------------------------------------------------------------------------------------- */

static term address(struct walk *w, struct walk_state *st, uint32_t slot, uint32_t offset) {
    term a = walk_reg(w, st, slot);
    return a.id ? sum(w, a, term_const(&w->t, 64, 0), 0, (uint64_t)(int64_t)(int32_t)offset, 8 * w->p->ptr_bytes) : a;
}

static term address_x(struct walk *w, struct walk_state *st, const struct insn *in) {
    term a = walk_reg(w, st, in->a), b = walk_reg(w, st, in->b);
    if (!a.id || !b.id) return (term){0};
    return sum(w, a, b, in->aux, (uint64_t)(int64_t)(int32_t)in->c, 8 * w->p->ptr_bytes);
}

static enum walk_step load(struct walk *w, struct walk_state *st, uint32_t slot, term a, uint32_t bits) {
    term v;
    if (!a.id) return WALK_ENDED;
    if (bits == 0 || bits > 64) return walk_incomplete(w, st, "a load of %u bits", bits), WALK_ENDED;
    enum walk_step s = walk_load(w, st, a, (bits + 7) / 8, &v);
    return s == WALK_ON ? set(w, st, slot, term_zext(&w->t, term_extract(&w->t, v, 0, bits), 64)) : s;
}

static enum walk_step store(struct walk *w, struct walk_state *st, term a, uint32_t slot, uint32_t bits) {
    term v = walk_reg(w, st, slot);
    if (!a.id || !v.id) return WALK_ENDED;
    if (bits == 0 || bits > 64) return walk_incomplete(w, st, "a store of %u bits", bits), WALK_ENDED;
    v = term_resize(&w->t, term_extract(&w->t, v, 0, bits), (bits + 7) / 8 * 8);
    enum walk_step s = walk_store(w, st, a, (bits + 7) / 8, v);
    return s == WALK_ON ? next(st) : s;
}

/* Could the stack be exhausted? Of that the checker knows no more than that a mebibyte is there. */
static bool is_stack_large(struct walk *w, struct walk_state *st, uint64_t more) {
    uint64_t total = more;
    for (uint32_t i = 0; walk_wants(w, PROVE_MEMORY) && i < st->objects.len; i++)
        if (st->objects.data[i]->kind == HELD_LOCAL) total += st->objects.data[i]->size;
    if (walk_wants(w, PROVE_MEMORY) && total > 1u << 20) walk_incomplete(w, st, "more than a mebibyte on the stack");
    return w->over;
}

static enum walk_step allocate(struct walk *w, struct walk_state *st, const struct insn *in) {
    struct walk_frame *f = walk_top(st);
    const struct ir_alloca *a = &f->fn->allocas[in->a];
    if (is_stack_large(w, st, a->size)) return WALK_ENDED;
    struct held_object *o = held_new(&w->t, st, w->p->is32, HELD_LOCAL, a->size);
    if (!o) return walk_incomplete(w, st, "there is no room for a variable"), WALK_ENDED;
    o->fn = f->fn;
    o->number = in->a;
    o->depth = st->frames.len - 1;
    o->live = !a->marked;
    return set(w, st, in->d, walk_address_of(w, o));
}

/* An array of variable length. */
static enum walk_step allocate_variable(struct walk *w, struct walk_state *st, const struct insn *in) {
    struct walk_frame *f = walk_top(st);
    term size = walk_reg(w, st, in->a);
    uint64_t n;
    if (!size.id || walk_pin(w, st, size, &n) != WALK_ON) return WALK_ENDED;
    if (is_stack_large(w, st, n)) return WALK_ENDED;
    struct held_object *o = n <= 1u << 20 ? held_new(&w->t, st, w->p->is32, HELD_LOCAL, n) : NULL;
    if (!o) return walk_incomplete(w, st, "a large array of variable length"), WALK_ENDED;
    o->fn = f->fn;
    o->number = in->b;
    o->depth = st->frames.len - 1;
    o->variable = true;
    return set(w, st, in->d, walk_address_of(w, o));
}

/* What was made since the address was saved is gone. */
static enum walk_step restore_stack(struct walk *w, struct walk_state *st, const struct insn *in) {
    term a = walk_reg(w, st, in->a);
    if (!a.id || !term_is_const(&w->t, a)) return walk_incomplete(w, st, "a stack that is restored to an unknown place"), WALK_ENDED;
    for (uint32_t i = 0; i < st->objects.len; i++) {
        const struct held_object *o = st->objects.data[i];
        if (o->kind == HELD_LOCAL && o->variable && o->depth == st->frames.len - 1 && o->base >= term_value(&w->t, a)) held_own(st, i)->live = false;
    }
    return next(st);
}

/* A variable's life begins, with no value, or ends. */
static enum walk_step life(struct walk *w, struct walk_state *st, const struct insn *in, bool begins) {
    term a = walk_reg(w, st, in->a), off;
    uint32_t i = a.id ? walk_object_at(w, st, term_extract(&w->t, a, 0, 8 * w->p->ptr_bytes), &off) : UINT32_MAX;
    if (i == UINT32_MAX || !term_is(&w->t, off, 0) || st->objects.data[i]->kind != HELD_LOCAL)
        return walk_incomplete(w, st, "the life of an unknown variable"), WALK_ENDED;
    struct held_object *o = held_own(st, i);
    o->live = begins;
    held_forget(&w->t, o);
    return next(st);
}

static enum walk_step step_memory(struct walk *w, struct walk_state *st, const struct insn *in) {
    switch (in->op) {
    case IR_LOAD8: return load(w, st, in->d, address(w, st, in->a, in->b), 8);
    case IR_LOAD16: return load(w, st, in->d, address(w, st, in->a, in->b), 16);
    case IR_LOAD32: return load(w, st, in->d, address(w, st, in->a, in->b), 32);
    case IR_LOAD64: return load(w, st, in->d, address(w, st, in->a, in->b), 64);
    case IR_LOADN: return load(w, st, in->d, address(w, st, in->a, in->b), in->aux);
    case IR_LOAD8X: return load(w, st, in->d, address_x(w, st, in), 8);
    case IR_LOAD16X: return load(w, st, in->d, address_x(w, st, in), 16);
    case IR_LOAD32X: return load(w, st, in->d, address_x(w, st, in), 32);
    case IR_LOAD64X: return load(w, st, in->d, address_x(w, st, in), 64);
    case IR_STORE8: return store(w, st, address(w, st, in->a, in->b), in->c, 8);
    case IR_STORE16: return store(w, st, address(w, st, in->a, in->b), in->c, 16);
    case IR_STORE32: return store(w, st, address(w, st, in->a, in->b), in->c, 32);
    case IR_STORE64: return store(w, st, address(w, st, in->a, in->b), in->c, 64);
    case IR_STOREN: return store(w, st, address(w, st, in->a, in->b), in->c, in->aux);
    case IR_STORE8X: return store(w, st, address_x(w, st, in), in->d, 8);
    case IR_STORE16X: return store(w, st, address_x(w, st, in), in->d, 16);
    case IR_STORE32X: return store(w, st, address_x(w, st, in), in->d, 32);
    case IR_STORE64X: return store(w, st, address_x(w, st, in), in->d, 64);
    default: return WALK_ENDED;
    }
}

static enum walk_step step_block(struct walk *w, struct walk_state *st, const struct insn *in) {
    term a = walk_reg(w, st, in->a), b = walk_reg(w, st, in->b), c = walk_reg(w, st, in->c);
    if (!a.id || !b.id || !c.id) return WALK_ENDED;
    enum walk_step s = in->op == IR_MEMSET ? walk_fill(w, st, a, term_extract(&w->t, b, 0, 8), c) : walk_copy(w, st, a, b, c, in->op == IR_MEMMOVE);
    return s == WALK_ON ? next(st) : s;
}

/* ---- all ------------------------------------------------------------------------------------------------------------------------------------ */

static enum walk_step call_pointer(struct walk *w, struct walk_state *st, const struct insn *in) {
    term a = walk_reg(w, st, in->a), off;
    uint64_t base;
    if (!a.id) return WALK_ENDED;
    a = term_extract(&w->t, a, 0, 8 * w->p->ptr_bytes);
    if (walk_resolve(w, st, &a) != WALK_ON) return WALK_ENDED;
    bool known = term_split(&w->t, a, &base, &off) && term_is(&w->t, off, 0);
    for (uint32_t i = 1; known && i < w->p->functions.len; i++)
        if (w->p->functions.data[i]->address == base) return walk_call(w, st, w->p->functions.data[i]);
    if (walk_wants(w, PROVE_MEMORY)) walk_invalid(w, st, "a call of what is no function");
    else walk_incomplete(w, st, "a call of what is no function");
    return WALK_ENDED;
}

static enum walk_step unreachable(struct walk *w, struct walk_state *st) {
    walk_oblige(w, st, PROVE_MEMORY, term_bool(&w->t, true), "unreachable code");
    return WALK_ENDED;
}

static enum walk_step step_rest(struct walk *w, struct walk_state *st, const struct insn *in) {
    switch (in->op) {
    case IR_JMP: return go(st, in->c);
    case IR_BR: {
        term c = walk_reg(w, st, in->a);
        return c.id ? branch(w, st, term_truth(&w->t, term_extract(&w->t, c, 0, 1)), in->c, in->d) : WALK_ENDED;
    }
    case IR_SWITCH: return switch_to(w, st, in);
    case IR_RET: return walk_return(w, st);
    case IR_CALL: return walk_call(w, st, w->p->functions.data[in->a]);
    case IR_CALLI: return call_pointer(w, st, in);
    case IR_UNREACHABLE: return unreachable(w, st);
    case IR_MOV: return set(w, st, in->d, walk_reg(w, st, in->a));
    case IR_MOVI: return set(w, st, in->d, walk_constant(w, in->b | (uint64_t)in->c << 32));
    case IR_UNDEF: return set(w, st, in->d, term_zext(&w->t, term_sym(&w->t, in->aux ? in->aux : 64), 64));
    case IR_SELECT: return select_one(w, st, in);
    case IR_TRUNC8: return set(w, st, in->d, cut(w, walk_reg(w, st, in->a), 8));
    case IR_TRUNC16: return set(w, st, in->d, cut(w, walk_reg(w, st, in->a), 16));
    case IR_TRUNC32: return set(w, st, in->d, cut(w, walk_reg(w, st, in->a), 32));
    case IR_TRUNCN: return set(w, st, in->d, cut(w, walk_reg(w, st, in->a), in->aux));
    case IR_SEXT8_32: return set(w, st, in->d, extended(w, walk_reg(w, st, in->a), 8, 32));
    case IR_SEXT16_32: return set(w, st, in->d, extended(w, walk_reg(w, st, in->a), 16, 32));
    case IR_SEXT8_64: return set(w, st, in->d, extended(w, walk_reg(w, st, in->a), 8, 64));
    case IR_SEXT16_64: return set(w, st, in->d, extended(w, walk_reg(w, st, in->a), 16, 64));
    case IR_SEXT32_64: return set(w, st, in->d, extended(w, walk_reg(w, st, in->a), 32, 64));
    case IR_SEXTN: return set(w, st, in->d, extended(w, walk_reg(w, st, in->a), in->aux & 255, in->aux >> 8));
    case IR_LEA64: return set(w, st, in->d, lea(w, st, in, 64));
    case IR_LEA32: return set(w, st, in->d, lea(w, st, in, 32));
    case IR_APART: return next(st); /* where objects lie is unknown all the same */
    case IR_BITOP: return step_bitop(w, st, in);
    case IR_ALLOCA: return allocate(w, st, in);
    case IR_ALLOCAV: return allocate_variable(w, st, in);
    case IR_STACKSAVE: return set(w, st, in->d, term_const(&w->t, 64, st->next_address));
    case IR_STACKRESTORE: return restore_stack(w, st, in);
    case IR_LIFE_START: return life(w, st, in, true);
    case IR_LIFE_END: return life(w, st, in, false);
    case IR_MEMCPY:
    case IR_MEMMOVE:
    case IR_MEMSET: return step_block(w, st, in);
    default: walk_incomplete(w, st, "an instruction that the checker does not know: %s", ir_op_name((enum ir_op)in->op)); return WALK_ENDED;
    }
}

enum walk_step walk_step(struct walk *w, struct walk_state *st) {
    const struct insn *in = insn_of(st);
    struct variant v = variant_of(in->op);
    if (v.family != FAMILY_NONE) return step_family(w, st, in, v);
    if (in->op >= IR_LOAD8 && in->op <= IR_STORE64X) return step_memory(w, st, in);
    return step_rest(w, st, in);
}
