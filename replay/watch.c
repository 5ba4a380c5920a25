/* Library functions that write as much as their input says: a byte right behind the
 * memory that they may write to is set, and looked at afterwards. */
#include "replay_rt.h"

#include <string.h>

__attribute__((weak)) void *__asan_region_is_poisoned(void *start, size_t size);
__attribute__((weak)) const char *__asan_locate_address(void *address, char *name, size_t name_size,
                                                        void **region, size_t *region_size);

enum {
    MOST = 16,         /* places at a time */
    REACH = 1 << 20,   /* how far away the end may be */
    MARK = 0xa7,
    CHUNK = 16, /* blocks and what belongs to them are multiples of this */
};

static struct {
    uintptr_t place; /* complement: no leak is hidden by it */
    unsigned char before;
} watched[MOST];
static unsigned count;

/* Behind a block that fills its chunk the allocator keeps what it may change any time. */
static int is_ours(uintptr_t at) {
    char name[8];
    void *region;
    size_t size;
    if (at % CHUNK) return 1;
    const char *where = __asan_locate_address((void *)(at - 1), name, sizeof name, &region, &size);
    return where && (strcmp(where, "stack") == 0 || strcmp(where, "global") == 0);
}

void __shrike_watch(void *to) {
    if (!__asan_region_is_poisoned || !__asan_locate_address || (uintptr_t)to < 4096 || count == MOST) return;
    unsigned char *end = __asan_region_is_poisoned(to, REACH);
    if (!end || end == to || (uintptr_t)end - (uintptr_t)to >= REACH || !is_ours((uintptr_t)end)) return;
    watched[count].place = ~(uintptr_t)end;
    watched[count].before = *end;
    *end = MARK;
    count++;
}

void __shrike_watched(void) {
    int wrong = 0;
    while (count) {
        count--;
        unsigned char *end = (unsigned char *)~watched[count].place;
        if (*end != MARK) wrong = 1;
        else *end = watched[count].before;
    }
    if (wrong) stop("bad-access", "a library function wrote past the end of its destination");
}
