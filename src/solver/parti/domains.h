/* What was learned: a persistent map from variables to sets.
 *
 * A variable is an input word of at most 64 bits, an element of an unknown array
 * at a constant index, or an unknown array as a whole; numbers are dense, given
 * in order of first use. Two domains share all that they agree on: the map is a
 * tree of TRIE_FAN children whose nodes are counted and copied when changed.
 *
 * Invariants: (1) a variable without entry has the full set and is exact; (2) no
 * entry has an empty set (then `empty` is set and the map means nothing);
 * (3) `inexact` is the number of entries that are not exact; (4) a variable of a
 * pending constraint is not exact or has one value only.
 *
 * The models of all constraints learned are the assignments within the sets that
 * satisfy the pending constraints. `exact` of an entry: no pending constraint
 * speaks of the variable, so any member goes with any model of the others.
 */
#ifndef SHRIKE_SOLVER_PARTI_DOMAINS_H
#define SHRIKE_SOLVER_PARTI_DOMAINS_H

#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"
#include "solver/parti.h"
#include "solver/parti/interval.h"

enum { TRIE_FAN = 8, TRIE_BITS = 3 };

enum var_kind { VAR_WORD, VAR_ELEMENT, VAR_ARRAY };

struct var {
    enum var_kind kind;
    uint32_t width;
    symbol sym;
    uint64_t index; /* ELEMENT */
    uint32_t array; /* ELEMENT: the variable of its array */
    struct mset *full;
};

struct vars {
    struct expr_pool *pool;
    VEC(struct var) list;
    vec_u32 of_symbol; /* variable + 1 */
    struct map elements;
    struct arena arena;
};

void vars_init(struct vars *vars, struct expr_pool *pool);
void vars_release(struct vars *vars);
/* The variable of a word, or of an array as a whole. Words wider than 64 bits have
 * none: NO_VAR. */
enum { NO_VAR = UINT32_MAX };
uint32_t vars_symbol(struct vars *vars, symbol s);
/* NO_VAR if the index or the element is too wide. */
uint32_t vars_element(struct vars *vars, symbol array, uint64_t index);
/* The bit that stands for var in the support of sets. */
static inline uint64_t var_support(uint32_t var) { return (uint64_t)1 << (var % 64); }

struct varset {
    uint32_t refs;
    bool exact;
    struct mset set; /* cut behind its last interval */
};

/* A constraint that the sets do not capture; newest first. */
struct pending {
    uint32_t refs;
    uint32_t count; /* of this and all older */
    expr constraint;
    struct pending *older;
    struct pending *prev, *next; /* in the list of all, for marking */
};

struct trie;
struct domains {
    uint32_t refs;
    uint32_t inexact;
    uint32_t height;
    bool empty;
    uint64_t serial; /* no two domains have the same */
    struct trie *root;
    struct pending *pending;
    struct parti *owner;
};

/* A new one with the same contents and one reference. */
struct domains *domains_derive(struct domains *d);
/* Asserts the invariants of d, walking all of it. */
void domains_check(const struct domains *d);
/* NULL: no entry. */
const struct varset *domains_entry(const struct domains *d, uint32_t var);
/* Sets the entry of var; `d` is not shared yet. set->exact means nothing here. */
void domains_put(struct domains *d, uint32_t var, const struct mset *set, bool exact);
void domains_add_pending(struct domains *d, expr constraint);
/* Forgets a pending constraint that the sets capture by now; its variables of which
 * no other one speaks become exact. */
void domains_drop_pending(struct domains *d, expr constraint);
/* Members of var: never NULL. */
const struct mset *domains_set(const struct domains *d, uint32_t var);
/* An element of an array that is not exact as a whole is not exact. */
bool domains_var_exact(const struct domains *d, uint32_t var);

#endif
