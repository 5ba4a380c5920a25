/* Persistent map from 32-bit keys to 32-bit values: a put gives a new map and
 * leaves the old one as it was; both share nearly all nodes.
 *
 * A hash array mapped trie with 16 slots a node. Nodes are never freed one by
 * one: they live in a bump arena, and the owner of that arena must outlive the
 * maps that share its nodes (a path condition outlives those grown from it).
 *
 * Representation: a node has a bit for each slot with an entry and one for each
 * slot with a child; entries come first, then children, both in slot order.
 * Invariants: (1) the two bit sets are disjoint; (2) the hash is a bijection of
 * the key, so two keys part after at most 8 levels; (3) a node is changed in
 * place only by the `owner` that made it.
 */
#ifndef SHRIKE_SOLVER_PMAP_H
#define SHRIKE_SOLVER_PMAP_H

#include <stdbool.h>
#include <stdint.h>

struct bump;
struct pmap; /* NULL: the empty map */

/* Value of key, or `missing`. */
uint32_t pmap_get(const struct pmap *map, uint32_t key, uint32_t missing);
/* `owner` is a number that only the maker of new versions in `bump` uses: nodes
 * made under it may be changed in place, so the argument map itself is only
 * still valid if it was made under another owner. */
struct pmap *pmap_put(struct pmap *map, struct bump *bump, uint32_t owner, uint32_t key, uint32_t value);
/* Calls visit for every entry, in an order that depends on the keys only. */
void pmap_each(const struct pmap *map, void (*visit)(void *data, uint32_t key, uint32_t value), void *data);

#endif
