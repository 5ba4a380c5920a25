/* Searchers: which state runs next.
 *
 * A searcher holds the open states and answers select(); it hears when a state
 * comes, goes, or has run. They are made by name, several in a list take turns:
 *
 *   dfs           the state added last; those that ran for a while without a fork come after all others
 *   bfs           the state that has waited longest since a fork
 *   random-path   a fair walk down the execution tree: 2^-depth in binary trees
 *   random-state  all alike
 *   covnew        weighted by new code covered lately and by its distance
 *   md2u          weighted by the inverse square of the distance to uncovered code
 *   subtree       a walk down the tree that prefers nearly finished subtrees
 *   places        by turns among the call stacks where states wait, those that have led to new code more often
 *   settings      by turns among the settings of states, then among the places where such states wait
 *
 * "dfs:16,covnew": dfs takes 16 turns, then covnew one.
 * All are deterministic for a seed, whatever the addresses of the states.
 */
#ifndef SHRIKE_ENGINE_SEARCH_SEARCH_H
#define SHRIKE_ENGINE_SEARCH_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

#include "ir/dist.h"

struct covered;
struct state;
struct str;
struct tree;

/* What searchers ask of a state. */
struct search_hooks {
    /* The innermost `max` frames at most, innermost first, each with the next
     * instruction to execute in it; returns the number of all frames, above 0. */
    uint32_t (*frames)(void *owner, const struct state *state, struct code_point *out, uint32_t max);
    /* Instructions executed since it last covered new code; UINT64_MAX: it never did. */
    uint64_t (*since_new)(void *owner, const struct state *state);
    /* A number for its settings (engine/settings.h). */
    uint64_t (*settings)(void *owner, const struct state *state);
};

/* What searchers work with; all must outlive them. */
struct search_env {
    const struct search_hooks *hooks;
    void *owner;
    const struct tree *tree;       /* its open leaves are the states added */
    const struct covered *covered; /* of p, whose flow graphs are built */
    const struct program *p;
    uint64_t seed;
};

enum { SEARCH_MOST = 8 }; /* searchers in a list */

/* A state in the hands of a searcher. The owner keeps the pointer with the state. */
struct search_item {
    struct state *state;
    uint32_t place[SEARCH_MOST]; /* each searcher of the list has one */
};

struct search;

/* A searcher from a comma-separated list of names. NULL with a message if there is
 * no such name. */
struct search *search_new(const struct search_env *env, const char *list, struct str *error);
/* States that were not removed are left to their owner. */
void search_free(struct search *s);

struct search_item *search_add(struct search *s, struct state *state);
void search_remove(struct search *s, struct search_item *item);
/* Number of states held. */
uint32_t search_count(const struct search *s);
/* The state to run next; there must be one. It stays. */
struct state *search_select(struct search *s);
/* The state has run; those that forked off were added before this. */
void search_touched(struct search *s, struct search_item *item);

#endif
