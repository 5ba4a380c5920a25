/* A model: a value for every symbol, and evaluation of expressions under it.
 *
 * Symbols without an entry are 0; arrays without an entry are all 0. A model is
 * reference counted and not changed while shared; model_set on a shared one is
 * an error (copy first). Copies share what they agree on: a copy takes constant time,
 * and memory for what is changed in it.
 */
#ifndef SHRIKE_EXPR_MODEL_H
#define SHRIKE_EXPR_MODEL_H

#include "expr/expr.h"

struct model;

/* With one reference. */
struct model *model_new(void);
struct model *model_copy(const struct model *m);
struct model *model_retain(struct model *m);
void model_release(struct model *m); /* accepts NULL */

void model_set(struct model *m, symbol s, uint64_t value);
/* The same for a symbol that no expression evaluated under m so far contains: what is
 * remembered stays, and m may be shared. */
void model_set_new(struct model *m, symbol s, const uint64_t *words, uint32_t nwords);
void model_set_wide(struct model *m, symbol s, const uint64_t *words, uint32_t nwords);
/* Element of an unknown array (elem width <= 64; wider ones by words). */
void model_set_elem(struct model *m, symbol array, uint64_t index, uint64_t value);
/* Value of all elements of an unknown array that were not set. */
void model_set_rest(struct model *m, symbol array, uint64_t value);
uint64_t model_get(const struct model *m, symbol s);
/* Writes nwords words, zero-extended. */
void model_get_wide(const struct model *m, symbol s, uint64_t *words, uint32_t nwords);
uint64_t model_get_elem(const struct model *m, symbol array, uint64_t index);
bool model_has(const struct model *m, symbol s);
uint64_t model_get_rest(const struct model *m, symbol array);
/* Visits the words that were set, in order of their numbers, and the elements set of
 * an array, in no useful order; start with *cursor = 0. */
bool model_next(const struct model *m, uint32_t *cursor, symbol *s);
bool model_next_elem(const struct model *m, symbol array, uint32_t *cursor, uint64_t *index, uint64_t *value);

/* Value of e (width <= 64) under m. Work is shared over calls with the same
 * unchanged model: the pool remembers results of inner nodes, all of them for the
 * model that was used last, and lately found ones for others. Guards count as true. */
uint64_t model_eval(struct model *m, struct expr_pool *pool, expr e);
/* Any width; words has room for (width + 63) / 64. */
void model_eval_wide(struct model *m, struct expr_pool *pool, expr e, uint64_t *words);
static inline bool model_holds(struct model *m, struct expr_pool *pool, expr e) { return model_eval(m, pool, e) == 1; }

#endif
