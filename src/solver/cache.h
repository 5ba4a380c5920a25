/* What is remembered of answers: models found lately, the cache, and learned facts. */
#ifndef SHRIKE_SOLVER_CACHE_H
#define SHRIKE_SOLVER_CACHE_H

#include "solver/chain.h"

struct recent *recent_new(void);
void recent_free(struct recent *r);
void recent_store(struct solver *s, const struct query *q);
struct cache *cache_new(void);
void cache_free(struct cache *c);
/* Remembers q's answer; core: indexes into q->set, on UNSAT. */
void cache_store(struct solver *s, const struct query *q, const vec_u32 *core);
/* A known core of set[0..n), with the last one as member: indexes, ascending. *minimal:
 * whether a minimal one is preferred; then, whether it is. */
bool cache_core(struct solver *s, const expr *set, uint32_t n, bool *minimal, vec_u32 *core);
void cache_store_core(struct solver *s, const expr *set, const vec_u32 *core, bool minimal);
/* Drops what mentions expressions about to be freed. */
void cache_sweep(struct cache *c, const struct expr_pool *pool);
struct learner *learner_new(struct solver *s);
void learner_free(struct learner *l);
/* Keeps the answer to q, in models and cache; on UNSAT s->core is a core. */
void query_remember(struct solver *s, const struct query *q);

#endif
