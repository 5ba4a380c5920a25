#include "solver/pmap.h"

#include <assert.h>
#include <string.h>

#include "solver/bump.h"

enum { LEVEL_BITS = 4, HASH_BITS = 32 };

union pslot {
    struct {
        uint32_t key, value;
    } entry;
    struct pmap *child;
};

struct pmap {
    uint16_t entries, children; /* one bit for each slot */
    uint32_t owner;
    union pslot slots[];
};

static uint32_t hash_key(uint32_t key) { return key * 0x9e3779b1u; }

static uint16_t slot_bit(uint32_t hash, int level) {
    return (uint16_t)(1u << (hash >> (HASH_BITS - LEVEL_BITS * (level + 1)) & 15));
}

static uint32_t entry_index(const struct pmap *n, uint16_t bit) {
    return (uint32_t)__builtin_popcount(n->entries & (bit - 1u));
}

static uint32_t child_index(const struct pmap *n, uint16_t bit) {
    return (uint32_t)(__builtin_popcount(n->entries) + __builtin_popcount(n->children & (bit - 1u)));
}

static uint32_t slot_count(const struct pmap *n) {
    return (uint32_t)(__builtin_popcount(n->entries) + __builtin_popcount(n->children));
}

uint32_t pmap_get(const struct pmap *map, uint32_t key, uint32_t missing) {
    uint32_t hash = hash_key(key);
    for (int level = 0; map; level++) {
        uint16_t bit = slot_bit(hash, level);
        if (map->entries & bit) {
            const union pslot *s = &map->slots[entry_index(map, bit)];
            return s->entry.key == key ? s->entry.value : missing;
        }
        if (!(map->children & bit)) return missing;
        map = map->slots[child_index(map, bit)].child;
    }
    return missing;
}

static struct pmap *new_node(struct bump *bump, uint32_t owner, uint16_t entries, uint16_t children) {
    int slots = __builtin_popcount(entries) + __builtin_popcount(children);
    struct pmap *n = bump_alloc(bump, sizeof *n + (size_t)slots * sizeof n->slots[0]);
    n->entries = entries;
    n->children = children;
    n->owner = owner;
    return n;
}

/* n itself if this owner made it, or a copy. */
static struct pmap *own_node(struct pmap *n, struct bump *bump, uint32_t owner) {
    if (n->owner == owner) return n;
    struct pmap *copy = new_node(bump, owner, n->entries, n->children);
    memcpy(copy->slots, n->slots, slot_count(n) * sizeof n->slots[0]);
    return copy;
}

static struct pmap *with_entry(const struct pmap *n, struct bump *bump, uint32_t owner, uint16_t bit, uint32_t key,
                               uint32_t value) {
    struct pmap *m = new_node(bump, owner, n->entries | bit, n->children);
    uint32_t at = entry_index(m, bit), total = slot_count(n);
    memcpy(m->slots, n->slots, at * sizeof n->slots[0]);
    m->slots[at].entry.key = key;
    m->slots[at].entry.value = value;
    memcpy(m->slots + at + 1, n->slots + at, (total - at) * sizeof n->slots[0]);
    return m;
}

/* n with the entry at `bit` moved into `child`. */
static struct pmap *with_child(const struct pmap *n, struct bump *bump, uint32_t owner, uint16_t bit,
                               struct pmap *child) {
    struct pmap *m = new_node(bump, owner, n->entries & (uint16_t)~bit, n->children | bit);
    uint32_t from = entry_index(n, bit), to = child_index(m, bit), total = slot_count(n);
    assert(from <= to && to < total);
    memcpy(m->slots, n->slots, from * sizeof n->slots[0]);
    memcpy(m->slots + from, n->slots + from + 1, (to - from) * sizeof n->slots[0]);
    m->slots[to].child = child;
    memcpy(m->slots + to + 1, n->slots + to + 1, (total - to - 1) * sizeof n->slots[0]);
    return m;
}

static struct pmap *put_at(struct pmap *n, struct bump *bump, uint32_t owner, int level, uint32_t key, uint32_t value) {
    uint16_t bit = slot_bit(hash_key(key), level);
    if (n->children & bit) {
        struct pmap *old = n->slots[child_index(n, bit)].child;
        struct pmap *child = put_at(old, bump, owner, level + 1, key, value);
        if (child == old) return n;
        n = own_node(n, bump, owner);
        n->slots[child_index(n, bit)].child = child;
        return n;
    }
    if (!(n->entries & bit)) return with_entry(n, bump, owner, bit, key, value);
    union pslot old = n->slots[entry_index(n, bit)];
    if (old.entry.key == key) {
        n = own_node(n, bump, owner);
        n->slots[entry_index(n, bit)].entry.value = value;
        return n;
    }
    assert(level + 1 < HASH_BITS / LEVEL_BITS);
    struct pmap *child = new_node(bump, owner, slot_bit(hash_key(old.entry.key), level + 1), 0);
    child->slots[0] = old;
    child = put_at(child, bump, owner, level + 1, key, value);
    return with_child(n, bump, owner, bit, child);
}

struct pmap *pmap_put(struct pmap *map, struct bump *bump, uint32_t owner, uint32_t key, uint32_t value) {
    if (map) return put_at(map, bump, owner, 0, key, value);
    map = new_node(bump, owner, slot_bit(hash_key(key), 0), 0);
    map->slots[0].entry.key = key;
    map->slots[0].entry.value = value;
    return map;
}

void pmap_each(const struct pmap *map, void (*visit)(void *data, uint32_t key, uint32_t value), void *data) {
    if (!map) return;
    uint32_t entries = (uint32_t)__builtin_popcount(map->entries), total = slot_count(map);
    for (uint32_t i = 0; i < entries; i++) visit(data, map->slots[i].entry.key, map->slots[i].entry.value);
    for (uint32_t i = entries; i < total; i++) pmap_each(map->slots[i].child, visit, data);
}
