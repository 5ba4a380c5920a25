/* PARTI: a partial solver over multi-intervals (seed: the multi-interval partial
 * solver paper). It learns, from the constraints of a path, a set of possible
 * values for every input word, and decides conditions over them exactly, by
 * over-approximation where that is enough, or not at all.
 *
 * `domains` is what has been learned: immutable, reference counted, kept with a
 * path condition and refined as constraints arrive.
 */
#ifndef SHRIKE_SOLVER_PARTI_H
#define SHRIKE_SOLVER_PARTI_H

#include "expr/expr.h"

struct context;
struct domains;
struct model;
struct parti;

struct parti *parti_new(struct context *ctx, struct expr_pool *pool);
void parti_free(struct parti *p);

/* No constraint at all. */
struct domains *domains_new(struct parti *p);
struct domains *domains_retain(struct domains *d);
void domains_release(struct domains *d); /* accepts NULL */

/* What is known after `constraint` holds as well; a new reference. */
struct domains *parti_learn(struct parti *p, struct domains *d, expr constraint);
/* True if the constraints learned so far cannot all hold. (False says nothing.) */
bool domains_empty(const struct domains *d);
/* True if the constraints learned so far are equivalent to "every symbol is in
 * its set, independently": then any choice of members is a model. */
bool domains_exact(const struct domains *d);

enum parti_result {
    PARTI_UNKNOWN, /* could not tell */
    PARTI_TRUE,    /* holds in every model of the constraints */
    PARTI_FALSE,   /* holds in none */
    PARTI_BOTH,    /* some models satisfy it, some do not (exact) */
};
/* cond has width 1. On PARTI_BOTH, *yes and *no (if wanted) get models of the
 * constraints with cond true and false. `d` must not be empty. */
enum parti_result parti_decide(struct parti *p, struct domains *d, expr cond, struct model **yes,
                               struct model **no);
/* Bounds of e (width <= 64) under d, unsigned; true if both are attained. */
bool parti_range(struct parti *p, struct domains *d, expr e, uint64_t *min, uint64_t *max);

#endif
