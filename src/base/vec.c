#include "base/vec.h"

void *vec_grow(void *data, uint32_t *cap, uint32_t want, size_t elem_size) {
    uint32_t next = *cap ? *cap : 4;
    while (next < want) next = next < UINT32_MAX / 2 ? next * 2 : UINT32_MAX;
    size_t bytes;
    if (__builtin_mul_overflow((size_t)next, elem_size, &bytes)) bytes = SIZE_MAX;
    data = mem_realloc(data, bytes);
    *cap = next;
    return data;
}

void *vec_duplicate(const void *data, uint32_t len, size_t elem_size) {
    if (!len) return NULL;
    void *copy = mem_alloc_array(len, elem_size);
    return memcpy(copy, data, len * elem_size);
}

uint32_t vec_count_before(const void *data, uint32_t len, size_t elem_size,
                          bool (*is_before)(const void *elem, uint64_t key), uint64_t key) {
    uint32_t lo = 0, hi = len;
    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (is_before((const char *)data + mid * elem_size, key)) lo = mid + 1;
        else hi = mid;
    }
    return lo;
}
