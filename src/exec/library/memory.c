/* Allocation and memory functions. */
#include <assert.h>
#include <string.h>

#include "exec/library/builtin.h"
#include "exec/sym/access.h"
#include "exec/sym/allocate.h"
#include "exec/sym/decider.h"
#include "mem/bytes.h"

static uint64_t size_arg(const struct exec *x, uint64_t v) { return x->p->is32 ? (uint32_t)v : v; }

static bool allocate(struct exec *x, uint64_t size, uint32_t align, bool zero, uint64_t *addr) {
    *addr = 0;
    struct mem_object *obj = space_alloc(&x->now->space, OBJECT_HEAP, size, align, exec_user_position(x));
    if (!obj) { /* like the real one, it may fail */
        exec_no_block(x, size);
        return x->stop == STOP_NONE;
    }
    assert(obj->kind == OBJECT_HEAP && obj->live);
    if (zero) {
        obj->fill = 0;
        obj->tracked = false;
    }
    exec_made_block(x, obj);
    *addr = obj->base;
    return true;
}

bool do_malloc(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    (void)nargs;
    return allocate(x, size_arg(x, args[0]), MALLOC_ALIGN, false, ret);
}

/* A block that a function without body returns. */
bool do_external_block(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    if (!do_malloc(x, args, nargs, ret)) return false;
    struct mem_object *obj = ret[0] ? space_find_writable(&x->now->space, ret[0]) : NULL;
    if (obj) obj->given = true;
    return true;
}

/* The library keeps a block for itself, which no program frees. */
bool do_own(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    (void)nargs;
    (void)ret;
    struct mem_object *obj = args[0] ? space_find_writable(&x->now->space, args[0]) : NULL;
    assert(!obj || obj->kind == OBJECT_HEAP);
    if (obj) obj->own = true;
    return true;
}

bool do_calloc(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    (void)nargs;
    uint64_t size;
    ret[0] = 0;
    if (__builtin_mul_overflow(size_arg(x, args[0]), size_arg(x, args[1]), &size)) return true;
    return allocate(x, size, MALLOC_ALIGN, true, ret);
}

bool do_aligned_alloc(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    (void)nargs;
    uint64_t align = size_arg(x, args[0]);
    ret[0] = 0;
    if (align == 0 || align & (align - 1) || align > 1u << 28) return true;
    return allocate(x, size_arg(x, args[1]), align < MALLOC_ALIGN ? MALLOC_ALIGN : (uint32_t)align, false, ret);
}

static bool release(struct exec *x, uint64_t addr) {
    struct fault fault;
    const struct mem_object *obj = space_find(&x->now->space, addr);
    if (obj) tlb_forget(&x->tlb, obj->base, obj->size);
    if (obj) decider_needs(x, obj->base, true);
    if (!space_free(&x->now->space, addr, exec_user_position(x), &fault)) return true;
    if (fault.kind == FAULT_INVALID)
        exec_error(x, BUG_INVALID_FREE, "free of 0x%llx, where nothing was ever allocated", (unsigned long long)addr);
    else exec_fault(x, &fault);
    x->bug.address = addr;
    return false;
}

bool do_free(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    (void)nargs;
    (void)ret;
    return args[0] == 0 || release(x, args[0]);
}

bool do_realloc(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    (void)nargs;
    uint64_t old = args[0], size = size_arg(x, args[1]);
    if (old == 0) return allocate(x, size, MALLOC_ALIGN, false, ret);
    const struct mem_object *obj = space_find(&x->now->space, old);
    bool valid = obj && obj->kind == OBJECT_HEAP && obj->live && obj->base == old;
    if (!valid || size == 0) { /* size 0 frees, as glibc does */
        ret[0] = 0;
        return release(x, old);
    }
    uint64_t keep = obj->size < size ? obj->size : size;
    if (!allocate(x, size, MALLOC_ALIGN, false, ret)) return false;
    if (!ret[0]) return true;
    assert(ret[0] != old);
    return exec_copy(x, ret[0], old, keep) && release(x, old);
}

bool do_alloca(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    (void)nargs;
    return exec_alloca(x, size_arg(x, args[0]), MALLOC_ALIGN, true, NULL, ret);
}

bool do_memcpy(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    return exec_no_overlap(x, args[0], args[1], size_arg(x, args[2])) && do_memmove(x, args, nargs, ret);
}

bool do_memmove(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    (void)nargs;
    ret[0] = args[0];
    return exec_copy(x, args[0], args[1], size_arg(x, args[2]));
}

bool do_memset(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    (void)nargs;
    ret[0] = args[0];
    return exec_fill(x, args[0], (uint8_t)args[1], size_arg(x, args[2]));
}

/* Only the bytes up to the first difference are looked at. */
bool do_memcmp(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    (void)nargs;
    uint64_t n = size_arg(x, args[2]);
    ret[0] = 0;
    for (uint64_t i = 0; i < n;) {
        uint8_t a[64], b[64];
        uint64_t run = n - i < sizeof a ? n - i : sizeof a;
        struct fault fault;
        if (space_check(&x->now->space, args[0] + i, run, false, &fault) ||
            space_check(&x->now->space, args[1] + i, run, false, &fault))
            run = 1; /* the end of an object is near: go byte by byte */
        if (!exec_read(x, args[0] + i, a, run) || !exec_read(x, args[1] + i, b, run)) return false;
        int diff = memcmp(a, b, run);
        if (diff) return ret[0] = (uint32_t)diff, true;
        i += run;
    }
    return true;
}

bool do_strlen(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    (void)nargs;
    struct fault fault;
    if (!space_strlen(&x->now->space, args[0], ret, &fault)) return true;
    exec_fault(x, &fault);
    return false;
}
