/* Sums of many terms. A chain of additions none of which was encoded yet is encoded
 * as a tree: neighbours are added first, then neighbouring sums. The way from a term
 * to the sum is short then, and however a program counts, by a loop or by halves, it
 * comes to the same gates. */
#include <assert.h>

#include "solver/bitblast/blaster.h"
#include "solver/bitblast/words.h"

enum { LEAST_TERMS = 4, MOST_TERMS = 512 };

static bool is_zero(const struct expr_pool *pool, expr e) {
    return expr_is_const(pool, e) && expr_width(pool, e) <= 64 && expr_value(pool, e) == 0;
}

/* Takes the top of b->stack apart, or adds it to the terms. False if the sum is not to
 * be a tree. */
static bool split_next(struct blaster *b, expr sum, expr *terms, uint32_t *n) {
    uint32_t id = vec_pop(&b->stack);
    expr e = {id};
    enum expr_op op = expr_op(b->pool, e);
    bool known = blaster_find(b, e) != NULL;
    if (op == EXPR_ADD && (!known || e.id == sum.id)) {
        if (!map_put(&b->seen, e.id, 1)) return false; /* shared: encode it once */
        vec_push(&b->stack, expr_kid(b->pool, e, 1).id);
        vec_push(&b->stack, expr_kid(b->pool, e, 0).id);
        return true;
    }
    /* a - b is one adder, see encode_add. */
    if ((op == EXPR_NEG && !known) || *n == MOST_TERMS) return false;
    if (!is_zero(b->pool, e)) terms[(*n)++] = e;
    return true;
}

/* The terms of a sum, in order; 0 if it is better encoded as it stands. */
static uint32_t find_terms(struct blaster *b, expr sum, expr *terms) {
    uint32_t n = 0, floor = b->stack.len;
    bool fits = true;
    map_clear(&b->seen);
    vec_push(&b->stack, sum.id);
    while (fits && b->stack.len > floor) fits = split_next(b, sum, terms, &n);
    b->stack.len = floor;
    return fits && n >= LEAST_TERMS ? n : 0;
}

bool sum_prepare(struct blaster *b, expr sum, bool *ready) {
    expr terms[MOST_TERMS];
    uint32_t n = find_terms(b, sum, terms);
    *ready = true;
    for (uint32_t i = 0; i < n; i++) {
        if (blaster_find(b, terms[i])) continue;
        vec_push(&b->stack, terms[i].id);
        *ready = false;
    }
    return n > 0;
}

struct addend {
    const lit *word;
    uint64_t most;
};

static struct addend add_pair(struct blaster *b, uint32_t width, struct addend x, struct addend y) {
    lit *out = arena_alloc(&b->arena, width * sizeof *out);
    uint64_t most = blaster_add(b, width, x.word, x.most, y.word, y.most, out);
    return (struct addend){out, most};
}

bool sum_encode(struct blaster *b, expr sum, lit *out) {
    expr terms[MOST_TERMS];
    struct addend sums[MOST_TERMS];
    uint32_t n = find_terms(b, sum, terms), width = expr_width(b->pool, sum);
    if (!n) return false;
    for (uint32_t i = 0; i < n; i++) {
        const lit *word = blaster_find(b, terms[i]);
        assert(word);
        sums[i] = (struct addend){word, blaster_word_most(word)};
    }
    while (n > 1) {
        uint32_t half = n / 2;
        for (uint32_t i = 0; i < half; i++) sums[i] = add_pair(b, width, sums[2 * i], sums[2 * i + 1]);
        if (n % 2) sums[half] = sums[n - 1];
        n = half + n % 2;
    }
    memcpy(out, sums[0].word, width * sizeof *out);
    return true;
}
