#include "engine/interpolate/facttable.h"

#include <assert.h>

#include "base/hash.h"
#include "base/provoke.h"
#include "expr/keep.h"

enum { MOST_SHAPES = PROVOKED(16, 2), MOST_WORDS = PROVOKED(8, 2) /* of a shape */ };

typedef VEC(struct arc) arc_list;

static void shape_release(struct shape *s) {
    vec_release(&s->words);
    vec_release(&s->members);
    map_release(&s->newest);
}

void factindex_release(struct factindex *ix) {
    for (uint32_t i = 0; i < ix->shapes.len; i++) shape_release(&ix->shapes.data[i]);
    vec_release(&ix->shapes);
    vec_release(&ix->older);
    vec_release(&ix->others);
}

void factindex_clear(struct factindex *ix) {
    factindex_release(ix);
    *ix = (struct factindex){0};
}

void factindex_mark(const struct factindex *ix, struct expr_pool *pool) {
    for (uint32_t i = 0; i < ix->shapes.len; i++)
        for (uint32_t k = 0; k < ix->shapes.data[i].words.len; k++) expr_mark(pool, ix->shapes.data[i].words.data[k]);
}

/* Places that the fact holds at a value, by identity, at most MOST_WORDS. */
static void held_arcs(const struct expr_pool *pool, const struct fact *f, arc_list *out) {
    for (uint32_t i = 0; i < f->arcs.len && out->len < MOST_WORDS; i++) {
        struct arc a = f->arcs.data[i];
        if (a.lo != a.hi || !word_is_place(pool, a.word)) continue;
        uint32_t at = out->len;
        vec_push(out, a);
        for (; at > 0 && out->data[at - 1].word.id > a.word.id; at--) out->data[at] = out->data[at - 1];
        out->data[at] = a;
        assert(!at || out->data[at - 1].word.id < a.word.id); /* a fact has one arc for a word */
    }
}

/* Does the shape have no word but those held? The values' hash goes to *hash. */
static bool shape_fits(const struct shape *s, const arc_list *held, uint64_t *hash) {
    assert(s->words.len <= MOST_WORDS);
    uint32_t k = 0;
    *hash = 0;
    for (uint32_t i = 0; i < s->words.len; i++, k++) {
        while (k < held->len && !expr_same(held->data[k].word, s->words.data[i])) k++;
        if (k == held->len) return false;
        *hash = hash_mix(*hash, held->data[k].lo);
    }
    return true;
}

static struct shape *new_shape(struct factindex *ix, const arc_list *held, uint64_t *hash) {
    assert(held->len && ix->shapes.len < MOST_SHAPES);
    vec_push(&ix->shapes, ((struct shape){0}));
    struct shape *s = &ix->shapes.data[ix->shapes.len - 1];
    map_init(&s->newest);
    *hash = 0;
    for (uint32_t i = 0; i < held->len; i++) {
        vec_push(&s->words, held->data[i].word);
        *hash = hash_mix(*hash, held->data[i].lo);
    }
    return s;
}

/* Its own shape while there is room for one more, else the shape that says most about it; NULL: none. */
static struct shape *shape_for(struct factindex *ix, const arc_list *held, uint64_t *hash) {
    struct shape *best = NULL;
    for (uint32_t i = 0; i < ix->shapes.len; i++) {
        uint64_t h;
        struct shape *s = &ix->shapes.data[i];
        if ((best && s->words.len <= best->words.len) || !shape_fits(s, held, &h)) continue;
        best = s;
        *hash = h;
    }
    if ((!best || best->words.len < held->len) && held->len > 0 && ix->shapes.len < MOST_SHAPES)
        return new_shape(ix, held, hash);
    return best;
}

void factindex_add(struct factindex *ix, const struct expr_pool *pool, const struct fact *f) {
    arc_list held = {0};
    uint64_t hash = 0;
    uint32_t at = ix->older.len;
    held_arcs(pool, f, &held);
    struct shape *s = shape_for(ix, &held, &hash);
    vec_push(&ix->older, s ? (uint32_t)map_get(&s->newest, hash, 0) : 0);
    assert(ix->older.data[at] <= at); /* chains lead to older ones */
    if (s) {
        map_put(&s->newest, hash, at + 1);
        vec_push(&s->members, at);
    } else {
        vec_push(&ix->others, at);
    }
    vec_release(&held);
}

static bool try_list(const vec_u32 *list, fact_try try, void *owner) {
    for (uint32_t i = list->len; i-- > 0;)
        if (try(owner, list->data[i])) return true;
    return false;
}

/* The hash of what the state has in the words; false: one of them is not constant. */
static bool hash_in_state(const struct shape *s, struct exec *x, const struct places *places, struct state *st,
                          uint64_t *hash) {
    *hash = 0;
    for (uint32_t i = 0; i < s->words.len; i++) {
        uint64_t v;
        if (!word_constant(x, places, s->words.data[i], st, &v)) return false;
        *hash = hash_mix(*hash, v);
    }
    return true;
}

bool factindex_any(const struct factindex *ix, struct exec *x, const struct places *places, struct state *st,
                   fact_try try, void *owner) {
    for (uint32_t i = 0; i < ix->shapes.len; i++) {
        const struct shape *s = &ix->shapes.data[i];
        uint64_t hash;
        if (!hash_in_state(s, x, places, st, &hash)) {
            if (try_list(&s->members, try, owner)) return true;
            continue;
        }
        for (uint64_t at = map_get(&s->newest, hash, 0); at; at = ix->older.data[at - 1])
            if (try(owner, (uint32_t)at - 1)) return true;
    }
    return try_list(&ix->others, try, owner);
}
