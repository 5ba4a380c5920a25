#include "mem/space.h"

#include <assert.h>
#include <string.h>

#include "mem/bytes.h"

enum { QUARANTINE = SPACE_QUARANTINE };

void space_init(struct space *s, struct layout *layout) {
    memset(s, 0, sizeof *s);
    s->layout = layout;
    radix_init(&s->objects);
    radix_init(&s->stack);
    s->next_number = 1;
}

void space_release(struct space *s) {
    radix_release(&s->objects);
    radix_release(&s->stack);
    vec_release(&s->freed);
}

void space_fork(struct space *to, const struct space *from) {
    *to = *from;
    radix_fork(&to->objects, &from->objects);
    radix_fork(&to->stack, &from->stack);
    memset(&to->freed, 0, sizeof to->freed);
    for (uint32_t i = from->reuse_from; i < from->freed.len; i++) vec_push(&to->freed, from->freed.data[i]);
    to->reuse_from = 0;
}

static struct radix *table_of(struct space *s, uint32_t number) {
    return number & STACK_OBJECT ? &s->stack : &s->objects;
}

static struct mem_object *get(const struct space *s, uint32_t number) {
    const struct radix *table = number & STACK_OBJECT ? &s->stack : &s->objects;
    return radix_get(table, number & ~STACK_OBJECT);
}

static struct mem_object *get_writable(struct space *s, uint32_t number) {
    return radix_get_writable(table_of(s, number), number & ~STACK_OBJECT);
}

static struct mem_object *put(struct space *s, struct mem_object *obj) {
    radix_put(table_of(s, obj->number), obj->number & ~STACK_OBJECT, obj);
    return obj;
}

/* ---- objects ----------------------------------------------------------------- */

struct mem_object *space_add(struct space *s, uint32_t number, uint64_t base, uint64_t size, enum object_kind kind) {
    struct mem_object *obj = object_new(number, base, size);
    obj->kind = kind;
    if (number >= s->next_number) s->next_number = number + 1;
    return put(s, obj);
}

struct mem_object *space_add_outside(struct space *s, uint32_t n) {
    uint64_t base = layout_place_outside(s->layout, n);
    if (!base || get(s, OUTSIDE_OBJECT + n)) return NULL;
    struct mem_object *obj = object_new(OUTSIDE_OBJECT + n, base, OUTSIDE_SIZE);
    obj->kind = OBJECT_OUTSIDE;
    return put(s, obj);
}

/* The number for a new heap object: an old one that has waited long enough, or
 * the next; its generation in *generation. */
static uint32_t heap_number(struct space *s, uint64_t size, uint32_t align, uint32_t *generation) {
    *generation = 0;
    if (s->next_number == OUTSIDE_OBJECT) s->next_number += OUTSIDE_OBJECTS;
    if (s->freed.len - s->reuse_from <= QUARANTINE) return s->next_number++;
    uint32_t number = s->freed.data[s->reuse_from++];
    if (s->reuse_from == QUARANTINE) {
        uint32_t rest = s->freed.len - s->reuse_from;
        memmove(s->freed.data, s->freed.data + s->reuse_from, rest * sizeof *s->freed.data);
        s->freed.len = rest;
        s->reuse_from = 0;
    }
    *generation = space_next_generation(s, get(s, number));
    if (s->layout->is32 || !layout_has_turned(s->layout, *generation, size, align)) return number;
    *generation = 0; /* a stale pointer may lead there: it is not used again */
    return s->next_number++;
}

struct mem_object *space_alloc(struct space *s, enum object_kind kind, uint64_t size, uint32_t align, uint32_t pos) {
    if (size > LAYOUT_MAX_SIZE) return NULL;
    uint32_t generation;
    uint32_t number = heap_number(s, size, align, &generation);
    uint64_t base = layout_place(s->layout, number, generation, size, align);
    if (!base) return NULL;
    struct mem_object *obj = object_new(number, base, size);
    obj->kind = kind;
    obj->align = align;
    obj->generation = generation;
    obj->align = align;
    obj->made_pos = pos;
    obj->tracked = s->track_init;
    obj->fill = s->fill;
    s->heap_bytes += size;
    return put(s, obj);
}

/* Takes the dead object in this position into use again, at its old address. */
static struct mem_object *revive(struct space *s, struct mem_object *old) {
    struct mem_object *obj = get_writable(s, old->number);
    if (obj->tracked) object_drop_pages(obj);
    obj->uninit_input = 0;
    obj->live = true;
    return obj;
}

uint32_t space_next_generation(const struct space *s, const struct mem_object *obj) {
    return obj->is_private ? obj->generation
                           : layout_next_generation(s->layout, obj->generation, obj->size, obj->align ? obj->align : 1);
}

bool space_has_turned(const struct space *s, const struct mem_object *obj) {
    return !obj->is_private && layout_has_turned(s->layout, obj->generation, obj->size, obj->align ? obj->align : 1);
}

struct mem_object *space_push(struct space *s, uint64_t size, uint32_t align, bool escapes) {
    if (size > LAYOUT_MAX_SIZE) return NULL;
    uint32_t number = STACK_OBJECT | s->stack_depth;
    struct mem_object *old = get(s, number);
    if (old && !escapes && old->is_private && old->size == size && old->align == align) {
        s->stack_depth++;
        return revive(s, old);
    }
    uint32_t generation = old ? space_next_generation(s, old) : 0;
    if (generation < s->generation) generation = s->generation;
    uint64_t base = layout_place(s->layout, number, escapes ? generation : LAYOUT_PRIVATE, size, align);
    if (!base) return NULL;
    s->stack_depth++;
    struct mem_object *obj = object_new(number, base, size);
    obj->kind = OBJECT_STACK;
    obj->align = align;
    obj->generation = generation;
    obj->is_private = !escapes;
    obj->tracked = s->track_init;
    obj->fill = s->fill;
    return put(s, obj);
}

void space_renew(struct space *s) {
    enum { FIRST = 0x10000000, STEP = 4096, STEPS = 0x2000000 / STEP };
    uint32_t generation = layout_cut_generation(s->layout), number = FIRST + s->layout->cuts % STEPS * STEP;
    if (generation > s->generation) s->generation = generation;
    s->next_number = number > s->next_number ? number : s->next_number + STEP;
}

void space_count_stack(struct space *s, struct mem_object *own, bool counted) {
    assert(own->number & STACK_OBJECT);
    if (own->counted != counted) s->stack_bytes += counted ? own->size : -own->size;
    own->counted = counted;
}

void space_pop_to(struct space *s, uint32_t depth, uint32_t pos) {
    while (s->stack_depth > depth) {
        s->stack_depth--;
        struct mem_object *obj = get_writable(s, STACK_OBJECT | s->stack_depth);
        obj->live = false;
        obj->freed_pos = pos;
        space_count_stack(s, obj, false);
        if (obj->npages > 1) object_drop_pages(obj);
    }
}

struct mem_object *space_set_live(struct space *s, const struct mem_object *obj, bool live, uint32_t pos) {
    struct mem_object *own = get_writable(s, obj->number);
    own->live = live;
    if (live && own->tracked) object_drop_pages(own);
    if (live) own->uninit_input = 0;
    if (!live) own->freed_pos = pos;
    return own;
}

void space_drop(struct space *s, struct mem_object *obj, uint32_t pos) {
    obj = get_writable(s, obj->number);
    assert(obj->live && !(obj->number & STACK_OBJECT));
    s->heap_bytes -= obj->size;
    obj->live = false;
    obj->freed_pos = pos;
    object_drop_pages(obj);
    vec_push(&s->freed, obj->number);
}

enum fault_kind space_free(struct space *s, uint64_t addr, uint32_t pos, struct fault *fault) {
    struct mem_object *obj = space_find(s, addr);
    *fault = (struct fault){.addr = addr, .object = obj, .write = true};
    if (!obj) fault->kind = FAULT_INVALID;
    else if (obj->kind != OBJECT_HEAP) fault->kind = FAULT_NOT_HEAP;
    else if (!obj->live) fault->kind = FAULT_FREED_TWICE;
    else if (addr != obj->base) fault->kind = FAULT_NOT_START;
    if (!fault->kind) space_drop(s, obj, pos);
    return fault->kind;
}

struct mem_object *space_find(const struct space *s, uint64_t addr) {
    uint32_t number = layout_object(s->layout, addr);
    return number ? get(s, number) : NULL;
}

struct mem_object *space_object(const struct space *s, uint32_t number) {
    return get(s, number);
}

struct mem_object *space_find_writable(struct space *s, uint64_t addr) {
    return get_writable(s, layout_object(s->layout, addr));
}

/* ---- access -------------------------------------------------------------------- */

static enum fault_kind judge(const struct mem_object *obj, uint64_t addr, uint64_t n, bool write) {
    if (!obj) return addr < PAGE_SIZE ? FAULT_NULL : FAULT_INVALID;
    uint64_t off = addr - obj->base;
    if (off > obj->size || n > obj->size - off) return FAULT_BOUNDS;
    if (!obj->live) return FAULT_DEAD;
    if (obj->kind == OBJECT_FUNCTION) return FAULT_FUNCTION;
    if (write && obj->readonly) return FAULT_READONLY;
    return FAULT_NONE;
}

struct mem_page *space_quick_page(struct space *s, uint64_t addr, uint32_t n, bool write) {
    uint32_t number = layout_object(s->layout, addr);
    if (!number || (addr & (PAGE_SIZE - 1)) + n > PAGE_SIZE) return NULL;
    const struct radix *table = number & STACK_OBJECT ? &s->stack : &s->objects;
    number &= ~STACK_OBJECT;
    struct mem_object *obj = write ? radix_get_exclusive(table, number) : radix_get(table, number);
    if (!obj || !obj->live || obj->kind == OBJECT_FUNCTION || (write && obj->readonly)) return NULL;
    uint64_t off = addr - obj->base;
    if (off >= obj->size || n > obj->size - off) return NULL;
    uint32_t i = object_page_of(obj, addr);
    struct mem_page *page = obj->pages[i];
    if (!page || page->init || page->overlay || obj->size_sym) return NULL;
    return !write || page->refs == 1 ? page : NULL;
}

enum fault_kind space_check(struct space *s, uint64_t addr, uint64_t n, bool write, struct fault *fault) {
    const struct mem_object *obj = space_find(s, addr);
    enum fault_kind kind = judge(obj, addr, n, write);
    if (kind) *fault = (struct fault){kind, addr, n, write, obj};
    return kind;
}

/* Bytes from addr to the end of its page, at most n. */
static uint64_t run_length(uint64_t addr, uint64_t n) {
    uint64_t left = PAGE_SIZE - (addr & (PAGE_SIZE - 1));
    return left < n ? left : n;
}

static uint32_t page_offset(uint64_t addr) { return (uint32_t)(addr & (PAGE_SIZE - 1)); }

enum fault_kind space_read(struct space *s, uint64_t addr, void *to, uint64_t n, struct fault *fault) {
    enum fault_kind kind = space_check(s, addr, n, false, fault);
    if (kind) return kind;
    struct mem_object *obj = space_find(s, addr);
    for (uint8_t *out = to; n;) {
        uint64_t run = run_length(addr, n);
        const struct mem_page *page = object_page(obj, object_page_of(obj, addr));
        memcpy(out, page->data + page_offset(addr) - page->lo, run);
        out += run;
        addr += run;
        n -= run;
    }
    return FAULT_NONE;
}

bool space_is_symbolic(const struct space *s, uint64_t addr, uint64_t n, bool uninit) {
    struct mem_object *obj = space_find(s, addr);
    while (n) {
        uint64_t run = run_length(addr, n);
        const struct mem_page *page = obj->pages[object_page_of(obj, addr)];
        if (!page && uninit && obj->tracked) return true;
        if (page && overlay_meets(page, page_offset(addr), (uint32_t)run)) return true;
        if (page && uninit && !page_initialised(page, page_offset(addr), (uint32_t)run)) return true;
        addr += run;
        n -= run;
    }
    return false;
}

enum fault_kind space_write(struct space *s, uint64_t addr, const void *from, uint64_t n, struct fault *fault) {
    enum fault_kind kind = space_check(s, addr, n, true, fault);
    if (kind || !n) return kind;
    struct mem_object *obj = space_find_writable(s, addr);
    for (const uint8_t *in = from; n;) {
        uint64_t run = run_length(addr, n);
        struct mem_page *page = object_page_writable(obj, object_page_of(obj, addr));
        memcpy(page->data + page_offset(addr) - page->lo, in, run);
        if (page->overlay) overlay_clear(s->symbols, page, page_offset(addr), (uint32_t)run);
        page_set_initialised(page, page_offset(addr), (uint32_t)run);
        in += run;
        addr += run;
        n -= run;
    }
    return FAULT_NONE;
}

enum fault_kind space_fill(struct space *s, uint64_t addr, uint8_t byte, uint64_t n, struct fault *fault) {
    enum fault_kind kind = space_check(s, addr, n, true, fault);
    if (kind || !n) return kind;
    struct mem_object *obj = space_find_writable(s, addr);
    while (n) {
        uint64_t run = run_length(addr, n);
        struct mem_page *page = object_page_writable(obj, object_page_of(obj, addr));
        memset(page->data + page_offset(addr) - page->lo, byte, run);
        if (page->overlay) overlay_clear(s->symbols, page, page_offset(addr), (uint32_t)run);
        page_set_initialised(page, page_offset(addr), (uint32_t)run);
        addr += run;
        n -= run;
    }
    return FAULT_NONE;
}

/* One run that crosses no page border on either side, with init bits. */
static void move_run(const struct space *s, struct mem_object *dst, uint64_t to, struct mem_object *src, uint64_t from,
                     uint32_t n) {
    struct mem_page *out = object_page_writable(dst, object_page_of(dst, to));
    const struct mem_page *in = object_page(src, object_page_of(src, from));
    uint32_t to_off = page_offset(to), from_off = page_offset(from);
    uint8_t known[PAGE_SIZE / 8];
    bool partial = in->init && !page_initialised(in, from_off, n);
    if (partial)
        for (uint32_t i = 0; i < n; i++) {
            uint8_t bit = (uint8_t)(1u << (i % 8));
            if (i % 8 == 0) known[i / 8] = 0;
            if (page_initialised(in, from_off + i, 1)) known[i / 8] |= bit;
        }
    if (out->overlay || in->overlay) overlay_move(s->symbols, out, to_off, in, from_off, n);
    memmove(out->data + to_off - out->lo, in->data + from_off - in->lo, n);
    if (!partial) {
        page_set_initialised(out, to_off, n);
        return;
    }
    for (uint32_t i = 0; i < n; i++) {
        if (known[i / 8] >> (i % 8) & 1) page_set_initialised(out, to_off + i, 1);
        else page_set_uninitialised(out, to_off + i, 1);
    }
}

enum fault_kind space_move(struct space *s, uint64_t to, uint64_t from, uint64_t n, struct fault *fault) {
    enum fault_kind kind = space_check(s, from, n, false, fault);
    if (!kind) kind = space_check(s, to, n, true, fault);
    if (kind || !n) return kind;
    struct mem_object *dst = space_find_writable(s, to);
    struct mem_object *src = space_find(s, from);
    if (to - from >= n) { /* ascending is safe */
        while (n) {
            uint64_t run = run_length(to, run_length(from, n));
            move_run(s, dst, to, src, from, (uint32_t)run);
            to += run;
            from += run;
            n -= run;
        }
        return FAULT_NONE;
    }
    while (n) { /* descending, by runs that end at to + n and from + n */
        uint64_t to_run = page_offset(to + n - 1) + 1, from_run = page_offset(from + n - 1) + 1;
        uint64_t run = to_run < from_run ? to_run : from_run;
        if (run > n) run = n;
        n -= run;
        move_run(s, dst, to + n, src, from + n, (uint32_t)run);
    }
    return FAULT_NONE;
}

enum fault_kind space_strlen(struct space *s, uint64_t addr, uint64_t *len, struct fault *fault) {
    uint64_t start = addr;
    for (;;) {
        enum fault_kind kind = space_check(s, addr, 1, false, fault);
        if (kind) return kind;
        struct mem_object *obj = space_find(s, addr);
        const struct mem_page *page = object_page(obj, object_page_of(obj, addr));
        const uint8_t *from = page->data + page_offset(addr) - page->lo;
        uint64_t run = page->hi - page_offset(addr);
        const uint8_t *nul = memchr(from, 0, run);
        if (nul) {
            *len = addr - start + (uint64_t)(nul - from);
            return FAULT_NONE;
        }
        addr += run;
    }
}

struct each_heap {
    void (*fn)(void *data, struct mem_object *obj);
    void *data;
};

static void visit_heap(void *data, struct mem_object *obj) {
    struct each_heap *each = data;
    if (obj->kind == OBJECT_HEAP && obj->live) each->fn(each->data, obj);
}

void space_each_heap(const struct space *s, void (*fn)(void *data, struct mem_object *obj), void *data) {
    struct each_heap each = {fn, data};
    radix_each(&s->objects, visit_heap, &each);
}
