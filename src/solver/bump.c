#include "solver/bump.h"

#include "base/mem.h"

enum { BLOCK = 488 };

struct bump_block {
    struct bump_block *next;
    size_t used, size;
    char data[];
};

void *bump_alloc(struct bump *bump, size_t size) {
    size = (size + 7) & ~(size_t)7;
    struct bump_block *b = bump->blocks;
    if (!b || b->size - b->used < size) {
        /* Blocks double, so that a large one costs few allocations. */
        size_t room = b ? 2 * b->size : BLOCK;
        if (room < size) room = size;
        b = mem_alloc(sizeof *b + room);
        *b = (struct bump_block){bump->blocks, 0, room};
        bump->blocks = b;
    }
    void *result = b->data + b->used;
    b->used += size;
    return result;
}

void bump_release(struct bump *bump) {
    for (struct bump_block *b = bump->blocks, *next; b; b = next) {
        next = b->next;
        mem_free(b);
    }
    bump->blocks = NULL;
}
