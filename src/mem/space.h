/* The address space of one state: all its objects, and checked access to them.
 *
 * Global and heap objects are numbered upwards from 1, stack objects are
 * numbered by their position on the stack (STACK_OBJECT + n), so that the same
 * calls give the same numbers on every path.
 *
 * Access goes through a small cache of translated pages (tlb.h) in the
 * interpreter; what misses there comes here.
 */
#ifndef SHRIKE_MEM_SPACE_H
#define SHRIKE_MEM_SPACE_H

#include <stddef.h>

#include "base/vec.h"
#include "mem/object.h"
#include "mem/overlay.h"
#include "mem/radix.h"

enum {
    /* Freed heap numbers are reused only after this many others were freed, so
     * that dangling pointers are recognised for long. */
    SPACE_QUARANTINE = 1 << 16,
};

struct space {
    struct layout *layout; /* shared by all states of a run */
    struct radix objects;  /* globals, functions, heap */
    struct radix stack;
    uint32_t next_number; /* of the next heap object */
    uint32_t stack_depth; /* live stack objects: numbers below this */
    uint32_t reuse_from;  /* freed heap numbers wait here for reuse ... */
    vec_u32 freed;        /* ... in the order freed; the first reuse_from are taken */
    uint32_t generation;  /* of stack objects from now on, at least */
    uint64_t heap_bytes;
    uint64_t stack_bytes;                 /* of objects that space_count_stack counts */
    uint32_t vasts;                       /* objects that were made vast (exec/sym/vast.h), dead or alive */
    bool track_init;                      /* new stack and heap bytes count as uninitialised */
    uint8_t fill;                         /* what they contain */
    const struct overlay_source *symbols; /* NULL: all bytes are concrete */
};

enum fault_kind {
    FAULT_NONE,
    FAULT_NULL,    /* address in the first page */
    FAULT_INVALID, /* no object there, and none ever was */
    FAULT_BOUNDS,  /* outside the object that the address belongs to */
    FAULT_DEAD,    /* freed, or its scope has ended */
    FAULT_READONLY,
    FAULT_FUNCTION,  /* the bytes of a function */
    FAULT_NOT_HEAP,  /* free of something else */
    FAULT_NOT_START, /* free of a pointer into the middle */
    FAULT_FREED_TWICE,
};

/* What went wrong, for reports. */
struct fault {
    enum fault_kind kind;
    uint64_t addr;
    uint64_t size; /* of the access */
    bool write;
    const struct mem_object *object; /* nearest; NULL if none */
};

void space_init(struct space *s, struct layout *layout);
void space_release(struct space *s);
/* Constant time apart from the list of freed numbers. */
void space_fork(struct space *to, const struct space *from);

/* ---- objects --------------------------------------------------------------- */

/* An object with a given number and address (globals, functions). */
struct mem_object *space_add(struct space *s, uint32_t number, uint64_t base, uint64_t size, enum object_kind kind);
/* The n-th object outside (ir/layout.h), which must not be there yet; NULL if there is no room. */
struct mem_object *space_add_outside(struct space *s, uint32_t n);
/* A new heap-like object; NULL if there is no room. */
struct mem_object *space_alloc(struct space *s, enum object_kind kind, uint64_t size, uint32_t align, uint32_t pos);
/* Pushes a stack object; NULL if there is no room. `escapes`: pointers may lead to it, so it gets an
 * address that stale pointers to earlier objects in this position do not have. */
struct mem_object *space_push(struct space *s, uint64_t size, uint32_t align, bool escapes);
/* Have there been so many objects in its position that a stale pointer may lead to it? */
bool space_has_turned(const struct space *s, const struct mem_object *obj);
/* The generation of the next object in its position to which a pointer may lead. */
uint32_t space_next_generation(const struct space *s, const struct mem_object *obj);
/* What comes to life from now on has places that nothing had in any state of the run. */
void space_renew(struct space *s);
/* Ends the life of all stack objects from `depth` up. */
void space_pop_to(struct space *s, uint32_t depth, uint32_t pos);
/* Ends or begins the life of a stack object within its frame; returns it, writable. */
struct mem_object *space_set_live(struct space *s, const struct mem_object *obj, bool live, uint32_t pos);
/* Does a stack object (a writable one) take room? It does until the other is said, or it is popped. */
void space_count_stack(struct space *s, struct mem_object *own, bool counted);
/* Ends the life of an object from space_alloc; its number is reused later. */
void space_drop(struct space *s, struct mem_object *obj, uint32_t pos);
/* free(addr) with all its checks. */
enum fault_kind space_free(struct space *s, uint64_t addr, uint32_t pos, struct fault *fault);

/* The object that addr belongs to, dead or alive, in bounds or not; or NULL. */
struct mem_object *space_find(const struct space *s, uint64_t addr);
/* The object of this number, or NULL. */
struct mem_object *space_object(const struct space *s, uint32_t number);
struct mem_object *space_find_writable(struct space *s, uint64_t addr);

/* ---- access ---------------------------------------------------------------- */

/* Calls fn for every live heap object. */
void space_each_heap(const struct space *s, void (*fn)(void *data, struct mem_object *obj), void *data);

#endif
