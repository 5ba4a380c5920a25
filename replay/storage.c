/* Uninitialised storage gets the values that the test names; the front end calls
 * these where storage is created. */
#include "replay_rt.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

enum {
    PATTERN = 0xbe,        /* what the test leaves open; as the sanitizer fills the heap */
    PATTERN_BYTES = 65536, /* larger storage stays as it is */
};

static int is_for(const struct record *r, const struct site *site, uint32_t instance) {
    return strcmp(record_name(r), site->name) == 0 && (r->line == ANY || r->line == site->line) &&
           (r->instance == ANY || r->instance == instance);
}

/* One that names no instance serves the first storage that it fits, once. */
static int claim_once(const struct record *r) {
    enum { MOST = 4096 };
    static const struct record *used[MOST];
    static unsigned count;
    if (r->instance != ANY) return 1;
    for (unsigned i = 0; i < count; i++)
        if (used[i] == r) return 0;
    if (count < MOST) used[count++] = r;
    return 1;
}

/* Without the library's memcpy, which the sanitizers watch. */
static void copy_to(volatile unsigned char *to, const unsigned char *from, size_t n) {
    for (size_t i = 0; i < n; i++) to[i] = from[i];
}

void fill(void *p, size_t from, size_t size, struct site *site) {
    replay_start();
    volatile unsigned char *bytes = p;
    uint32_t instance = site->instances++;
    if (size <= PATTERN_BYTES)
        for (size_t i = from; i < size; i++) bytes[i] = PATTERN;
    uint32_t served = 0; /* offsets below are taken by a record without instance */
    for (const struct record *r = record_next(NULL, IN_UNINIT); r; r = record_next(r, IN_UNINIT)) {
        if (!is_for(r, site, instance) || r->offset < from || r->offset >= size) continue;
        if (r->instance == ANY && r->offset < served) continue;
        if (!claim_once(r)) continue;
        size_t room = size - r->offset;
        copy_to(bytes + r->offset, record_bytes(r), r->size < room ? r->size : room);
        if (r->instance == ANY) served = r->offset + r->size;
    }
}

void __shrike_fill(void *p, size_t size, struct site *site) { fill(p, 0, size, site); }

void *__shrike_malloc(size_t size, struct site *site) {
    void *p = malloc(size);
    if (p) fill(p, 0, size, site);
    return p;
}

void *__shrike_aligned_alloc(size_t align, size_t size, struct site *site) {
    void *p = NULL;
    if (align < sizeof(void *)) align = sizeof(void *);
    int error = posix_memalign(&p, align, size);
    if (error) return errno = error, NULL;
    fill(p, 0, size, site);
    return p;
}

void *__shrike_realloc(void *old, size_t size, struct site *site) {
    size_t before = old ? malloc_usable_size(old) : 0;
    void *p = realloc(old, size);
    if (p && before < size) fill(p, before, size, site);
    return p;
}
