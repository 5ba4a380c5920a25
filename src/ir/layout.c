#include "ir/layout.h"

#include <assert.h>

#include "base/hash.h"
#include "base/mem.h"

enum {
    FIRST_PAGE64 = 0x10000,     /* within an object's region */
    GENERATION_PAGES = 0x40000, /* pages over which generations are spread: a gigabyte */
    STEP_PAGES = 2,             /* from one generation to the next: a page, and an empty one */
    TURNS = GENERATION_PAGES / STEP_PAGES,
    CUT_PAGE64 = FIRST_PAGE64 + GENERATION_PAGES,
    PRIVATE_PAGE64 = CUT_PAGE64 + GENERATION_PAGES,
    CUT_STEP = 61,        /* generations from one cut to the next */
    FIRST_PAGE32 = 0x100, /* the first megabyte stays empty */
    PAGES32 = 1 << 20,
    PLAIN_ALIGN = 16,
    TURNING32 = 1 << 20,    /* objects that change their pages ... */
    TURNING_PAGES32 = 1024, /* ... among so many */
    TURNS32 = 4,            /* ... at least so often */
    CUT_TURNS32 = 32,
    OUTSIDE_STEP32 = 1 << 16, /* bytes from one object outside to the next */
};

/* Far from where sanitizers, stacks and libraries of 32-bit programs are. */
#define OUTSIDE32 UINT64_C(0x60000000)
#define OUTSIDE32_END (OUTSIDE32 + (uint64_t)OUTSIDE_OBJECTS * OUTSIDE_STEP32)

void layout_init(struct layout *layout, bool is32) {
    layout->is32 = is32;
    layout->owner = is32 ? mem_zalloc(PAGES32 * sizeof *layout->owner) : NULL;
    layout->next_page = FIRST_PAGE32;
    layout->end_page = PAGES32;
    layout->cuts = 0;
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

static uint64_t align_pages_of(uint32_t align) { return align > PAGE_SIZE ? align / PAGE_SIZE : 1; }

/* Its page, before it is aligned. */
static uint64_t page64(uint32_t generation, uint64_t size) {
    if (generation == LAYOUT_PRIVATE)
        return size <= (uint64_t)GENERATION_PAGES * PAGE_SIZE ? PRIVATE_PAGE64 : FIRST_PAGE64;
    if (size > (uint64_t)GENERATION_PAGES * PAGE_SIZE) return FIRST_PAGE64;
    if (generation < LAYOUT_CUTS) return FIRST_PAGE64 + generation % TURNS * STEP_PAGES;
    return CUT_PAGE64 + (generation - LAYOUT_CUTS) % TURNS * STEP_PAGES;
}

static uint64_t place64(uint32_t object, uint32_t generation, uint64_t size, uint32_t align) {
    uint64_t page = round_up(page64(generation, size), align_pages_of(align));
    uint64_t low = page * PAGE_SIZE + first_offset(object, size, align);
    assert(low + size <= UINT32_MAX);
    return (uint64_t)object << 32 | low;
}

/* Steps that an object takes, wherever it begins. */
static uint64_t steps64(uint64_t size, uint32_t align) {
    return (size / PAGE_SIZE + STEP_PAGES + align_pages_of(align) - 1 + STEP_PAGES - 1) / STEP_PAGES;
}

static uint64_t pages_of(uint64_t size) { return size ? (size + PAGE_SIZE - 1) / PAGE_SIZE : 1; }

/* The bytes from one place of an object within a page to the next: of those of about the same size. */
static uint64_t slot32(uint64_t size, uint32_t align) {
    uint64_t slot = PLAIN_ALIGN;
    while (slot < size + 1 && slot < PAGE_SIZE) slot *= 2;
    return size >= PAGE_SIZE || align > PLAIN_ALIGN ? PAGE_SIZE : slot;
}

/* How many places in pages of their own there are for objects of this size, while there is room. */
static uint64_t turns32(const struct layout *layout, bool cut, uint64_t size, uint32_t align) {
    uint64_t turns = TURNING_PAGES32 / (pages_of(size) + 1);
    if (size > TURNING32 || align > PAGE_SIZE || layout->next_page >= PAGES32 / 2) return 1;
    if (cut) return CUT_TURNS32;
    return turns < TURNS32 ? TURNS32 : turns;
}

/* Where a generation is: in which turn, in which slot of the page. */
struct turn32 {
    uint64_t turn, slot, turns, slots;
    uint32_t area;
};

static struct turn32 turn32(const struct layout *layout, uint32_t generation, uint64_t size, uint32_t align) {
    struct turn32 t = {.area = generation == LAYOUT_PRIVATE ? 1 : generation >= LAYOUT_CUTS ? 2 : 0};
    uint32_t n = t.area == 1 ? 0 : t.area == 2 ? generation - LAYOUT_CUTS : generation;
    t.slots = PAGE_SIZE / slot32(size, align);
    t.turns = turns32(layout, t.area == 2, size, align);
    t.slot = n % t.slots;
    t.turn = n / t.slots % t.turns;
    return t;
}

/* The pages of these objects, found again. */
static uint64_t key32(uint32_t object, const struct turn32 *t, uint64_t size, uint32_t align) {
    uint64_t slot = slot32(size, align), shape = slot < PAGE_SIZE ? PAGES32 / 2 + slot : pages_of(size), way = t->turn;
    if (align > PAGE_SIZE) way = TURNING_PAGES32 + (uint64_t)__builtin_ctz(align);
    assert(shape < PAGES32 && way < 1 << 11);
    return (uint64_t)object << 33 | (uint64_t)t->area << 31 | way << 20 | shape;
}

/* Objects that take turns within a page begin where the number says. */
static uint64_t offset32(uint32_t object, const struct turn32 *t, uint64_t size, uint32_t align) {
    uint64_t slot = slot32(size, align);
    if (t->slots == 1) return first_offset(object, size, align);
    return (hash_u64(object) + t->slot) % t->slots * slot;
}

/* A number keeps its pages while they suffice: reuse is deterministic. */
static uint64_t place32(struct layout *layout, uint32_t object, uint32_t generation, uint64_t size, uint32_t align) {
    uint64_t pages = pages_of(size), align_pages = align_pages_of(align);
    if (pages > PAGES32 / 2) return 0;
    struct turn32 t = turn32(layout, generation, size, align);
    uint64_t key = key32(object, &t, size, align);
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
    return page * PAGE_SIZE + offset32(object, &t, size, align);
}

uint32_t layout_next_generation(const struct layout *layout, uint32_t generation, uint64_t size, uint32_t align) {
    assert(generation != LAYOUT_PRIVATE);
    return generation + (layout->is32 ? 1 : (uint32_t)steps64(size, align));
}

bool layout_has_turned(const struct layout *layout, uint32_t generation, uint64_t size, uint32_t align) {
    if (generation >= LAYOUT_CUTS) return false; /* also of private ones */
    if (!layout->is32)
        return generation &&
               (generation + steps64(size, align) > TURNS || size > (uint64_t)GENERATION_PAGES * PAGE_SIZE);
    struct turn32 t = turn32(layout, generation, size, align);
    return generation >= t.slots * t.turns;
}

uint32_t layout_cut_generation(struct layout *layout) {
    return LAYOUT_CUTS + layout->cuts++ % (LAYOUT_CUTS / CUT_STEP) * CUT_STEP;
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

uint64_t layout_place(struct layout *layout, uint32_t object, uint32_t generation, uint64_t size, uint32_t align) {
    assert(object != 0 && align != 0 && (align & (align - 1)) == 0);
    if (size > (layout->is32 ? INT32_MAX : LAYOUT_MAX_SIZE) || align > (1u << 28)) return 0;
    return layout->is32 ? place32(layout, object, generation, size, align) : place64(object, generation, size, align);
}
