/* Terms of the checker: booleans, bit vectors of up to 64 bits, arrays of bytes.
 *
 * A term is a number; equal terms are one. Constructors fold constants and know a few identities that make
 * addresses and branches constant where they are (listed on top of term.c); nothing else is rewritten, and no
 * line is shared with src/expr: a checker of an engine's proofs should not share its mistakes.
 *
 * Where an object or a function lies is an unknown, too (BASE): what depends on it cannot be proved. A pointer is a sum
 * of one and an offset.
 *
 * Invariants: (1) kids are older than their parent; (2) a constant has no bits above its width; (3) width 0 is a
 * boolean, TERM_ARRAY an array with indexes of 64 bits.
 */
#ifndef SHRIKE_CERTIFY_TERM_H
#define SHRIKE_CERTIFY_TERM_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "base/vec.h"

/* TERM_OP(NAME, "SMT-LIB", kids) */
#define TERM_OPS(TERM_OP)           \
    TERM_OP(NONE, "", 0)            \
    TERM_OP(CONST, "", 0)           \
    TERM_OP(SYM, "", 0)             \
    TERM_OP(BASE, "", 0)            \
    TERM_OP(NOT, "not", 1)          \
    TERM_OP(AND, "and", 2)          \
    TERM_OP(OR, "or", 2)            \
    TERM_OP(EQ, "=", 2)             \
    TERM_OP(ULT, "bvult", 2)        \
    TERM_OP(ULE, "bvule", 2)        \
    TERM_OP(SLT, "bvslt", 2)        \
    TERM_OP(SLE, "bvsle", 2)        \
    TERM_OP(ITE, "ite", 3)          \
    TERM_OP(BADD, "bvadd", 2)       \
    TERM_OP(BSUB, "bvsub", 2)       \
    TERM_OP(BMUL, "bvmul", 2)       \
    TERM_OP(BAND, "bvand", 2)       \
    TERM_OP(BOR, "bvor", 2)         \
    TERM_OP(BXOR, "bvxor", 2)       \
    TERM_OP(SHL, "bvshl", 2)        \
    TERM_OP(LSHR, "bvlshr", 2)      \
    TERM_OP(ASHR, "bvashr", 2)      \
    TERM_OP(UDIV, "bvudiv", 2)      \
    TERM_OP(SDIV, "bvsdiv", 2)      \
    TERM_OP(UREM, "bvurem", 2)      \
    TERM_OP(SREM, "bvsrem", 2)      \
    TERM_OP(CONCAT, "concat", 2)    \
    TERM_OP(EXTRACT, "extract", 1)  \
    TERM_OP(ZEXT, "zero_extend", 1) \
    TERM_OP(SEXT, "sign_extend", 1) \
    TERM_OP(SELECT, "select", 2)    \
    TERM_OP(STORE, "store", 3)      \
    TERM_OP(ZEROS, "", 0)

enum term_op {
#define TERM_OP(name, text, kids) TERM_##name,
    TERM_OPS(TERM_OP)
#undef TERM_OP
};
enum { TERM_ARRAY = 0xffff };
static inline bool term_compares(enum term_op op) { return op >= TERM_EQ && op <= TERM_SLE; }

typedef struct {
    uint32_t id; /* 0: none */
} term;

struct term_node {
    uint8_t op;
    bool based; /* a BASE is in it */
    uint16_t width;
    uint32_t kid[3];
    uint64_t
        aux; /* CONST: the value (of a boolean 0, 1); SYM: its number; BASE: which object; EXTRACT: the lowest bit */
    uint32_t next; /* with the same hash */
};

struct terms {
    VEC(struct term_node) nodes;
    struct map by_hash;
    uint32_t symbols;
};

void terms_init(struct terms *t);
void terms_release(struct terms *t);

static inline const struct term_node *term_at(const struct terms *t, term a) {
    assert(a.id && a.id < t->nodes.len);
    return &t->nodes.data[a.id];
}
static inline uint32_t term_width(const struct terms *t, term a) { return term_at(t, a)->width; }
static inline bool term_is_const(const struct terms *t, term a) { return term_at(t, a)->op == TERM_CONST; }
static inline uint64_t term_value(const struct terms *t, term a) {
    assert(term_is_const(t, a));
    return term_at(t, a)->aux;
}
static inline bool term_is(const struct terms *t, term a, uint64_t value) {
    return term_is_const(t, a) && term_at(t, a)->aux == value;
}
static inline uint64_t term_mask(uint32_t width) { return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1; }

term term_const(struct terms *t, uint32_t width, uint64_t value);
term term_bool(struct terms *t, bool value);
/* A new unknown. width TERM_ARRAY: an array. */
term term_sym(struct terms *t, uint32_t width);
/* The address of an object, or a function. */
term term_base(struct terms *t, uint32_t width, uint64_t object);
/* Is a the sum of a BASE and an offset of the same width? */
bool term_split(struct terms *t, term a, uint64_t *object, term *off);
static inline bool term_is_based(const struct terms *t, term a) { return term_at(t, a)->based; }
/* The array whose bytes are all 0. */
term term_zeros(struct terms *t);
term term_not(struct terms *t, term a);
/* Operators with two operands of one sort. */
term term_binary(struct terms *t, enum term_op op, term a, term b);
term term_ite(struct terms *t, term c, term a, term b);
term term_concat(struct terms *t, term high, term low);
term term_extract(struct terms *t, term a, uint32_t low, uint32_t width);
term term_zext(struct terms *t, term a, uint32_t width);
term term_sext(struct terms *t, term a, uint32_t width);
/* The low bits, or zeros in front. */
term term_resize(struct terms *t, term a, uint32_t width);
term term_select(struct terms *t, term array, term index);
term term_store(struct terms *t, term array, term index, term byte);
/* Is it 0, is it not, as a boolean; and back as a word of 0 or 1. */
term term_truth(struct terms *t, term a);
term term_of_truth(struct terms *t, term c, uint32_t width);

#endif
