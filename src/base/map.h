/* Maps: 64-bit key to 64-bit value, and string to 64-bit value.
 *
 * Open addressing with linear probing and backward-shift deletion.
 * Invariants: (1) capacity is 0 or a power of two; (2) at most 3/4 full;
 * (3) no slot between an entry's home and its place is empty.
 */
#ifndef SHRIKE_BASE_MAP_H
#define SHRIKE_BASE_MAP_H

#include <stdbool.h>
#include <stdint.h>

struct map_slot {
    uint64_t key;
    uint64_t value;
};

struct map {
    struct map_slot *slots;
    uint8_t *full;
    uint32_t len;
    uint32_t cap;
};

void map_init(struct map *map);
void map_release(struct map *map);
void map_clear(struct map *map);
/* Where the value of key is, or NULL. Valid until the next put or remove. */
uint64_t *map_find(const struct map *map, uint64_t key);
/* Value of key, or `missing`. */
uint64_t map_get(const struct map *map, uint64_t key, uint64_t missing);
/* Sets or replaces. Returns true if the key was new. */
bool map_put(struct map *map, uint64_t key, uint64_t value);
/* Returns false if there was no such key. */
bool map_remove(struct map *map, uint64_t key);
/* Visits all entries in no useful order: start with *cursor = 0. */
bool map_next(const struct map *map, uint32_t *cursor, uint64_t *key, uint64_t *value);

/* String keys are copied in. */
struct strmap {
    struct strmap_slot *slots;
    uint32_t len;
    uint32_t cap;
};

void strmap_init(struct strmap *map);
void strmap_release(struct strmap *map);
uint64_t *strmap_find(const struct strmap *map, const char *key);
uint64_t strmap_get(const struct strmap *map, const char *key, uint64_t missing);
bool strmap_put(struct strmap *map, const char *key, uint64_t value);

#endif
