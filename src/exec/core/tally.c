#include "exec/core/tally.h"

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
    assert(!from->root || from->root->refs);
    to->root = from->root;
    if (to->root) to->root->refs++;
}

/* A root of our own with at least n chunks. */
static void own_root(struct tally *t, uint32_t n) {
    assert(n);
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

/* ---- two of them ---------------------------------------------------------------------------------- */

static const struct tally_chunk *chunk_of(const struct tally *t, uint32_t what) {
    return t->root && what / CHUNK < t->root->nchunks ? t->root->chunks[what / CHUNK] : NULL;
}

uint32_t tally_count(const struct tally *t, uint32_t what) {
    const struct tally_chunk *c = chunk_of(t, what);
    return c ? c->count[what % CHUNK] : 0;
}

uint32_t tally_end(const struct tally *a, const struct tally *b) {
    uint32_t na = a->root ? a->root->nchunks : 0, nb = b->root ? b->root->nchunks : 0;
    return (na > nb ? na : nb) * CHUNK;
}

uint32_t tally_next_difference(const struct tally *a, const struct tally *b, uint32_t what) {
    uint32_t end = tally_end(a, b);
    if (a->root == b->root) return end;
    while (what < end) {
        if (chunk_of(a, what) == chunk_of(b, what)) what = (what / CHUNK + 1) * CHUNK;
        else if (tally_count(a, what) == tally_count(b, what)) what++;
        else return what;
    }
    return end;
}

void tally_set(struct tally *t, uint32_t what, uint32_t count) {
    own_root(t, what / CHUNK + 1);
    own_chunk(&t->root->chunks[what / CHUNK])->count[what % CHUNK] = count;
}
