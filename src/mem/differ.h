/* Where two address spaces that come from one differ, for engines that merge states. */
#ifndef SHRIKE_MEM_DIFFER_H
#define SHRIKE_MEM_DIFFER_H

#include "mem/space.h"

struct mem_word {
    uint64_t addr;
    uint32_t n; /* bytes, all in one page */
};

struct space_difference {
    bool strict;            /* what is initialised must be the same; set by the caller */
    bool whole;             /* objects that are arrays are to be listed as a whole; set by the caller */
    const struct space *in; /* one of both */
    uint32_t stack_depth;   /* of both */
    bool impossible;        /* other things differ than the contents of live objects */
    bool moved; /* objects were made in one and freed again: the next ones have other places in a than in b */
    VEC(struct mem_word) words; /* have different contents */
    vec_u64 arrays;             /* bases of objects that differ, and are arrays in a or b */
    vec_u64 vasts;              /* bases of vast objects (exec/sym/vast.h) that hold other arrays */
    vec_u64 pages;              /* an address in each page that is initialised in different places */
    vec_u32 take;               /* numbers under which the dead object of b is to be kept */
};

/* Fills *d, which is empty but for `strict` and `whole`. Missing pages may be made on the way. */
void space_compare(const struct space *a, const struct space *b, struct space_difference *d);
void space_difference_release(struct space_difference *d);
/* a gets what b has and is not contents: dead objects to be kept, numbers used. */
void space_take_dead(struct space *a, const struct space *b, const struct space_difference *d);

#endif
