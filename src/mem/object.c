#include "mem/object.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "mem/overlay.h"

struct mem_object *object_new(uint32_t number, uint64_t base, uint64_t size) {
    uint64_t last = size ? base + size - 1 : base;
    uint32_t npages = (uint32_t)((last >> PAGE_BITS) - (base >> PAGE_BITS) + 1);
    struct mem_object *obj = mem_zalloc(sizeof *obj + npages * sizeof obj->pages[0]);
    obj->refs = 1;
    obj->number = number;
    obj->base = base;
    obj->size = size;
    obj->npages = npages;
    obj->live = true;
    return obj;
}

struct mem_object *object_retain(struct mem_object *obj) {
    obj->refs++;
    return obj;
}

static void page_release(struct mem_page *page) {
    if (!page || --page->refs) return;
    mem_free(page->init);
    mem_free(page->overlay);
    mem_free(page);
}

void object_drop_pages(struct mem_object *obj) {
    for (uint32_t i = 0; i < obj->npages; i++) {
        page_release(obj->pages[i]);
        obj->pages[i] = NULL;
    }
}

void object_release(struct mem_object *obj) {
    if (!obj || --obj->refs) return;
    object_drop_pages(obj);
    mem_free(obj);
}

struct mem_object *object_copy(const struct mem_object *obj) {
    size_t bytes = sizeof *obj + obj->npages * sizeof obj->pages[0];
    struct mem_object *copy = memcpy(mem_alloc(bytes), obj, bytes);
    copy->refs = 1;
    for (uint32_t i = 0; i < copy->npages; i++)
        if (copy->pages[i]) copy->pages[i]->refs++;
    return copy;
}

static size_t init_bytes(uint32_t len) { return (len + 7) / 8; }

static struct mem_page *page_new(const struct mem_object *obj, uint32_t i) {
    uint64_t page_start = ((obj->base >> PAGE_BITS) + i) << PAGE_BITS;
    uint64_t end = obj->base + obj->size;
    uint32_t lo = i == 0 ? (uint32_t)(obj->base - page_start) : 0;
    uint32_t hi = end - page_start < PAGE_SIZE ? (uint32_t)(end - page_start) : PAGE_SIZE;
    assert(lo <= hi);
    struct mem_page *page = mem_alloc(sizeof *page + (hi - lo));
    page->refs = 1;
    page->lo = (uint16_t)lo;
    page->hi = (uint16_t)hi;
    page->init = NULL;
    page->overlay = NULL;
    page->uninit = 0;
    memset(page->data, obj->fill, hi - lo);
    if (obj->tracked && hi > lo) {
        page->init = mem_zalloc(init_bytes(hi - lo));
        page->uninit = hi - lo;
    }
    return page;
}

struct mem_page *object_page(struct mem_object *obj, uint32_t i) {
    assert(i < obj->npages && obj->live);
    if (!obj->pages[i]) obj->pages[i] = page_new(obj, i);
    return obj->pages[i];
}

static struct mem_page *page_copy(const struct mem_page *page) {
    uint32_t len = (uint32_t)(page->hi - page->lo);
    struct mem_page *copy = memcpy(mem_alloc(sizeof *page + len), page, sizeof *page + len);
    copy->refs = 1;
    if (page->init) copy->init = memcpy(mem_alloc(init_bytes(len)), page->init, init_bytes(len));
    if (page->overlay) {
        size_t bytes = sizeof *page->overlay + page->overlay->len * sizeof page->overlay->entries[0];
        copy->overlay = memcpy(mem_alloc(bytes), page->overlay, bytes);
        copy->overlay->cap = copy->overlay->len;
    }
    return copy;
}

struct mem_page *object_page_writable(struct mem_object *obj, uint32_t i) {
    assert(obj->refs == 1);
    struct mem_page *page = object_page(obj, i);
    if (page->refs == 1) return page;
    page->refs--;
    return obj->pages[i] = page_copy(page);
}

bool page_initialised(const struct mem_page *page, uint32_t off, uint32_t n) {
    assert(off >= page->lo && off + n <= page->hi);
    if (!page->init) return true;
    for (uint32_t i = off - page->lo; n; i++, n--)
        if (!(page->init[i / 8] >> (i % 8) & 1)) return false;
    return true;
}

void page_set_initialised(struct mem_page *page, uint32_t off, uint32_t n) {
    assert(off >= page->lo && off + n <= page->hi);
    if (!page->init) return;
    for (uint32_t i = off - page->lo; n; i++, n--) {
        uint8_t bit = (uint8_t)(1u << (i % 8));
        if (page->init[i / 8] & bit) continue;
        page->init[i / 8] |= bit;
        page->uninit--;
    }
    if (page->uninit) return;
    mem_free(page->init);
    page->init = NULL;
}

void page_set_uninitialised(struct mem_page *page, uint32_t off, uint32_t n) {
    uint32_t len = (uint32_t)(page->hi - page->lo);
    assert(off >= page->lo && off + n <= page->hi);
    if (!page->init) {
        page->init = mem_alloc(init_bytes(len));
        memset(page->init, 0xff, init_bytes(len));
    }
    for (uint32_t i = off - page->lo; n; i++, n--) {
        uint8_t bit = (uint8_t)(1u << (i % 8));
        if (page->init[i / 8] & bit) page->uninit++;
        page->init[i / 8] &= (uint8_t)~bit;
    }
}
