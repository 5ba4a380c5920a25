/* The life of a pool and of its expressions. */
#ifndef SHRIKE_EXPR_KEEP_H
#define SHRIKE_EXPR_KEEP_H

#include "expr/expr.h"

struct expr_pool *expr_pool_new(void);
void expr_pool_free(struct expr_pool *pool);
/* Nodes alive, and bytes held. */
uint32_t expr_pool_count(const struct expr_pool *pool);
/* Expressions asked for and evaluated so far: how much was done, the same in every run. */
uint64_t expr_pool_work(const struct expr_pool *pool);
size_t expr_pool_bytes(const struct expr_pool *pool);
/* Verifies the invariants of pool and nodes, and the forms promised below, by
 * assertion (debug builds). */
void expr_pool_check(const struct expr_pool *pool);

/* Garbage collection. A scanner calls expr_mark for every expression that its
 * owner keeps. expr_collect frees all that no scanner reaches (constants 0 and 1
 * of width 1 and all symbols stay). It invalidates nothing that was marked.
 * Returns the number of nodes freed. */
typedef void (*expr_scan_fn)(struct expr_pool *pool, void *owner);
void expr_pool_add_scanner(struct expr_pool *pool, expr_scan_fn scan, void *owner);
void expr_pool_remove_scanner(struct expr_pool *pool, expr_scan_fn scan, void *owner);
void expr_mark(struct expr_pool *pool, expr e);
uint32_t expr_collect(struct expr_pool *pool);
/* Has the pool grown enough since the last collection that one is worth its time?
 * (More than twice what was alive then.) */
bool expr_pool_should_collect(const struct expr_pool *pool);
/* Increases with every collection; caches keyed by id compare it, or drop
 * entries in a collect hook: called after marking, before freeing, to ask which
 * of its ids are still alive (expr_is_marked). */
uint32_t expr_pool_epoch(const struct expr_pool *pool);
typedef void (*expr_sweep_fn)(struct expr_pool *pool, void *owner);
void expr_pool_add_sweeper(struct expr_pool *pool, expr_sweep_fn sweep, void *owner);
void expr_pool_remove_sweeper(struct expr_pool *pool, expr_sweep_fn sweep, void *owner);
bool expr_is_marked(const struct expr_pool *pool, expr e);

#endif
