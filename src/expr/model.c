#include <assert.h>
#include <string.h>

#include "expr/model_data.h"

struct model *model_new(void) {
    struct model *m = MEM_NEW(struct model);
    m->refs = 1;
    return m;
}

struct model *model_retain(struct model *m) {
    assert(m->refs > 0);
    m->refs++;
    return m;
}

static void array_release(struct model_array *a) {
    assert(a->refs > 0);
    if (--a->refs) return;
    map_release(&a->elems);
    mem_free(a);
}

static void extra_release(struct model_extra *x) {
    if (!x || --x->refs) return;
    map_release(&x->wide);
    vec_release(&x->wide_words);
    for (vec_each(uint32_t, i, &x->arrays)) array_release(x->arrays.data[i]);
    vec_release(&x->arrays);
    mem_free(x);
}

void model_release(struct model *m) {
    if (!m) return;
    assert(m->refs > 0);
    if (--m->refs) return;
    model_leave_pool(m);
    words_release(&m->words);
    extra_release(m->extra);
    mem_free(m);
}

struct model *model_copy(const struct model *m) {
    struct model *copy = model_new();
    copy->words = words_copy(&m->words);
    copy->extra = m->extra;
    if (copy->extra) copy->extra->refs++;
    return copy;
}

/* ---- changing ---------------------------------------------------------------------- */

static void prepare_change(struct model *m) {
    assert(m->refs == 1 && "a shared model does not change");
    m->stamp = 0;
}

static void copy_map(struct map *to, const struct map *from) {
    uint32_t cursor = 0;
    uint64_t key, value;
    while (map_next(from, &cursor, &key, &value)) map_put(to, key, value);
}

/* The extra part, there and not shared. */
static struct model_extra *own_extra(struct model *m) {
    struct model_extra *x = m->extra;
    if (x && x->refs == 1) return x;
    struct model_extra *mine = MEM_NEW(struct model_extra);
    mine->refs = 1;
    if (x) {
        copy_map(&mine->wide, &x->wide);
        for (vec_each(uint32_t, i, &x->wide_words)) vec_push(&mine->wide_words, x->wide_words.data[i]);
        for (vec_each(uint32_t, i, &x->arrays)) {
            x->arrays.data[i]->refs++;
            vec_push(&mine->arrays, x->arrays.data[i]);
        }
    }
    extra_release(x);
    return m->extra = mine;
}

/* ---- words ----------------------------------------------------------------------- */

static uint32_t wide_length(const struct model *m, symbol s) {
    return m->extra && m->extra->wide.len ? (uint32_t)map_get(&m->extra->wide, s.id, 0) : 0;
}

void model_set(struct model *m, symbol s, uint64_t value) {
    prepare_change(m);
    model_set_new(m, s, &value, 1);
}

void model_set_new(struct model *m, symbol s, const uint64_t *words, uint32_t nwords) {
    assert(nwords > 0 && nwords <= EXPR_MAX_WIDTH / 64);
    if (nwords == 1) {
        if (wide_length(m, s)) map_remove(&own_extra(m)->wide, s.id);
        words_put(&m->words, s.id, words[0]);
        return;
    }
    struct model_extra *x = own_extra(m);
    uint32_t at = x->wide_words.len;
    if (wide_length(m, s) >= nwords) at = (uint32_t)*words_find(&m->words, s.id);
    else vec_resize(&x->wide_words, at + nwords);
    memcpy(x->wide_words.data + at, words, nwords * sizeof *words);
    assert(at + nwords <= x->wide_words.len);
    words_put(&m->words, s.id, at);
    map_put(&x->wide, s.id, nwords);
}

void model_set_wide(struct model *m, symbol s, const uint64_t *words, uint32_t nwords) {
    prepare_change(m);
    model_set_new(m, s, words, nwords);
}

void model_get_wide(const struct model *m, symbol s, uint64_t *words, uint32_t nwords) {
    memset(words, 0, nwords * sizeof *words);
    const uint64_t *value = words_find(&m->words, s.id);
    if (!value) return;
    uint32_t have = wide_length(m, s);
    if (!have) words[0] = *value;
    for (uint32_t i = 0; i < have && i < nwords; i++) words[i] = m->extra->wide_words.data[*value + i];
}

uint64_t model_get(const struct model *m, symbol s) {
    uint64_t value;
    model_get_wide(m, s, &value, 1);
    return value;
}

bool model_has(const struct model *m, symbol s) { return words_find(&m->words, s.id) || model_array(m, s); }

bool model_next(const struct model *m, uint32_t *cursor, symbol *s) {
    uint64_t value;
    return words_next(&m->words, cursor, &s->id, &value);
}

/* ---- arrays ---------------------------------------------------------------------- */

/* Where in the list, which is sorted, the array is or should be. */
static uint32_t array_place(const struct model_extra *x, symbol array) {
    uint32_t low = 0, high = x->arrays.len;
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        if (x->arrays.data[mid]->sym.id < array.id) low = mid + 1;
        else high = mid;
    }
    return low;
}

static struct model_array *array_at(const struct model_extra *x, uint32_t place, symbol array) {
    if (place == x->arrays.len || x->arrays.data[place]->sym.id != array.id) return NULL;
    return x->arrays.data[place];
}

const struct model_array *model_array(const struct model *m, symbol array) {
    return m->extra ? array_at(m->extra, array_place(m->extra, array), array) : NULL;
}

static void insert_array(struct model_extra *x, uint32_t place, struct model_array *a) {
    vec_push(&x->arrays, a);
    for (uint32_t i = x->arrays.len - 1; i > place; i--) x->arrays.data[i] = x->arrays.data[i - 1];
    x->arrays.data[place] = a;
}

/* The array's entry, there and not shared. */
static struct model_array *own_array(struct model *m, symbol array) {
    struct model_extra *x = own_extra(m);
    uint32_t place = array_place(x, array);
    struct model_array *old = array_at(x, place, array);
    if (old && old->refs == 1) return old;
    struct model_array *mine = MEM_NEW(struct model_array);
    mine->refs = 1;
    mine->sym = array;
    if (!old) {
        insert_array(x, place, mine);
        return mine;
    }
    mine->rest = old->rest;
    copy_map(&mine->elems, &old->elems);
    array_release(old);
    return x->arrays.data[place] = mine;
}

void model_set_elem(struct model *m, symbol array, uint64_t index, uint64_t value) {
    prepare_change(m);
    const struct model_array *old = model_array(m, array);
    const uint64_t *before = old ? map_find(&old->elems, index) : NULL;
    if (before && *before == value) return; /* and all stays shared */
    map_put(&own_array(m, array)->elems, index, value);
}

void model_set_rest(struct model *m, symbol array, uint64_t value) {
    prepare_change(m);
    const struct model_array *old = model_array(m, array);
    if (old && old->rest == value) return;
    own_array(m, array)->rest = value;
}

uint64_t model_get_elem(const struct model *m, symbol array, uint64_t index) {
    const struct model_array *found = model_array(m, array);
    return found ? map_get(&found->elems, index, found->rest) : 0;
}

uint64_t model_get_rest(const struct model *m, symbol array) {
    const struct model_array *found = model_array(m, array);
    return found ? found->rest : 0;
}

bool model_next_elem(const struct model *m, symbol array, uint32_t *cursor, uint64_t *index, uint64_t *value) {
    const struct model_array *found = model_array(m, array);
    return found && map_next(&found->elems, cursor, index, value);
}
