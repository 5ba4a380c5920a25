/* stdlib.h: allocation functions that are easily said in terms of the engine's. */
#include "rt.h"

#include <malloc.h>
#include <stdlib.h>

int posix_memalign(void **result, size_t alignment, size_t n) {
    bool power = alignment && (alignment & (alignment - 1)) == 0;
    if (!power || alignment % sizeof(void *) != 0) return EINVAL;
    void *p = memalign(alignment, n);
    if (!p) return ENOMEM;
    *result = p;
    return 0;
}

void *reallocarray(void *p, size_t n, size_t size) {
    if (size && n > SIZE_MAX / size) return rt_null(ENOMEM);
    return realloc(p, n * size);
}

void *valloc(size_t n) { return memalign(4096, n); }
void *pvalloc(size_t n) { return memalign(4096, (n + 4095) / 4096 * 4096); }
void cfree(void *p);
void cfree(void *p) { free(p); }
int malloc_trim(size_t pad) { return (void)pad, 0; }
int mallopt(int what, int value) { return (void)what, (void)value, 1; }
