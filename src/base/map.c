#include "base/map.h"

#include <assert.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"

enum { MAP_FIRST_CAP = 16 };

void map_init(struct map *map) { memset(map, 0, sizeof *map); }

void map_release(struct map *map) {
    mem_free(map->slots);
    mem_free(map->full);
    map_init(map);
}

void map_clear(struct map *map) {
    if (map->full) memset(map->full, 0, map->cap);
    map->len = 0;
}

static uint32_t find_slot(const struct map *map, uint64_t key) {
    uint32_t mask = map->cap - 1;
    uint32_t i = (uint32_t)hash_u64(key) & mask;
    while (map->full[i] && map->slots[i].key != key) i = (i + 1) & mask;
    return i;
}

uint64_t *map_find(const struct map *map, uint64_t key) {
    if (!map->cap) return NULL;
    uint32_t i = find_slot(map, key);
    return map->full[i] ? &map->slots[i].value : NULL;
}

uint64_t map_get(const struct map *map, uint64_t key, uint64_t missing) {
    const uint64_t *value = map_find(map, key);
    return value ? *value : missing;
}

static void grow_map(struct map *map) {
    struct map old = *map;
    map->cap = old.cap ? old.cap * 2 : MAP_FIRST_CAP;
    map->slots = MEM_NEW_ARRAY(struct map_slot, map->cap);
    map->full = mem_zalloc(map->cap);
    for (uint32_t i = 0; i < old.cap; i++) {
        if (!old.full[i]) continue;
        uint32_t at = find_slot(map, old.slots[i].key);
        map->slots[at] = old.slots[i];
        map->full[at] = 1;
    }
    mem_free(old.slots);
    mem_free(old.full);
}

bool map_put(struct map *map, uint64_t key, uint64_t value) {
    if ((uint64_t)map->len * 4 >= (uint64_t)map->cap * 3) grow_map(map);
    uint32_t i = find_slot(map, key);
    bool fresh = !map->full[i];
    map->full[i] = 1;
    map->slots[i] = (struct map_slot){key, value};
    map->len += fresh;
    return fresh;
}

bool map_remove(struct map *map, uint64_t key) {
    if (!map->cap) return false;
    uint32_t mask = map->cap - 1;
    uint32_t hole = find_slot(map, key);
    if (!map->full[hole]) return false;
    for (uint32_t i = (hole + 1) & mask; map->full[i]; i = (i + 1) & mask) {
        uint32_t home = (uint32_t)hash_u64(map->slots[i].key) & mask;
        if (((i - home) & mask) < ((i - hole) & mask)) continue;
        map->slots[hole] = map->slots[i];
        hole = i;
    }
    map->full[hole] = 0;
    map->len--;
    return true;
}

bool map_next(const struct map *map, uint32_t *cursor, uint64_t *key, uint64_t *value) {
    while (*cursor < map->cap && !map->full[*cursor]) ++*cursor;
    if (*cursor >= map->cap) return false;
    *key = map->slots[*cursor].key;
    *value = map->slots[*cursor].value;
    ++*cursor;
    return true;
}

struct strmap_slot {
    char *key; /* NULL: empty */
    uint64_t hash;
    uint64_t value;
};

void strmap_init(struct strmap *map) { memset(map, 0, sizeof *map); }

void strmap_release(struct strmap *map) {
    for (uint32_t i = 0; i < map->cap; i++) mem_free(map->slots[i].key);
    mem_free(map->slots);
    strmap_init(map);
}

static struct strmap_slot *find_str_slot(const struct strmap *map, const char *key, uint64_t hash) {
    uint32_t mask = map->cap - 1;
    uint32_t i = (uint32_t)hash & mask;
    while (map->slots[i].key && (map->slots[i].hash != hash || strcmp(map->slots[i].key, key) != 0)) i = (i + 1) & mask;
    return &map->slots[i];
}

uint64_t *strmap_find(const struct strmap *map, const char *key) {
    if (!map->cap) return NULL;
    struct strmap_slot *slot = find_str_slot(map, key, hash_str(key));
    return slot->key ? &slot->value : NULL;
}

uint64_t strmap_get(const struct strmap *map, const char *key, uint64_t missing) {
    const uint64_t *value = strmap_find(map, key);
    return value ? *value : missing;
}

static void grow_strmap(struct strmap *map) {
    struct strmap old = *map;
    map->cap = old.cap ? old.cap * 2 : MAP_FIRST_CAP;
    map->slots = mem_zalloc(map->cap * sizeof *map->slots);
    for (uint32_t i = 0; i < old.cap; i++)
        if (old.slots[i].key) *find_str_slot(map, old.slots[i].key, old.slots[i].hash) = old.slots[i];
    mem_free(old.slots);
}

bool strmap_put(struct strmap *map, const char *key, uint64_t value) {
    if ((uint64_t)map->len * 4 >= (uint64_t)map->cap * 3) grow_strmap(map);
    uint64_t hash = hash_str(key);
    struct strmap_slot *slot = find_str_slot(map, key, hash);
    bool fresh = !slot->key;
    if (fresh) {
        slot->key = mem_strdup(key);
        slot->hash = hash;
        map->len++;
    }
    slot->value = value;
    return fresh;
}
