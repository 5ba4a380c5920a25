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
