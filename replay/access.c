/* Accesses that AddressSanitizer finds fine, though they are outside of their object:
 *
 * - far out of an object there may be another one. But between two objects there is
 *   always poisoned memory: so there is an error if some lies between the address and
 *   the pointer that it was computed from. A global variable's bounds are known. This
 *   is a remark, not the end: programs may go from one object to another on purpose.
 * - an address in the program's image where no variable is, such as below the first;
 * - storage below the stack pointer: of a function that returned, or of an array
 *   whose block ended. */
#include "replay_rt.h"

#include <stdlib.h>
#include <sys/resource.h>

enum {
    NEAR = 16, /* no redzone is smaller: nearer errors are AddressSanitizer's */
    CACHE = 256,
    MOST_REMARKS = 50,
};

/* No object is larger. */
#define FAR ((uintptr_t)0xe0000000)
/* The program's global variables, made by the front end. size 0: unknown. */
struct global {
    uintptr_t start;
    size_t size;
};
__attribute__((weak)) extern struct global __shrike_globals[];
__attribute__((weak)) extern const uint32_t __shrike_global_count;
extern char __executable_start[], _end[]; /* of the linker: the image */

__attribute__((weak)) void *__asan_region_is_poisoned(void *start, size_t size);

/* One remark for each place. */
static int is_new(uintptr_t caller) {
    static uintptr_t said[MOST_REMARKS];
    static unsigned nsaid;
    for (unsigned i = 0; i < nsaid; i++)
        if (said[i] == caller) return 0;
    if (nsaid == MOST_REMARKS) return 0;
    said[nsaid++] = caller;
    return 1;
}

/* ---- global variables ------------------------------------------------------------------ */

static struct {
    int ready, complete; /* complete: every size is known, so that what is elsewhere is wrong */
    uint32_t count;
} globals;

static int by_start(const void *a, const void *b) {
    uintptr_t x = ((const struct global *)a)->start, y = ((const struct global *)b)->start;
    return (x > y) - (x < y);
}

static void prepare_globals(void) {
    globals.ready = 1;
    if (!&__shrike_global_count || !__shrike_global_count) return;
    globals.count = __shrike_global_count;
    globals.complete = 1;
    for (uint32_t i = 0; i < globals.count; i++)
        if (__shrike_globals[i].start && !__shrike_globals[i].size) globals.complete = 0;
    qsort(__shrike_globals, globals.count, sizeof *__shrike_globals, by_start);
}

/* The variable that contains the address; NULL if none does. */
static const struct global *global_at(uintptr_t at) {
    if (!globals.ready) prepare_globals();
    uint32_t low = 0, high = globals.count;
    while (low < high) { /* the last one that starts at or below */
        uint32_t middle = low + (high - low) / 2;
        if (__shrike_globals[middle].start <= at) low = middle + 1;
        else high = middle;
    }
    const struct global *g = low ? &__shrike_globals[low - 1] : NULL;
    return g && at - g->start < g->size ? g : NULL;
}

static int in_image(uintptr_t at) {
    return at >= (uintptr_t)__executable_start && at < (uintptr_t)_end;
}

/* ---- the stack ----------------------------------------------------------------------------- */

uintptr_t stack_low(void) {
    static uintptr_t low;
    struct rlimit limit;
    if (!low) {
        uintptr_t top = stack_top();
        low = top;
        if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < top) low = top - (uintptr_t)limit.rlim_cur;
    }
    return low;
}

static int is_dead_stack(uintptr_t at, uintptr_t frame) {
    return at < frame && at >= stack_low() && frame < stack_top();
}

/* ---- from one object to another ------------------------------------------------------------- */

/* Around a pointer, [start, end) was once one object. It may be gone, but then
 * AddressSanitizer knows. Complements, so that no leak is hidden by what we remember. */
static struct known {
    uintptr_t base, start, end;
} cache[CACHE];

static int clean(uintptr_t start, uintptr_t end) {
    return start >= end || (end - start < FAR && !__asan_region_is_poisoned((void *)start, end - start));
}

/* Only what is not known yet is looked at: walking through an array costs no more
 * than its length. */
static int reaches(struct known *k, uintptr_t base, uintptr_t at) {
    if (~k->base != base) *k = (struct known){~base, ~base, ~base};
    if (at < ~k->start) {
        if (!clean(at, ~k->start)) return 0;
        k->start = ~at;
    } else if (at >= ~k->end) {
        if (!clean(~k->end, at)) return 0;
        k->end = ~at;
    }
    return 1;
}

/* The global variable that a pointer points into; NULL if into none. */
static const struct global *global_of(uintptr_t base) {
    static const struct global *last; /* arrays are walked through */
    if (last && base - last->start < last->size) return last;
    const struct global *g = in_image(base) ? global_at(base) : NULL;
    if (g) last = g;
    return g;
}

static int is_inside(const struct global *g, uintptr_t at, size_t size) {
    return at >= g->start && at - g->start <= g->size && size <= g->size - (at - g->start);
}

static int same_object(uintptr_t base, uintptr_t at) {
    return at - base + NEAR < 2 * NEAR || reaches(&cache[(base >> 3) % CACHE], base, at);
}

static void check_access(uintptr_t base, uintptr_t at, size_t size, uintptr_t caller, uintptr_t frame) {
    const struct global *g = global_of(base);
    if (g && is_inside(g, at, size)) return;
    if ((g || !same_object(base, at)) && is_new(caller))
        remark("out-of-bounds", "far out of the object that the pointer belongs to");
    if (!size) return;
    if (in_image(at) && !global_at(at) && globals.complete && is_new(~caller))
        remark("bad-access", "there is no variable at this address");
    if (is_dead_stack(at, frame) && is_new(~caller))
        remark("dead-access", "the storage is no longer in use");
}

/* size 0: nothing is accessed here, but a function gets the address. */
void __shrike_access(void *base, void *address, size_t size) {
    if (!__asan_region_is_poisoned) return;
    check_access((uintptr_t)base, (uintptr_t)address, size, (uintptr_t)__builtin_return_address(0),
                 (uintptr_t)__builtin_frame_address(0));
}
