/* Memory objects and their pages.
 *
 * An object is a block of memory with bounds: a variable, a heap block, a
 * function (which has an address but no bytes). Its bytes lie in pages, cut at
 * the same places as the address space, each shared by reference count: a fork
 * copies nothing, a write copies one page. A page that was never written is NULL
 * and reads as the object's fill byte.
 *
 * Invariants: (1) pages[i] covers the part of page (base >> PAGE_BITS) + i that
 * lies in [base, base + size); (2) refs >= 1; (3) a dead object has no pages,
 * unless it is a stack object that waits for reuse.
 */
#ifndef SHRIKE_MEM_OBJECT_H
#define SHRIKE_MEM_OBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ir/layout.h"

enum object_kind {
    OBJECT_GLOBAL,
    OBJECT_FUNCTION,
    OBJECT_STACK,
    OBJECT_HEAP,
    OBJECT_VARARGS,
    OBJECT_INPUT,
    OBJECT_OUTSIDE
};

struct mem_page {
    uint32_t refs;
    uint16_t lo, hi;         /* valid offsets within the page */
    uint8_t *init;           /* one bit per byte from lo on: initialised; NULL: all are */
    uint32_t uninit;         /* bytes not yet initialised */
    struct overlay *overlay; /* symbolic bytes; NULL: none */
    uint8_t data[];          /* hi - lo bytes */
};

struct mem_object {
    uint32_t refs;
    uint32_t number;
    uint64_t base;
    uint64_t size;
    uint32_t generation;
    uint32_t made_pos;  /* where it was allocated */
    uint32_t freed_pos; /* where it was freed */
    uint8_t kind;       /* enum object_kind */
    uint8_t literal;    /* of a global one: enum ir_literal */
    bool live;
    bool readonly;
    bool unwritten;  /* ... not by the program's will, but because nothing writes to it */
    bool counted;    /* in the space's stack_bytes */
    bool is_private; /* on the stack: no pointer leads to it; `generation` is that of the next to which one may lead */
    bool given;      /* by a function without body: that it ends where it does is our choice */
    bool own;        /* the library keeps it for itself: the program need not free it */
    bool tracked;    /* bytes not written count as uninitialised */
    uint8_t fill;
    uint32_t site;         /* of the program that made it (struct ir_site); 0: none */
    uint32_t instance;     /* how often that had been before on the path */
    uint32_t uninit_input; /* 1 + number of the input that its uninitialised bytes are; 0: none yet */
    uint32_t size_sym;     /* expression of the size, at most `size` unless it is vast; 0: it is `size` */
    uint32_t place; /* of a vast one (exec/sym/vast.h): expression of the address that the program sees; 0: it is not */
    uint32_t array; /* ... and of what it holds; 0: not looked at yet */
    const char *name; /* of a variable; NULL if none */
    uint32_t align;
    uint32_t npages;
    struct mem_page *pages[];
};

/* With one reference; no page is allocated yet. */
struct mem_object *object_new(uint32_t number, uint64_t base, uint64_t size);
struct mem_object *object_retain(struct mem_object *obj);
void object_release(struct mem_object *obj);
/* A copy that shares the pages. */
struct mem_object *object_copy(const struct mem_object *obj);
/* Gives the pages back; the header stays. */
void object_drop_pages(struct mem_object *obj);

static inline uint32_t object_page_of(const struct mem_object *obj, uint64_t addr) {
    return (uint32_t)((addr >> PAGE_BITS) - (obj->base >> PAGE_BITS));
}
/* Page i for reading (made on first use), or for writing (made unshared). */
struct mem_page *object_page(struct mem_object *obj, uint32_t i);
struct mem_page *object_page_writable(struct mem_object *obj, uint32_t i);
/* Are the n bytes at page offset `off` all initialised? */
bool page_initialised(const struct mem_page *page, uint32_t off, uint32_t n);
/* Marks them as (un)initialised. */
void page_set_initialised(struct mem_page *page, uint32_t off, uint32_t n);
void page_set_uninitialised(struct mem_page *page, uint32_t off, uint32_t n);

#endif
