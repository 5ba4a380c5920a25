/*
 * stdlib.h and search.h: sorting and searching. glibc 2.36 sorts by merging, first half n/2, and
 * asks the comparison function in this order: programs with inconsistent or printing comparison
 * functions behave the same only if we do too.
 */
#include "rt.h"

#include <search.h>
#include <stdlib.h>

struct sort {
    char *spare; /* room for all elements */
    size_t size;
    rt_compare *compare;
    void *arg;
};

static void merge(const struct sort *s, char *base, size_t n1, size_t n2) {
    const char *left = base, *right = base + n1 * s->size;
    char *out = s->spare;
    size_t total = n1 + n2;
    while (n1 > 0 && n2 > 0) {
        bool take_left = s->compare(left, right, s->arg) <= 0;
        rt_memcpy(out, take_left ? left : right, s->size);
        out += s->size;
        if (take_left)
            left += s->size, n1--;
        else
            right += s->size, n2--;
    }
    if (n1 > 0) rt_memcpy(out, left, n1 * s->size);
    rt_memcpy(base, s->spare, (total - n2) * s->size);
}

static void sort_range(const struct sort *s, char *base, size_t n) {
    if (n <= 1) return;
    sort_range(s, base, n / 2);
    sort_range(s, base + n / 2 * s->size, n - n / 2);
    merge(s, base, n / 2, n - n / 2);
}

void rt_sort(void *base, size_t n, size_t size, rt_compare *compare, void *arg) {
    if (n <= 1 || size == 0) return;
    struct sort s = {malloc(n * size), size, compare, arg};
    if (!s.spare) __shrike_unsupported("qsort without memory");
    sort_range(&s, base, n);
    free(s.spare);
}

/* A comparison function without the third argument, boxed: C has no conversion between them. */
struct plain {
    int (*compare)(const void *, const void *);
};

static int call_plain(const void *a, const void *b, void *arg) {
    return ((struct plain *)arg)->compare(a, b);
}

void qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *)) {
    struct plain p = {compare};
    rt_sort(base, n, size, call_plain, &p);
}

void qsort_r(void *base, size_t n, size_t size, rt_compare *compare, void *arg) {
    rt_sort(base, n, size, compare, arg);
}

void *bsearch(const void *key, const void *base, size_t n, size_t size,
              int (*compare)(const void *, const void *)) {
    size_t low = 0, high = n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *p = (const char *)base + middle * size;
        int order = compare(key, p);
        if (order == 0) return (void *)p;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

static void *find_linear(const void *key, const void *base, size_t n, size_t size,
                         int (*compare)(const void *, const void *)) {
    const char *p = base;
    for (size_t i = 0; i < n; i++, p += size)
        if (compare(key, p) == 0) return (void *)p;
    return NULL;
}

void *lfind(const void *key, const void *base, size_t *n, size_t size,
            int (*compare)(const void *, const void *)) {
    return find_linear(key, base, *n, size, compare);
}

void *lsearch(const void *key, void *base, size_t *n, size_t size,
              int (*compare)(const void *, const void *)) {
    void *hit = find_linear(key, base, *n, size, compare);
    if (hit) return hit;
    return rt_memcpy((char *)base + (*n)++ * size, key, size);
}

struct link {
    struct link *next, *prev;
};

void insque(void *element, void *after) {
    struct link *e = element, *p = after;
    e->prev = p;
    e->next = p ? p->next : NULL;
    if (!p) return;
    if (p->next) p->next->prev = e;
    p->next = e;
}

void remque(void *element) {
    struct link *e = element;
    if (e->next) e->next->prev = e->prev;
    if (e->prev) e->prev->next = e->next;
}
