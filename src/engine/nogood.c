#include "engine/nogood.h"

#include <assert.h>
#include <stdlib.h>

static void reserve(struct nogoods *db, uint32_t literal) {
    if (literal < db->is_true.len) return;
    uint32_t want = literal + literal / 2 + 16;
    vec_resize(&db->is_true, want);
    vec_resize(&db->of, want);
}

void nogoods_release(struct nogoods *db) {
    for (uint32_t i = 0; i < db->all.len; i++) mem_free(db->all.data[i]);
    for (uint32_t i = 0; i < db->of.len; i++) vec_release(&db->of.data[i]);
    vec_release(&db->all);
    vec_release(&db->of);
    vec_release(&db->is_true);
}

static int by_number(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

uint32_t nogood_tidy(uint32_t *literals, uint32_t n) {
    if (n < 2) return n;
    qsort(literals, n, sizeof *literals, by_number);
    uint32_t to = 1;
    for (uint32_t i = 1; i < n; i++)
        if (literals[i] != literals[to - 1]) literals[to++] = literals[i];
    return to;
}

struct nogood *nogoods_add(struct nogoods *db, const uint32_t *literals, uint32_t n, bool bounded) {
    struct nogood *c = mem_alloc(sizeof *c + n * sizeof *literals);
    *c = (struct nogood){.n = n, .bounded = bounded};
    for (uint32_t i = 0; i < n; i++) {
        uint32_t lit = literals[i];
        assert(lit);
        reserve(db, lit);
        c->literals[i] = lit;
        c->holds += db->is_true.data[lit];
        vec_push(&db->of.data[lit], c);
    }
    vec_push(&db->all, c);
    return c;
}

struct nogood *nogoods_push(struct nogoods *db, uint32_t literal) {
    reserve(db, literal);
    assert(!db->is_true.data[literal]);
    db->is_true.data[literal] = 1;
    struct nogood *full = NULL;
    for (uint32_t i = 0; i < db->of.data[literal].len; i++) {
        struct nogood *c = db->of.data[literal].data[i];
        if (++c->holds == c->n && (!full || c->n < full->n)) full = c;
    }
    return full;
}

void nogoods_pop(struct nogoods *db, uint32_t literal) {
    assert(db->is_true.data[literal]);
    db->is_true.data[literal] = 0;
    for (uint32_t i = 0; i < db->of.data[literal].len; i++) db->of.data[literal].data[i]->holds--;
}

void nogoods_forget_bounded(struct nogoods *db) {
    for (uint32_t l = 0; l < db->of.len; l++) {
        uint32_t to = 0;
        for (uint32_t i = 0; i < db->of.data[l].len; i++)
            if (!db->of.data[l].data[i]->bounded) db->of.data[l].data[to++] = db->of.data[l].data[i];
        db->of.data[l].len = to;
    }
    uint32_t to = 0;
    for (uint32_t i = 0; i < db->all.len; i++) {
        assert(!db->all.data[i]->holds);
        if (db->all.data[i]->bounded)
            mem_free(db->all.data[i]);
        else
            db->all.data[to++] = db->all.data[i];
    }
    db->all.len = to;
}
