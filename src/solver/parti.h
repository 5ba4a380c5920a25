/* PARTI: a partial solver over multi-intervals (seed: the multi-interval partial
 * solver paper). It learns, from the constraints of a path, a set of possible
 * values for every input word, and decides conditions over them exactly, by
 * over-approximation where that is enough, or not at all.
 *
 * `domains` is what has been learned: immutable, reference counted, kept with a
 * path condition and refined as constraints arrive. Learning is sound: every
 * model of the constraints has its values in the sets. A variable (an input word
 * of at most 64 bits, or an element of an unknown array at a constant index) is
 * *exact* if the models are the product of its set with the models of all other
 * variables: in any model of the constraints, its value can be replaced by any
 * member of its set. A constraint that the sets do not capture takes exactness
 * from its own variables and from no others.
 *
 * All questions assume that the constraints learned so far have a model (that the
 * path is feasible); otherwise any answer may come.
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

/* Steps done so far, of about PARTI_STEP_NS nanoseconds each; the same in every run. */
enum { PARTI_STEP_NS = 100 };
uint64_t parti_effort(const struct parti *p);
/* The most steps that each lesson and question from now on may take; there is an own
 * limit above which this has no effect. With fewer, less is learned, and more
 * answers are UNKNOWN. With 0, lessons are for comparisons of a variable with
 * constants only; others are noted without being looked at. */
void parti_limit(struct parti *p, uint32_t steps);

/* No constraint at all. */
struct domains *domains_new(struct parti *p);
struct domains *domains_retain(struct domains *d);
void domains_release(struct domains *d); /* accepts NULL */

/* What is known after `constraint` holds as well; a new reference. */
struct domains *parti_learn(struct parti *p, struct domains *d, expr constraint);
/* True if the constraints learned so far cannot all hold. (False says nothing.) */
bool domains_empty(const struct domains *d);
/* True if every variable is exact: then any choice of members is a model. */
bool domains_exact(const struct domains *d);

enum parti_result {
    PARTI_UNKNOWN, /* could not tell */
    PARTI_TRUE,    /* holds in every model of the constraints */
    PARTI_FALSE,   /* holds in none */
    PARTI_BOTH,    /* some models satisfy it, some do not (exact) */
};
/* cond has width 1, `d` is not empty. On PARTI_BOTH, *yes and *no (each if wanted)
 * get new partial models, with cond true and false: they give values to the
 * variables of cond only, all of which are exact, so that ANY model of the
 * constraints with these values put over its own is a model of the constraints and
 * of cond or its negation. The caller merges them into a model that it has (or,
 * if domains_exact(d), takes any members for the rest). Of an unknown array they
 * give all elements that matter, so that arrays can be replaced as a whole. Other
 * results set nothing. */
enum parti_result parti_decide(struct parti *p, struct domains *d, expr cond, struct model **yes, struct model **no);
/* The same with a model of the constraints at hand, which makes more answers BOTH:
 * inexact variables can be left as they are in `hint`, or be changed together with
 * a check of the constraints that bind them. *yes and *no are then complete
 * models (one of them is `hint` itself, retained). */
enum parti_result parti_decide_near(struct parti *p, struct domains *d, expr cond, struct model *hint,
                                    struct model **yes, struct model **no);
/* What can be said without any search: conditions over one variable, and values that
 * the bounds of the variables alone decide. `hint` may be NULL; *yes and *no are as
 * in parti_decide or, if there is a hint, parti_decide_near. */
enum parti_result parti_decide_quick(struct parti *p, struct domains *d, expr cond, struct model *hint,
                                     struct model **yes, struct model **no);
/* Bounds of e (width <= 64) under d, unsigned; true if both are attained. */
bool parti_range(struct parti *p, struct domains *d, expr e, uint64_t *min, uint64_t *max);

#endif
