/* Typed vector. `VEC(int) v = {0};` is an empty one; vec_release gives it back.
 * Elements move when the vector grows: keep indexes, not pointers. */
#ifndef SHRIKE_BASE_VEC_H
#define SHRIKE_BASE_VEC_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/mem.h"

#define VEC(type)     \
    struct {          \
        type *data;   \
        uint32_t len; \
        uint32_t cap; \
    }

/* Makes room for `want` elements in all; returns the new storage. */
void *vec_grow(void *data, uint32_t *cap, uint32_t want, size_t elem_size);

/* A copy of len elements, which is all the room that it has; NULL if there are none. */
void *vec_duplicate(const void *data, uint32_t len, size_t elem_size);
/* How many elements stand before key; the list is sorted such that these come first. */
uint32_t vec_count_before(const void *data, uint32_t len, size_t elem_size,
                          bool (*is_before)(const void *elem, uint64_t key), uint64_t key);

#define vec_reserve(v, want)                                                                                    \
    do {                                                                                                        \
        if ((v)->cap < (want)) (v)->data = vec_grow((v)->data, &(v)->cap, (uint32_t)(want), sizeof *(v)->data); \
    } while (0)
#define vec_push(v, ...)                       \
    do {                                       \
        vec_reserve((v), (v)->len + 1);        \
        (v)->data[(v)->len++] = (__VA_ARGS__); \
    } while (0)
/* n elements, which lie elsewhere. */
#define vec_append(v, from, n)                                                                          \
    do {                                                                                                \
        uint32_t vec_n_ = (uint32_t)(n);                                                                \
        _Static_assert(sizeof((v)->data[0] = (from)[0]) == sizeof *(from), "elements of another type"); \
        vec_reserve((v), (v)->len + vec_n_);                                                            \
        if (vec_n_) memcpy((v)->data + (v)->len, (from), vec_n_ * sizeof *(v)->data);                   \
        (v)->len += vec_n_;                                                                             \
    } while (0)
/* Puts an element in front of number i, or takes that one out; the others keep their order. */
#define vec_insert(v, i, ...)                                                                           \
    do {                                                                                                \
        uint32_t vec_i_ = (i);                                                                          \
        vec_reserve((v), (v)->len + 1);                                                                 \
        memmove((v)->data + vec_i_ + 1, (v)->data + vec_i_, ((v)->len++ - vec_i_) * sizeof *(v)->data); \
        (v)->data[vec_i_] = (__VA_ARGS__);                                                              \
    } while (0)
#define vec_remove(v, i)                                                                                \
    do {                                                                                                \
        uint32_t vec_i_ = (i);                                                                          \
        assert(vec_i_ < (v)->len);                                                                      \
        memmove((v)->data + vec_i_, (v)->data + vec_i_ + 1, (--(v)->len - vec_i_) * sizeof *(v)->data); \
    } while (0)
/* A vector whose struct was copied gets elements of its own. */
#define vec_own(v) ((v)->data = vec_duplicate((v)->data, (v)->len, sizeof *(v)->data), (v)->cap = (v)->len)
/* The place in a sorted vector: how many elements are before key. */
#define vec_place(v, is_before, key) vec_count_before((v)->data, (v)->len, sizeof *(v)->data, is_before, key)
/* Sets the length; new elements are all zero. */
#define vec_resize(v, n)                                                                                 \
    do {                                                                                                 \
        uint32_t vec_n_ = (uint32_t)(n);                                                                 \
        vec_reserve((v), vec_n_);                                                                        \
        if (vec_n_ > (v)->len) memset((v)->data + (v)->len, 0, (vec_n_ - (v)->len) * sizeof *(v)->data); \
        (v)->len = vec_n_;                                                                               \
    } while (0)
/* The last element, taken off; may be used for its effect alone. */
#define vec_pop(v)             \
    ({                         \
        assert((v)->len > 0);  \
        (v)->data[--(v)->len]; \
    })
#define vec_last(v) ((v)->data[(assert((v)->len > 0), (v)->len - 1)])
#define vec_clear(v) ((void)((v)->len = 0))
#define vec_release(v) (mem_free((v)->data), (v)->data = NULL, (v)->len = (v)->cap = 0)
/* for (vec_each(uint32_t, i, &v)) ... v.data[i] */
#define vec_each(itype, i, v) \
    itype i = 0;              \
    i < (v)->len;             \
    i++

typedef VEC(uint8_t) vec_u8;
typedef VEC(uint32_t) vec_u32;
typedef VEC(uint64_t) vec_u64;

/* Is v among them? For short lists: looks at all. */
static inline bool vec_u32_has(const vec_u32 *list, uint32_t v) {
    for (uint32_t i = 0; i < list->len; i++)
        if (list->data[i] == v) return true;
    return false;
}

#endif
