#include "expr/model_data.h"

#include <assert.h>
#include <stddef.h>

#include "base/mem.h"

enum { FAN_BITS = 3, FAN = 1 << FAN_BITS };

struct words_node {
    uint32_t refs;
    uint32_t present; /* of a leaf: one bit for each value */
    union {
        uint64_t values[FAN];
        struct words_node *kids[FAN];
    };
};

static void node_release(struct words_node *n, uint32_t level) {
    if (!n) return;
    assert(n->refs > 0 && level > 0);
    if (--n->refs) return;
    for (int i = 0; level > 1 && i < FAN; i++) node_release(n->kids[i], level - 1);
    mem_free(n);
}

void words_release(struct words *w) {
    node_release(w->root, w->height);
    *w = (struct words){0};
}

struct words words_copy(const struct words *w) {
    if (w->root) w->root->refs++;
    return *w;
}

static uint32_t digit(uint32_t key, uint32_t level) { return key >> (level - 1) * FAN_BITS & (FAN - 1); }

static bool fits(uint32_t key, uint32_t height) { return height * FAN_BITS >= 32 || key >> height * FAN_BITS == 0; }

const uint64_t *words_find(const struct words *w, uint32_t key) {
    const struct words_node *n = w->root;
    if (!n || !fits(key, w->height)) return NULL;
    for (uint32_t level = w->height; level > 1; level--) {
        n = n->kids[digit(key, level)];
        if (!n) return NULL;
    }
    uint32_t i = digit(key, 1);
    return n->present >> i & 1 ? &n->values[i] : NULL;
}

/* The node at *slot, made fit for change: there, and not shared. */
static struct words_node *own(struct words_node **slot, uint32_t level) {
    struct words_node *n = *slot;
    if (n && n->refs == 1) return n;
    struct words_node *mine = MEM_NEW(struct words_node);
    if (n) *mine = *n;
    mine->refs = 1;
    for (int i = 0; n && level > 1 && i < FAN; i++)
        if (n->kids[i]) n->kids[i]->refs++;
    node_release(n, level);
    return *slot = mine;
}

void words_put(struct words *w, uint32_t key, uint64_t value) {
    const uint64_t *before = words_find(w, key);
    if (before && *before == value) return; /* and all stays shared */
    while (!w->height || !fits(key, w->height)) {
        struct words_node *below = w->root;
        w->root = NULL;
        w->height++;
        if (below) own(&w->root, w->height)->kids[0] = below;
    }
    struct words_node *n = own(&w->root, w->height);
    for (uint32_t level = w->height; level > 1; level--) n = own(&n->kids[digit(key, level)], level - 1);
    uint32_t i = digit(key, 1);
    n->present |= 1u << i;
    n->values[i] = value;
}

/* The first entry from *key on in the subtree n of the keys that begin with *key's
 * higher digits; moves *key there, or behind the subtree. */
static const uint64_t *next_in(const struct words_node *n, uint32_t level, uint64_t *key) {
    uint64_t span = (uint64_t)1 << (level - 1) * FAN_BITS;
    for (uint32_t i = digit((uint32_t)*key, level); i < FAN; i++) {
        if (level == 1) {
            if (n->present >> i & 1) return &n->values[i];
        } else if (n->kids[i]) {
            const uint64_t *found = next_in(n->kids[i], level - 1, key);
            if (found) return found;
            continue; /* which moved key behind it */
        }
        *key = (*key / span + 1) * span;
    }
    return NULL;
}

bool words_next(const struct words *w, uint32_t *cursor, uint32_t *key, uint64_t *value) {
    uint64_t at = *cursor;
    if (!w->root || !fits(*cursor, w->height)) return false;
    const uint64_t *found = next_in(w->root, w->height, &at);
    if (!found) return false;
    *key = (uint32_t)at;
    *cursor = (uint32_t)at + 1;
    *value = *found;
    return true;
}
