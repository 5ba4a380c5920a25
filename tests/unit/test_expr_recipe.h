/* Random recipes: a list of steps, each an operator over earlier steps. A recipe
 * is built once with the library's constructors and evaluated once, step by
 * step, with the reference of test_expr_ref.h. */
#ifndef TEST_EXPR_RECIPE_H
#define TEST_EXPR_RECIPE_H

#include "base/rng.h"
#include "expr/arith.h"
#include "expr/model.h"
#include "expr/relate.h"
#include "test_expr_ref.h"

enum { RECIPE_STEPS = 100, RECIPE_CELLS = 16 };

struct step {
    enum expr_op op;
    uint32_t width;
    uint32_t low;  /* EXTRACT; index width of arrays */
    uint32_t elem; /* element width of arrays */
    int kids[3];
    uint64_t words[REF_BITS / 64]; /* CONST: the value; ARRAY_CONST: elements */
    expr e;
};

struct recipe {
    struct rng rng;
    struct expr_pool *pool;
    struct step steps[RECIPE_STEPS];
    int len;
    uint32_t max_width;
    uint32_t widths[4]; /* most steps have one of these, so that they find operands */
    bool arrays;
    bool no_guards; /* GUARD steps become ITE */
};

/* Value of a step under one model: bits, or an array's cells. */
struct step_value {
    struct ref bits;
    uint64_t cells[RECIPE_CELLS];
};

static inline uint64_t recipe_pick(struct recipe *r, uint64_t bound) {
    return rng_below(&r->rng, bound);
}

static inline uint32_t recipe_any_width(struct recipe *r) {
    static const uint32_t usual[] = {1, 1, 2, 3, 4, 5, 8, 8, 8, 16, 16, 32, 32, 32, 64, 64};
    static const uint32_t wide[] = {63, 65, 72, 96, 127, 128, 129, 192, 256, 300, 512};
    uint32_t w = usual[recipe_pick(r, 16)];
    if (recipe_pick(r, 8) == 0) w = 1 + (uint32_t)recipe_pick(r, 12);
    if (r->max_width > 64 && recipe_pick(r, 6) == 0) w = wide[recipe_pick(r, 11)];
    return w <= r->max_width ? w : r->max_width;
}

static inline uint32_t recipe_width(struct recipe *r) {
    return recipe_pick(r, 6) ? r->widths[recipe_pick(r, 4)] : recipe_any_width(r);
}

/* Values on which rules turn: ends of ranges, powers of two, masks, small. */
static inline void recipe_words(struct recipe *r, uint32_t width, uint64_t *words) {
    for (int i = 0; i < REF_BITS / 64; i++) words[i] = 0;
    uint32_t at = (uint32_t)recipe_pick(r, width), length = 1 + (uint32_t)recipe_pick(r, width);
    uint64_t kind = recipe_pick(r, 10);
    for (uint32_t i = 0; i < width; i++) {
        bool bit = false;
        switch (kind) {
        case 0: break;                                   /* 0 */
        case 1: bit = true; break;                       /* -1 */
        case 2: bit = i == width - 1; break;             /* most negative */
        case 3: bit = i != width - 1; break;             /* most positive */
        case 4: bit = i == at; break;                    /* power of two */
        case 5: bit = i >= at && i < at + length; break; /* run of ones */
        case 6: bit = rng_next(&r->rng) & 1; break;      /* anything */
        case 7: bit = i != at; break;                    /* all but one */
        default: break;
        }
        if (bit) words[i / 64] |= (uint64_t)1 << (i % 64);
    }
    if (kind >= 8) words[0] = recipe_pick(r, 12);
    if (width < 64) words[0] &= ((uint64_t)1 << width) - 1;
}

static inline int recipe_add(struct recipe *r, struct step s) {
    expr kids[3] = {0};
    for (int i = 0; i < expr_arity(s.op); i++) kids[i] = r->steps[s.kids[i]].e;
    if (expr_arity(s.op)) s.e = expr_build(r->pool, s.op, s.width, s.low, kids);
    r->steps[r->len] = s;
    return r->len++;
}

static inline int recipe_leaf(struct recipe *r, uint32_t width) {
    struct step s = {.op = recipe_pick(r, 5) < 2 ? EXPR_CONST : EXPR_SYM, .width = width};
    recipe_words(r, width, s.words);
    s.e =
        s.op == EXPR_SYM ? expr_sym(r->pool, width, "s") : expr_const_wide(r->pool, width, s.words);
    return recipe_add(r, s);
}

/* A step of this width: often a recent one, at times a new leaf. */
static inline int recipe_operand(struct recipe *r, uint32_t width) {
    int found[RECIPE_STEPS], n = 0;
    for (int i = 0; i < r->len; i++)
        if (r->steps[i].width == width) found[n++] = i;
    if (n == 0 || recipe_pick(r, 4) == 0) return recipe_leaf(r, width);
    if (recipe_pick(r, 2)) return found[n - 1];
    return found[recipe_pick(r, (uint64_t)n)];
}

static inline int recipe_array(struct recipe *r) {
    int found[RECIPE_STEPS], n = 0;
    for (int i = 0; i < r->len; i++)
        if (r->steps[i].width == 0) found[n++] = i;
    if (n && recipe_pick(r, 6)) return found[recipe_pick(r, (uint64_t)n)];
    struct step s = {.op = recipe_pick(r, 2) ? EXPR_ARRAY_CONST : EXPR_ARRAY_SYM};
    s.low = 1 + (uint32_t)recipe_pick(r, 4);
    s.elem = 1 + (uint32_t)recipe_pick(r, 9);
    uint64_t elems[RECIPE_CELLS] = {0};
    uint32_t count = (uint32_t)recipe_pick(r, ((uint64_t)1 << s.low) + 1);
    for (uint32_t i = 0; i < count; i++)
        elems[i] = recipe_pick(r, 3) & (((uint64_t)1 << s.elem) - 1);
    for (int i = 0; i < RECIPE_CELLS / 2; i++) s.words[i] = elems[2 * i] | elems[2 * i + 1] << 32;
    s.e = s.op == EXPR_ARRAY_SYM ? expr_array_sym(r->pool, s.low, s.elem, "a")
                                 : expr_array_const(r->pool, s.low, s.elem, elems, count);
    return recipe_add(r, s);
}

static inline void recipe_array_step(struct recipe *r) {
    int array = recipe_array(r);
    struct step a = r->steps[array];
    struct step s = {.op = EXPR_READ, .low = a.low, .elem = a.elem, .kids = {array}};
    uint64_t kind = recipe_pick(r, 5);
    if (kind < 3) {
        s.width = a.elem;
        s.kids[1] = recipe_operand(r, a.low);
    } else if (kind == 3) {
        s.op = EXPR_STORE;
        s.kids[1] = recipe_operand(r, a.low);
        s.kids[2] = recipe_operand(r, a.elem);
    } else {
        int other = array;
        for (int i = 0; i < r->len; i++)
            if (!r->steps[i].width && r->steps[i].low == a.low && r->steps[i].elem == a.elem)
                other = i;
        s.op = EXPR_ITE;
        s.kids[0] = recipe_operand(r, 1);
        s.kids[1] = array;
        s.kids[2] = other;
    }
    recipe_add(r, s);
}

static inline void recipe_bits_step(struct recipe *r) {
    static const enum expr_op ops[] = {
        EXPR_NOT,  EXPR_NEG,  EXPR_ADD,  EXPR_ADD,    EXPR_ADD,    EXPR_MUL,     EXPR_UDIV,
        EXPR_SDIV, EXPR_UREM, EXPR_SREM, EXPR_AND,    EXPR_AND,    EXPR_OR,      EXPR_OR,
        EXPR_XOR,  EXPR_SHL,  EXPR_LSHR, EXPR_ASHR,   EXPR_EQ,     EXPR_EQ,      EXPR_ULT,
        EXPR_ULE,  EXPR_SLT,  EXPR_SLE,  EXPR_CONCAT, EXPR_CONCAT, EXPR_EXTRACT, EXPR_EXTRACT,
        EXPR_ZEXT, EXPR_SEXT, EXPR_ITE,  EXPR_ITE,    EXPR_GUARD};
    struct step s = {.op = ops[recipe_pick(r, sizeof ops / sizeof *ops)]};
    if (s.op == EXPR_GUARD && r->no_guards) s.op = EXPR_ITE;
    uint32_t w = recipe_pick(r, 3) && r->len ? r->steps[r->len - 1].width : 0;
    if (!w) w = recipe_width(r);
    s.width = w;
    switch (s.op) {
    case EXPR_NOT:
    case EXPR_NEG: s.kids[0] = recipe_operand(r, w); break;
    case EXPR_EQ:
    case EXPR_ULT:
    case EXPR_ULE:
    case EXPR_SLT:
    case EXPR_SLE:
        s.kids[0] = recipe_operand(r, w);
        s.kids[1] = recipe_operand(r, w);
        s.width = 1;
        break;
    case EXPR_CONCAT: {
        uint32_t other = recipe_width(r);
        if (w + other > r->max_width) return;
        bool swap = recipe_pick(r, 2);
        s.kids[0] = recipe_operand(r, swap ? w : other);
        s.kids[1] = recipe_operand(r, swap ? other : w);
        s.width = w + other;
        break;
    }
    case EXPR_EXTRACT:
        s.kids[0] = recipe_operand(r, w);
        s.width = 1 + (uint32_t)recipe_pick(r, w);
        s.low = (uint32_t)recipe_pick(r, w - s.width + 1);
        break;
    case EXPR_ZEXT:
    case EXPR_SEXT:
        s.kids[0] = recipe_operand(r, w);
        s.width = w + (uint32_t)recipe_pick(r, 33);
        if (s.width > r->max_width) return;
        break;
    case EXPR_ITE:
        s.kids[0] = recipe_operand(r, 1);
        s.kids[1] = recipe_operand(r, w);
        s.kids[2] = recipe_operand(r, w);
        break;
    case EXPR_GUARD:
        s.kids[0] = recipe_operand(r, 1);
        s.kids[1] = recipe_operand(r, w);
        break;
    default:
        s.kids[0] = recipe_operand(r, w);
        s.kids[1] = recipe_operand(r, w);
        break;
    }
    recipe_add(r, s);
}

/* One of two operands of like shape, so that rules over pairs get their turn:
 * `cut` is where both are cut, `shared` (or -1) is a step that both may use. */
static inline int recipe_shaped(struct recipe *r, enum expr_op op, uint32_t w, uint32_t cut,
                                int shared) {
    struct step s = {.op = op, .width = w};
    bool use = shared >= 0 && recipe_pick(r, 2);
    switch (op) {
    case EXPR_ZEXT:
    case EXPR_SEXT: s.kids[0] = recipe_operand(r, recipe_pick(r, 2) ? cut : 1 + cut / 2); break;
    case EXPR_CONCAT:
        s.kids[0] = use && r->steps[shared].width == w - cut ? shared : recipe_operand(r, w - cut);
        s.kids[1] = use && r->steps[shared].width == cut ? shared : recipe_operand(r, cut);
        break;
    case EXPR_ITE:
        s.kids[0] = use && r->steps[shared].width == 1 ? shared : recipe_operand(r, 1);
        s.kids[1] = recipe_operand(r, w);
        s.kids[2] = recipe_operand(r, w);
        break;
    case EXPR_EXTRACT: /* shared has twice the width */
        s.kids[0] = shared;
        s.low = recipe_pick(r, 3) ? (uint32_t)recipe_pick(r, w + 1) : (cut & 1) * w;
        break;
    default:
        s.kids[0] = use && r->steps[shared].width == w ? shared : recipe_operand(r, w);
        s.kids[1] = recipe_pick(r, 2) ? recipe_leaf(r, w) : recipe_operand(r, w);
    }
    return recipe_add(r, s);
}

/* Two operands of like shape under one operator. */
static inline void recipe_twin_step(struct recipe *r) {
    static const enum expr_op shapes[] = {EXPR_ZEXT, EXPR_SEXT, EXPR_CONCAT,  EXPR_ITE, EXPR_UDIV,
                                          EXPR_AND,  EXPR_OR,   EXPR_EXTRACT, EXPR_NOT, EXPR_MUL,
                                          EXPR_ADD,  EXPR_XOR,  EXPR_SREM,    EXPR_SDIV};
    static const enum expr_op tops[] = {EXPR_EQ,   EXPR_EQ,   EXPR_ULT,  EXPR_ULE,    EXPR_SLT,
                                        EXPR_SLE,  EXPR_AND,  EXPR_OR,   EXPR_XOR,    EXPR_ADD,
                                        EXPR_MUL,  EXPR_UDIV, EXPR_UREM, EXPR_CONCAT, EXPR_ITE,
                                        EXPR_SDIV, EXPR_SREM};
    enum expr_op shape = shapes[recipe_pick(r, 14)], top = tops[recipe_pick(r, 17)];
    uint32_t w = recipe_width(r);
    if (w < 3 || 2 * w > r->max_width) return;
    uint32_t cut = 1 + (uint32_t)recipe_pick(r, w - 1);
    uint32_t ws[] = {w, cut, w - cut, 1};
    int shared = recipe_operand(r, shape == EXPR_EXTRACT ? 2 * w : ws[recipe_pick(r, 4)]);
    struct step s = {.op = top, .width = w};
    s.kids[0] = recipe_shaped(r, shape, w, cut, shared);
    s.kids[1] = recipe_pick(r, 4) ? recipe_shaped(r, shape, w, cut, shared) : recipe_leaf(r, w);
    if (top >= EXPR_EQ && top <= EXPR_SLE) s.width = 1;
    if (top == EXPR_CONCAT) s.width = 2 * w;
    if (top == EXPR_ITE) {
        s.kids[2] = s.kids[1];
        s.kids[1] = s.kids[0];
        s.kids[0] = recipe_operand(r, 1);
    }
    recipe_add(r, s);
}

/* Fills the recipe with steps and builds their expressions. */
static inline void recipe_make(struct recipe *r, struct expr_pool *pool, uint64_t seed,
                               uint32_t max_width, bool arrays) {
    rng_init(&r->rng, seed);
    r->pool = pool;
    r->len = 0;
    r->max_width = max_width;
    r->arrays = arrays;
    r->widths[0] = 1;
    for (int i = 1; i < 4; i++) r->widths[i] = recipe_any_width(r);
    while (r->len < RECIPE_STEPS - 12) {
        if (arrays && recipe_pick(r, 4) == 0)
            recipe_array_step(r);
        else if (recipe_pick(r, 4) == 0)
            recipe_twin_step(r);
        else
            recipe_bits_step(r);
    }
}

/* Random values for all symbols, in the model and as the steps' values. */
static inline void recipe_inputs(struct recipe *r, struct model *m, struct step_value *values) {
    for (int i = 0; i < r->len; i++) {
        struct step *s = &r->steps[i];
        if (s->op == EXPR_SYM) {
            uint64_t words[REF_BITS / 64];
            recipe_words(r, s->width, words);
            model_set_wide(m, expr_symbol(r->pool, s->e), words, (s->width + 63) / 64);
            values[i].bits = ref_words(s->width, words);
        } else if (s->op == EXPR_ARRAY_SYM) {
            uint64_t mask = ((uint64_t)1 << s->elem) - 1, rest = rng_next(&r->rng) & mask;
            model_set_rest(m, expr_symbol(r->pool, s->e), rest);
            for (uint64_t k = 0; k < RECIPE_CELLS; k++) {
                values[i].cells[k] = recipe_pick(r, 2) ? rest : recipe_pick(r, mask + 1);
                if (values[i].cells[k] != rest)
                    model_set_elem(m, expr_symbol(r->pool, s->e), k, values[i].cells[k]);
            }
        }
    }
}

static inline void recipe_eval_step(const struct recipe *r, struct step_value *values, int i) {
    const struct step *s = &r->steps[i];
    const struct step_value *a = &values[s->kids[0]], *b = &values[s->kids[1]];
    const struct step_value *c = &values[s->kids[2]];
    switch (s->op) {
    case EXPR_SYM:
    case EXPR_ARRAY_SYM: break;
    case EXPR_CONST: values[i].bits = ref_words(s->width, s->words); break;
    case EXPR_ARRAY_CONST:
        for (int k = 0; k < RECIPE_CELLS; k++)
            values[i].cells[k] = s->words[k / 2] >> (k % 2 * 32) & 0xffffffff;
        break;
    case EXPR_ITE: values[i] = a->bits.bit[0] ? *b : *c; break;
    case EXPR_READ: values[i].bits = ref_number(s->width, a->cells[ref_small(&b->bits)]); break;
    case EXPR_STORE:
        values[i] = *a;
        values[i].cells[ref_small(&b->bits)] = ref_small(&c->bits);
        break;
    default: values[i].bits = ref_apply(s->op, s->width, s->low, &a->bits, &b->bits);
    }
}

#endif
