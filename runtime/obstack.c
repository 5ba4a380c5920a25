/* obstack.h: stacks of objects in chunks. Where an object would not fit, it moves into a new and larger chunk. */
#include "rt.h"

#include <obstack.h>
#include <stdio.h>
#include <stdlib.h>

struct aligned {
    char first;
    long double most; /* needs most */
};

enum {
    ALIGN = offsetof(struct aligned, most), /* of objects, unless the program says otherwise */
    USUAL = 4096 - 32,           /* bytes of a chunk: a page with malloc's own words */
    SPARE = 100,                 /* more than an object needs, for what it will grow by */
};

int obstack_exit_failure = EXIT_FAILURE;

static void print_and_exit(void) {
    static const char text[] = "memory exhausted\n";
    __shrike_output(2, text, sizeof text - 1);
    rt_exit(obstack_exit_failure);
}

void (*obstack_alloc_failed_handler)(void) = print_and_exit;

/* ---- chunks ---- */
/* Functions are called as the macros of the header were given them, not as the fields say. */
static struct _obstack_chunk *make_chunk(struct obstack *h, long n) {
    void *made;
    if (h->use_extra_arg) made = ((void *(*)(void *, long))(void (*)(void))h->chunkfun)(h->extra_arg, n);
    else made = ((void *(*)(long))(void (*)(void))h->chunkfun)(n);
    if (!made) obstack_alloc_failed_handler();
    return made;
}

static void drop_chunk(struct obstack *h, struct _obstack_chunk *c) {
    if (h->use_extra_arg) ((void (*)(void *, void *))(void (*)(void))h->freefun)(h->extra_arg, c);
    else ((void (*)(void *))(void (*)(void))h->freefun)(c);
}

/* Where the first object of a chunk begins. */
static char *first_object(const struct obstack *h, struct _obstack_chunk *c) {
    size_t mask = (size_t)h->alignment_mask;
    return c->contents + (-(size_t)c->contents & mask);
}

static int begin(struct obstack *h, int size, int alignment) {
    h->alignment_mask = (alignment ? alignment : ALIGN) - 1;
    h->chunk_size = size ? size : USUAL;
    struct _obstack_chunk *c = h->chunk = make_chunk(h, h->chunk_size);
    h->next_free = h->object_base = first_object(h, c);
    h->chunk_limit = c->limit = (char *)c + h->chunk_size;
    c->prev = NULL;
    h->maybe_empty_object = 0;
    h->alloc_failed = 0;
    return 1;
}

int _obstack_begin(struct obstack *h, int size, int alignment, void *(*chunkfun)(long), void (*freefun)(void *)) {
    h->chunkfun = (struct _obstack_chunk * (*)(void *, long))(void (*)(void))chunkfun;
    h->freefun = (void (*)(void *, struct _obstack_chunk *))(void (*)(void))freefun;
    h->use_extra_arg = 0;
    return begin(h, size, alignment);
}

int _obstack_begin_1(struct obstack *h, int size, int alignment, void *(*chunkfun)(void *, long),
                     void (*freefun)(void *, void *), void *arg) {
    h->chunkfun = (struct _obstack_chunk * (*)(void *, long))(void (*)(void))chunkfun;
    h->freefun = (void (*)(void *, struct _obstack_chunk *))(void (*)(void))freefun;
    h->extra_arg = arg;
    h->use_extra_arg = 1;
    return begin(h, size, alignment);
}

/* The object moves into a chunk with room for so many bytes more. */
static void move(struct obstack *h, int length) {
    struct _obstack_chunk *old = h->chunk;
    long used = h->next_free - h->object_base;
    long size = used + length + (used >> 3) + h->alignment_mask + SPARE;
    if (size < h->chunk_size) size = h->chunk_size;
    struct _obstack_chunk *c = make_chunk(h, size);
    h->chunk = c;
    c->prev = old;
    c->limit = h->chunk_limit = (char *)c + size;
    char *to = first_object(h, c);
    rt_memcpy(to, h->object_base, (size_t)used);
    bool alone = !h->maybe_empty_object && h->object_base == first_object(h, old);
    if (alone) { /* the old chunk held nothing else */
        c->prev = old->prev;
        drop_chunk(h, old);
    }
    h->object_base = to;
    h->next_free = to + used;
    h->maybe_empty_object = 0;
}

void _obstack_newchunk(struct obstack *h, int length) { move(h, length); }

static bool inside(const struct _obstack_chunk *c, const void *p) {
    return (const void *)c < p && (const void *)c->limit >= p;
}

int _obstack_allocated_p(struct obstack *h, void *p);
int _obstack_allocated_p(struct obstack *h, void *p) {
    const struct _obstack_chunk *c = h->chunk;
    while (c && !inside(c, p)) c = c->prev;
    return c != NULL;
}

/* Frees p and all objects that came later; all of them if p is NULL. */
static void free_down_to(struct obstack *h, void *p) {
    struct _obstack_chunk *c = h->chunk;
    while (c && !inside(c, p)) {
        struct _obstack_chunk *prev = c->prev;
        drop_chunk(h, c);
        c = prev;
        h->maybe_empty_object = 1; /* a chunk may end in an object of no bytes, which nobody sees */
    }
    if (c) {
        h->object_base = h->next_free = p;
        h->chunk_limit = c->limit;
        h->chunk = c;
    } else if (p) abort();
}

void(obstack_free)(struct obstack *h, void *p) { free_down_to(h, p); }
void _obstack_free(struct obstack *h, void *p);
void _obstack_free(struct obstack *h, void *p) { free_down_to(h, p); }

int _obstack_memory_used(struct obstack *h) {
    long sum = 0;
    for (const struct _obstack_chunk *c = h->chunk; c; c = c->prev) sum += c->limit - (const char *)c;
    return (int)sum;
}

/* ---- obstack_printf ---- */
static int add_formatted(struct obstack *h, const char *fmt, va_list ap) {
    va_list again;
    va_copy(again, ap);
    int n = rt_vsnprintf(NULL, 0, fmt, again);
    va_end(again);
    if (n < 0) return n;
    if (h->chunk_limit - h->next_free < n + 1) move(h, n + 1);
    rt_vsnprintf(h->next_free, (size_t)n + 1, fmt, ap);
    obstack_blank_fast(h, n);
    return n;
}

int obstack_vprintf(struct obstack *h, const char *fmt, va_list ap) { return add_formatted(h, fmt, ap); }

int obstack_printf(struct obstack *h, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    int n = add_formatted(h, fmt, ap);
    va_end(ap);
    return n;
}
