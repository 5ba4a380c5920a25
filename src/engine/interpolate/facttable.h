/* Facts by program point and call stack, and the nodes that are there. */
#ifndef SHRIKE_ENGINE_INTERPOLATE_FACTTABLE_H
#define SHRIKE_ENGINE_INTERPOLATE_FACTTABLE_H

#include "cond/fact.h"

/* Finding facts by the values that they ask for.
 *
 * Most facts hold some words at one value each: the program counter of a state machine,
 * loop counters, a lock. Facts that hold the same words have the same shape, and are
 * found by a hash of the values; a state is compared with those alone.
 */

struct shape {
    VEC(expr) words;   /* by identity, none twice */
    struct map newest; /* hash of the values -> 1 + the newest fact with these */
    vec_u32 members;
};

struct factindex {
    VEC(struct shape) shapes;
    vec_u32 older;  /* by fact: 1 + the next older one with the same shape and hash; 0: none */
    vec_u32 others; /* facts without a shape */
};

void factindex_release(struct factindex *ix);
void factindex_mark(const struct factindex *ix, struct expr_pool *pool);
/* Forgets all facts, and keeps nothing. */
void factindex_clear(struct factindex *ix);
/* Facts are numbered in the order in which they come. */
void factindex_add(struct factindex *ix, const struct expr_pool *pool, const struct fact *f);

/* Calls try(owner, number of the fact) on each fact that the state may satisfy until one says true. */
typedef bool (*fact_try)(void *owner, uint32_t at);
bool factindex_any(const struct factindex *ix, struct exec *x, const struct places *places, struct state *st,
                   fact_try try, void *owner);

struct node;
typedef VEC(struct node *) node_list;

/* What is known about one point with one call stack. */
struct fact_entry {
    uint64_t key;            /* the same in all processes that have this program */
    VEC(const void *) stack; /* where each frame stands, innermost first */
    VEC(struct fact *) facts;
    struct factindex index;
    node_list nodes;    /* open and waiting ones (engine/interpolate/tree.h), oldest first */
    uint32_t open;      /* of these on the stack */
    uint32_t refusals;  /* states covered by one of these that had to be explored after all */
    struct map matters; /* symbols of locations that any fact here spoke of */
    vec_u32 symbols;    /* the same as a list */
};

struct facttable {
    VEC(struct fact_entry *) entries;
    struct map by_key; /* key -> index + 1 */
};

void facttable_init(struct facttable *t);
void facttable_release(struct facttable *t);
void facttable_mark(const struct facttable *t, struct expr_pool *pool);

/* May states be compared: does nothing but frames and memory tell them apart? */
bool state_is_comparable(const struct state *st);
/* Of the point and stack of st, made if need be. */
struct fact_entry *facttable_entry(struct facttable *t, const struct state *st);
/* The same, by its key and where the frames stand (innermost first), as another process has them. */
struct fact_entry *facttable_entry_at(struct facttable *t, uint64_t key, const struct insn *const *frames, uint32_t n);
/* NULL if there is none. */
struct fact_entry *facttable_find(const struct facttable *t, const struct state *st);

/* Keeps f for later states; an old one goes when there are too many. */
void entry_store(struct fact_entry *e, const struct expr_pool *pool, struct fact *f);
/* Notes what f speaks of. */
void entry_learn(struct fact_entry *e, struct expr_pool *pool, const struct fact *f);
/* A fact that the state satisfies, newest first; NULL if there is none. */
struct fact *entry_subsumer(struct fact_entry *e, struct exec *x, const struct places *places, struct state *st);

#endif
