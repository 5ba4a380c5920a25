#include "base/arena.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"

enum { ARENA_BLOCK = 64 * 1024, ARENA_ALIGN = 16 };

struct arena_block {
    struct arena_block *next;
    size_t size; /* of data */
    size_t used;
    size_t pad;
    unsigned char data[];
};

void arena_init(struct arena *arena) {
    arena->blocks = NULL;
    arena->total = 0;
}

static void free_chain(struct arena_block *block) {
    while (block) {
        struct arena_block *next = block->next;
        mem_free(block);
        block = next;
    }
}

void arena_release(struct arena *arena) {
    free_chain(arena->blocks);
    arena_init(arena);
}

void arena_reset(struct arena *arena) {
    struct arena_block *keep = arena->blocks;
    if (!keep) return;
    free_chain(keep->next);
    keep->next = NULL;
    keep->used = 0;
    arena->total = keep->size;
}

static void add_block(struct arena *arena, size_t wanted) {
    size_t size = wanted > ARENA_BLOCK ? wanted : ARENA_BLOCK;
    struct arena_block *block = mem_alloc(sizeof *block + size);
    block->next = arena->blocks;
    block->size = size;
    block->used = 0;
    arena->blocks = block;
    arena->total += size;
}

void *arena_alloc(struct arena *arena, size_t size) {
    size_t rounded = (size + ARENA_ALIGN - 1) & ~(size_t)(ARENA_ALIGN - 1);
    if (!arena->blocks || arena->blocks->size - arena->blocks->used < rounded) add_block(arena, rounded);
    struct arena_block *block = arena->blocks;
    assert(block->used + rounded <= block->size);
    void *result = block->data + block->used;
    block->used += rounded;
    return result;
}

void *arena_zalloc(struct arena *arena, size_t size) { return memset(arena_alloc(arena, size), 0, size); }

char *arena_strndup(struct arena *arena, const char *text, size_t len) {
    char *copy = arena_alloc(arena, len + 1);
    memcpy(copy, text, len);
    copy[len] = '\0';
    return copy;
}

char *arena_strdup(struct arena *arena, const char *text) { return arena_strndup(arena, text, strlen(text)); }

char *arena_printf(struct arena *arena, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, format, args);
    assert(len >= 0);
    char *text = arena_alloc(arena, (size_t)len + 1);
    vsnprintf(text, (size_t)len + 1, format, again);
    va_end(again);
    va_end(args);
    return text;
}

size_t arena_bytes(const struct arena *arena) { return arena->total; }
