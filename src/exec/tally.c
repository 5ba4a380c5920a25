#include "exec/tally.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"

enum { CHUNK = 32 };

struct tally_chunk {
    uint32_t refs;
    uint32_t count[CHUNK];
};

struct tally_root {
    uint32_t refs;
    uint32_t nchunks;
    struct tally_chunk *chunks[]; /* NULL: all zero */
};

static void release_chunk(struct tally_chunk *c) {
    if (c && --c->refs == 0) mem_free(c);
}

void tally_release(struct tally *t) {
    struct tally_root *root = t->root;
    t->root = NULL;
    if (!root || --root->refs) return;
    for (uint32_t i = 0; i < root->nchunks; i++) release_chunk(root->chunks[i]);
    mem_free(root);
}

void tally_fork(struct tally *to, const struct tally *from) {
    to->root = from->root;
    if (to->root) to->root->refs++;
}

/* A root of our own with at least n chunks. */
static void own_root(struct tally *t, uint32_t n) {
    struct tally_root *old = t->root;
    if (old && old->refs == 1 && old->nchunks >= n) return;
    uint32_t have = old ? old->nchunks : 0;
    if (n < have) n = have;
    struct tally_root *own = mem_zalloc(sizeof *own + n * sizeof *own->chunks);
    own->refs = 1;
    own->nchunks = n;
    for (uint32_t i = 0; i < have; i++) {
        own->chunks[i] = old->chunks[i];
        if (own->chunks[i]) own->chunks[i]->refs++;
    }
    tally_release(t);
    t->root = own;
}

static struct tally_chunk *own_chunk(struct tally_chunk **place) {
    struct tally_chunk *old = *place;
    if (old && old->refs == 1) return old;
    struct tally_chunk *own = mem_zalloc(sizeof *own);
    if (old) memcpy(own, old, sizeof *own);
    own->refs = 1;
    release_chunk(old);
    *place = own;
    return own;
}

uint32_t tally_next(struct tally *t, uint32_t what) {
    own_root(t, what / CHUNK + 1);
    assert(t->root->refs == 1 && what / CHUNK < t->root->nchunks);
    return own_chunk(&t->root->chunks[what / CHUNK])->count[what % CHUNK]++;
}
