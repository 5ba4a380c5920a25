/* A binary heap in a vector: the first element comes before all others. `before` is a total order, so what comes out
 * does not depend on the order in which it went in. */
#ifndef SHRIKE_BASE_HEAP_H
#define SHRIKE_BASE_HEAP_H

#include "base/vec.h"

enum { HEAP_ELEMENT = 256 }; /* bytes, at most */

typedef bool (*heap_before)(const void *a, const void *b);

static inline void heap_swap(void *data, uint32_t i, uint32_t j, size_t size) {
    char kept[HEAP_ELEMENT], *a = (char *)data + i * size, *b = (char *)data + j * size;
    assert(size <= sizeof kept);
    memcpy(kept, a, size);
    memcpy(a, b, size);
    memcpy(b, kept, size);
}

/* All but the last are a heap: now all are. */
static inline void heap_rise(void *data, uint32_t len, size_t size, heap_before before) {
    const char *all = data;
    for (uint32_t i = len - 1; i > 0 && before(all + i * size, all + (i - 1) / 2 * size); i = (i - 1) / 2)
        heap_swap(data, i, (i - 1) / 2, size);
}

/* All but the first are one. */
static inline void heap_sink(void *data, uint32_t len, size_t size, heap_before before) {
    const char *all = data;
    for (uint32_t i = 0, kid; (kid = 2 * i + 1) < len; i = kid) {
        if (kid + 1 < len && before(all + (kid + 1) * size, all + kid * size)) kid++;
        if (!before(all + kid * size, all + i * size)) return;
        heap_swap(data, i, kid, size);
    }
}

#define heap_push(v, before, ...)                                  \
    do {                                                           \
        vec_push((v), __VA_ARGS__);                                \
        heap_rise((v)->data, (v)->len, sizeof *(v)->data, before); \
    } while (0)
/* The first, taken off. */
#define heap_pop(v, before)                                                         \
    ({                                                                              \
        __typeof__(*(v)->data) heap_first_ = (v)->data[0], heap_last_ = vec_pop(v); \
        if ((v)->len) {                                                             \
            (v)->data[0] = heap_last_;                                              \
            heap_sink((v)->data, (v)->len, sizeof *(v)->data, before);              \
        }                                                                           \
        heap_first_;                                                                \
    })

#endif
