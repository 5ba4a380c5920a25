/* A blaster: one SAT solver and the expressions that were encoded in it.
 *
 * Every scalar expression met so far has a word of literals that stays. A
 * constraint is one literal, which queries assume; so constraints come and go
 * without anything being undone, and failed assumptions are a core.
 *
 * Invariants: (1) words in `words` have as many literals as the expression has
 * bits; (2) ids in `words` and `reads` are alive in the pool (blaster_sweep);
 * (3) clauses outside the literals of constraints only define: any assignment of
 * the symbols extends to a model of them.
 */
#ifndef SHRIKE_SOLVER_BITBLAST_BLASTER_H
#define SHRIKE_SOLVER_BITBLAST_BLASTER_H

#include "base/arena.h"
#include "base/map.h"
#include "expr/expr.h"
#include "solver/bitblast/gates.h"

struct model;
struct read;

struct blaster {
    struct gates gates;
    struct expr_pool *pool;
    struct map words;   /* id of a scalar expression -> const lit * */
    struct map reads;   /* ids of array and index -> struct read * (array.c) */
    struct map symbols; /* id of an unknown array -> its first struct read * */
    struct arena arena; /* words and reads */
    vec_u32 stack;      /* of traversals */
    struct map seen;    /* of traversals: ids visited */
    uint64_t used;      /* when a query last used this one */
    uint32_t parts;     /* constraints encoded so far */
    struct map lazy;    /* id of an operator over floats -> how often its word was wrong (lazy.c) */
};

struct blaster *blaster_new(struct expr_pool *pool, struct limits *limits, enum sat_style style, uint32_t max_vars);
void blaster_free(struct blaster *b);

/* The word of a scalar expression, encoded if it was not. Check
 * gates.sat.broken afterwards. */
const lit *blaster_word(struct blaster *b, expr e);
/* The same, or NULL if it was not encoded yet. */
const lit *blaster_find(const struct blaster *b, expr e);
/* Variables that a word brought when it was encoded. */
uint32_t blaster_word_vars(const lit *word);
/* A bound of its value; UINT64_MAX also if it has more than 64 bits. */
uint64_t blaster_word_most(const lit *word);
/* out = x + y, of n bits each, with bounds of x and y; returns a bound of the sum. */
uint64_t blaster_add(struct blaster *b, uint32_t n, const lit *x, uint64_t most_x, const lit *y, uint64_t most_y,
                     lit *out);
/* Variables that the encoding of these constraints reaches (all were encoded). */
uint32_t blaster_count_vars(struct blaster *b, const expr *constraints, uint32_t n);
/* Drops what is no longer marked; returns the number of words that stay. */
uint32_t blaster_sweep(struct blaster *b);

/* Value of a word under the solver's assignment; its low 64 bits. */
uint64_t blaster_value(const struct blaster *b, uint32_t width, const lit *word);
/* Values of all symbols in the constraints, after SAT (a new model). */
struct model *blaster_model(struct blaster *b, const expr *constraints, uint32_t n);
/* Does the model satisfy the constraints, as evaluation sees it? Guards that are
 * open (condition false) make this true, as evaluation counts them as closed. */
bool blaster_model_fits(struct blaster *b, struct model *model, const expr *constraints, uint32_t n);

/* Nodes below the constraints, each once, in no order; also through arrays. */
typedef void (*blaster_visit_fn)(struct blaster *b, expr e, void *data);
void blaster_visit(struct blaster *b, const expr *constraints, uint32_t n, blaster_visit_fn visit, void *data);

/* ---- sums (sum.c) ----------------------------------------------------------------- */

/* If the sum is to be encoded as a tree: true, and the terms that are not encoded yet
 * are pushed on b->stack; *ready if there are none. */
bool sum_prepare(struct blaster *b, expr sum, bool *ready);
/* Encodes the sum as a tree, its terms being encoded; false if it is not to be one. */
bool sum_encode(struct blaster *b, expr sum, lit *out);

/* ---- arrays (array.c) ------------------------------------------------------------ */

/* Expressions whose words array_read_word needs first; pushed on b->stack if
 * they are not encoded. Returns true if there were none. */
bool array_prepare_read(struct blaster *b, expr read);
/* The word of a READ whose needs are encoded. */
const lit *array_read_word(struct blaster *b, expr read);
/* After SAT: adds lemmas about reads in these constraints that the assignment
 * gets wrong. Returns their number; 0: the assignment is a model. */
uint32_t array_refine(struct blaster *b, const expr *constraints, uint32_t n);
/* After array_refine returned 0: elements of unknown arrays. */
void array_add_to_model(struct blaster *b, const expr *constraints, uint32_t n, struct model *model);

/* ---- operators over floats whose circuit comes late or never (lazy.c) -------------- */

bool lazy_is(const struct expr_pool *pool, expr e);
/* A word of new variables. */
void lazy_encode(struct blaster *b, expr e, lit *out);
/* After SAT: adds lemmas about such operators in these constraints whose value the assignment
 * gets wrong. Returns how many are wrong; 0: the assignment is a model. Values of functions of
 * math.h that were looked up are counted: there is no end to them. */
uint32_t lazy_refine(struct blaster *b, const expr *constraints, uint32_t n, uint32_t *looked_up);

/* Equality of polynomials. Products of sums are what bit-level reasoning is worst
 * at, and what multiplying out is best at: x * (y + z) = x * y + x * z. */

enum poly_answer { POLY_OPEN, POLY_EQUAL, POLY_DIFFERENT };

/* Are a and b (of one width, at most 64) equal, or different, in every model,
 * because their difference as a polynomial is zero, or another constant? Work is
 * bounded; POLY_OPEN says nothing. */
enum poly_answer poly_compare(const struct expr_pool *pool, expr a, expr b);

#endif
