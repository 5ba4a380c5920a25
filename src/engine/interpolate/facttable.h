/* Facts by program point and call stack, and the nodes that are there. */
#ifndef SHRIKE_ENGINE_INTERPOLATE_FACTTABLE_H
#define SHRIKE_ENGINE_INTERPOLATE_FACTTABLE_H

#include "engine/interpolate/factindex.h"

struct node;
typedef VEC(struct node *) node_list;

/* What is known about one point with one call stack. */
struct fact_entry {
    uint64_t key; /* the same in all processes that have this program */
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
