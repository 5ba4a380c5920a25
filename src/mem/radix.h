/* Persistent table from numbers to objects: a radix tree whose nodes are shared
 * between forks by reference count and copied when written.
 *
 * Invariants: (1) height 0 means empty; (2) a node at height 1 holds objects,
 * above that nodes; (3) every non-NULL entry owns one reference.
 */
#ifndef SHRIKE_MEM_RADIX_H
#define SHRIKE_MEM_RADIX_H

#include <stdbool.h>
#include <stdint.h>

struct mem_object;
struct radix_node;

struct radix {
    struct radix_node *root;
    uint32_t height;
};

void radix_init(struct radix *r);
void radix_release(struct radix *r);
/* Constant time: `to` shares everything. */
void radix_fork(struct radix *to, const struct radix *from);
/* NULL if there is none. Not to be changed by the caller. */
struct mem_object *radix_get(const struct radix *r, uint32_t number);
/* The object if nothing on the way to it is shared, else NULL: what
 * radix_get_writable would return without copying. */
struct mem_object *radix_get_exclusive(const struct radix *r, uint32_t number);
/* The object, unshared along the whole path, to be changed by the caller. */
struct mem_object *radix_get_writable(struct radix *r, uint32_t number);
/* Takes over the caller's reference; replaces and releases what was there. */
void radix_put(struct radix *r, uint32_t number, struct mem_object *obj);
/* Calls fn for every number, ascending, under which the two tables do not hold the very
 * same object; a or b is NULL where a table has none. */
void radix_each_pair(const struct radix *a, const struct radix *b,
                     void (*fn)(void *data, struct mem_object *a, struct mem_object *b), void *data);
/* Calls fn for every object, ascending. */
void radix_each(const struct radix *r, void (*fn)(void *data, struct mem_object *obj), void *data);

#endif
