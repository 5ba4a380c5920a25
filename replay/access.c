/* Accesses far out of an object may hit another one, where AddressSanitizer sees
 * nothing wrong. But between two objects there is always poisoned memory: so there
 * is an error if some lies between the address and the pointer that it was
 * computed from. This is a remark, not the end: programs may go from one object to
 * another on purpose. */
#include "replay_rt.h"

enum {
    NEAR = 16, /* no redzone is smaller: nearer errors are AddressSanitizer's */
    CACHE = 256,
    MOST_REMARKS = 50,
};

/* No object is larger. */
#define FAR ((uintptr_t)0xe0000000)

__attribute__((weak)) void *__asan_region_is_poisoned(void *start, size_t size);

/* Around a pointer, [start, end) was once one object. It may be gone, but then
 * AddressSanitizer knows. */
static struct known {
    uintptr_t base, start, end;
} cache[CACHE];

static int clean(uintptr_t start, uintptr_t end) {
    return start >= end || (end - start < FAR && !__asan_region_is_poisoned((void *)start, end - start));
}

/* Only what is not known yet is looked at: walking through an array costs no more
 * than its length. */
static int same_object(struct known *k, uintptr_t base, uintptr_t at) {
    if (k->base != base) *k = (struct known){base, base, base};
    if (at < k->start) {
        if (!clean(at, k->start)) return 0;
        k->start = at;
    } else if (at >= k->end) {
        if (!clean(k->end, at)) return 0;
        k->end = at;
    }
    return 1;
}

void __shrike_access(void *base, void *address) {
    static uintptr_t said[MOST_REMARKS]; /* who */
    static unsigned nsaid;
    uintptr_t b = (uintptr_t)base, at = (uintptr_t)address;
    if (at - b + NEAR < 2 * NEAR || !__asan_region_is_poisoned) return;
    if (same_object(&cache[(b >> 3) % CACHE], b, at)) return;
    uintptr_t caller = (uintptr_t)__builtin_return_address(0);
    for (unsigned i = 0; i < nsaid; i++)
        if (said[i] == caller) return;
    if (nsaid == MOST_REMARKS) return;
    said[nsaid++] = caller;
    remark("out-of-bounds", "far out of the object that the pointer belongs to");
}
