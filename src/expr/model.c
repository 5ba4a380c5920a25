#include "expr/model_data.h"

#include <assert.h>
#include <string.h>

struct model *model_new(void) {
    struct model *m = MEM_NEW(struct model);
    m->refs = 1;
    map_init(&m->words);
    map_init(&m->wide);
    map_init(&m->array_places);
    return m;
}

struct model *model_retain(struct model *m) {
    assert(m->refs > 0);
    m->refs++;
    return m;
}

void model_release(struct model *m) {
    if (!m) return;
    assert(m->refs > 0);
    if (--m->refs) return;
    model_forget(m);
    map_release(&m->words);
    map_release(&m->wide);
    map_release(&m->array_places);
    vec_release(&m->wide_words);
    for (vec_each(uint32_t, i, &m->arrays)) map_release(&m->arrays.data[i].elems);
    vec_release(&m->arrays);
    mem_free(m);
}

static void copy_map(struct map *to, const struct map *from) {
    uint32_t cursor = 0;
    uint64_t key, value;
    while (map_next(from, &cursor, &key, &value)) map_put(to, key, value);
}

struct model *model_copy(const struct model *m) {
    struct model *copy = model_new();
    copy_map(&copy->words, &m->words);
    copy_map(&copy->wide, &m->wide);
    copy_map(&copy->array_places, &m->array_places);
    for (vec_each(uint32_t, i, &m->wide_words)) vec_push(&copy->wide_words, m->wide_words.data[i]);
    for (vec_each(uint32_t, i, &m->arrays)) {
        struct model_array array = m->arrays.data[i];
        map_init(&array.elems);
        copy_map(&array.elems, &m->arrays.data[i].elems);
        vec_push(&copy->arrays, array);
    }
    return copy;
}

/* ---- words ----------------------------------------------------------------------- */

static void prepare_change(struct model *m) {
    assert(m->refs == 1 && "a shared model does not change");
    model_forget(m);
}

void model_set(struct model *m, symbol s, uint64_t value) {
    prepare_change(m);
    model_set_new(m, s, &value, 1);
}

void model_set_new(struct model *m, symbol s, const uint64_t *words, uint32_t nwords) {
    assert(nwords > 0 && nwords <= EXPR_MAX_WIDTH / 64);
    if (nwords == 1) {
        map_put(&m->words, s.id, words[0]);
        map_remove(&m->wide, s.id);
        return;
    }
    uint32_t at = m->wide_words.len;
    if (map_get(&m->wide, s.id, 0) >= nwords)
        at = (uint32_t)map_get(&m->words, s.id, 0);
    else
        vec_resize(&m->wide_words, at + nwords);
    memcpy(m->wide_words.data + at, words, nwords * sizeof *words);
    assert(at + nwords <= m->wide_words.len);
    map_put(&m->words, s.id, at);
    map_put(&m->wide, s.id, nwords);
}

void model_set_wide(struct model *m, symbol s, const uint64_t *words, uint32_t nwords) {
    prepare_change(m);
    model_set_new(m, s, words, nwords);
}

void model_get_wide(const struct model *m, symbol s, uint64_t *words, uint32_t nwords) {
    memset(words, 0, nwords * sizeof *words);
    uint64_t value = map_get(&m->words, s.id, 0);
    uint32_t have = (uint32_t)map_get(&m->wide, s.id, 0);
    if (!have) words[0] = value;
    for (uint32_t i = 0; i < have && i < nwords; i++) words[i] = m->wide_words.data[value + i];
}

uint64_t model_get(const struct model *m, symbol s) {
    uint64_t value;
    model_get_wide(m, s, &value, 1);
    return value;
}

bool model_has(const struct model *m, symbol s) {
    return map_find(&m->words, s.id) || model_array(m, s);
}

bool model_next(const struct model *m, uint32_t *cursor, symbol *s) {
    uint64_t key, value;
    if (!map_next(&m->words, cursor, &key, &value)) return false;
    *s = (symbol){(uint32_t)key};
    return true;
}

/* ---- arrays ---------------------------------------------------------------------- */

const struct model_array *model_array(const struct model *m, symbol array) {
    const uint64_t *place = map_find(&m->array_places, array.id);
    return place ? &m->arrays.data[*place] : NULL;
}

static struct model_array *make_array(struct model *m, symbol array) {
    if (map_find(&m->array_places, array.id))
        return &m->arrays.data[map_get(&m->array_places, array.id, 0)];
    map_put(&m->array_places, array.id, m->arrays.len);
    vec_push(&m->arrays, (struct model_array){0});
    return &vec_last(&m->arrays);
}

void model_set_elem(struct model *m, symbol array, uint64_t index, uint64_t value) {
    prepare_change(m);
    map_put(&make_array(m, array)->elems, index, value);
}

void model_set_rest(struct model *m, symbol array, uint64_t value) {
    prepare_change(m);
    make_array(m, array)->rest = value;
}

uint64_t model_get_elem(const struct model *m, symbol array, uint64_t index) {
    const struct model_array *found = model_array(m, array);
    return found ? map_get(&found->elems, index, found->rest) : 0;
}

uint64_t model_get_rest(const struct model *m, symbol array) {
    const struct model_array *found = model_array(m, array);
    return found ? found->rest : 0;
}

bool model_next_elem(const struct model *m, symbol array, uint32_t *cursor, uint64_t *index,
                     uint64_t *value) {
    const struct model_array *found = model_array(m, array);
    return found && map_next(&found->elems, cursor, index, value);
}
