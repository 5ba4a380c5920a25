/* Arena: memory that is given back all at once.
 *
 * Invariants: (1) every block is at least ARENA_BLOCK bytes; (2) `used` of the
 * first block never exceeds its size; (3) results are 16-byte aligned and stay
 * where they are until the arena is reset or released.
 */
#ifndef SHRIKE_BASE_ARENA_H
#define SHRIKE_BASE_ARENA_H

#include <stddef.h>

struct arena_block;
struct arena {
    struct arena_block *blocks;
    size_t total;
};

void arena_init(struct arena *arena);
void arena_release(struct arena *arena);
/* Forgets all contents, keeps one block for reuse. */
void arena_reset(struct arena *arena);

void *arena_alloc(struct arena *arena, size_t size);  /* uninitialised */
void *arena_zalloc(struct arena *arena, size_t size); /* all zero */
char *arena_strdup(struct arena *arena, const char *text);
char *arena_strndup(struct arena *arena, const char *text, size_t len);
char *arena_printf(struct arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Bytes held from the system. */
size_t arena_bytes(const struct arena *arena);

#define ARENA_NEW(arena, type) ((type *)arena_zalloc((arena), sizeof(type)))
#define ARENA_ARRAY(arena, type, n) ((type *)arena_zalloc((arena), (n) * sizeof(type)))

#endif
