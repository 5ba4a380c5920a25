/* A persistent map from symbols to 64-bit values: what a model is made of.
 *
 * Symbols are dense, so it is a radix tree: FAN values in a leaf, FAN nodes in a
 * branch. Nodes are counted and shared by copies; a shared one is copied when changed.
 * So a copy takes no time, and two maps that differ in one value differ in one path.
 *
 * Invariants: (1) height is 0 without a root; at height 1 the root is a leaf; (2) all
 * keys are below FAN to the power of height; (3) a node has as many references as
 * branches and maps point to it.
 */
#ifndef SHRIKE_EXPR_WORDS_H
#define SHRIKE_EXPR_WORDS_H

#include <stdbool.h>
#include <stdint.h>

struct words_node;

struct words {
    struct words_node *root; /* NULL: no entry */
    uint32_t height;
};

/* An empty one is all zero. */
void words_release(struct words *w);
struct words words_copy(const struct words *w);
/* Where the value of key is, or NULL; valid until the next change. */
const uint64_t *words_find(const struct words *w, uint32_t key);
void words_put(struct words *w, uint32_t key, uint64_t value);
/* Visits all entries by ascending key: start with *cursor = 0. */
bool words_next(const struct words *w, uint32_t *cursor, uint32_t *key, uint64_t *value);

#endif
