/* libatomic: what compilers call for atomic objects of a size that no instruction has. Programs that create threads have
 * other models (locks.c). */
#include <stdbool.h>
#include <stddef.h>

#define NAMED(name) __asm__(name)

/* Not by the names of memory.c: native runs have this as well. */
static void copy(void *to, const void *from, size_t n) {
    for (size_t i = 0; i < n; i++) ((char *)to)[i] = ((const char *)from)[i];
}

static bool same(const void *a, const void *b, size_t n) {
    bool all = true;
    for (size_t i = 0; i < n; i++) all &= ((const char *)a)[i] == ((const char *)b)[i];
    return all;
}

void rt_atomic_load(size_t n, void *m, void *to, int order) NAMED("__atomic_load");
void rt_atomic_load(size_t n, void *m, void *to, int order) {
    (void)order;
    copy(to, m, n);
}

void rt_atomic_store(size_t n, void *m, void *from, int order) NAMED("__atomic_store");
void rt_atomic_store(size_t n, void *m, void *from, int order) {
    (void)order;
    copy(m, from, n);
}

void rt_atomic_exchange(size_t n, void *m, void *from, void *to, int order) NAMED("__atomic_exchange");
void rt_atomic_exchange(size_t n, void *m, void *from, void *to, int order) {
    (void)order;
    copy(to, m, n);
    copy(m, from, n);
}

bool rt_atomic_compare_exchange(size_t n, void *m, void *expected, void *from, int order, int other) NAMED("__atomic_compare_exchange");
bool rt_atomic_compare_exchange(size_t n, void *m, void *expected, void *from, int order, int other) {
    (void)order, (void)other;
    bool equal = same(m, expected, n);
    copy(equal ? m : expected, equal ? from : m, n);
    return equal;
}
