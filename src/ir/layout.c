#include "ir/layout.h"

#include <assert.h>

#include "base/hash.h"
#include "base/mem.h"

enum {
    FIRST_PAGE64 = 0x10000,     /* within an object's region */
    GENERATION_PAGES = 0x40000, /* pages over which generations are spread */
    GENERATIONS = 64,
    FIRST_PAGE32 = 0x100,       /* the first megabyte stays empty */
    PAGES32 = 1 << 20,
    PLAIN_ALIGN = 16,
    SMALL32 = PAGE_SIZE / 8,    /* objects that change their place within the page */
    TURNING32 = 1 << 20,        /* objects that change their pages ... */
    TURNS32 = 4,                /* ... so many times */
    OUTSIDE_STEP32 = 1 << 16,   /* bytes from one object outside to the next */
};

/* Far from where sanitizers, stacks and libraries of 32-bit programs are. */
#define OUTSIDE32 UINT64_C(0x60000000)
#define OUTSIDE32_END (OUTSIDE32 + (uint64_t)OUTSIDE_OBJECTS * OUTSIDE_STEP32)

void layout_init(struct layout *layout, bool is32) {
    layout->is32 = is32;
    layout->owner = is32 ? mem_zalloc(PAGES32 * sizeof *layout->owner) : NULL;
    layout->next_page = FIRST_PAGE32;
    layout->end_page = PAGES32;
    map_init(&layout->places);
}

void layout_release(struct layout *layout) {
    mem_free(layout->owner);
    layout->owner = NULL;
    map_release(&layout->places);
}

/* Offset within the first page: small objects are spread, others start it. */
static uint64_t first_offset(uint32_t object, uint64_t size, uint32_t align) {
    if (size > PAGE_SIZE || align > PLAIN_ALIGN) return 0;
    uint64_t room = (PAGE_SIZE - size) / PLAIN_ALIGN + 1;
    return hash_u64(object) % room * PLAIN_ALIGN;
}

static uint64_t round_up(uint64_t n, uint64_t to) { return (n + to - 1) / to * to; }

static uint64_t place64(uint32_t object, uint32_t generation, uint64_t size, uint32_t align) {
    uint64_t align_pages = align > PAGE_SIZE ? align / PAGE_SIZE : 1;
    uint64_t step = round_up(size / PAGE_SIZE + 2, align_pages);
    uint64_t choices = GENERATION_PAGES / step;
    if (choices > GENERATIONS) choices = GENERATIONS;
    if (choices == 0) choices = 1;
    uint64_t page = round_up(FIRST_PAGE64 + generation % choices * step, align_pages);
    uint64_t low = page * PAGE_SIZE + first_offset(object, size, align);
    assert(low + size <= UINT32_MAX);
    return (uint64_t)object << 32 | low;
}

/* Generations of small objects lie at different offsets of the page, others take turns
 * in a few places while there is room. */
static uint64_t turn32(const struct layout *layout, uint32_t generation, uint64_t size, uint32_t align) {
    if (size <= SMALL32 && align <= PLAIN_ALIGN) return 0;
    return size <= TURNING32 && layout->next_page < PAGES32 / 2 ? generation % TURNS32 : 0;
}

static uint64_t offset32(uint32_t object, uint32_t generation, uint64_t size, uint32_t align) {
    uint64_t first = first_offset(object, size, align);
    if (size > SMALL32 || align > PLAIN_ALIGN) return first;
    uint64_t room = ((PAGE_SIZE - size) / PLAIN_ALIGN + 1) * PLAIN_ALIGN;
    return (first + generation * round_up(size + 1, PLAIN_ALIGN)) % room;
}

/* A number keeps its pages while they suffice: reuse is deterministic. */
static uint64_t place32(struct layout *layout, uint32_t object, uint32_t generation, uint64_t size, uint32_t align) {
    uint64_t pages = (size + PAGE_SIZE - 1) / PAGE_SIZE;
    if (pages == 0) pages = 1;
    uint64_t align_pages = align > PAGE_SIZE ? align / PAGE_SIZE : 1;
    uint64_t turn = turn32(layout, generation, size, align);
    uint64_t key = (uint64_t)object << 32 | pages << 8 | turn << 5 | (uint64_t)__builtin_ctzll(align_pages);
    uint64_t *known = map_find(&layout->places, key);
    uint64_t page;
    if (known) {
        page = *known;
    } else {
        page = round_up(layout->next_page, align_pages);
        if (page * PAGE_SIZE < OUTSIDE32_END && (page + pages) * PAGE_SIZE >= OUTSIDE32)
            page = round_up(OUTSIDE32_END / PAGE_SIZE, align_pages);
        if (page + pages + 1 >= layout->end_page) return 0;
        for (uint64_t i = 0; i < pages; i++) layout->owner[page + i] = object;
        layout->next_page = (uint32_t)(page + pages + 1);
        map_put(&layout->places, key, page);
    }
    return page * PAGE_SIZE + offset32(object, generation, size, align);
}

bool layout_keep_free(struct layout *layout, uint64_t from) {
    if (!layout->is32) return true;
    if (layout->next_page > from / PAGE_SIZE) return false;
    layout->end_page = (uint32_t)(from / PAGE_SIZE);
    return true;
}

uint64_t layout_place_outside(struct layout *layout, uint32_t n) {
    if (n >= OUTSIDE_OBJECTS) return 0;
    if (!layout->is32) return (uint64_t)(OUTSIDE_OBJECT + n) << 32 | FIRST_PAGE64 * (uint64_t)PAGE_SIZE;
    uint64_t base = OUTSIDE32 + (uint64_t)n * OUTSIDE_STEP32, first = base / PAGE_SIZE;
    if (first + OUTSIDE_SIZE / PAGE_SIZE > PAGES32) return 0;
    for (uint64_t i = 0; i < OUTSIDE_SIZE / PAGE_SIZE; i++) layout->owner[first + i] = OUTSIDE_OBJECT + n;
    return base;
}

bool layout_is_outside(const struct layout *layout, uint64_t base, uint32_t *n) {
    uint64_t first = layout->is32 ? OUTSIDE32 : (uint64_t)OUTSIDE_OBJECT << 32 | FIRST_PAGE64 * (uint64_t)PAGE_SIZE;
    uint64_t step = layout->is32 ? OUTSIDE_STEP32 : UINT64_C(1) << 32;
    *n = (uint32_t)((base - first) / step);
    return base >= first && (base - first) % step == 0 && (base - first) / step < OUTSIDE_OBJECTS;
}

uint64_t layout_place(struct layout *layout, uint32_t object, uint32_t generation, uint64_t size,
                      uint32_t align) {
    assert(object != 0 && align != 0 && (align & (align - 1)) == 0);
    if (size > (layout->is32 ? INT32_MAX : LAYOUT_MAX_SIZE) || align > (1u << 28)) return 0;
    return layout->is32 ? place32(layout, object, generation, size, align)
                        : place64(object, generation, size, align);
}
