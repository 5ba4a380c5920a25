#include "engine/cdse/nogood.h"

#include <assert.h>

static void reserve(struct nogoods *db, uint32_t literal) {
    if (literal < db->is_true.len) return;
    uint32_t want = literal + literal / 2 + 16;
    vec_resize(&db->is_true, want);
    vec_resize(&db->waiting, want);
    vec_resize(&db->marks, want);
}

void nogoods_init(struct nogoods *db) {
    *db = (struct nogoods){0};
    arena_init(&db->arena);
}

void nogoods_release(struct nogoods *db) {
    arena_release(&db->arena);
    vec_release(&db->all);
    vec_release(&db->waiting);
    vec_release(&db->is_true);
    vec_release(&db->marks);
}

void nogoods_begin(struct nogoods *db) { db->mark++; }

void nogoods_leave_out(struct nogoods *db, uint32_t literal) {
    assert(literal && db->mark);
    reserve(db, literal);
    db->marks.data[literal] = db->mark;
}

/* Marks the literal; false if it was. */
static bool mark(struct nogoods *db, uint32_t literal) {
    reserve(db, literal);
    if (db->marks.data[literal] == db->mark) return false;
    db->marks.data[literal] = db->mark;
    return true;
}

void nogoods_gather(struct nogoods *db, const uint32_t *literals, uint32_t n, vec_u32 *to) {
    vec_reserve(to, to->len + n);
    for (uint32_t i = 0; i < n; i++)
        if (mark(db, literals[i])) to->data[to->len++] = literals[i];
}

uint32_t nogoods_tidy(struct nogoods *db, uint32_t *literals, uint32_t n) {
    uint32_t to = 0;
    nogoods_begin(db);
    for (uint32_t i = 0; i < n; i++)
        if (mark(db, literals[i])) literals[to++] = literals[i];
    return to;
}

static void wait_at(struct nogoods *db, struct nogood *c, uint32_t literal) {
    assert(literal && literal < db->waiting.len);
    c->next = db->waiting.data[literal];
    db->waiting.data[literal] = c;
}

struct nogood *nogoods_add(struct nogoods *db, const uint32_t *literals, uint32_t n, uint64_t bounds) {
    assert(n);
    struct nogood *c = arena_alloc(&db->arena, sizeof *c + n * sizeof *literals);
    *c = (struct nogood){.n = n, .bounds = bounds};
    for (uint32_t i = 0; i < n; i++) {
        assert(literals[i]);
        reserve(db, literals[i]);
        c->literals[i] = literals[i];
    }
    wait_at(db, c, literals[n - 1]);
    vec_push(&db->all, c);
    if (!(db->all.len & (db->all.len - 1))) nogoods_check(db); /* now and then */
    return c;
}

/* A literal of c that is not true; 0: none. */
static uint32_t find_false(const struct nogoods *db, const struct nogood *c) {
    for (uint32_t i = c->n; i-- > 0;)
        if (!db->is_true.data[c->literals[i]]) return c->literals[i];
    return 0;
}

struct nogood *nogoods_push(struct nogoods *db, uint32_t literal) {
    reserve(db, literal);
    assert(!db->is_true.data[literal]);
    db->is_true.data[literal] = 1;
    for (struct nogood *c; (c = db->waiting.data[literal]) != NULL;) {
        uint32_t other = find_false(db, c);
        if (!other) return c;
        db->waiting.data[literal] = c->next;
        wait_at(db, c, other);
    }
    return NULL;
}

void nogoods_pop(struct nogoods *db, uint32_t literal) {
    assert(db->is_true.data[literal]);
    db->is_true.data[literal] = 0;
}

static void drop(struct nogood **list, uint64_t bounds) {
    while (*list)
        if ((*list)->bounds & bounds) *list = (*list)->next;
        else list = &(*list)->next;
}

void nogoods_forget(struct nogoods *db, uint64_t bounds) {
    for (uint32_t l = 0; l < db->is_true.len; l++) assert(!db->is_true.data[l]);
    for (uint32_t l = 0; l < db->waiting.len; l++) drop(&db->waiting.data[l], bounds);
    for (uint32_t i = 0; i < db->all.len; i++)
        if (db->all.data[i]->bounds & bounds) {
            db->all.data[i--] = vec_last(&db->all);
            db->all.len--;
        }
    nogoods_check(db);
}

#ifndef NDEBUG

static bool has_literal(const struct nogood *c, uint32_t literal) {
    for (uint32_t i = 0; i < c->n; i++)
        if (c->literals[i] == literal) return true;
    return false;
}

void nogoods_check(const struct nogoods *db) {
    uint32_t waiting = 0;
    assert(db->waiting.len == db->is_true.len && db->marks.len == db->is_true.len);
    for (uint32_t l = 0; l < db->waiting.len; l++)
        for (const struct nogood *c = db->waiting.data[l]; c; c = c->next, waiting++) assert(has_literal(c, l));
    assert(waiting == db->all.len); /* each in one list */
}

#else

void nogoods_check(const struct nogoods *db) { (void)db; }

#endif
