/* What follows from a path condition beyond its constraints: which expressions have a
 * fixed value under it, which symbols can be replaced by what they equal, and the
 * reduced constraints in independent groups. Computed from the parent's when
 * first asked for.
 *
 * `facts` maps an expression to the one it equals in every model. A fact is a
 * *definition* if its key is a symbol that occurs in no reduced constraint any
 * more (it was replaced everywhere); all other facts map to constants and follow
 * from a constraint that is still there.
 *
 * Invariants: (1) the reduced constraints in the groups and the definitions are
 * together equivalent to the path condition; (2) no definition's value mentions a
 * defined symbol; (3) every expression in here that outlives the call is listed in
 * `kept` of the path condition that brought it, which marks it at collections.
 */
#ifndef SHRIKE_SOLVER_KNOWN_H
#define SHRIKE_SOLVER_KNOWN_H

#include "solver/bump.h"
#include "solver/groups.h"

struct pathcond;
struct solver;

struct known {
    struct pmap *facts;       /* expression -> expression, 31 bits, lowest: a definition */
    struct pmap *members;     /* symbol -> group; see groups.h */
    uint64_t facts_signature; /* of the symbols in keys of facts */
    uint64_t version;         /* equal versions have equal facts */
    uint32_t credit;          /* work that regrouping may still do */
    uint32_t definitions;     /* symbols replaced by something that is not constant */
    bool contradiction;       /* there is no model */
    uint32_t nfresh, nkept, nmade;
    expr *fresh;    /* constraints that this path condition adds to its parent's, reduced */
    expr *kept;     /* see invariant 3 */
    uint32_t *made; /* groups to free */
    struct bump bump;
};

/* Computes pc->known, and that of its ancestors where it is missing. */
void known_learn(struct solver *s, struct pathcond *pc);
void known_free(struct solver *s, struct known *k); /* accepts NULL */
void known_mark(struct expr_pool *pool, const struct known *k);

/* e rewritten with the facts of k (may be NULL: there are none). */
expr known_rewrite(struct solver *s, const struct known *k, expr e);
/* With definitions only. */
expr known_rewrite_defined(struct solver *s, const struct known *k, expr e);

/* A 64-bit Bloom filter of a set of symbols. */
uint64_t symbols_signature(const struct symbol_set *set);

/* Scratch of known_rewrite: for every expression id its result under the version
 * and kind of rewriting that `stamp` stands for. Dense, so that nothing needs
 * clearing when the version changes. */
struct rewrite {
    VEC(struct rewrite_memo) memo;
    uint64_t stamp;   /* of the current version */
    uint64_t version; /* facts version << 1 | definitions only */
    vec_u32 stack;
};
struct rewrite_memo {
    uint64_t stamp;
    expr result;
};

void rewrite_release(struct rewrite *r);
/* Forgets all results (after a collection ids have new meanings). */
void rewrite_forget(struct rewrite *r);

#endif
