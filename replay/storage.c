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

__attribute__((weak)) void *__asan_region_is_poisoned(void *start, size_t size);
__attribute__((weak)) void __asan_poison_memory_region(void const volatile *p, size_t n);
__attribute__((weak)) const char *__asan_locate_address(void *address, char *name, size_t name_size,
                                                        void **region, size_t *region_size);

static int is_for(const struct record *r, const struct site *site, uint32_t instance) {
    return strcmp(record_name(r), site->name) == 0 && (r->line == ANY || r->line == site->line) &&
           (r->instance == ANY || r->instance == instance);
}

/* With another pattern for all, whatever the test says: what depends on it? */
static int other_pattern(unsigned char *byte) {
    static int known;
    static const char *text;
    if (!known) text = setting("SHRIKE_REPLAY_FILL");
    known = 1;
    if (text) *byte = (unsigned char)atoi(text);
    return text != NULL;
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
    unsigned char pattern = PATTERN;
    int other = other_pattern(&pattern);
    if (size <= PATTERN_BYTES)
        for (size_t i = from; i < size; i++) bytes[i] = pattern;
    if (other) return;
    uint32_t served = 0; /* offsets below are taken by a record without instance */
    for (const struct record *r = record_next(NULL, IN_UNINIT); r; r = record_next(r, IN_UNINIT)) {
        size_t end = (size_t)r->offset + r->size < size ? (size_t)r->offset + r->size : size;
        size_t start = r->offset < from ? from : r->offset; /* what was there before keeps its value */
        if (!is_for(r, site, instance) || start >= end) continue;
        if (r->instance == ANY && r->offset < served) continue;
        if (!claim_once(r)) continue;
        copy_to(bytes + start, record_bytes(r) + (start - r->offset), end - start);
        if (r->instance == ANY) served = r->offset + r->size;
    }
}

void __shrike_fill(void *p, size_t size, struct site *site) { fill(p, 0, size, site); }

/* A variable of a loop's body for one round, and the end of the round: what points to it then
 * is found as a pointer to a freed block is. */
void *__shrike_round(size_t size, size_t align) {
    void *p = NULL;
    if (align < sizeof(void *)) align = sizeof(void *);
    return posix_memalign(&p, align, size ? size : 1) ? NULL : p;
}

void __shrike_round_over(void *p) { free(p); }

void refuse_empty(void *block, size_t size) {
    if (block && size == 0 && __asan_poison_memory_region) __asan_poison_memory_region(block, 1);
}

/* ---- arrays of variable length ------------------------------------------------------------------ */

enum { LARGE_DYNAMIC = 1 << 20 }; /* stays on the stack, which may have no room for it */

static _Thread_local struct dynamic {
    struct dynamic *next;
    const void *place, *frame; /* on the stack; of which call */
    void *block;
} *dynamics;

/* An array of a frame that has this place on the stack. */
void *__shrike_dynamic(void *place, size_t size, size_t align, const void *frame) {
    struct dynamic *d = size > LARGE_DYNAMIC ? NULL : malloc(sizeof *d);
    void *block = d ? __shrike_round(size, align) : NULL;
    if (!block) return free(d), place;
    refuse_empty(block, size);
    *d = (struct dynamic){dynamics, place, frame, block};
    dynamics = d;
    return block;
}

/* Those of the frame that lie below `to` are no more; NULL: all. */
void __shrike_dynamic_over(const void *frame, const void *to) {
    for (struct dynamic **at = &dynamics, *d; (d = *at);) {
        if (d->frame == frame && (!to || (uintptr_t)d->place < (uintptr_t)to)) {
            *at = d->next;
            free(d->block);
            free(d);
        } else {
            at = &d->next;
        }
    }
}

/* A new block of which bytes from `from` on have no value. */
static void *made(void *p, size_t from, size_t size, struct site *site) {
    if (p) fill(p, from, size, site); /* counts it, too */
    refuse_empty(p, size);
    return p;
}

void *__shrike_malloc(size_t size, struct site *site) { return made(malloc(size), 0, size, site); }

void *__shrike_calloc(size_t n, size_t each, struct site *site) {
    void *p = calloc(n, each);
    return made(p, n * each, n * each, site);
}

void *__shrike_aligned_alloc(size_t align, size_t size, struct site *site) {
    void *p = NULL;
    if (align < sizeof(void *)) align = sizeof(void *);
    int error = posix_memalign(&p, align, size);
    if (error) return errno = error, NULL;
    return made(p, 0, size, site);
}

/* Of what is no block at all the sanitizer may read a header where there is no memory. */
static void refuse_foreign(void *p) {
    char name[8];
    void *region;
    size_t size;
    if (is_argument(p)) stop("invalid-free", "an argument of the program is freed");
    if (!p || !__asan_locate_address) return;
    const char *where = __asan_locate_address(p, name, sizeof name, &region, &size);
    if (!where || strcmp(where, "heap") != 0) stop("invalid-free", "the freed memory is not in the heap");
}

void __shrike_free(void *p) {
    refuse_foreign(p);
    free(p);
}

void *__shrike_realloc(void *old, size_t size, struct site *site) {
    refuse_foreign(old);
    size_t before = old ? malloc_usable_size(old) : 0;
    if (before == 1 && __asan_region_is_poisoned && __asan_region_is_poisoned(old, 1)) before = 0; /* see refuse_empty */
    return made(realloc(old, size), before, size, site);
}
