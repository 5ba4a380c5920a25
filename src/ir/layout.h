/* The address layout: which address an object gets.
 *
 * Deterministic: the address follows from the object's number, its generation
 * (how often the number was reused) and size, never from the host.
 *
 * 64-bit programs: the number is the upper half of the address, so that finding
 * the object of a pointer is a shift, and running off an object by less than 256
 * MiB never lands in another one.
 * 32-bit programs: each object has pages of its own with an empty page behind
 * it, handed out in order; `owner` maps a page to the object's number.
 *
 * A stale pointer must miss the object that has its number next. So generations of a
 * number lie in different places, one after the other, until there is no more room and
 * they begin again (layout_has_turned). An object to which no pointer leads lies in a
 * place of its own (LAYOUT_PRIVATE). Generations from LAYOUT_CUTS on have places that
 * no others have, for states that stand for many (cond/blur.h).
 *
 * Objects of up to a page lie within one page, at an offset that varies from
 * object to object (programs hash pointers).
 */
#ifndef SHRIKE_IR_LAYOUT_H
#define SHRIKE_IR_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "base/provoke.h"

enum { PAGE_BITS = PROVOKED(12, 8), PAGE_SIZE = 1 << PAGE_BITS };

/* Numbers with this bit are objects on the stack. */
#define STACK_OBJECT UINT32_C(0x40000000)
/* Objects that lie outside of the program, in places of their own: numbers from OUTSIDE_OBJECT on.
 * Native programs can have them where the engine does, sanitizers or not. */
enum { OUTSIDE_OBJECT = 0x3000, OUTSIDE_OBJECTS = 0x1000, OUTSIDE_SIZE = 32768 };
/* In the place of a generation: no pointer leads to it. */
#define LAYOUT_PRIVATE UINT32_MAX
/* The first generation of another kind. */
#define LAYOUT_CUTS (UINT32_C(1) << 30)
/* A region has 4 GiB, of which 256 MiB stay empty on either side. */
#define LAYOUT_MAX_SIZE UINT64_C(0xe0000000)

struct layout {
    bool is32;
    uint32_t *owner;    /* 32-bit: object of each page, 0: none */
    uint32_t next_page; /* 32-bit: first page not handed out */
    uint32_t end_page;  /* 32-bit: first page that is never handed out */
    struct map places;  /* 32-bit: (number, pages) to first page */
    uint32_t cuts;      /* how often a space began with generations of the other kind */
};

void layout_init(struct layout *layout, bool is32);
void layout_release(struct layout *layout);
/* Address of the object, or 0 if the address space is exhausted or the size is
 * above LAYOUT_MAX_SIZE. align is a power of two. */
uint64_t layout_place(struct layout *layout, uint32_t object, uint32_t generation, uint64_t size, uint32_t align);
/* The generation that comes behind an object of this one, of this size. */
uint32_t layout_next_generation(const struct layout *layout, uint32_t generation, uint64_t size, uint32_t align);
/* May an object of an earlier generation have been where this one is? */
bool layout_has_turned(const struct layout *layout, uint32_t generation, uint64_t size, uint32_t align);
/* A generation from LAYOUT_CUTS on, each time another one. */
uint32_t layout_cut_generation(struct layout *layout);
/* Address of the n-th object outside, of OUTSIDE_SIZE bytes; 0: there is no room. */
uint64_t layout_place_outside(struct layout *layout, uint32_t n);
/* Is that, whether there is an object or not, its address? Then *n says of which. */
bool layout_is_outside(const struct layout *layout, uint64_t base, uint32_t *n);

/* From this address on no object will lie, in 32-bit programs; false: one does. */
bool layout_keep_free(struct layout *layout, uint64_t from);

/* Number of the object that owns the page of addr; 0: none. It may be dead or
 * not reach up to addr. */
static inline uint32_t layout_object(const struct layout *layout, uint64_t addr) {
    if (!layout->is32) return (uint32_t)(addr >> 32);
    return addr >> 32 ? 0 : layout->owner[addr >> PAGE_BITS];
}

#endif
